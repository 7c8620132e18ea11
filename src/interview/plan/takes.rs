//! What a typed answer must be.

use std::fmt;

use crate::routine::cadence::{Cadence, FORMS};
use crate::routine::render::{number, plain};
use crate::safe;

/// The longest line that is taken, in characters.
const LINE: usize = 120;

/// What a typed answer must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// One line of plain text.
    Line,
    /// A plain path below the repository.
    Path,
    /// How often a loop runs, in words.
    Cadence,
    /// A whole number from the first to the second.
    Number(u32, u32),
}

impl Takes {
    /// Whether a text is that.
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Line => {
                let plain = !text.chars().any(safe::is_hidden) && text.trim() == text;
                plain && !text.is_empty() && text.chars().count() <= LINE
            }
            Self::Path => plain::path(text),
            Self::Cadence => text.parse::<Cadence>().is_ok(),
            Self::Number(min, max) => number(text, min, max).is_some(),
        }
    }

    /// The forms that are taken.
    pub fn allowed(self) -> Vec<String> {
        match self {
            Self::Cadence => FORMS.iter().map(|form| (*form).to_owned()).collect(),
            other => vec![other.to_string()],
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line => write!(to, "one line of at most {LINE} characters"),
            Self::Path => to.write_str("a plain path below the repository"),
            Self::Cadence => to.write_str("how often, in words such as `every 2 hours`"),
            Self::Number(min, max) => write!(to, "a whole number from {min} to {max}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Takes;

    #[test]
    fn what_is_typed_is_judged() {
        for (takes, text, fits) in [
            (Takes::Line, "A small tide table", true),
            (Takes::Line, "", false),
            (Takes::Line, " x", false),
            (Takes::Line, "two\nlines", false),
            (Takes::Line, "a\u{202e}b", false),
            (Takes::Path, "docs/adr", true),
            (Takes::Path, "../x", false),
            (Takes::Path, "/etc", false),
            (Takes::Cadence, "every 2 hours", true),
            (Takes::Cadence, "now and then", false),
            (Takes::Number(1, 5), "5", true),
            (Takes::Number(1, 5), "6", false),
            (Takes::Number(1, 5), "05", false),
        ] {
            assert_eq!(takes.fits(text), fits, "{takes}: {text:?}");
        }
        assert!(Takes::Line.fits(&"x".repeat(120)) && !Takes::Line.fits(&"x".repeat(121)));
    }
}
