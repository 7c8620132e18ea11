//! What detection works by: ids that are given once, marks and spellings that hold something, and
//! placeholders that the code fills.

use super::super::model::Text;
use super::super::model::toolchains::{Effect, Toolchain};
use super::super::source::{Place, Step};
use super::words::is_kebab;
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let rows = &checks.tables.detection;
    unique(checks, &rows.toolchains, "id", |row| &row.id);
    unique(checks, &rows.actions, "uses", |row| &row.uses);
    unique(checks, &rows.decision_logs, "path", |row| &row.path);
    unique(checks, &rows.pages, "path", |row| &row.path);
    unique(checks, &rows.hostings, "host", |row| &row.host);
    unique(checks, &rows.tiers, "path", |row| &row.path);
    unique(checks, &rows.build_trees, "path", |row| &row.path);
    for (place, row) in &rows.toolchains {
        toolchain(checks, *place, row);
    }
    programs(checks);
    for (place, row) in &rows.words {
        filled(checks, *place, &[Step::Key("words")], &row.words);
    }
    for (place, row) in &rows.platforms {
        filled(checks, *place, &[Step::Key("words")], &row.words);
    }
    for (place, row) in &rows.settings {
        filled(checks, *place, &[Step::Key("ends")], &row.ends);
        filled(checks, *place, &[Step::Key("holds")], &row.holds);
    }
}

fn toolchain(checks: &mut Checks<'_>, place: Place, row: &Toolchain) {
    let rows = &checks.tables.detection;
    if !is_kebab(&row.id) {
        let message = format!("`{}` cannot be an id", row.id);
        checks.add(place, &[Step::Key("id")], message, "use lower-case words joined by hyphens");
    }
    filled(checks, place, &[Step::Key("markers")], &row.markers);
    if let Some(targets) = &row.targets {
        filled(checks, place, &[Step::Key("targets"), Step::Key("files")], &targets.files);
        calls(checks, place, "targets", &targets.calls);
    }
    if let Some(manager) = &row.manager {
        calls(checks, place, "manager", &manager.calls);
        if !manager.exec.is_empty() {
            holes(
                checks,
                place,
                &[Step::Key("manager"), Step::Key("exec")],
                &manager.exec,
                "{command}",
                true,
            );
        }
        if !rows.toolchains.iter().any(|(_, other)| other.id == manager.of) {
            let message = format!("`{}` is no toolchain", manager.of);
            checks.add(
                place,
                &[Step::Key("manager"), Step::Key("of")],
                message,
                "name the id of a toolchain",
            );
        }
    }
    for (number, rule) in row.caveat.iter().enumerate() {
        let at = [Step::Key("caveat"), Step::Row(number), Step::Key("text")];
        holes(checks, place, &at, &rule.text, "{value}", false);
    }
}

/// Spellings are given once, and what checks says what it checks.
fn programs(checks: &mut Checks<'_>) {
    let rows = &checks.tables.detection.programs;
    let mut known: Vec<(&Text, Place)> = Vec::new();
    for (place, row) in rows {
        filled(checks, *place, &[Step::Key("run")], &row.run);
        if row.kind.is_none() && row.effect == Effect::Checks {
            let help = "give the row a kind";
            checks.add(*place, &[Step::Key("run")], "it checks, and nothing says what", help);
        }
        for (number, spelling) in row.run.iter().enumerate() {
            let first = known.iter().find(|(one, _)| *one == spelling).map(|(_, first)| *first);
            if let Some(first) = first {
                let first = checks.shown(first);
                let message = format!("`{spelling}` is already a spelling of the row at {first}");
                let help = "a spelling is given once; the first row is the one that counts";
                checks.add(*place, &[Step::Key("run"), Step::Row(number)], message, help);
            } else {
                known.push((spelling, *place));
            }
        }
    }
}

fn calls(checks: &mut Checks<'_>, place: Place, part: &'static str, calls: &[Text]) {
    for (number, call) in calls.iter().enumerate() {
        let at = [Step::Key(part), Step::Key("calls"), Step::Row(number)];
        holes(checks, place, &at, call, "{name}", true);
    }
}

/// A list holds something, and nothing of it is empty.
pub(super) fn filled(checks: &mut Checks<'_>, place: Place, at: &[Step], list: &[Text]) {
    if list.is_empty() || list.iter().any(|text| text.trim().is_empty()) {
        checks.add(place, at, "the list holds nothing, or something empty", "give each entry a text");
    }
}

/// A text holds no placeholder but `known`, and that one, where it `must`.
fn holes(checks: &mut Checks<'_>, place: Place, at: &[Step], text: &str, known: &str, must: bool) {
    let rest = text.replacen(known, "", 1);
    if rest.contains(['{', '}']) || (must && rest.len() == text.len()) {
        let message = format!("`{text}` holds what nothing fills, or not its place");
        checks.add(place, at, message, format!("the placeholder here is `{known}`, given once"));
    }
}
