//! Typed reading of a record's head that gathers every flaw instead of stopping at the first.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::frontmatter::{Broken, Document, Value};
use super::id::Id;
use super::slug::is_slug;
use crate::host::files::Trouble;
use crate::registry::values::{Closed, Family};

/// One thing that is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Flaw {
    /// The line in its file, where one can be named.
    pub line: Option<usize>,
    /// What is wrong, in words.
    pub what: String,
}

impl Flaw {
    /// A flaw of the whole file.
    pub fn new(what: impl Into<String>) -> Self {
        Self { line: None, what: what.into() }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl From<Broken> for Flaw {
    fn from(broken: Broken) -> Self {
        Self { line: Some(broken.line), what: broken.why.to_string() }
    }
}

impl From<Trouble> for Flaw {
    fn from(trouble: Trouble) -> Self {
        Self::new(trouble.to_string())
    }
}

/// The fields of a document, or of one nested value, while they are read.
pub(super) struct Fields<'a> {
    entries: Vec<(&'a str, &'a Value, Option<usize>)>,
    within: Option<&'a str>,
    flaws: Vec<Flaw>,
}

impl<'a> Fields<'a> {
    /// Starts to read a document that may have the `known` fields.
    pub(super) fn of(document: &'a Document, known: &[&str]) -> Self {
        let entries =
            document.entries().map(|entry| (entry.key.as_str(), &entry.value, Some(entry.line))).collect();
        let mut fields = Self { entries, within: None, flaws: Vec::new() };
        let strange: Vec<_> =
            fields.entries.iter().filter(|(key, ..)| !known.contains(key)).copied().collect();
        for (key, _, line) in strange {
            fields.flaws.push(Flaw { line, what: format!("`{key}` is no field of this record") });
        }
        fields
    }

    /// Whether a key is there and is not null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// A flaw of a field that the caller found.
    pub(super) fn wrong(&mut self, key: &str, what: &str) {
        self.flaw(key, what);
    }

    /// Everything that was wrong.
    pub(super) fn flaws(self) -> Vec<Flaw> {
        self.flaws
    }

    /// What every record needs, where nothing at all was wrong.
    pub(super) fn whole(self, id: Option<Id>, slug: Option<String>) -> Result<(Id, String), Vec<Flaw>> {
        match (id, slug) {
            (Some(id), Some(slug)) if self.flaws.is_empty() => Ok((id, slug)),
            _ => Err(self.flaws),
        }
    }

    /// Checks the version of the format.
    pub(super) fn version(&mut self, key: &'a str, version: u64) {
        match self.value(key) {
            Some(Value::Number(number)) if *number == version => {}
            Some(_) => self.flaw(key, format!("is not {version}")),
            None => self.missing(key),
        }
    }

    /// A text that may be left out.
    pub(super) fn text(&mut self, key: &'a str) -> Option<String> {
        let value = self.value(key)?;
        let text = value.as_text();
        if text.is_none() {
            self.flaw(key, "is no text");
        }
        text
    }

    /// A text that must be there and say something.
    pub(super) fn needed_text(&mut self, key: &'a str) -> Option<String> {
        if self.value(key).is_none() {
            self.missing(key);
            return None;
        }
        let text = self.text(key)?;
        if text.trim().is_empty() {
            self.flaw(key, "says nothing");
            return None;
        }
        Some(text)
    }

    /// A slug.
    pub(super) fn slug(&mut self, key: &'a str) -> Option<String> {
        let text = self.needed_text(key)?;
        if is_slug(&text) {
            return Some(text);
        }
        self.flaw(key, "is not words of a-z and 0-9 with dashes between them, at most 60 long");
        None
    }

    /// A value of a closed set that may be left out.
    pub(super) fn choice<T: Closed>(&mut self, key: &'a str) -> Option<T> {
        let text = self.text(key)?;
        let value = text.parse().ok();
        if value.is_none() {
            let names: Vec<_> = T::names().collect();
            self.flaw(key, format!("must be one of {}", names.join(", ")));
        }
        value
    }

    /// A value of a closed set.
    pub(super) fn needed_choice<T: Closed>(&mut self, key: &'a str) -> Option<T> {
        if self.value(key).is_none() {
            self.missing(key);
        }
        self.choice(key)
    }

