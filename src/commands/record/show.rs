//! `abcd record show`, and `abcd <id>`: what a record is, where it stands, what can be done with it.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::decision::Decision;
use crate::records::id::Id;
use crate::records::intent::Intent;
use crate::records::ledger::{Ledger, Record};
use crate::records::shelf::{Filed, Kept, Shelf};
use crate::records::spec::Spec;
use crate::refusal::{Refusal, Stop};
use crate::registry::commands::by_path;
use crate::registry::values::{Bucket, Closed, Family, Severity, Stage, State};
use crate::registry::{args, code};

/// A record in short.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// What kind of record it is.
    family: Family,
    /// Where it stands: its folder, or the status of a decision.
    state: &'static str,
    /// How bad it is, where that is said.
    severity: Option<Severity>,
    /// Its heading, or the first line of its text.
    title: String,
    /// Its file, from the top of the repository.
    path: String,
    /// What it waits for, settled or not.
    #[schemars(with = "Vec<String>")]
    blocked_by: Vec<Id>,
    /// The records that it belongs with.
    #[schemars(with = "Vec<String>")]
    links: Vec<Id>,
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
    let ledger = Ledger::of(&repository(call, host)?)?;
    let id: Id = args.id.parse().map_err(|_| unknown("what was given is no id of a record"))?;
    let shown = match id.family() {
        Family::Iss => {
            let names = ledger.names()?;
            if !names.has(id) {
                return Err(absent());
            }
            of_issue(&ledger.fetch(&names, id)?)
        }
        Family::Itd => of_intent(&found(&ledger, id)?),
        Family::Spc => of_spec(&found(&ledger, id)?),
        Family::Adr => of_decision(&found(&ledger, id)?),
    };
    Ok(shown.into())
}

/// A record of the lasting tier.
fn found<T: Kept>(ledger: &Ledger, id: Id) -> Result<Filed<T>, Stop> {
    let shelf = Shelf::<T>::open(ledger)?;
    if shelf.names.has(id) { shelf.fetch(id) } else { Err(absent()) }
}

fn absent() -> Stop {
    Refusal::new(code::RECORD_UNKNOWN_ID).into()
}

fn unknown(saying: &str) -> Stop {
    Refusal::new(code::RECORD_UNKNOWN_ID).saying(saying).into()
}

fn of_issue(record: &Record) -> Shown {
    let issue = &record.issue;
    let became = issue.promoted_to.as_deref().and_then(|text| text.parse().ok());
    let paths: &[&str] = match (record.name.state, &issue.promoted_to) {
        (State::Open, None) => {
            &["capture resolve", "capture wontfix", "capture link", "capture remedy", "capture promote"]
        }
        (State::Open, Some(_)) => &["capture resolve", "capture wontfix", "capture link", "capture remedy"],
        (State::Resolved | State::Wontfix, _) => &[],
    };
    Shown {
        id: issue.id,
        family: issue.id.family(),
        state: record.name.state.as_str(),
        severity: Some(issue.severity),
        title: issue.title(),
        path: record.name.path(),
        blocked_by: issue.blocked_by.clone(),
        links: became.into_iter().collect(),
        next_moves: moves(paths, issue.id, None),
    }
}

fn of_intent(filed: &Filed<Intent>) -> Shown {
    let intent = &filed.record;
    let paths: &[&str] = match (filed.name.state, intent.spec_id) {
        (Bucket::Drafts, _) => &["intent ready", "intent plan"],
        (Bucket::Planned, Some(_)) => &["intent ready", "spec close"],
        (Bucket::Planned, None) => &["intent plan", "intent ready"],
        (Bucket::Shipped | Bucket::Disciplines | Bucket::Superseded, _) => &[],
    };
    Shown {
        id: intent.id,
        family: intent.id.family(),
        state: filed.name.state.as_str(),
        severity: intent.severity,
        title: intent.title(),
        path: filed.name.path(),
        blocked_by: intent.blocked_by.clone(),
        links: [intent.spec_id, intent.promoted_from, intent.superseded_by].into_iter().flatten().collect(),
        next_moves: moves(paths, intent.id, intent.spec_id),
    }
}

fn of_spec(filed: &Filed<Spec>) -> Shown {
    let spec = &filed.record;
    let paths: &[&str] = match filed.name.state {
        Stage::Open => &["spec show", "spec close"],
        Stage::Closed => &[],
    };
    Shown {
        id: spec.id,
        family: spec.id.family(),
        state: filed.name.state.as_str(),
        severity: None,
        title: spec.title(),
        path: filed.name.path(),
        blocked_by: Vec::new(),
        links: spec.intents.clone(),
        next_moves: moves(paths, spec.id, None),
    }
}

fn of_decision(filed: &Filed<Decision>) -> Shown {
    let decision = &filed.record;
    Shown {
        id: decision.id,
        family: decision.id.family(),
        state: decision.status.as_str(),
        severity: None,
        title: decision.title(),
        path: filed.name.path(),
        blocked_by: Vec::new(),
        links: decision.supersedes.iter().copied().chain(decision.superseded_by).collect(),
        next_moves: Vec::new(),
    }
}

/// The first example of each command, with the ids filled in; the rows say the rest.
fn moves(paths: &[&str], id: Id, spec: Option<Id>) -> Vec<Move> {
    let rows = paths.iter().filter_map(|path| by_path(path));
    rows.filter_map(|row| {
        let mut run = row.example.first()?.run.to_string();
        for known in [Some(id), spec].into_iter().flatten() {
            run = run.replace(&format!("<{}-id>", known.family()), &known.to_string());
        }
        Some(Move { run, does: row.sentence.to_string() })
    })
    .collect()
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        let severity = self.severity.map(|severity| format!(", {severity}")).unwrap_or_default();
        page.heading(format!("{} ({}{severity})", self.id, self.state));
        page.line(&*self.title);
        page.line(&*self.path);
        if !self.links.is_empty() {
            let links: Vec<_> = self.links.iter().map(ToString::to_string).collect();
            page.line(format!("belongs with: {}", links.join(", ")));
        }
        if self.next_moves.is_empty() {
            page.line(match self.family {
                Family::Adr => "Its status is changed by an edit of the file, once that is agreed.",
                Family::Iss | Family::Itd | Family::Spc => "It is settled; nothing more is done with it.",
            });
            return;
        }
        page.heading("next");
        for step in &self.next_moves {
            page.line(format!("  {}", step.run));
            page.aside(format!("    {}", step.does));
        }
    }
}
