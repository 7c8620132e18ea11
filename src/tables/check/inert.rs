//! What is inert: plain places, each with the one change that it takes.

use super::super::model::inert::{Change, Inert};
use super::super::source::{Place, Step};
use super::words::phrase;
use super::{Checks, unique};

/// The set whose values are the families of ids.
const FAMILIES: &str = "family";

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.inert, "path", |row| &row.path);
    for (place, row) in &tables.inert {
        if !is_plain(&row.path) {
            let help = "name a place from the top of the repository, without a slash at its ends";
            checks.add(*place, &[Step::Key("path")], format!("`{}` is no plain path", row.path), help);
        }
        phrase(checks, *place, "about", &row.about);
        match row.change {
            Change::New => new(checks, *place, row),
            Change::Append => append(checks, *place, row),
        }
    }
}

/// A folder takes new records of one family.
fn new(checks: &mut Checks<'_>, place: Place, row: &Inert) {
    let families = checks.tables.sets.iter().filter(|(_, set)| set.id == FAMILIES);
    let known =
        |family: &str| families.clone().any(|(_, set)| set.value.iter().any(|one| one.name == family));
    if !row.family.as_deref().is_some_and(known) {
        let help = "name a family of ids; a file of any name could be anything";
        checks.add(place, &[Step::Key("family")], "nothing says how the new files are named", help);
    }
    if row.detected {
        checks.add(place, &[Step::Key("detected")], "a folder of records is not detected", "leave it out");
    }
}

/// A file grows; one that is inert only as a decision log is a place where detection looks for one.
fn append(checks: &mut Checks<'_>, place: Place, row: &Inert) {
    if row.family.is_some() {
        checks.add(place, &[Step::Key("family")], "no new file is named here", "leave it out");
    }
    let logs = &checks.tables.detection.decision_logs;
    if row.detected && !logs.iter().any(|(_, log)| log.path == row.path) {
        let help = "give it a `[[decision_log]]` row too";
        checks.add(place, &[Step::Key("path")], format!("`{}` is never detected", row.path), help);
    }
}

pub(super) fn is_plain(path: &str) -> bool {
    let name = |name: &str| {
        !matches!(name, "" | "." | "..")
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    path.split('/').all(name)
}
