//! What only whoever knows the work's records, code and commands understands.

use crate::registry::values::{Closed, Family};
use crate::tables::model::asking::Limits;

/// Whether a text holds such a thing.
pub(super) fn is_inside(text: &str, limits: &Limits, verbs: &[&str]) -> bool {
    let lower = text.to_lowercase();
    limits.code_marks.iter().any(|mark| is_named(&lower, &mark.to_lowercase()))
        || has_span(text)
        || Family::names().any(|family| has_id(&lower, family))
        || calls(&lower, verbs)
}

/// Whether a mark stands there as whole words.
fn is_named(text: &str, mark: &str) -> bool {
    let word = mark.chars().next_back().is_some_and(is_part);
    found(text, mark).any(|rest| !word || !rest.starts_with(is_part))
}

/// Whether something stands between backticks.
fn has_span(text: &str) -> bool {
    let inner = text.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`'));
    inner.is_some_and(|(inner, _)| inner.split('`').any(|part| !part.trim().is_empty()))
}

/// Whether a record is named: its family, a hyphen and a digit, as a word.
fn has_id(text: &str, family: &str) -> bool {
    found(text, family).any(|rest| {
        rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    })
}

/// Whether a command is named: `abcd` and a verb.
fn calls(text: &str, verbs: &[&str]) -> bool {
    found(text, "abcd").any(|rest| {
        let word = rest.trim_start();
        let verb: &str = word.split(|letter: char| !is_part(letter)).next().unwrap_or_default();
        word.len() < rest.len() && verbs.contains(&verb)
    })
}

/// What stands behind each place where a word begins so.
fn found<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(word).filter_map(move |(at, found)| {
        let before = text.get(..at)?.chars().next_back();
        let starts = !word.starts_with(is_part) || before.is_none_or(|letter| !is_part(letter));
        starts.then(|| text.get(at + found.len()..)).flatten()
    })
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::is_inside;
    use crate::registry::asking::LIMITS;

    #[test]
    fn records_code_and_commands_are_seen() {
        for text in [
            "as iss-2610071636011953 says",
            "(ITD-4)",
            "the `flag` of it",
            "the ``flag`` of it",
            "by Go Run ./cmd",
            "use /abcd:status",
            "type abcd  status",
            "ABCD Capture, then",
            "abcd\ncapture",
        ] {
            assert!(is_inside(text, &LIMITS, &["capture", "status"]), "{text}");
        }
    }

    #[test]
    fn everyday_words_are_left_alone() {
        for text in [
            "miss-4 a bus",
            "iss- and itd",
            "an abcd that captures",
            "abcdstatus",
            "my-abcd status",
            "a lone ` tick",
            "``",
            "abcd statuses",
            "we go running",
        ] {
            assert!(!is_inside(text, &LIMITS, &["capture", "status"]), "{text}");
        }
    }
}
