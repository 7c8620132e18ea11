//! Who answers an interview: what the call hands over, or a person at a terminal.

use std::collections::BTreeMap;
use std::path::Path;

use crate::call::Call;
use crate::commands::named_file;
use crate::host::Host;
use crate::host::input;
use crate::interview::answers::check::check;
use crate::interview::answers::door::FileDoor;
use crate::interview::answers::problems::{Problem, refused};
use crate::interview::answers::read::{bad_answered_in, taken};
use crate::interview::answers::{CAP, Entry, Handed};
use crate::interview::asking::Kept;
use crate::interview::door::{AnsweredIn, Door, Keep};
use crate::interview::plan::{Plan, Planned};
use crate::interview::question::Ask;
use crate::interview::record::Answer;
use crate::interview::safe::Safe;
use crate::interview::seat::{End, Seat};
use crate::refusal::{Exit, Fault, Refusal, Stop};
use crate::registry::code;
use crate::safe::line;

/// The exit status of a call that its person interrupted.
const INTERRUPTED: u8 = 130;
/// The path that stands for standard input.
const PIPED: &str = "-";

/// What a call hands over.
pub(in crate::commands) struct Flags<'a> {
    /// `--answers`.
    pub(in crate::commands) answers: Option<&'a Path>,
    /// `--set`, one question each.
    pub(in crate::commands) set: &'a [String],
    /// `--answered-in`.
    pub(in crate::commands) answered_in: Option<&'a str>,
}

/// Whoever answers.
pub(in crate::commands) struct Session {
    /// The door to them.
    pub(in crate::commands) door: Box<dyn Door>,
    /// Whether a person is asked now; otherwise everything was handed over and found right.
    pub(in crate::commands) person: bool,
}

/// Whoever answers this plan. What is handed over is held to the whole plan first; off a terminal it must
/// answer every question that is due.
pub(in crate::commands) fn session(
    plan: &Plan,
    flags: &Flags<'_>,
    call: &Call,
    host: &Host,
) -> Result<Session, Stop> {
    let answered_in = answered_in(flags.answered_in)?;
    let handed = handed(&plan.interview, flags, host)?;
    // An answers file is the whole interview; flags alone leave the rest to the person.
    let terminal = if flags.answers.is_none() { Seat::of(host, call.color, left) } else { None };
    check(plan, &handed, terminal.is_none(), &|planned| Some(flag(planned)))?;
    let file = FileDoor::new(handed.entries, answered_in);
    Ok(match terminal {
        Some(rest) => Session { door: Box::new(Partly { file, rest: Box::new(rest) }), person: true },
        None => Session { door: Box::new(file), person: false },
    })
}

/// What ends a call in which the person leaves before they have answered.
pub(in crate::commands) fn left(end: End) -> Stop {
    match end {
        End::Interrupted => {
            Exit::uncoded(INTERRUPTED, "interrupted; what was answered before is kept").into()
        }
        End::Gone => Fault::new("the input ended before the question was answered").into(),
    }
}

/// Whoever answers an interview whose questions nobody knows yet: a file is read whole first, and held to each
/// question when that is asked.
pub(in crate::commands) fn unplanned(
    interview: &str,
    flags: &Flags<'_>,
    call: &Call,
    host: &Host,
) -> Result<Session, Stop> {
    let answered_in = answered_in(flags.answered_in)?;
    if flags.answers.is_none() {
        if let Some(seat) = Seat::of(host, call.color, left) {
            return Ok(Session { door: Box::new(seat), person: true });
        }
        let says = "nobody can be asked here; hand the answers over by --answers, as Q1, Q2 and so on";
        let problem = Problem::new(code::INTERVIEW_UNANSWERED, FIRST, says).of(FIRST);
        return Err(Problem { flag: Some("--answers".to_owned()), ..problem }.stop());
    }
    let mut handed = handed(interview, flags, host)?;
    handed.problems.extend(twice(&handed.entries));
    refused(&handed.problems)?;
    Ok(Session { door: Box::new(FileDoor::new(handed.entries, answered_in)), person: false })
}

/// The first question of an interview that a role writes.
const FIRST: &str = "Q1";

/// The answers to a question that an earlier one answers.
fn twice(entries: &[Entry]) -> Vec<Problem> {
    let mut first: BTreeMap<&str, &Entry> = BTreeMap::new();
    let mut problems = Vec::new();
    for entry in entries {
        if let Some(earlier) = first.get(entry.answer.id.as_str()) {
            let says = format!("{} answers the same question", earlier.at);
            problems.push(Problem::new(code::INTERVIEW_ANSWERED_TWICE, format!("{}.id", entry.at), says));
        } else {
            first.insert(&entry.answer.id, entry);
        }
    }
    problems
}

/// Answers by flags first, and by a person what they leave.
struct Partly {
    file: FileDoor,
    rest: Box<dyn Door>,
}

impl Door for Partly {
    fn put(&mut self, ask: &Ask, keep: &mut Keep<'_>) -> Result<(), Stop> {
        if ask.questions.iter().all(|question| self.file.has(question)) {
            return self.file.put(ask, keep);
        }
        self.rest.put(ask, keep)
    }
}

fn answered_in(flag: Option<&str>) -> Result<AnsweredIn, Stop> {
    let Some(word) = flag else { return Ok(AnsweredIn::Terminal) };
    AnsweredIn::of_word(word).ok_or_else(|| bad_answered_in("--answered-in").stop())
}

fn handed(interview: &str, flags: &Flags<'_>, host: &Host) -> Result<Handed, Stop> {
    let mut handed = match flags.answers {
        None => Handed::default(),
        Some(path) if path == Path::new(PIPED) => taken(input::text(CAP), interview)?,
        Some(path) => taken(named_file::read(&host.env.cwd, path, CAP), interview)?,
    };
    for set in flags.set {
        let (id, value) = set.split_once('=').ok_or_else(|| Refusal::new(code::INTERVIEW_MALFORMED_SET))?;
        handed.entries.push(Entry::of_flag("--set", id, value));
    }
    Ok(handed)
}

/// How a flag answers a question.
fn flag(planned: &Planned) -> String {
    format!("--set {}=<value>", planned.question.id)
}

/// An answer as the record has it.
pub(in crate::commands) fn recorded(kept: &Kept<'_>) -> Answer {
    let ask = Ask { questions: vec![kept.question.clone()] };
    Answer {
        id: kept.question.id.clone(),
        ask: Safe::of(&ask).shown().clone(),
        value: kept.value.to_owned(),
        note: kept.note.map(|note| line(note).into_owned()),
        answered_in: kept.answered_in,
        unclear: kept.unclear,
    }
}
