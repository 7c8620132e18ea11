//! The key beside the answers, by which a question comes back with more material. It is no answer.

use crate::registry::asking::LIMITS;
use crate::tables::model::asking::Limits;

/// Whether a value is a word of that key, in any letter case and with any spaces; such a value is never
/// recorded.
pub fn is_unclear(value: &str) -> bool {
    is_word(value, &LIMITS)
}

pub(super) fn is_word(value: &str, limits: &Limits) -> bool {
    // The words are short, so a text that goes on is none of them.
    let longest = limits.unclear_words.iter().map(|word| word.len()).max().unwrap_or_default();
    let mut plain = String::new();
    for word in value.trim_matches(|letter: char| !letter.is_alphanumeric()).split_whitespace() {
        if plain.len() > longest {
            return false;
        }
        let gap = if plain.is_empty() { "" } else { " " };
        plain.push_str(gap);
        plain.push_str(word);
    }
    let plain = plain.to_lowercase();
    limits.unclear_words.iter().any(|word| word.to_lowercase() == plain)
}

#[cfg(test)]
mod tests {
    use super::is_unclear;
    use crate::registry::asking::LIMITS;

    #[test]
    fn the_key_is_known_however_it_is_written() {
        for word in LIMITS.unclear_words.iter().chain([&LIMITS.unclear_label]) {
            for written in [
                word.to_string(),
                word.to_uppercase(),
                format!(" {} ", word.replace(' ', "\t ")),
                format!("{word}."),
            ] {
                assert!(is_unclear(&written), "{written:?}");
            }
        }
    }

    #[test]
    fn what_only_holds_the_word_is_an_answer() {
        for value in ["unclear-scope", "It is unclear to me why", "explain", "", " ", "later"] {
            assert!(!is_unclear(value), "{value:?}");
        }
        assert!(!is_unclear(&"unclear ".repeat(100_000)));
    }
}
