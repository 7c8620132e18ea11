//! `abcd decide`: lays a proposed decision down.

use serde::Serialize;

use super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::decision::decide;
use crate::records::id::Id;
use crate::registry::args;
use crate::registry::values::DecisionStatus;

/// The decision that was laid down.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Decided {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// Whether it holds.
    status: DecisionStatus,
    /// Its day, as `YYYY-MM-DD`.
    date: String,
    /// Its file, from the top of the repository.
    path: String,
}

pub(crate) fn run(args: args::Decide, call: &Call, host: &Host) -> Outcome<Decided> {
    let filed = decide(&repository(call, host)?, host, &args.title, args.slug.as_deref())?;
    let decision = filed.record;
    let path = filed.name.path();
    Ok(Decided { id: decision.id, status: decision.status, date: decision.date, path }.into())
}

impl Document for Decided {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} ({}, {})", self.id, self.status, self.date));
        page.line(format!("fill it in: {}", self.path));
    }
}
