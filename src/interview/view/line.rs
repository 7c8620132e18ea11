//! A drawn line: pieces of text, each with what it is; colours are for whoever paints.

use super::wrap::width;

/// What a piece of a line is. Colour may repeat it and never says it alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Text.
    Plain,
    /// The chip above a question.
    Chip,
    /// The chip of the part that is shown, among those of others.
    CurrentTab,
    /// The mark before the current answer.
    Mark,
    /// The number of an answer.
    Number,
    /// The label of an answer.
    Label,
    /// The label of the current answer.
    Current,
    /// What an answer means, how it stands now, and other text beside.
    Aside,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its text, safe to show.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// A line without its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Its pieces, from the left.
    pub spans: Vec<Span>,
}

impl Line {
    /// A line of nothing.
    pub fn blank() -> Self {
        Self::default()
    }

    /// A line of one piece behind some spaces.
    pub fn indented(indent: usize, text: impl Into<String>, role: Role) -> Self {
        Self::blank().and(" ".repeat(indent), Role::Plain).and(text, role)
    }

    /// The line with one more piece; an empty one is left out.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>, role: Role) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.spans.push(Span { text, role });
        }
        self
    }

    /// The line filled with spaces up to a column.
    #[must_use]
    pub fn padded(self, columns: usize) -> Self {
        let lacks = columns.saturating_sub(self.width());
        self.and(" ".repeat(lacks), Role::Plain)
    }

    /// The columns that it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| width(&span.text)).sum()
    }

    /// The line without its roles.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}
