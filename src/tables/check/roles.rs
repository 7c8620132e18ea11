//! Roles: each is told something, in whole sentences, and is bounded.

use super::super::model::roles::{Instruction, Role};
use super::super::source::{Place, Step};
use super::words::{is_kebab, phrase, prose};
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.roles, "id", |row| &row.id);
    unique(checks, &tables.roles, "interview", |row| &row.interview);
    for (place, row) in &tables.roles {
        for (key, name) in [("id", &row.id), ("interview", &row.interview)] {
            named(checks, *place, &[Step::Key(key)], name);
        }
        phrase(checks, *place, "about", &row.about);
        prose(checks, *place, &[Step::Key("by_hand")], &row.by_hand);
        tools(checks, *place, row);
        bounds(checks, *place, row);
        told(checks, *place, "task", &row.task);
        told(checks, *place, "outcome", &row.outcome);
    }
}

fn named(checks: &mut Checks<'_>, place: Place, at: &[Step], name: &str) {
    if !is_kebab(name) {
        let message = format!("`{name}` cannot be a name");
        checks.add(place, at, message, "use lower-case words joined by hyphens");
    }
}

/// A tool is a plain word, so that it can be one item of a list on a command line.
fn tools(checks: &mut Checks<'_>, place: Place, row: &Role) {
    for (number, tool) in row.tools.iter().enumerate() {
        let word = !tool.is_empty() && tool.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !word || row.tools.iter().take(number).any(|earlier| earlier == tool) {
            let help = "name each tool once, by letters alone";
            checks.add(
                place,
                &[Step::Key("tools"), Step::Row(number)],
                format!("`{tool}` is no new tool"),
                help,
            );
        }
    }
}

fn bounds(checks: &mut Checks<'_>, place: Place, row: &Role) {
    for (key, least, bound) in [
        ("turns", 1, row.turns),
        ("dispatch_minutes", 1, row.dispatch_minutes),
        ("whole_minutes", row.dispatch_minutes, row.whole_minutes),
    ] {
        if bound < least {
            let help = format!("give a number from {least}");
            checks.add(place, &[Step::Key(key)], format!("{bound} leaves no room"), help);
        }
    }
}

fn told(checks: &mut Checks<'_>, place: Place, key: &'static str, told: &[Instruction]) {
    if told.is_empty() {
        checks.add(place, &[Step::Key(key)], "nothing is told", "give at least one instruction");
    }
    for (number, one) in told.iter().enumerate() {
        let at = |part| [Step::Key(key), Step::Row(number), Step::Key(part)];
        named(checks, place, &at("id"), &one.id);
        if told.iter().take(number).any(|earlier| earlier.id == one.id) {
            let message = format!("`{}` is told twice", one.id);
            checks.add(place, &at("id"), message, "give each instruction a name of its own");
        }
        if !one.says.trim_end().ends_with('.') || one.says.contains('\n') {
            let help = "write it in one line and end it with a full stop";
            checks.add(place, &at("says"), "an instruction is told in sentences", help);
        }
    }
}
