//! `abcd spec list`: one document a spec, and a summary.

use std::ops::ControlFlow;

use serde::Serialize;

use super::super::here::repository;
use super::super::status::skipped;
use super::brief::Brief;
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::host::Host;
use crate::records::ledger::{Ledger, Skipped};
use crate::records::shelf::Shelf;
use crate::records::spec::Spec;
use crate::registry::args;

/// What closes the list.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Listed {
    /// How many specs were listed.
    count: usize,
    /// What could not be read, and why.
    skipped: Vec<Skipped>,
}

pub(crate) fn run(args: args::SpecList, call: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Listed> {
    let ledger = Ledger::of(&repository(call, host)?)?;
    let shelf = Shelf::<Spec>::open(&ledger)?;
    let mut count = 0;
    let skipped = shelf.each(
        |stage| args.stage.is_none_or(|wanted| wanted == stage),
        |spec| {
            // Where nobody reads any more, the front knows why and what that means.
            if out.send(&Brief::of(&spec)).is_err() {
                return ControlFlow::Break(());
            }
            count += 1;
            ControlFlow::Continue(())
        },
    );
    Ok(Listed { count, skipped }.into())
}

impl Document for Listed {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} listed", self.count));
        skipped(&self.skipped, page);
    }
}
