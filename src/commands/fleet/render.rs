//! `abcd fleet render`: a routine added to many repositories.

use std::collections::BTreeMap;

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Serialize;

use super::ending::{Counted, Tally};
use super::{bounds, broke_off, interrupts, jobs};
use crate::call::{Call, Document, Done, Outcome, Page, Sink};
use crate::commands::routine::asked::Asked;
use crate::fleet::add::{Added as Became, Orders, add};
use crate::fleet::judge::Reason;
use crate::fleet::list::List;
use crate::fleet::pool::in_order;
use crate::host::Host;
use crate::person::Ceiling;
use crate::refusal::{Refusal, Stop};
use crate::registry::values::{Addition, Closed};
use crate::registry::{args, code};
use crate::routine::manifest::is_name;
use crate::routine::record::standing::unknown_archetype;
use crate::routine::record::terms::Terms;

/// What became of a repository.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Row {
    /// Where the repository is, from the folder that was named.
    repository: String,
    /// The routine.
    routine: String,
    /// What became of it.
    result: Addition,
    /// How far the new prompt lets its loop merge.
    authority: Option<Ceiling>,
    /// The code that says why nothing was added and what to do about it.
    code: Option<&'static str>,
    /// Why nothing was added.
    message: Option<String>,
}

/// What closes the documents.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Added {
    /// What was done.
    #[serde(flatten)]
    tally: Tally,
    /// Whether the routines were written.
    written: bool,
}

pub(crate) fn run(args: args::FleetRender, _: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Added> {
    let terms = Terms::of(host)?;
    let orders = orders(&args, &terms, host)?;
    let list = List::walked(&args.dir, bounds(args.depth, args.nested, true), &host.env)?;
    let interrupts = interrupts()?;
    let mut tally = Tally::default();
    let work = |number: usize| list.at(number).map(|(folder, _)| add(&folder, &orders, &terms, host));
    let done = in_order(
        list.len(),
        jobs(args.jobs),
        || interrupts.came(),
        work,
        |number, became| {
            let Some((_, repository)) = list.at(number) else { return ControlFlow::Break(()) };
            let became = became.flatten().unwrap_or_else(|| Became::Failed(Reason::stopped(&broke_off())));
            let row = Row::new(repository, orders.name.clone(), became, args.write);
            tally.count(&row.counted());
            let heard = out.send(&row).is_ok();
            out.progress(number + 1, list.len());
            if heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    let before = list.at(done).filter(|_| interrupts.came()).map(|(_, repository)| repository);
    tally.close(done, list.passed, before);
    let stop = tally.stop();
    Ok(Done { document: Added { tally, written: args.write }, stop })
}

fn orders<'a>(args: &args::FleetRender, terms: &'a Terms, host: &Host) -> Result<Orders<'a>, Stop> {
    let edition = terms.editions.latest(&args.archetype).ok_or_else(|| unknown_archetype(&terms.editions))?;
    let name = args.name.clone().unwrap_or_else(|| args.archetype.clone());
    if !is_name(&name) {
        return Err(Refusal::new(code::ROUTINE_BAD_NAME).into());
    }
    let asked = Asked::of(args.answers.as_deref(), &args.set, host)?;
    let layers = asked.layers(edition, &terms.settings, &BTreeMap::new(), None)?;
    Ok(Orders { edition, layers, name, write: args.write, init: args.init })
}

impl Row {
    fn new(repository: String, routine: String, became: Became, written: bool) -> Self {
        let (result, authority, reason) = match became {
            Became::Laid(authority) if written => (Addition::Added, Some(authority), None),
            Became::Laid(authority) => (Addition::WouldBeAdded, Some(authority), None),
            Became::There => (Addition::There, None, None),
            Became::Left(reason) => (Addition::Left, None, Some(reason)),
            Became::Failed(reason) => (Addition::Failed, None, Some(reason)),
        };
        let code = reason.as_ref().and_then(|reason| reason.code);
        Self { repository, routine, result, authority, code, message: reason.map(|reason| reason.message) }
    }

    fn counted(&self) -> Counted {
        Counted {
            state: self.result.as_str(),
            changed: matches!(self.result, Addition::Added | Addition::WouldBeAdded),
            left: matches!(self.result, Addition::Left),
            failed: matches!(self.result, Addition::Failed),
            is_routine: true,
        }
    }
}

impl Document for Row {
    fn page(&self, page: &mut Page) {
        page.line(format!("{}  {}: {}", self.repository, self.routine, self.result));
        if let Some(message) = &self.message {
            let code = self.code.map_or_else(String::new, |code| format!(" (abcd explain {code})"));
            page.line(format!("  {message}{code}"));
        }
    }
}

impl Document for Added {
    fn page(&self, page: &mut Page) {
        self.tally.page(page, if self.written { "added" } else { "would be added (--write adds them)" });
    }
}
