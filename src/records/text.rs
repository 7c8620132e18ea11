//! Which texts a record takes from a caller.

use std::fmt;

use crate::safe::is_hidden;

/// The longest text of an issue, in bytes.
pub const PROSE_CAP: usize = 65_536;
/// The longest text of any other field, in characters.
pub const LINE_CAP: usize = 1_000;
/// Joiners and the emoji mark, without which some scripts and signs cannot be written.
const NEEDED: [char; 3] = ['\u{200c}', '\u{200d}', '\u{fe0f}'];

/// Why a text is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It says nothing.
    Blank,
    /// It is longer than [`PROSE_CAP`] or [`LINE_CAP`].
    TooLong,
    /// It has more than one line.
    ManyLines,
    /// It holds a control, direction-changing or invisible character.
    Hidden,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blank => "says nothing",
            Self::TooLong => "is too long",
            Self::ManyLines => "has more than one line",
            Self::Hidden => "holds a control or invisible character",
        })
    }
}

/// A text of one line, without the space around it.
pub fn line(text: &str) -> Result<String, Unfit> {
    let text = text.trim();
    if text.is_empty() {
        Err(Unfit::Blank)
    } else if text.len() > PROSE_CAP || text.chars().count() > LINE_CAP {
        Err(Unfit::TooLong)
    } else if text.contains(['\n', '\r']) {
        Err(Unfit::ManyLines)
    } else if text.chars().any(hides) {
        Err(Unfit::Hidden)
    } else {
        Ok(text.to_owned())
    }
}

/// A text of one or more lines, ends of lines made alike.
pub fn prose(text: &str) -> Result<String, Unfit> {
    if text.len() > PROSE_CAP {
        return Err(Unfit::TooLong);
    }
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if text.is_empty() {
        Err(Unfit::Blank)
    } else if text.chars().any(|letter| hides(letter) && !matches!(letter, '\n' | '\t')) {
        Err(Unfit::Hidden)
    } else {
        Ok(text.to_owned())
    }
}

/// A text of a record, in which what would not be taken from a caller is made visible.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if hides(letter) && !matches!(letter, '\n' | '\t') {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

fn hides(letter: char) -> bool {
    is_hidden(letter) && !NEEDED.contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::{LINE_CAP, PROSE_CAP, Unfit, line, prose, shown};

    #[test]
    fn a_line_is_trimmed_bounded_and_plain() {
        assert_eq!(line("  so it is \u{2764}\u{fe0f} ").as_deref(), Ok("so it is \u{2764}\u{fe0f}"));
        for (text, unfit) in [
            (" \t", Unfit::Blank),
            ("one\ntwo", Unfit::ManyLines),
            ("bell\u{7}", Unfit::Hidden),
            ("\u{1b}[31mred", Unfit::Hidden),
            ("over\u{202e}ride", Unfit::Hidden),
            ("zero\u{200b}width", Unfit::Hidden),
        ] {
            assert_eq!(line(text), Err(unfit), "{text:?}");
        }
        assert!(line(&"é".repeat(LINE_CAP)).is_ok());
        assert_eq!(line(&"é".repeat(LINE_CAP + 1)), Err(Unfit::TooLong));
    }

    #[test]
    fn what_is_hidden_is_shown_and_what_is_needed_stays() {
        assert_eq!(
            shown("a\n\tb \u{1b}[31m\r \u{2764}\u{fe0f}"),
            "a\n\tb \\u{1b}[31m\\u{d} \u{2764}\u{fe0f}"
        );
        assert!(prose(&shown("over\u{202e}ride \u{7}")).is_ok());
    }

    #[test]
    fn prose_keeps_its_lines() {
        assert_eq!(prose("one\r\n\ttwo\n").as_deref(), Ok("one\n\ttwo"));
        assert_eq!(prose("lone\rreturn"), Err(Unfit::Hidden));
        assert!(prose(&"a".repeat(PROSE_CAP)).is_ok());
        assert_eq!(prose(&"a".repeat(PROSE_CAP + 1)), Err(Unfit::TooLong));
    }
}
