//! `abcd interview list`: one document a record, and a summary.

use serde::Serialize;

use super::super::status::skipped;
use super::places::places;
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::host::Host;
use crate::interview::record::Record;
use crate::interview::record::look::{Name, Unread, names, read};
use crate::interview::record::place::Place;
use crate::records::ledger::Skipped;
use crate::registry::args;
use crate::registry::values::RecordPlace;

/// A record in short.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Row {
    /// The name by which it is shown.
    name: String,
    /// Where it is kept.
    place: RecordPlace,
    /// The interview.
    interview: String,
    /// What the interview was about.
    target: String,
    /// When it began, as its name has it.
    at: String,
    /// How many questions were answered.
    answers: usize,
    /// How often a question was unclear.
    unclear: u64,
    /// How many times a runner did not do what it was asked for.
    fallbacks: usize,
}

/// What closes the list.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Listed {
    /// How many records were listed.
    count: usize,
    /// What could not be read, and why.
    skipped: Vec<Skipped>,
    /// Whether a folder holds more names than are looked at.
    cut: bool,
}

pub(crate) fn run(_: args::InterviewList, call: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Listed> {
    let mut listed = Listed { count: 0, skipped: Vec::new(), cut: false };
    for place in places(call, host, None)? {
        let names = names(&place)?;
        listed.skipped.extend(names.skipped);
        listed.cut |= names.cut;
        for name in names.found {
            match read(&place, &name) {
                Ok(record) => {
                    if out.send(&row(&place, name, &record)).is_err() {
                        return Ok(listed.into());
                    }
                    listed.count += 1;
                }
                // It went away since the folder was listed.
                Err(Unread::Absent) => {}
                Err(Unread::Broken(why)) => {
                    let path = format!("{}/{}.json", place.shown(), name.name);
                    listed.skipped.push(Skipped { path, why });
                }
            }
        }
    }
    listed.skipped.sort();
    Ok(listed.into())
}

fn row(place: &Place, name: Name, record: &Record) -> Row {
    Row {
        name: name.name,
        place: place.kind(),
        interview: name.interview,
        target: record.target.clone(),
        at: name.at,
        answers: record.answers.len(),
        unclear: record.answers.iter().map(|answer| u64::from(answer.unclear)).sum(),
        fallbacks: record.fallbacks.len(),
    }
}

impl Document for Row {
    fn page(&self, page: &mut Page) {
        let answers = if self.answers == 1 { "answer" } else { "answers" };
        page.line(format!("{}  {}  {}  {} {answers}", self.name, self.place, self.target, self.answers));
    }
}

impl Document for Listed {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} listed", self.count));
        if self.cut {
            page.line("a folder holds more records than are looked at; move old ones away");
        }
        skipped(&self.skipped, page);
    }
}
