//! What detection knows around the tools: ids and paths that are given once, and rows that something shows.

use super::super::model::repository::ReleaseFlow;
use super::super::source::{Place, Step};
use super::detection::filled;
use super::words::is_kebab;
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let rows = &checks.tables.detection;
    unique(checks, &rows.flows, "id", |row| &row.id);
    unique(checks, &rows.merge_signs, "id", |row| &row.id);
    unique(checks, &rows.instructions, "path", |row| &row.path);
    unique(checks, &rows.rivalries, "about", |row| &row.about);
    unique(checks, &rows.pins, "about", |row| &row.about);
    for (place, row) in &rows.flows {
        flow(checks, *place, row);
    }
    for (place, row) in &rows.merge_signs {
        id(checks, *place, &row.id);
        let shown = !row.fields.is_empty() || !row.uses.is_empty() || row.starts.is_some();
        shows(checks, *place, shown);
    }
    for (place, row) in &rows.rivalries {
        for (number, choice) in row.choice.iter().enumerate() {
            let at = [Step::Key("choice"), Step::Row(number), Step::Key("markers")];
            filled(checks, *place, &at, &choice.markers);
        }
        several(checks, *place, "choice", row.choice.len());
    }
    for (place, row) in &rows.pins {
        several(checks, *place, "source", row.source.len());
    }
    for (place, row) in &rows.publishers {
        filled(checks, *place, &[Step::Key("uses")], &row.uses);
    }
    for (place, row) in &rows.job_words {
        filled(checks, *place, &[Step::Key("words")], &row.words);
    }
    for (place, row) in &rows.aside_folders {
        filled(checks, *place, &[Step::Key("words")], &row.words);
    }
}

fn flow(checks: &mut Checks<'_>, place: Place, row: &ReleaseFlow) {
    id(checks, place, &row.id);
    let shown = [row.fields.is_empty(), row.uses.is_empty(), row.runs.is_empty(), row.targets.is_empty()];
    shows(checks, place, row.starts.is_some() || shown.contains(&false));
    let rest = row.how.replacen("{path}", "", 1);
    let named = rest.replacen("{name}", "", 1);
    let calls = !row.targets.is_empty();
    if rest == *row.how || named.contains(['{', '}']) || (named != rest) != calls {
        let message = format!("`{}` holds what nothing fills, or not its place", row.how);
        let help = "name `{path}` once, and `{name}` once where targets show the flow";
        checks.add(place, &[Step::Key("how")], message, help);
    }
}

fn id(checks: &mut Checks<'_>, place: Place, id: &str) {
    if !is_kebab(id) {
        let message = format!("`{id}` cannot be an id");
        checks.add(place, &[Step::Key("id")], message, "use lower-case words joined by hyphens");
    }
}

fn shows(checks: &mut Checks<'_>, place: Place, shown: bool) {
    if !shown {
        checks.add(place, &[Step::Key("id")], "nothing shows it", "name a file, an action or what starts it");
    }
}

fn several(checks: &mut Checks<'_>, place: Place, key: &'static str, count: usize) {
    if count < 2 {
        let message = "one alone contradicts nothing";
        checks.add(place, &[Step::Key(key)], message, "name at least two that can stand against each other");
    }
}
