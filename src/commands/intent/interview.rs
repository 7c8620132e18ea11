//! `abcd intent interview`: a role asks what an intent still lacks, and edits its record to what was confirmed.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::commands::interview::session::Flags;
use crate::commands::interview::written::{Asked, hold};
use crate::host::Host;
use crate::interview::record::Fallback;
use crate::interview::written::planning::{Planning, Summary};
use crate::records::intent::find;
use crate::records::intent::ready::{Ready, ready};
use crate::refusal::Fault;
use crate::registry::args;
use crate::registry::roles::writer;

/// The interview's name, by which its role is found.
const PLANNING: &str = "planning";

/// What became of a planning interview.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Interviewed {
    /// The intent.
    intent: String,
    /// What the interview changed in the record, as the role says it.
    summary: String,
    /// Where the answers are kept, from the top of the repository; none where nothing was asked.
    record: Option<String>,
    /// How many questions were answered.
    answers: usize,
    /// The runners that did not do.
    fallbacks: Vec<Fallback>,
    /// What the role changed, from the top of the repository.
    changed: Vec<String>,
    /// Whether work on the intent can begin, as the role left it.
    ready: Ready,
}

pub(crate) fn run(args: args::IntentInterview, call: &Call, host: &Host) -> Outcome<Interviewed> {
    let repository = repository(call, host)?;
    let filed = find(&repository, &args.id)?;
    let role = writer(PLANNING).ok_or_else(|| Fault::new("no row says who writes this interview"))?;
    let (id, path) = (filed.record.id, filed.name.path());
    let seed = json!({
        "intent": id.to_string(),
        "path": path,
        "title": filed.record.title(),
        "criteria": filed.record.criteria(),
        "ready": ready(&repository, id)?,
    });
    let asked = Asked {
        role,
        target: &id.to_string(),
        seed: &seed,
        may_change: vec![PathBuf::from(&path)],
        flags: Flags { answers: args.answers.as_deref(), set: &[], answered_in: args.answered_in.as_deref() },
        runner: args.runner.as_deref(),
    };
    let through = hold(&asked, &mut Planning, &repository, call, host)?;
    let summary = Summary::of(&through.done).map_err(Fault::new)?;
    let left = through.left;
    Ok(Interviewed {
        intent: id.to_string(),
        summary: summary.summary,
        record: left.record,
        answers: left.answers.len(),
        fallbacks: left.fallbacks,
        changed: left.changed,
        ready: ready(&repository, id)?,
    }
    .into())
}

impl Document for Interviewed {
    fn page(&self, page: &mut Page) {
        page.text(&self.summary);
        for path in self.record.iter().chain(&self.changed) {
            page.line(format!("wrote {path}"));
        }
        for fallback in &self.fallbacks {
            let said = format!("{} did not write ({}): {}", fallback.asked, fallback.reason, fallback.detail);
            page.note(said);
        }
        page.blank();
        self.ready.page(page);
    }
}
