//! A table file: its path, its text, and where in it something is.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

/// A file's path as it is shown, and what it holds.
#[derive(Debug, Clone)]
pub struct Source {
    /// Relative to the folder that the tables stand in, such as `tables/refusals/capture.toml`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// One step from a document's root to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A key of a table.
    Key(&'static str),
    /// A place in a list, from 0.
    Row(usize),
}

/// Where in its file a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The file's place in the list of sources.
    pub file: usize,
    /// The key of the row's list, such as `command`.
    pub key: &'static str,
    /// The row's place in that list, from 0.
    pub row: usize,
}

/// Something wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file's place in the list of sources.
    pub file: usize,
    /// The byte range in its text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Source {
    /// The byte range of the value that `steps` lead to, or of the nearest one on the way.
    pub fn span(&self, steps: &[Step]) -> Range<usize> {
        span(DeTable::parse_recoverable(&self.text).0.get_ref(), steps)
    }

    /// The line, from 1, that the byte at `offset` stands on.
    pub fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
    }
}

/// The byte range of the value that `steps` lead to in `document`, or of the nearest one on the way.
pub fn span(document: &DeTable<'_>, steps: &[Step]) -> Range<usize> {
    let mut span = 0..0;
    let Some((Step::Key(first), rest)) = steps.split_first() else { return span };
    let Some(mut value) = document.get(*first) else { return span };
    span = value.span();
    for step in rest {
        let inner = match (value.get_ref(), step) {
            (DeValue::Array(items), Step::Row(row)) => items.get(*row),
            (DeValue::Table(table), Step::Key(key)) => table.get(*key),
            _ => None,
        };
        let Some(inner) = inner else { return span };
        value = inner;
        span = value.span();
    }
    span
}

/// The rows of the list at `key`, each with its place; a row that does not fit is a problem.
pub fn rows<T: DeserializeOwned>(
    file: usize,
    key: &'static str,
    document: &DeTable<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<(Place, T)> {
    let Some(list) = document.get(key) else { return Vec::new() };
    let DeValue::Array(items) = list.get_ref() else {
        problems.push(Problem {
            file,
            span: list.span(),
            message: format!("`{key}` is not a list of rows"),
            help: format!("open each row with `[[{key}]]`"),
        });
        return Vec::new();
    };
    let mut rows = Vec::with_capacity(items.len());
    for (row, item) in items.iter().enumerate() {
        match T::deserialize(toml::de::ValueDeserializer::from(item.clone())) {
            Ok(value) => rows.push((Place { file, key, row }, value)),
            Err(error) => problems.push(Problem {
                file,
                span: error.span().unwrap_or_else(|| item.span()),
                message: error.message().to_owned(),
                help: format!("a row is strict: see the schema on line 1 for the keys of `[[{key}]]`"),
            }),
        }
    }
    rows
}
