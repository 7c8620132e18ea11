//! `abcd capture repair`: mends the ledger.

use serde::Serialize;

use super::super::here::repository;
use super::super::record::check::problems;
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::records::check::Problem;
use crate::records::clash::Clash;
use crate::records::repair::{Mended, repair};
use crate::refusal::Refusal;
use crate::registry::{args, code};

/// What was mended and what was not.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Repaired {
    /// What was mended.
    mended: Vec<Mended>,
    /// Of which files with one id it could not tell which is right.
    clashes: Vec<Clash>,
    /// What is left for a person.
    left: Vec<Problem>,
}

pub(crate) fn run(_: args::CaptureRepair, call: &Call, host: &Host) -> Outcome<Repaired> {
    let repaired = repair(&repository(call, host)?, host)?;
    let left = repaired.left.len();
    let document = Repaired { mended: repaired.mended, clashes: repaired.clashes, left: repaired.left };
    if left == 0 {
        return Ok(document.into());
    }
    let mut refusal = Refusal::new(code::CAPTURE_UNREPAIRED).fact("count", &left);
    if !document.clashes.is_empty() {
        refusal = refusal.fact("clashes", &document.clashes);
    }
    Ok(Done::refused(document, refusal))
}

impl Document for Repaired {
    fn page(&self, page: &mut Page) {
        if self.mended.is_empty() {
            page.line("nothing was mended");
        }
        for row in &self.mended {
            page.line(format!("moved {} to {}: {}", row.path, row.now, row.why));
        }
        for clash in &self.clashes {
            let (files, keys) = (clash.files.join(" and "), clash.keys.join(", "));
            page.line(format!(
                "{} stands in {files}, which differ in {keys}; remove one, then repair again",
                clash.id
            ));
        }
        problems("left", &self.left, page);
    }
}
