//! `abcd reflect interview`: a role asks what a release taught, and what was answered is filed.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::commands::interview::session::Flags;
use crate::commands::interview::written::{Asked, hold};
use crate::host::Host;
use crate::interview::record::Fallback;
use crate::reflect::record::Written;
use crate::reflect::retrospective::Retrospective;
use crate::reflect::seed::seed;
use crate::refusal::Fault;
use crate::registry::args;
use crate::registry::roles::writer;

/// The interview's name, by which its role is found.
const RETROSPECTIVE: &str = "retrospective";

/// What became of a retrospective.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Reflected {
    /// The release.
    tag: String,
    /// Where the answers are kept, from the top of the repository; none where nothing was asked.
    record: Option<String>,
    /// How many questions were answered.
    answers: usize,
    /// The runners that did not do.
    fallbacks: Vec<Fallback>,
    /// What the role changed, from the top of the repository; it may change nothing.
    changed: Vec<String>,
    /// What was filed.
    filed: Written,
}

pub(crate) fn run(args: args::ReflectInterview, call: &Call, host: &Host) -> Outcome<Reflected> {
    let repository = repository(call, host)?;
    let seed = seed(host, &repository, &args.tag)?;
    let role = writer(RETROSPECTIVE).ok_or_else(|| Fault::new("no row says who writes this interview"))?;
    let told = serde_json::to_value(&seed).map_err(|_| Fault::new("the seed could not be written down"))?;
    let asked = Asked {
        role,
        target: &seed.tag,
        seed: &told,
        may_change: Vec::new(),
        flags: Flags { answers: args.answers.as_deref(), set: &[], answered_in: args.answered_in.as_deref() },
        runner: args.runner.as_deref(),
    };
    let mut retrospective = Retrospective::of(host, &repository, &seed);
    let left = hold(&asked, &mut retrospective, &repository, call, host)?.left;
    let filed =
        retrospective.filed().ok_or_else(|| Fault::new("the retrospective ended and filed nothing"))?;
    Ok(Reflected {
        tag: seed.tag.clone(),
        record: left.record,
        answers: left.answers.len(),
        fallbacks: left.fallbacks,
        changed: left.changed,
        filed,
    }
    .into())
}

impl Document for Reflected {
    fn page(&self, page: &mut Page) {
        if let Some(path) = &self.record {
            page.line(format!("wrote {path}"));
        }
        for fallback in &self.fallbacks {
            let said = format!("{} did not write ({}): {}", fallback.asked, fallback.reason, fallback.detail);
            page.note(said);
        }
        self.filed.page(page);
    }
}
