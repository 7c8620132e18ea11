//! What a person chooses about a loop: each answer within the bounds of its row.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::tables::model::routines::Routine;

/// The answers to an archetype's questions, by the question's id. Every question has one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answers(BTreeMap<String, Answer>);

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// One of a closed set.
    Word(String),
    /// A number within bounds.
    Number(u32),
}

/// An answer was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotTaken {
    /// The archetype asks no such question; these are the ones that it asks.
    NoSuchQuestion(Vec<String>),
    /// The answer is none of these.
    NotOneOf(Vec<String>),
    /// The answer is no whole number from the first to the second.
    OutOfBounds(u32, u32),
}

impl Answers {
    /// The answers that the archetype's row gives where nobody else does.
    pub fn by_default(routine: &Routine) -> Self {
        let words =
            routine.choice.iter().map(|ask| (ask.id.to_string(), Answer::Word(ask.default.to_string())));
        let numbers = routine.number.iter().map(|ask| (ask.id.to_string(), Answer::Number(ask.default)));
        Self(words.chain(numbers).collect())
    }

    /// Gives another answer to the question `id`, written as a person writes it.
    pub fn set(&mut self, routine: &Routine, id: &str, answer: &str) -> Result<(), NotTaken> {
        let taken = if let Some(ask) = routine.choice.iter().find(|ask| ask.id == id) {
            let options = || ask.options.iter().map(ToString::to_string).collect();
            if !ask.options.iter().any(|option| option == answer) {
                return Err(NotTaken::NotOneOf(options()));
            }
            Answer::Word(answer.to_owned())
        } else if let Some(ask) = routine.number.iter().find(|ask| ask.id == id) {
            let number = answer.parse().ok().filter(|number| (ask.min..=ask.max).contains(number));
            Answer::Number(number.ok_or(NotTaken::OutOfBounds(ask.min, ask.max))?)
        } else {
            return Err(NotTaken::NoSuchQuestion(self.0.keys().cloned().collect()));
        };
        self.0.insert(id.to_owned(), taken);
        Ok(())
    }

    /// The number that answers the question `id`.
    pub fn number(&self, id: &str) -> Option<u32> {
        match self.0.get(id) {
            Some(Answer::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The word that answers the question `id`.
    pub fn word(&self, id: &str) -> Option<&str> {
        match self.0.get(id) {
            Some(Answer::Word(word)) => Some(word),
            _ => None,
        }
    }
}
