//! What is watched: plain paths, each once, and a number for each bound.

use super::super::model::watch::Whereabouts;
use super::super::source::Step;
use super::inert::is_plain;
use super::words::phrase;
use super::{Checks, unique};

/// The set whose values are what is bounded.
const BOUNDS: &str = "watch-bound";

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.bounds, "bound", |row| &row.bound);
    unique(checks, &tables.exceptions, "name", |row| &row.name);
    unique(checks, &tables.watched, "path", |row| &row.path);
    let values: Vec<&str> = tables
        .sets
        .iter()
        .filter(|(_, set)| set.id == BOUNDS)
        .flat_map(|(_, set)| set.value.iter().map(|value| value.name.as_ref()))
        .collect();
    for (place, row) in &tables.bounds {
        if !values.contains(&row.bound.as_ref()) {
            let help = format!("name a value of the set `{BOUNDS}`: {}", values.join(", "));
            checks.add(*place, &[Step::Key("bound")], format!("nothing is bounded by `{}`", row.bound), help);
        }
        if row.most == 0 {
            checks.add(*place, &[Step::Key("most")], "a bound of 0 refuses everything", "give a number");
        }
    }
    // A set without any row is one that is built without the watch.
    if let Some((place, _)) = tables.bounds.first() {
        let missing =
            values.iter().filter(|value| !tables.bounds.iter().any(|(_, row)| row.bound == **value));
        for value in missing {
            checks.add(
                *place,
                &[],
                format!("no row gives the bound `{value}`"),
                "add a `[[watch_bound]]` row",
            );
        }
    }
    for (place, row) in &tables.exceptions {
        let plain = is_plain(&row.name) && (row.at == Whereabouts::Top || !row.name.contains('/'));
        if !plain {
            let help = "name a file, or with `at = \"top\"` a path from the top of the working tree";
            checks.add(*place, &[Step::Key("name")], format!("`{}` is no plain name", row.name), help);
        }
        phrase(checks, *place, "about", &row.about);
    }
    for (place, row) in &tables.watched {
        if !is_plain(&row.path) {
            let help = "name a place in that folder, without a slash at its ends";
            checks.add(*place, &[Step::Key("path")], format!("`{}` is no plain path", row.path), help);
        }
        if row.of.is_empty() {
            checks.add(*place, &[Step::Key("of")], "nothing holds this", "name `git`, `entry` or `tree`");
        }
        phrase(checks, *place, "about", &row.about);
    }
}
