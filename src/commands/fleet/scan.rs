//! `abcd fleet scan`: which repositories hold routines.

use schemars::JsonSchema;
use serde::Serialize;

use super::{bounds, passed_over, repositories, routines};
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::fleet::index;
use crate::fleet::list::List;
use crate::fleet::seen::Open;
use crate::fleet::walk::PassedOver;
use crate::host::Host;
use crate::registry::args;

/// A repository that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Found {
    /// Where it is, from the folder that was named.
    repository: String,
    /// The names of its routines, sorted; empty where they cannot be listed.
    routines: Vec<String>,
}

/// What closes the scan.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Scanned {
    /// How many repositories hold routines.
    repositories: usize,
    /// How many routines they hold.
    routines: usize,
    /// Whether `abcd fleet status` finds them without a folder from now on.
    remembered: bool,
    /// What was left alone.
    #[serde(flatten)]
    passed: PassedOver,
}

pub(crate) fn run(args: args::FleetScan, _: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Scanned> {
    let list = List::walked(&args.dir, bounds(args.depth, args.nested, false), &host.env)?;
    let mut count = 0;
    for number in 0..list.len() {
        let Some((folder, repository)) = list.at(number) else { break };
        let routines = Open::at(&folder).and_then(|open| open.names()).unwrap_or_default();
        count += routines.len();
        if out.send(&Found { repository, routines }).is_err() {
            // Nobody reads any more; what was found is remembered all the same.
            break;
        }
    }
    let remembered = index::write(&list, &host.env).is_ok();
    Ok(Scanned { repositories: list.len(), routines: count, remembered, passed: list.passed }.into())
}

impl Document for Found {
    fn page(&self, page: &mut Page) {
        page.line(format!("{}  {}", self.repository, self.routines.join(", ")));
    }
}

impl Document for Scanned {
    fn page(&self, page: &mut Page) {
        passed_over(&self.passed, page);
        page.line(format!("{}, {}", repositories(self.repositories), routines(self.routines)));
        if !self.remembered {
            page.line("your state folder cannot be written: nothing is remembered");
        }
    }
}
