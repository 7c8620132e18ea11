//! What was said in one run: kept when it is said, or, where a file was handed over, when it is known that the
//! file is not refused.

use super::brief::Told;
use super::dispatch::Keeps;
use crate::interview::door::Reply;
use crate::interview::question::{Ask, Question};
use crate::interview::record::{Answer, Fallback};
use crate::interview::safe::Safe;
use crate::refusal::Stop;
use crate::safe;

/// The notes of one run.
pub(super) struct Notes<'a> {
    keeps: &'a mut dyn Keeps,
    /// Whether nothing is written yet, since the answers stand in a file anyway.
    held: bool,
    pub(super) answers: Vec<Answer>,
    pub(super) told: Vec<Told>,
    pub(super) fallbacks: Vec<Fallback>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(keeps: &'a mut dyn Keeps, held: bool) -> Self {
        Self { keeps, held, answers: Vec::new(), told: Vec::new(), fallbacks: Vec::new() }
    }

    /// Takes down an answer that the question offers.
    pub(super) fn answer(
        &mut self,
        question: &Question,
        value: &str,
        reply: &Reply,
        unclear: u32,
    ) -> Result<(), Stop> {
        let alone = Ask { questions: vec![question.clone()] };
        let note = reply.note.as_deref().map(|note| safe::line(note).into_owned());
        let label = question.offered().find(|choice| choice.value == value);
        let told = Told {
            id: question.id.clone(),
            chip: question.chip.clone(),
            ask: question.ask.clone(),
            value: value.to_owned(),
            label: label.map(|choice| choice.label.clone()),
            note: note.clone(),
        };
        let answer = Answer {
            id: question.id.clone(),
            ask: Safe::of(&alone).shown().clone(),
            value: value.to_owned(),
            note,
            answered_in: reply.answered_in,
            unclear,
        };
        put(&mut self.told, told, |told| &told.id);
        put(&mut self.answers, answer.clone(), |answer| &answer.id);
        if self.held { Ok(()) } else { self.keeps.answer(answer) }
    }

    /// Takes down a runner that did not do.
    pub(super) fn fallback(&mut self, fallback: Fallback) -> Result<(), Stop> {
        self.fallbacks.push(fallback.clone());
        if self.held { Ok(()) } else { self.keeps.fallback(fallback) }
    }

    /// Writes what was held back.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        if !std::mem::take(&mut self.held) {
            return Ok(());
        }
        for answer in self.answers.iter().cloned() {
            self.keeps.answer(answer)?;
        }
        for fallback in self.fallbacks.iter().cloned() {
            self.keeps.fallback(fallback)?;
        }
        Ok(())
    }

    /// Where they are kept.
    pub(super) fn path(&self) -> Option<String> {
        self.keeps.path()
    }
}

/// Puts an entry in the place of the one with its id, or at the end.
fn put<T>(all: &mut Vec<T>, entry: T, id: fn(&T) -> &str) {
    match all.iter_mut().find(|known| id(known) == id(&entry)) {
        Some(known) => *known = entry,
        None => all.push(entry),
    }
}
