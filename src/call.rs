//! What a call is, and what a command answers it with.

use std::io;
use std::path::PathBuf;

use serde::Serialize;

use crate::refusal::{Refusal, Stop};
use crate::safe;
use crate::tables::model::commands::Command;

/// One call of abcd: the command that it resolved to and the flags that every command takes.
#[derive(Debug, Clone)]
pub struct Call {
    /// The command's row.
    pub command: &'static Command,
    /// `--repo`: the folder that is looked at in place of the working folder.
    pub repo: Option<PathBuf>,
    /// `--json`: documents in place of text.
    pub json: bool,
    /// `--quiet`: no report of a command that writes.
    pub quiet: bool,
    /// Whether text may be coloured.
    pub color: bool,
}

/// A result: a struct (never a list), and its text for people.
pub trait Document: Serialize {
    /// Writes the text; the renderer makes it safe and prints it.
    fn page(&self, page: &mut Page);

    /// Whether the text is a document of its own, which is what was asked for: it is printed whatever is
    /// quiet, and nothing is printed behind it.
    fn is_whole(&self) -> bool {
        false
    }
}

/// A result, and the stop that follows it where the report's answer is "no".
#[derive(Debug)]
pub struct Done<T> {
    /// What is printed.
    pub document: T,
    /// What it leaves with, after it is printed.
    pub stop: Option<Stop>,
}

/// What a command answers.
pub type Outcome<T> = Result<Done<T>, Stop>;

/// Where a streaming command sends its documents, one at a time.
pub trait Sink {
    /// Prints one document; an error means that nobody reads any more.
    fn send(&mut self, document: &dyn Item) -> io::Result<()>;

    /// Shows how far the work is to somebody who watches it on a terminal.
    fn progress(&mut self, done: usize, all: usize);
}

/// One document of a stream, as JSON and as text.
pub trait Item {
    /// The document as compact JSON.
    fn json(&self) -> Result<Vec<u8>, serde_json::Error>;

    /// Writes the text.
    fn page(&self, page: &mut Page);
}

/// Text for people, line by line. Nothing in it is safe to print yet.
#[derive(Debug, Default)]
pub struct Page {
    lines: Vec<(Look, String)>,
}

/// How a line looks where colour is allowed; it never carries meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// As it is.
    Plain,
    /// Bold.
    Heading,
    /// Dimmed.
    Aside,
    /// A line that a difference adds.
    Added,
    /// A line that a difference takes away.
    Removed,
    /// A word beside the result: it goes to standard error.
    Note,
}

impl<T> Done<T> {
    /// A report whose answer is "no": it is printed first, then the refusal.
    pub fn refused(document: T, refusal: Refusal) -> Self {
        Self { document, stop: Some(refusal.into()) }
    }
}

impl<T> From<T> for Done<T> {
    fn from(document: T) -> Self {
        Self { document, stop: None }
    }
}

impl<T: Document> Item for T {
    fn json(&self) -> Result<Vec<u8>, serde_json::Error> {
        safe::json(self)
    }

    fn page(&self, page: &mut Page) {
        Document::page(self, page);
    }
}

impl Page {
    /// One line.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push((Look::Plain, line.into()));
    }

    /// A line that names what follows.
    pub fn heading(&mut self, line: impl Into<String>) {
        self.lines.push((Look::Heading, line.into()));
    }

    /// A line that may be passed over.
    pub fn aside(&mut self, line: impl Into<String>) {
        self.lines.push((Look::Aside, line.into()));
    }

    /// Something to know that is no part of the result; it is printed beside it.
    pub fn note(&mut self, line: impl Into<String>) {
        self.lines.push((Look::Note, line.into()));
    }

    /// A unified difference.
    pub fn difference(&mut self, text: &str) {
        for line in text.lines() {
            let look = match line.as_bytes().first() {
                _ if line.starts_with("--- ") || line.starts_with("+++ ") => Look::Heading,
                Some(b'+') => Look::Added,
                Some(b'-') => Look::Removed,
                Some(b'@') => Look::Aside,
                _ => Look::Plain,
            };
            self.lines.push((look, line.to_owned()));
        }
    }

    /// An empty line.
    pub fn blank(&mut self) {
        self.line("");
    }

    /// Many lines; a newline at the end adds none.
    pub fn text(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// The lines and how they look.
    pub fn lines(&self) -> impl Iterator<Item = (Look, &str)> {
        self.lines.iter().map(|(look, line)| (*look, line.as_str()))
    }
}

/// A result that is text itself: printed as it is, `{"text":"…"}` as JSON.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Text {
    /// The whole text.
    pub text: String,
}

impl Document for Text {
    fn page(&self, page: &mut Page) {
        page.text(&self.text);
    }
}
