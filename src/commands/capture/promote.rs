//! `abcd capture promote`: drafts an intent from an issue.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::id::Id;
use crate::records::promote::promote;
use crate::registry::args;
use crate::registry::values::{Bucket, State};

/// An issue and the intent that it became.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Promoted {
    /// The issue.
    #[schemars(with = "String")]
    id: Id,
    /// Where the issue stands.
    state: State,
    /// The intent.
    #[schemars(with = "String")]
    intent: Id,
    /// Where the intent stands.
    bucket: Bucket,
    /// The intent's file, from the top of the repository.
    path: String,
    /// Whether anything was written; what had been promoted already is not promoted again.
    changed: bool,
}

pub(crate) fn run(args: args::CapturePromote, call: &Call, host: &Host) -> Outcome<Promoted> {
    let promoted = promote(&repository(call, host)?, host, &args.id)?;
    let document = Promoted {
        id: promoted.issue.issue.id,
        state: promoted.issue.name.state,
        intent: promoted.intent.record.id,
        bucket: promoted.intent.name.state,
        path: promoted.intent.name.path(),
        changed: promoted.changed,
    };
    Ok(document.into())
}

impl Document for Promoted {
    fn page(&self, page: &mut Page) {
        let what =
            if self.changed { "promoted to" } else { "nothing was written; it is promoted already to" };
        page.line(format!("{}: {what} {} ({})", self.id, self.intent, self.bucket));
        page.line(&*self.path);
    }
}
