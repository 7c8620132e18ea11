//! `abcd capture show`: one issue whole.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::capture::{issue_id, open};
use crate::records::id::Id;
use crate::records::issue::Issue;
use crate::records::ledger::Ledger;
use crate::records::order::{open_ids, still_blocking};
use crate::registry::args;
use crate::registry::values::State;

/// An issue with every field.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Where it stands.
    state: State,
    /// Its file, from the top of the repository.
    path: String,
    /// The open issues that it waits for.
    #[schemars(with = "Vec<String>")]
    waits_for: Vec<Id>,
    /// Its fields and text.
    issue: Issue,
}

pub(crate) fn run(args: args::CaptureShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let id = issue_id(&args.id)?;
    let ledger = Ledger::open(&open(&repository(call, host)?)?)?;
    let names = ledger.names()?;
    let record = ledger.fetch(&names, id)?;
    let waits_for = match record.name.state {
        State::Open => still_blocking(&open_ids(&names), &record.issue.blocked_by),
        _ => Vec::new(),
    };
    let shown = Shown { state: record.name.state, path: record.name.path(), waits_for, issue: record.issue };
    Ok(shown.into())
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        let issue = &self.issue;
        page.heading(format!("{} ({}, {} {})", issue.id, self.state, issue.severity, issue.category));
        let list = |ids: &[Id]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let some = |ids: &[Id]| Some(list(ids)).filter(|ids| !ids.is_empty());
        let by = issue.resolved_by.clone().unwrap_or_default();
        let lines = [
            ("file", Some(self.path.clone())),
            ("source", Some(issue.source.to_string())),
            ("found during", Some(issue.found_during.clone())),
            ("found at", issue.found_at.clone()),
            ("remedy", issue.remedy.clone()),
            ("blocked by", some(&issue.blocked_by)),
            ("waits for", some(&self.waits_for)),
            ("resolution", issue.resolution.clone()),
            ("reason", issue.wontfix_reason.clone()),
            ("impact", issue.impact.map(|impact| impact.to_string())),
            ("commit", by.commit),
            ("intent", by.intent.map(|id| id.to_string())),
            ("spec", by.spec.map(|id| id.to_string())),
            ("duplicates", some(&issue.duplicates)),
        ];
        for (name, text) in lines {
            if let Some(text) = text {
                page.line(format!("{name}: {text}"));
            }
        }
        page.blank();
        page.text(&issue.text);
    }
}
