//! Runners: each says what it is, and fills in nothing that nobody gives.

use super::super::model::runners::Runner;
use super::super::source::{Place, Step};
use super::words::{is_kebab, sentence};
use super::{Checks, unique};

/// What is filled in.
const SLOTS: [&str; 9] = [
    "{tools}",
    "{folder}",
    "{checkout}",
    "{brief}",
    "{receipt}",
    "{receipt_name}",
    "{model}",
    "{prompt}",
    "{role}",
];

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.runners, "id", |row| &row.id);
    for (place, row) in &tables.runners {
        if !is_kebab(&row.id) {
            let message = format!("`{}` cannot be an id", row.id);
            checks.add(*place, &[Step::Key("id")], message, "use lower-case words joined by hyphens");
        }
        sentence(checks, *place, &row.sentence);
        argv(checks, *place, row);
        filled(checks, *place, "writes", std::iter::once(row.writes.as_ref()));
        filled(checks, *place, "grants", row.grants.iter().map(|grant| grant.says.as_ref()));
        filled(checks, *place, "environment", row.environment.iter().map(|set| set.value.as_ref()));
    }
}

/// What is asked stands last and behind a `--`, so that no word of it is ever read as a flag.
fn argv(checks: &mut Checks<'_>, place: Place, row: &Runner) {
    let words: Vec<&str> = row.argv.iter().map(AsRef::as_ref).collect();
    if !words.ends_with(&["--", "{prompt}"]) {
        let help = "let the list end in \"--\", \"{prompt}\"";
        checks.add(place, &[Step::Key("argv")], "a prompt could be read as a flag", help);
    }
    filled(checks, place, "argv", words.into_iter());
}

fn filled(
    checks: &mut Checks<'_>,
    place: Place,
    key: &'static str,
    texts: impl Iterator<Item = impl AsRef<str>>,
) {
    for text in texts {
        let text = text.as_ref();
        let rest = SLOTS.iter().fold(text.to_owned(), |rest, slot| rest.replace(slot, ""));
        // A text that is JSON holds braces of its own.
        if rest.contains(['{', '}']) && !rest.starts_with(['{', '"']) {
            let help = format!("write one of {}", SLOTS.join(" "));
            checks.add(place, &[Step::Key(key)], format!("nothing fills in `{text}`"), help);
        }
    }
}
