//! How the texts of a row are written.

use super::super::source::{Place, Step};
use super::Checks;

/// The longest summary or hint, in characters.
const LINE: usize = 120;
/// The longest sentence of a command, in characters.
const SENTENCE: usize = 80;

/// A summary or a hint: one line, lower-case start, no full stop at its end.
pub(super) fn phrase(checks: &mut Checks<'_>, place: Place, key: &'static str, text: &str) {
    let problem = if text.trim().is_empty() {
        "is empty"
    } else if text.contains('\n') {
        "is longer than one line"
    } else if text.chars().count() > LINE {
        "is longer than 120 characters"
    } else if text.ends_with('.') {
        "ends with a full stop"
    } else if starts_upper(text) {
        "starts with a capital"
    } else {
        return;
    };
    checks.add(
        place,
        &[Step::Key(key)],
        format!("the {key} {problem}"),
        "write one phrase of at most 120 characters, lower-case, without a full stop",
    );
}

/// How a hint begins that says only what not to do.
const DEAD_ENDS: [&str; 5] = ["stop", "do not", "don't", "never", "no"];

/// A hint is a phrase that says what to do.
pub(super) fn hint(checks: &mut Checks<'_>, place: Place, text: &str) {
    phrase(checks, place, "hint", text);
    let opens =
        |with: &&str| text.strip_prefix(*with).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    if let Some(open) = DEAD_ENDS.iter().find(|open| opens(open)) {
        let message = format!("the hint begins with `{open}`");
        checks.add(place, &[Step::Key("hint")], message, "say what to do, not only what to leave");
    }
}

/// A command's sentence: a verb in the third person first, one full stop at the end, at most 80 characters.
pub(super) fn sentence(checks: &mut Checks<'_>, place: Place, text: &str) {
    let first = text.split([' ', '.']).next().unwrap_or_default();
    let problem = if text.contains('\n') {
        "is longer than one line"
    } else if text.chars().count() > SENTENCE {
        "is longer than 80 characters"
    } else if !text.ends_with('.') {
        "does not end with a full stop"
    } else if text.trim_end_matches('.').contains(". ") || text.ends_with("..") {
        "is more than one sentence"
    } else if !starts_upper(text) || !first.ends_with('s') {
        "does not start with a verb, as in `Prints`"
    } else {
        return;
    };
    checks.add(
        place,
        &[Step::Key("sentence")],
        format!("the sentence {problem}"),
        "write one sentence of at most 80 characters: a verb first, a full stop last",
    );
}

/// A text that must say something.
pub(super) fn prose(checks: &mut Checks<'_>, place: Place, steps: &[Step], text: &str) {
    if text.trim().is_empty() {
        checks.add(place, steps, "the text is empty", "say it in a few words");
    }
}

/// Whether a name is lower-case kebab-case.
pub(super) fn is_kebab(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split('-').all(part)
}

fn starts_upper(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}
