//! What a fixed interview asks here and now: its questions in order, each with what it waits for.

pub mod fixed;
pub mod sheet;
mod takes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::question::{Block, Question};
use crate::tables::model::interviews::Target;

pub use takes::Takes;

/// The answers that were given, by question.
pub type Given = BTreeMap<String, String>;

/// An interview that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The interview's name.
    pub interview: String,
    /// Its questions, in the order in which they are asked.
    pub questions: Vec<Planned>,
    /// What is said in the place of questions that what is known keeps from being asked.
    pub said: Vec<String>,
    /// The ids of those questions.
    pub unasked: Vec<String>,
}

/// A question, and what abcd knows of it beyond what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// The question as it is asked.
    pub question: Question,
    /// The earlier answers under which it is asked; all must hold.
    pub when: Vec<When>,
    /// What is said too where it was unclear.
    pub more: Vec<Block>,
    /// What a typed answer must be, where one is taken.
    pub takes: Option<Takes>,
    /// Answers that the question has and that are not offered here.
    pub withheld: Vec<String>,
    /// What would let them be offered.
    pub raised_by: Option<String>,
    /// What the answer goes into.
    pub target: Target,
    /// The key that it sets there.
    pub sets: String,
}

/// An earlier question and the answers to it that are waited for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct When {
    /// The earlier question.
    pub answer: String,
    /// It must have one of these answers.
    pub is: Vec<String>,
}

/// Why an answer is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// It is not offered, and none can be typed.
    NotOffered,
    /// What was typed is not what the question takes.
    NotTaken(Takes),
}

impl Plan {
    /// The question of that id.
    pub fn question(&self, id: &str) -> Option<&Planned> {
        self.questions.iter().find(|planned| planned.question.id == id)
    }

    /// The answers that decide something about `target`, each as the key that it sets and its value.
    pub fn decided<'a>(
        &'a self,
        given: &'a Given,
        target: Target,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let questions = self.questions.iter().filter(move |planned| planned.target == target);
        questions.filter_map(|planned| {
            let value = given.get(&planned.question.id)?;
            (!planned.is_later(value)).then_some((planned.sets.as_str(), value.as_str()))
        })
    }
}

impl Planned {
    /// Whether it is asked after these answers.
    pub fn is_asked(&self, given: &Given) -> bool {
        self.when.iter().all(|when| given.get(&when.answer).is_some_and(|answer| when.is.contains(answer)))
    }

    /// Whether an answer is one of those offered, or one that may be typed.
    pub fn judge(&self, value: &str) -> Result<(), Misfit> {
        if self.question.values().any(|offered| offered == value) {
            return Ok(());
        }
        match self.takes {
            Some(takes) if takes.fits(value) => Ok(()),
            Some(takes) => Err(Misfit::NotTaken(takes)),
            None => Err(Misfit::NotOffered),
        }
    }

    /// Whether an answer leaves open what it would set.
    pub fn is_later(&self, value: &str) -> bool {
        self.question.later.value == value
    }
}
