//! What the commands that write one intent answer.

use serde::Serialize;

use crate::call::{Document, Page};
use crate::records::id::Id;
use crate::records::intent::Intent;
use crate::records::shelf::Filed;
use crate::registry::values::Bucket;

/// An intent after a change.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Changed {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands now.
    bucket: Bucket,
    /// The spec that meets it.
    #[schemars(with = "Option<String>")]
    spec: Option<Id>,
    /// Its file, from the top of the repository.
    path: String,
    /// Whether anything was written; a change that had been made already is none.
    changed: bool,
}

impl Changed {
    /// The answer about an intent.
    pub(crate) fn of(filed: &Filed<Intent>, changed: bool) -> Self {
        Self {
            id: filed.record.id,
            bucket: filed.name.state,
            spec: filed.record.spec_id,
            path: filed.name.path(),
            changed,
        }
    }
}

impl Document for Changed {
    fn page(&self, page: &mut Page) {
        let what = if self.changed { "written" } else { "it was so already; nothing was written" };
        page.line(format!("{} ({}): {what}", self.id, self.bucket));
        page.line(&*self.path);
    }
}
