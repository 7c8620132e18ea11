//! An issue in one line.

use serde::Serialize;

use super::super::title::short;
use crate::call::{Document, Page};
use crate::records::id::Id;
use crate::records::ledger::Record;
use crate::registry::values::{Category, Severity, State};

/// What a list shows of an issue.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Brief {
    /// The id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands.
    state: State,
    /// How bad it is.
    severity: Severity,
    /// What sort of thing it is about.
    category: Category,
    /// The first line of its text.
    title: String,
    /// The open issues that it waits for.
    #[schemars(with = "Vec<String>")]
    waits_for: Vec<Id>,
    /// Its file, from the top of the repository.
    path: String,
}

impl Brief {
    /// The line of a record that waits for the given open issues.
    pub(crate) fn of(record: &Record, waits_for: Vec<Id>) -> Self {
        Self {
            id: record.issue.id,
            state: record.name.state,
            severity: record.issue.severity,
            category: record.issue.category,
            title: record.issue.title(),
            waits_for,
            path: record.name.path(),
        }
    }

    /// Writes the line.
    pub(crate) fn row(&self, page: &mut Page) {
        let title = short(&self.title);
        let waits = if self.waits_for.is_empty() { "" } else { ", blocked" };
        let state = if self.state == State::Open { String::new() } else { format!(", {}", self.state) };
        page.line(format!("  {} ({}{waits}{state}) {title}", self.id, self.severity));
    }
}

impl Document for Brief {
    fn page(&self, page: &mut Page) {
        self.row(page);
    }
}
