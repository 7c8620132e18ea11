//! `abcd capture list`: one document an issue, and a summary.

use std::collections::BTreeSet;
use std::io;

use serde::Serialize;

use super::super::here::repository;
use super::super::status::skipped;
use super::brief::Brief;
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::host::Host;
use crate::records::capture::open;
use crate::records::id::Id;
use crate::records::ledger::{Ledger, Name, Names, Skipped, Unread};
use crate::records::order::{by_urgency, in_words, open_ids, still_blocking};
use crate::registry::args;
use crate::registry::values::{Closed, State};

/// What closes the list.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Listed {
    /// How many issues were listed.
    count: usize,
    /// The folders that were listed.
    states: Vec<State>,
    /// What could not be read, and why.
    skipped: Vec<Skipped>,
}

pub(crate) fn run(args: args::CaptureList, call: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Listed> {
    let ledger = Ledger::open(&open(&repository(call, host)?)?)?;
    let chosen = |state: &State| {
        args.all
            || match state {
                State::Open => args.open,
                State::Resolved => args.resolved,
                State::Wontfix => args.wontfix,
            }
    };
    let states: Vec<_> = State::ALL.iter().copied().filter(chosen).collect();
    let names = ledger.names()?;
    let mut list = List {
        open: open_ids(&names),
        twice: twice(&ledger, &names),
        ledger,
        count: 0,
        skipped: Vec::new(),
        states: states.clone(),
    };
    list.skipped.extend(names.skipped.iter().filter(|row| within(row, &states)).cloned());
    for state in &states {
        list.send(&names, *state, out);
    }
    list.skipped.sort();
    Ok(Listed { count: list.count, states, skipped: list.skipped }.into())
}

struct List {
    ledger: Ledger,
    states: Vec<State>,
    open: BTreeSet<Id>,
    twice: BTreeSet<Id>,
    count: usize,
    skipped: Vec<Skipped>,
}

impl List {
    fn send(&mut self, names: &Names, state: State, out: &mut dyn Sink) {
        let ordered = if state == State::Open {
            let (ordered, broken) = by_urgency(&self.ledger, names);
            self.skipped.extend(broken);
            ordered
        } else {
            names.found.iter().rev().filter(|name| name.state == state).cloned().collect()
        };
        for name in &ordered {
            if self.send_one(name, out).is_err() {
                // Nobody reads any more; the front knows why and what that means.
                return;
            }
        }
    }

    fn send_one(&mut self, name: &Name, out: &mut dyn Sink) -> io::Result<()> {
        if self.twice.contains(&name.id) {
            let why = "its id stands in another file too".to_owned();
            self.skipped.push(Skipped { path: name.path(), why });
            return Ok(());
        }
        match self.ledger.read(name) {
            // It was closed since the folders were listed, and closed issues were not asked for.
            Ok(record) if !self.states.contains(&record.name.state) => {}
            Ok(record) => {
                let waits_for = match record.name.state {
                    State::Open => still_blocking(&self.open, &record.issue.blocked_by),
                    _ => Vec::new(),
                };
                out.send(&Brief::of(&record, waits_for))?;
                self.count += 1;
            }
            Err(Unread::Gone) => {}
            Err(Unread::Flawed(flaws)) => {
                self.skipped.push(Skipped { path: name.path(), why: in_words(&flaws) });
            }
        }
        Ok(())
    }
}

fn twice(ledger: &Ledger, names: &Names) -> BTreeSet<Id> {
    ledger.duplicates(names).into_keys().collect()
}

fn within(row: &Skipped, states: &[State]) -> bool {
    states.iter().any(|state| row.path.contains(&format!("/issues/{state}/")))
}

impl Document for Listed {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} listed", self.count));
        skipped(&self.skipped, page);
    }
}
