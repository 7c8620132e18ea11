//! What a retrospective asks: each section once, and only with what there is to fill in.

use super::super::source::{Place, Step};
use super::words::phrase;
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.reflections, "section", |row| &row.section);
    unique(checks, &tables.reflections, "heading", |row| &row.heading);
    for (place, row) in &tables.reflections {
        filled(checks, *place, &[Step::Key("question")], &row.question, &["{tag}"]);
        filled(checks, *place, &[Step::Key("follow_up")], &row.follow_up, &["{tag}"]);
        for (number, sharpened) in row.sharpened.iter().enumerate() {
            let at = [Step::Key("sharpened"), Step::Row(number), Step::Key("text")];
            filled(checks, *place, &at, &sharpened.text, &["{tag}", "{list}", "{count}"]);
        }
    }
    for (number, (place, row)) in tables.thin.iter().enumerate() {
        phrase(checks, *place, "about", &row.about);
        if tables.thin.iter().take(number).any(|(_, earlier)| earlier.rule == row.rule) {
            checks.add(*place, &[Step::Key("rule")], "this rule has a row already", "keep one");
        }
    }
}

/// A text that says something and has no braces but those of what is filled in.
fn filled(checks: &mut Checks<'_>, place: Place, at: &[Step], text: &str, known: &[&str]) {
    let rest = known.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
    if text.trim().is_empty() || rest.contains(['{', '}']) {
        let help = format!("write a sentence; filled in are {}", known.join(", "));
        checks.add(place, at, "this cannot be asked", help);
    }
}
