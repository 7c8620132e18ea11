//! `abcd interview show NAME`: what was asked in one interview, and what was said.

use serde::Serialize;

use super::places::places;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::interview::record::look::{Name, Unread, names, read};
use crate::interview::record::{Answer, Record};
use crate::refusal::{Refusal, Stop};
use crate::registry::values::RecordPlace;
use crate::registry::{args, code, near};

/// The most names that a refusal lists, the newest.
const NAMED: usize = 20;

/// A record, and where it is kept.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Its name.
    name: String,
    /// Where it is kept.
    place: RecordPlace,
    /// When it began, as its name has it.
    at: String,
    /// The record as it stands in the file.
    record: Record,
}

pub(crate) fn run(args: args::InterviewShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let places = places(call, host, args.place)?;
    let mut known = Vec::new();
    let asked = Name::of(&args.name);
    for place in &places {
        if let Some(name) = &asked {
            match read(place, name) {
                Ok(record) => return Ok(shown(name.clone(), place.kind(), record).into()),
                Err(Unread::Absent) => {}
                Err(Unread::Broken(why)) => {
                    return Err(Refusal::new(code::INTERVIEW_BROKEN_RECORD)
                        .saying(format!("the record cannot be read: {why}"))
                        .at(format!("{}/{}.json", place.shown(), name.name))
                        .into());
                }
            }
        }
        known.extend(names(place)?.found.into_iter().map(|name| (name.at, name.name)));
    }
    Err(absent(&args.name, known))
}

fn absent(asked: &str, mut known: Vec<(String, String)>) -> Stop {
    known.sort();
    known.dedup();
    let newest: Vec<String> = known.into_iter().rev().take(NAMED).map(|(_, name)| name).collect();
    Refusal::new(code::INTERVIEW_ABSENT)
        .nearest(near::nearest(asked, newest.iter().map(String::as_str)))
        .allowed(newest)
        .into()
}

fn shown(name: Name, place: RecordPlace, record: Record) -> Shown {
    Shown { name: name.name, place, at: name.at, record }
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        page.heading(format!("{} about {}, begun {}", self.record.interview, self.record.target, self.at));
        for answer in &self.record.answers {
            page.blank();
            said(answer, page);
        }
        for fallback in &self.record.fallbacks {
            page.blank();
            page.line(format!(
                "{} asked {} ({}); {} ran: {}",
                fallback.role, fallback.asked, fallback.reason, fallback.ran, fallback.detail
            ));
        }
    }
}

fn said(answer: &Answer, page: &mut Page) {
    let question = answer.ask.questions.first();
    if let Some(question) = question {
        page.line(format!("{} ({}): {}", question.chip, answer.id, question.ask));
    }
    let label = question.and_then(|asked| asked.offered().find(|choice| choice.value == answer.value));
    let label = label.map_or_else(String::new, |choice| format!(" ({})", choice.label));
    page.line(format!("  {}{label}", answer.value));
    if let Some(note) = &answer.note {
        page.line(format!("  note: {note}"));
    }
    let unclear = match answer.unclear {
        0 => String::new(),
        1 => ", unclear once before".to_owned(),
        times => format!(", unclear {times} times before"),
    };
    page.aside(format!("  answered in {}{unclear}", answer.answered_in));
}
