//! Tells a mistyped command from a text that somebody wants to file.

use icu_properties::CodePointMapData;
use icu_properties::props::LineBreak;

use super::id::looks_like_id;

/// What a text that is no issue most likely is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meant {
    /// A call of this command.
    Command(String),
    /// A word that nobody would file.
    LoneWord,
}

/// What the text most likely is instead of an issue; `commands` are the names that stand in its place.
///
/// Prose that happens to start with a command's name is prose: only a lone word, or a near name beside an
/// id or a flag, is taken for a call.
pub fn meant(text: &str, commands: &[&str]) -> Option<Meant> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let near = |word: &str| nearest(word, commands).map(|name| Meant::Command(name.to_owned()));
    let Some(second) = words.next() else {
        return near(first).or_else(|| (!is_sentence(first)).then_some(Meant::LoneWord));
    };
    if looks_like_id(second) || second.starts_with("--") {
        return near(first);
    }
    if looks_like_id(first) { near(second) } else { None }
}

/// Whether text without a space may still be a sentence: several letters of a script that sets none between
/// its words, by the way Unicode lets its lines break.
fn is_sentence(text: &str) -> bool {
    let breaks = CodePointMapData::<LineBreak>::new();
    let unspaced = |letter: &char| {
        let class = breaks.get(*letter);
        [LineBreak::Ideographic, LineBreak::ComplexContext, LineBreak::ConditionalJapaneseStarter]
            .contains(&class)
    };
    text.chars().filter(unspaced).count() > 3
}

/// The name at most two edits away, but never by rewriting half of it.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let letters = word.chars().count();
    names
        .iter()
        // Comparing takes the product of both lengths; a word that is much longer is not near.
        .filter(|name| letters.abs_diff(name.chars().count()) <= 2)
        .map(|name| (strsim::osa_distance(&word, name), *name))
        .filter(|(distance, name)| *distance <= 2 && distance * 2 < name.chars().count())
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::{Meant, meant};

    const NAMES: [&str; 7] = ["list", "show", "resolve", "wontfix", "link", "remedy", "repair"];

    fn judged(text: &str) -> Option<Meant> {
        meant(text, &NAMES)
    }

    #[test]
    fn near_names_are_calls() {
        for (text, name) in [
            ("lst", "list"),
            ("list", "list"),
            ("resolv iss-12 done", "resolve"),
            ("reslove iss-12", "resolve"),
            ("Resolve ISS-12 it is done", "resolve"),
            ("wont-fix iss-2", "wontfix"),
            ("lits --open", "list"),
            ("iss-12 remdy", "remedy"),
        ] {
            assert_eq!(judged(text), Some(Meant::Command(name.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_lone_word_is_nothing() {
        for text in ["status", "bug", "  hello ", "x"] {
            assert_eq!(judged(text), Some(Meant::LoneWord), "{text}");
        }
    }

    #[test]
    fn a_sentence_may_have_no_space() {
        for text in ["ログインが終わらない", "登录永远循环", "เข้าสู่ระบบวนไม่รู้จบ"]
        {
            assert_eq!(judged(text), None, "{text}");
        }
        assert_eq!(judged("バグ"), Some(Meant::LoneWord));
    }

    #[test]
    fn prose_is_prose() {
        for text in [
            "list breaks on an empty ledger",
            "show prints the head twice",
            "login loops for ever",
            "iss-12 is not the only one",
            "link rot in the manual",
            "list - it breaks",
            "resolving iss-12 took three tries",
        ] {
            assert_eq!(judged(text), None, "{text}");
        }
    }
}
