//! `abcd intent list`: one document an intent, and a summary.

use std::ops::ControlFlow;

use serde::Serialize;

use super::super::here::repository;
use super::super::status::skipped;
use super::brief::Brief;
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::host::Host;
use crate::records::intent::Intent;
use crate::records::ledger::{Ledger, Skipped};
use crate::records::shelf::Shelf;
use crate::registry::args;
use crate::registry::values::{Bucket, Closed};

/// What closes the list.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Listed {
    /// How many intents were listed.
    count: usize,
    /// The folders that were listed.
    buckets: Vec<Bucket>,
    /// What could not be read, and why.
    skipped: Vec<Skipped>,
}

pub(crate) fn run(args: args::IntentList, call: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Listed> {
    let ledger = Ledger::of(&repository(call, host)?)?;
    let shelf = Shelf::<Intent>::open(&ledger)?;
    let chosen = |bucket: &Bucket| args.bucket.is_empty() || args.bucket.contains(bucket);
    let buckets: Vec<_> = Bucket::ALL.iter().copied().filter(chosen).collect();
    let mut count = 0;
    let skipped = shelf.each(
        |bucket| buckets.contains(&bucket),
        |intent| {
            // Where nobody reads any more, the front knows why and what that means.
            if out.send(&Brief::of(&intent)).is_err() {
                return ControlFlow::Break(());
            }
            count += 1;
            ControlFlow::Continue(())
        },
    );
    Ok(Listed { count, buckets, skipped }.into())
}

impl Document for Listed {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} listed", self.count));
        skipped(&self.skipped, page);
    }
}
