//! `abcd record check`: the gate of the record.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::records::capture::open;
use crate::records::check::{Problem, check};
use crate::records::ledger::Ledger;
use crate::refusal::Refusal;
use crate::registry::{args, code};

/// What the check found.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Checked {
    /// How many files were looked at.
    files: usize,
    /// What is wrong, by place.
    problems: Vec<Problem>,
}

pub(crate) fn run(_: args::RecordCheck, call: &Call, host: &Host) -> Outcome<Checked> {
    let found = check(&Ledger::open(&open(&repository(call, host)?)?)?)?;
    let count = found.problems.len();
    let document = Checked { files: found.files, problems: found.problems };
    Ok(match count {
        0 => document.into(),
        _ => Done::refused(document, Refusal::new(code::RECORD_INVALID).fact("count", &count)),
    })
}

impl Document for Checked {
    fn page(&self, page: &mut Page) {
        let word = if self.files == 1 { "file" } else { "files" };
        page.line(format!("{} {word} looked at, {} problems", self.files, self.problems.len()));
        problems("problems", &self.problems, page);
    }
}

/// Writes problems, each with its place.
pub(crate) fn problems(heading: &str, problems: &[Problem], page: &mut Page) {
    if problems.is_empty() {
        return;
    }
    page.heading(heading);
    for problem in problems {
        let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
        page.line(format!("  {}{line}: {}", problem.path, problem.what));
    }
}
