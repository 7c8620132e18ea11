//! What the commands that change an issue answer.

use serde::Serialize;

use crate::call::{Document, Page};
use crate::records::id::Id;
use crate::records::ledger::Record;
use crate::registry::values::State;

/// An issue after a change.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Changed {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands now.
    state: State,
    /// Its file, from the top of the repository.
    path: String,
    /// Whether anything was written; a change that had been made already is none.
    changed: bool,
    /// What it waits for.
    #[schemars(with = "Vec<String>")]
    blocked_by: Vec<Id>,
    /// What would fix it.
    remedy: Option<String>,
}

impl Changed {
    /// The answer about a record.
    pub(super) fn of(record: &Record, changed: bool) -> Self {
        Self {
            id: record.issue.id,
            state: record.name.state,
            path: record.name.path(),
            changed,
            blocked_by: record.issue.blocked_by.clone(),
            remedy: record.issue.remedy.clone(),
        }
    }
}

impl Document for Changed {
    fn page(&self, page: &mut Page) {
        let what = if self.changed { "changed" } else { "it was so already; nothing was written" };
        page.line(format!("{} ({}): {what}", self.id, self.state));
        page.line(&*self.path);
    }
}
