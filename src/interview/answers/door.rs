//! The door of a file: every question is answered from what was handed over.

use super::Entry;
use super::check::{missing, offered};
use crate::interview::door::{AnsweredIn, Door, Keep, Reply, Said};
use crate::interview::question::{Ask, Question};
use crate::refusal::Stop;

/// Answers from a file, by the ids of the questions. Where a role writes the questions, these are `Q1`, `Q2`
/// and so on, so that a file replays an interview in its order.
#[derive(Debug)]
pub struct FileDoor {
    entries: Vec<Entry>,
    answered_in: AnsweredIn,
}

impl FileDoor {
    /// Answers from `entries`; one that does not say where it was given was given in `answered_in`.
    pub fn new(entries: Vec<Entry>, answered_in: AnsweredIn) -> Self {
        Self { entries, answered_in }
    }

    /// Whether a question is answered here.
    pub fn has(&self, question: &Question) -> bool {
        self.entries.iter().any(|entry| entry.answer.id == question.id)
    }

    fn reply(&self, question: &Question) -> Result<Reply, Stop> {
        let Some(Entry { at, answer }) = self.entries.iter().find(|entry| entry.answer.id == question.id)
        else {
            return Err(missing(question, None).stop());
        };
        if let Some(problem) = offered(question, &answer.value, &format!("{at}.value")) {
            return Err(problem.stop());
        }
        Ok(Reply {
            id: question.id.clone(),
            said: Said::Value(answer.value.clone()),
            note: answer.note.clone(),
            answered_in: answer.answered_in.unwrap_or(self.answered_in),
        })
    }
}

impl Door for FileDoor {
    fn put(&mut self, ask: &Ask, keep: &mut Keep<'_>) -> Result<(), Stop> {
        for question in &ask.questions {
            keep(self.reply(question)?)?;
        }
        Ok(())
    }
}
