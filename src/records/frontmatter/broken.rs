//! Why a record's head could not be read.

use std::fmt;

/// What is wrong, and on which line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The first line is not `---`.
    NoOpening,
    /// No second `---` line follows.
    NoClosing,
    /// It is not `key: value` with a lower-case key.
    NoKey,
    /// The key stands there twice.
    Duplicate,
    /// It is indented where nothing nests, deeper than one level, or unevenly.
    Indentation,
    /// It is indented with a tab.
    Tab,
    /// It is an item of a list that is not written inline.
    BlockList,
    /// A quote or a bracket does not close.
    Unclosed,
    /// Something follows the value.
    Trailing,
    /// An escape that is not known.
    Escape,
    /// A form of YAML that records do not use, or a text that needs quotes.
    Form,
    /// An empty item in a list.
    EmptyItem,
    /// A control character.
    Control,
}

impl Broken {
    pub(super) const fn at(line: usize, why: Why) -> Self {
        Self { line, why }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoOpening => "the first line is not `---`",
            Self::NoClosing => "the head is not closed by a `---` line",
            Self::NoKey => "the line is not `key: value` with a lower-case key",
            Self::Duplicate => "the key stands there twice",
            Self::Indentation => "the indentation fits no value",
            Self::Tab => "the line is indented with a tab",
            Self::BlockList => "a list must be written inline, as `[a, b]`",
            Self::Unclosed => "a quote or a bracket does not close",
            Self::Trailing => "something follows the value",
            Self::Escape => "an escape is not known",
            Self::Form => "the value needs quotes",
            Self::EmptyItem => "the list has an empty item",
            Self::Control => "the line holds a control character",
        })
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Broken {}
