//! `abcd fleet update`: the routines of many repositories brought up to the newest template.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Serialize;

use super::ending::{Counted, Tally};
use super::{bounds, broke_off, interrupts, jobs};
use crate::call::{Call, Document, Done, Outcome, Page, Sink};
use crate::commands::routine::update::UpdatedRoutine;
use crate::fleet::bring::{Brought, Orders, bring};
use crate::fleet::commit::Commit;
use crate::fleet::list::List;
use crate::fleet::pool::in_order;
use crate::host::Host;
use crate::refusal::{Refusal, Stop};
use crate::registry::values::{Closed, FleetState, Side};
use crate::registry::{args, code};
use crate::routine::record::terms::Terms;
use crate::routine::record::update::{Take, Wishes};
use crate::routine::render::plain;

/// What became of a routine, or of a repository that cannot be worked on.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Row {
    /// Where the repository is, from the folder that was named.
    repository: String,
    /// The routine; null where the repository cannot be looked at.
    routine: Option<String>,
    /// How it stands in the end.
    state: FleetState,
    /// Whether it was put into a commit.
    committed: bool,
    /// Whether it was left as it is.
    left: bool,
    /// The code that says why it was left and what to do about it.
    code: Option<&'static str>,
    /// Why it was left.
    message: Option<String>,
    /// The routine of the same repository that it was left for.
    because: Option<String>,
    /// What was decided about it; null where nothing could be.
    update: Option<UpdatedRoutine>,
    /// Whether this was a look ahead.
    #[serde(skip)]
    dry_run: bool,
}

/// What closes the documents.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Updated {
    /// What was done.
    #[serde(flatten)]
    tally: Tally,
    /// Whether this was a look ahead.
    dry_run: bool,
}

pub(crate) fn run(args: args::FleetUpdate, _: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Updated> {
    let orders = orders(&args)?;
    let list = List::of(&args.dir, bounds(args.depth, args.nested, false), &host.env)?;
    let terms = Terms::of(host)?;
    let interrupts = interrupts()?;
    let mut tally = Tally::default();
    let work = |number: usize| list.at(number).map(|(folder, _)| bring(&folder, &orders, &terms, host));
    let done = in_order(
        list.len(),
        jobs(args.jobs),
        || interrupts.came(),
        work,
        |number, brought| {
            let Some((_, repository)) = list.at(number) else { return ControlFlow::Break(()) };
            let brought = brought.flatten().unwrap_or_else(|| vec![Brought::failed(None, &broke_off())]);
            let mut heard = true;
            for brought in brought {
                tally.count(&brought.counted());
                heard &= out.send(&Row::new(repository.clone(), brought, args.dry_run)).is_ok();
            }
            out.progress(number + 1, list.len());
            // Where nobody reads any more nothing is begun that nobody would hear of.
            if heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    let before = list.at(done).filter(|_| interrupts.came()).map(|(_, repository)| repository);
    tally.close(done, list.passed, before);
    let stop = tally.stop();
    Ok(Done { document: Updated { tally, dry_run: args.dry_run }, stop })
}

fn orders(args: &args::FleetUpdate) -> Result<Orders, Stop> {
    if let Some(branch) = &args.branch
        && (!args.commit || !plain::branch(branch))
    {
        let why =
            if args.commit { "this is no plain branch name" } else { "a branch is made for a commit alone" };
        return Err(Refusal::new(code::FLEET_BAD_BRANCH).saying(why).into());
    }
    let take = args.take.map(|side| match side {
        Side::Edited => Take::Edited,
        Side::Rendered => Take::Rendered,
    });
    Ok(Orders {
        wishes: Wishes { facts: args.facts, take, approve: args.approve },
        dry_run: args.dry_run,
        only: args.only,
        commit: (args.commit && !args.dry_run).then(|| Commit { branch: args.branch.clone() }),
    })
}

impl Brought {
    fn counted(&self) -> Counted {
        Counted {
            state: self.state.as_str(),
            changed: self.changed,
            left: self.left.is_some(),
            failed: self.state == FleetState::Failed,
            is_routine: self.name.is_some(),
        }
    }
}

impl Row {
    fn new(repository: String, brought: Brought, dry_run: bool) -> Self {
        let changed = brought.changed;
        let update = brought.update.map(|update| UpdatedRoutine::of(&update.0, &update.1, changed));
        Self {
            repository,
            routine: brought.name,
            state: brought.state,
            committed: brought.committed,
            left: brought.left.is_some(),
            code: brought.left.as_ref().and_then(|reason| reason.code),
            message: brought.left.map(|reason| reason.message),
            because: brought.because,
            update,
            dry_run,
        }
    }
}

impl Document for Row {
    fn page(&self, page: &mut Page) {
        let repository = &self.repository;
        let line = match (&self.update, &self.routine) {
            (Some(update), _) => update.line(self.dry_run),
            (None, Some(routine)) => routine.clone(),
            (None, None) => String::new(),
        };
        let committed = if self.committed { ", committed" } else { "" };
        page.line(format!("{repository}  {line}{committed}").trim_end());
        if let Some(message) = &self.message {
            let code = self.code.map_or_else(String::new, |code| format!(" (abcd explain {code})"));
            let because = self.because.as_ref().map_or_else(String::new, |name| format!("{name}: "));
            page.line(format!("  {}: {because}{message}{code}", self.state));
        }
        if let Some(update) = self.update.as_ref().filter(|_| self.dry_run) {
            update.differences(page);
        }
    }
}

impl Document for Updated {
    fn page(&self, page: &mut Page) {
        self.tally.page(page, if self.dry_run { "would be updated" } else { "updated" });
    }
}
