//! The loop: a role writes, a person answers, until the role hands over an outcome that is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::Value;

use super::Written;
use super::brief::Unclear;
use super::dispatch::{Dispatch, Keeps, Listen, Outcome, Watching};
use super::end::{Ended, Left, Through, Why};
use super::notes::Notes;
use super::number::{Numbers, id};
use super::receipt::Receipt;
use super::turn::{Desk, Start};
use super::turns::Turns;
use crate::interview::door::{Door, Reply, Said};
use crate::interview::question::{Ask, Question};
use crate::interview::unclear::is_unclear;
use crate::records::home::{TIERS, has};
use crate::refusal::{Fault, Stop};

/// Who takes part.
pub struct With<'a> {
    /// Starts the role.
    pub dispatch: &'a mut dyn Dispatch,
    /// Watches the tree meanwhile.
    pub watch: &'a mut dyn Watching,
    /// Listens for interrupts meanwhile.
    pub listen: &'a mut Listen<'a>,
    /// Answers.
    pub door: &'a mut dyn Door,
    /// Keeps the answers.
    pub keeps: &'a mut dyn Keeps,
    /// Takes the outcome.
    pub outcome: &'a mut dyn Outcome,
}

impl Written<'_> {
    /// Runs the interview to its end.
    pub fn run(&self, with: With<'_>) -> Result<Through, Box<Ended>> {
        let With { dispatch, watch, listen, door, keeps, outcome } = with;
        let refused = |why| Box::new(Ended { why, left: Left::default() });
        let runners = dispatch.reaches(&self.role.id);
        if runners.is_empty() {
            return Err(refused(Why::NoRoute));
        }
        let turns = self.turns().map_err(refused)?;
        let (spent, changed) = (Duration::ZERO, BTreeSet::new());
        let mut desk = Desk { dispatch, watch, listen, runners, turns, spent, changed };
        let mut notes = Notes::new(keeps, self.handed);
        let mut turn = 0;
        let came = self.come_through(&mut desk, &mut notes, door, outcome, &mut turn);
        // An answers file that was refused records nothing; every other end keeps what was said.
        let kept = match &came {
            Err(Halt::Door(_)) if self.handed => Ok(()),
            _ => notes.settle(),
        };
        let (answers, fallbacks) = (std::mem::take(&mut notes.answers), std::mem::take(&mut notes.fallbacks));
        let changed = desk.changed.into_iter().collect();
        let left = Left { record: notes.path(), answers, fallbacks, changed, turns: turn };
        let why = match (came, kept) {
            (Ok(done), Ok(())) => return Ok(Through { done, left }),
            (Ok(_), Err(stop)) | (Err(Halt::Door(stop)), _) => stop.into(),
            (Err(Halt::Role(why)), _) => why,
        };
        Err(Box::new(Ended { why, left }))
    }

    /// The folder of this run; a repository gets no local tier by an interview.
    fn turns(&self) -> Result<Turns, Why> {
        let local = TIERS.iter().find(|tier| tier.folder == ".work.local");
        let local = local.ok_or_else(|| Why::Stopped(Fault::new("no tier is local").into()))?;
        if !has(self.top, local)? {
            return Err(Why::NoLocalTier);
        }
        Ok(Turns::begin(self.top, &self.role.interview, (self.now)())?)
    }

    fn come_through(
        &self,
        desk: &mut Desk<'_>,
        notes: &mut Notes<'_>,
        door: &mut dyn Door,
        outcome: &mut dyn Outcome,
        turn: &mut u16,
    ) -> Result<Value, Halt> {
        let mut numbers = Numbers::default();
        let mut counts = BTreeMap::new();
        let (mut refused, mut unclear) = (None, Vec::new());
        while *turn < self.role.turns {
            *turn += 1;
            let start =
                Start { turn: *turn, next: numbers.next(), refused: refused.as_deref(), unclear: &unclear };
            match desk.turn(self, start, notes, outcome)? {
                Receipt::Ask(mut ask) => {
                    let given = numbers.number(&mut ask);
                    unclear = put(door, &ask, &given, notes, &mut counts).map_err(Halt::Door)?;
                    for one in
                        given.iter().filter(|one| unclear.iter().any(|open| open.question.id == id(**one)))
                    {
                        numbers.free(*one);
                    }
                    refused = None;
                }
                Receipt::Done(_) if !unclear.is_empty() => refused = Some(STILL_UNCLEAR.to_owned()),
                Receipt::Done(done) => match outcome.finish(&done).map_err(Why::Stopped)? {
                    None => return Ok(done),
                    again => refused = again,
                },
            }
        }
        Err(Why::Turns(self.role.turns).into())
    }
}

/// Why an outcome is not taken while a question has no answer since it was unclear.
const STILL_UNCLEAR: &str = "a question was unclear to the person and was not asked again yet";

/// What halted the loop.
enum Halt {
    /// Whoever answers.
    Door(Stop),
    /// Anything else.
    Role(Why),
}

impl From<Why> for Halt {
    fn from(why: Why) -> Self {
        Self::Role(why)
    }
}

/// Puts an ask, takes down every answer when it is given, and gives the questions that were unclear.
fn put(
    door: &mut dyn Door,
    ask: &Ask,
    numbers: &[u32],
    notes: &mut Notes<'_>,
    counts: &mut BTreeMap<u32, u32>,
) -> Result<Vec<Unclear>, Stop> {
    let mut said: BTreeMap<String, Reply> = BTreeMap::new();
    let asked = || ask.questions.iter().zip(numbers);
    door.put(ask, &mut |reply| {
        let (question, number) =
            asked().find(|(question, _)| question.id == reply.id).ok_or_else(|| not_asked("question"))?;
        if let Said::Value(value) = &reply.said {
            if !takes(question, value) {
                return Err(not_asked("answer"));
            }
            notes.answer(question, value, &reply, counts.get(number).copied().unwrap_or_default())?;
        }
        said.insert(reply.id.clone(), reply);
        Ok(())
    })?;
    let mut unclear = Vec::new();
    for (question, number) in asked() {
        let reply = said.remove(&question.id);
        let reply = reply.ok_or_else(|| Fault::new("a question came back without an answer"))?;
        if reply.said == Said::Unclear {
            let times = counts.entry(*number).or_insert(0);
            *times += 1;
            unclear.push(Unclear { question: question.clone(), times: *times, note: reply.note });
        }
    }
    Ok(unclear)
}

/// Whether a value is one that the question offers, or that may be typed there.
fn takes(question: &Question, value: &str) -> bool {
    question.values().any(|offered| offered == value)
        || (question.typed.is_some() && !value.trim().is_empty() && !is_unclear(value))
}

fn not_asked(what: &str) -> Stop {
    Fault::new(format!("a reply came with another {what} than was asked for")).into()
}
