//! `abcd record show`, and `abcd <id>`: what a record is, where it stands, what can be done with it.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::capture::open;
use crate::records::id::Id;
use crate::records::ledger::{Ledger, Record};
use crate::refusal::{Refusal, Stop};
use crate::registry::commands::by_path;
use crate::registry::values::{Family, Severity, State};
use crate::registry::{args, code};

/// The commands that take an open issue further; their rows say the rest.
const MOVES: [&str; 4] = ["capture resolve", "capture wontfix", "capture link", "capture remedy"];
/// The placeholder in their examples that stands for the record.
const PLACEHOLDER: &str = "<iss-id>";

/// A record in short.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// What kind of record it is.
    family: Family,
    /// Where it stands.
    state: State,
    /// How bad it is.
    severity: Severity,
    /// The first line of its text.
    title: String,
    /// Its file, from the top of the repository.
    path: String,
    /// The issues that it waits for, settled or not.
    #[schemars(with = "Vec<String>")]
    blocked_by: Vec<Id>,
    /// What can be done with it.
    next_moves: Vec<Move>,
}

/// A command that takes a record further.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Move {
    run: String,
    does: String,
}

pub(crate) fn run(args: args::RecordShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let root = open(&repository(call, host)?)?;
    let id: Id = args.id.parse().map_err(|_| unknown("what was given is no id of a record"))?;
    let ledger = Ledger::open(&root)?;
    let names = ledger.names()?;
    if !names.has(id) {
        return Err(unknown(Refusal::new(code::RECORD_UNKNOWN_ID).error()));
    }
    Ok(shown(&ledger.fetch(&names, id)?).into())
}

fn unknown(saying: &str) -> Stop {
    Refusal::new(code::RECORD_UNKNOWN_ID).saying(saying).into()
}

fn shown(record: &Record) -> Shown {
    let issue = &record.issue;
    Shown {
        id: issue.id,
        family: issue.id.family(),
        state: record.name.state,
        severity: issue.severity,
        title: issue.title(),
        path: record.name.path(),
        blocked_by: issue.blocked_by.clone(),
        next_moves: if record.name.state == State::Open { moves(issue.id) } else { Vec::new() },
    }
}

/// The moves of an open issue: the first example of each command, with the id filled in.
fn moves(id: Id) -> Vec<Move> {
    let rows = MOVES.iter().filter_map(|path| by_path(path));
    rows.filter_map(|row| {
        let example = row.example.first()?;
        Some(Move { run: example.run.replace(PLACEHOLDER, &id.to_string()), does: row.sentence.to_string() })
    })
    .collect()
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        page.heading(format!("{} ({}, {})", self.id, self.state, self.severity));
        page.line(&*self.title);
        page.line(&*self.path);
        if self.next_moves.is_empty() {
            page.line("It is settled; nothing more is done with it.");
            return;
        }
        page.heading("next");
        for step in &self.next_moves {
            page.line(format!("  {}", step.run));
            page.aside(format!("    {}", step.does));
        }
    }
}
