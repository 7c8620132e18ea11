//! The head of a record: a strict, small part of YAML, read without loss and edited line by line.
//!
//! Between two `---` lines stand `key: value` lines, where a value is a scalar (plain, quoted with `"` or
//! `'`), an inline list of scalars, or one level of indented `key: scalar` lines. Comments and blank lines
//! are allowed. What else YAML knows is refused, with its line, rather than guessed at. A byte order mark,
//! CRLF line ends, comments, the order of keys and a missing newline at the end all survive an edit: only
//! the lines of the keys that change are written anew.

mod broken;
mod value;

use std::collections::BTreeSet;

pub use broken::{Broken, Why};
pub use value::Value;

/// A record's text in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    mark: bool,
    opening: String,
    lines: Vec<Line>,
    closing: String,
    rest: String,
}

/// One line of the head, or the lines of one nested value, with the ends that they had.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    /// A comment or a blank line.
    Aside(String),
    /// A key with its value.
    Entry(Entry),
}

/// A key with its value, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// The line of the key in the file, from 1; 0 where it has not been read from one.
    pub line: usize,
    raw: String,
}

impl Document {
    /// A new document with an empty head and `body` below it, one blank line apart.
    pub fn with_body(body: &str) -> Self {
        let fence = "---\n".to_owned();
        let rest =
            if body.is_empty() { String::new() } else { format!("\n{}\n", body.trim_end_matches('\n')) };
        Self { mark: false, opening: fence.clone(), lines: Vec::new(), closing: fence, rest }
    }

    /// Reads a record's text.
    pub fn parse(text: &str) -> Result<Self, Broken> {
        let (mark, text) = text.strip_prefix('\u{feff}').map_or((false, text), |rest| (true, rest));
        let mut raw_lines = text.split_inclusive('\n');
        let opening = raw_lines.next().filter(|raw| is_fence(raw)).ok_or(Broken::at(1, Why::NoOpening))?;
        let mut reader = Reader::default();
        for (number, raw) in (2..).zip(raw_lines.by_ref()) {
            if is_fence(raw) {
                let closing = raw.to_owned();
                let rest = raw_lines.collect();
                let lines = reader.lines;
                return Ok(Self { mark, opening: opening.to_owned(), lines, closing, rest });
            }
            reader.take(number, raw).map_err(|why| Broken::at(number, why))?;
        }
        Err(Broken::at(text.lines().count().max(1), Why::NoClosing))
    }

    /// The whole text.
    pub fn to_text(&self) -> String {
        let mark = if self.mark { "\u{feff}" } else { "" };
        let mut text = format!("{mark}{}", self.opening);
        for line in &self.lines {
            text.push_str(match line {
                Line::Aside(raw) => raw,
                Line::Entry(entry) => &entry.raw,
            });
        }
        text.push_str(&self.closing);
        text.push_str(&self.rest);
        text
    }

    /// The keys with their values, in the file's order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            Line::Aside(_) => None,
        })
    }

    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().find(|entry| entry.key == key)
    }

    /// The value of a key; `None` where it is not there or is null.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value).filter(|value| **value != Value::Null)
    }

    /// The text below the head, without the blank line between them.
    pub fn body(&self) -> &str {
        let rest = self.rest.as_str();
        rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest)
    }

    /// Gives a key a value: in its place where it is there, else after the keys that stand before it in `order`.
    pub fn set(&mut self, key: &str, value: Value, order: &[&str]) {
        let raw = value.encode(key, self.line_end());
        let entry = Line::Entry(Entry { key: key.to_owned(), value, line: 0, raw });
        if let Some(place) = self.lines.iter_mut().find(|line| line.is(key)) {
            *place = entry;
            return;
        }
        let rank = |key: &str| order.iter().position(|known| *known == key);
        let own = rank(key);
        let after = self.lines.iter().rposition(|line| line.key().is_some_and(|known| rank(known) < own));
        self.lines.insert(after.map_or(0, |index| index + 1), entry);
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) {
        self.lines.retain(|line| !line.is(key));
    }

    fn line_end(&self) -> &'static str {
        if self.opening.ends_with("\r\n") { "\r\n" } else { "\n" }
    }
}