    /// The id of a record of one family.
    pub(super) fn id(&mut self, key: &'a str, family: Family) -> Option<Id> {
        if self.value(key).is_none() {
            self.missing(key);
        }
        self.id_if_there(key, family)
    }

    /// The id of a record of one family that may be left out.
    pub(super) fn id_if_there(&mut self, key: &'a str, family: Family) -> Option<Id> {
        let text = self.text(key)?;
        let id = of_family(&text, family);
        if id.is_none() {
            self.flaw(key, format!("is no {family} id"));
        }
        id
    }

    /// A list of texts without repetition; empty where it is left out.
    pub(super) fn texts(&mut self, key: &'a str) -> Vec<String> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Value::List(items) = value else {
            self.flaw(key, "is no list");
            return Vec::new();
        };
        self.unique(key, items);
        items.clone()
    }

    /// A list of ids of one family without repetition; empty where it is left out.
    pub(super) fn ids(&mut self, key: &'a str, family: Family) -> Vec<Id> {
        self.ids_that(key, &format!("{family} id"), |item| of_family(item, family))
    }

    /// One id of a family or a list of them; empty where it is left out.
    pub(super) fn one_or_more(&mut self, key: &'a str, family: Family) -> Vec<Id> {
        match self.value(key) {
            Some(Value::List(_)) | None => self.ids(key, family),
            Some(_) => self.id_if_there(key, family).into_iter().collect(),
        }
    }

    /// A scalar as it is, whatever it is; for a field that has more than one form.
    pub(super) fn plain(&self, key: &str) -> Option<String> {
        self.value(key)?.as_text()
    }

    /// A list of ids of any family without repetition; empty where it is left out.
    pub(super) fn ids_of_any(&mut self, key: &'a str) -> Vec<Id> {
        self.ids_that(key, "id of a record", |item| item.parse().ok())
    }

    fn ids_that(&mut self, key: &'a str, what: &str, read: impl Fn(&str) -> Option<Id>) -> Vec<Id> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Value::List(items) = value else {
            self.flaw(key, "is no list");
            return Vec::new();
        };
        let ids: Vec<_> = items.iter().filter_map(|item| read(item)).collect();
        if ids.len() < items.len() {
            self.flaw(key, format!("holds something that is no {what}"));
        }
        self.unique(key, &ids);
        ids
    }

    /// The fields of a nested value that may be left out.
    pub(super) fn map<T>(
        &mut self,
        key: &'a str,
        known: &[&str],
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let value = self.value(key)?;
        let Value::Map(inner) = value else {
            self.flaw(key, "has no lines below it");
            return None;
        };
        let line = self.line(key);
        for (strange, _) in inner.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            self.flaw(key, format!("has a field `{strange}` that it does not know"));
        }
        let entries = inner.iter().map(|(name, value)| (name.as_str(), value, line)).collect();
        let mut nested = Self { entries, within: Some(key), flaws: Vec::new() };
        let read = read(&mut nested);
        self.flaws.append(&mut nested.flaws);
        Some(read)
    }

    fn value(&self, key: &str) -> Option<&'a Value> {
        let found = self.entries.iter().find(|(name, ..)| *name == key);
        found.map(|(_, value, _)| *value).filter(|value| **value != Value::Null)
    }

    fn line(&self, key: &str) -> Option<usize> {
        self.entries.iter().find(|(name, ..)| *name == key).and_then(|(.., line)| *line)
    }

    fn unique<T: Ord>(&mut self, key: &'a str, items: &[T]) {
        if items.iter().collect::<BTreeSet<_>>().len() < items.len() {
            self.flaw(key, "lists one value twice");
        }
    }

    fn missing(&mut self, key: &str) {
        self.flaws.push(Flaw::new(format!("`{key}` is missing")));
    }

    fn flaw(&mut self, key: &str, what: impl fmt::Display) {
        let within = self.within.map(|outer| format!("{outer}.")).unwrap_or_default();
        let line = self.line(key);
        self.flaws.push(Flaw { line, what: format!("`{within}{key}` {what}") });
    }
}

fn of_family(text: &str, family: Family) -> Option<Id> {
    text.parse().ok().filter(|id: &Id| id.family() == family)
}