impl Line {
    fn key(&self) -> Option<&str> {
        match self {
            Self::Entry(entry) => Some(&entry.key),
            Self::Aside(_) => None,
        }
    }

    fn is(&self, key: &str) -> bool {
        self.key() == Some(key)
    }
}

/// What has been read of a head so far.
#[derive(Default)]
struct Reader {
    lines: Vec<Line>,
    /// Whether the last entry had no value on its line, so that indented lines may follow.
    open: bool,
    /// The indentation of the nested lines of that entry.
    indent: Option<usize>,
    /// The keys that were read, and below the last of them its own.
    keys: BTreeSet<String>,
    nested: BTreeSet<String>,
}

impl Reader {
    fn take(&mut self, number: usize, raw: &str) -> Result<(), Why> {
        let content = without_end(raw);
        if content.chars().any(|c| c.is_control() && c != '\t') {
            return Err(Why::Control);
        }
        let trimmed = content.trim_matches([' ', '\t']);
        if trimmed.is_empty() || trimmed.starts_with('#') {
            self.lines.push(Line::Aside(raw.to_owned()));
            return Ok(());
        }
        if content.starts_with([' ', '\t']) {
            return self.take_nested(content, raw);
        }
        let (key, text) = split(content)?;
        if !self.keys.insert(key.to_owned()) {
            return Err(Why::Duplicate);
        }
        self.nested.clear();
        let value = Value::parse(text)?;
        self.open = text.is_empty();
        self.indent = None;
        self.lines.push(Line::Entry(Entry { key: key.to_owned(), value, line: number, raw: raw.to_owned() }));
        Ok(())
    }

    fn take_nested(&mut self, content: &str, raw: &str) -> Result<(), Why> {
        let inner = content.trim_start_matches(' ');
        let indent = content.len() - inner.len();
        if inner.starts_with('\t') {
            return Err(Why::Tab);
        }
        if !self.open || self.indent.is_some_and(|expected| expected != indent) {
            return Err(Why::Indentation);
        }
        let (key, text) = split(inner)?;
        if !self.nested.insert(key.to_owned()) {
            return Err(Why::Duplicate);
        }
        let value = Value::parse(text)?;
        // Comments between nested lines belong to the value, so that they stay or go with it.
        let from = self.lines.iter().rposition(|line| line.key().is_some()).ok_or(Why::Indentation)?;
        let asides: String = self.lines.drain(from + 1..).map(Line::raw).collect();
        let Some(Line::Entry(entry)) = self.lines.last_mut() else {
            return Err(Why::Indentation);
        };
        entry.value.nest(key, value)?;
        entry.raw.push_str(&asides);
        entry.raw.push_str(raw);
        self.indent = Some(indent);
        Ok(())
    }
}

impl Line {
    fn raw(self) -> String {
        match self {
            Self::Aside(raw) | Self::Entry(Entry { raw, .. }) => raw,
        }
    }
}

/// A line's key and the text of its value.
fn split(content: &str) -> Result<(&str, &str), Why> {
    if content == "-" || content.starts_with("- ") {
        return Err(Why::BlockList);
    }
    let (key, text) = content.split_once(':').ok_or(Why::NoKey)?;
    let named = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !named || !(text.is_empty() || text.starts_with([' ', '\t'])) {
        return Err(Why::NoKey);
    }
    let text = text.trim_matches([' ', '\t']);
    Ok((key, if text.starts_with('#') { "" } else { text }))
}

fn is_fence(raw: &str) -> bool {
    without_end(raw).trim_end_matches([' ', '\t']) == "---"
}

fn without_end(raw: &str) -> &str {
    let line = raw.strip_suffix('\n').unwrap_or(raw);
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests;
