//! What a person chooses about a loop: each answer within the bounds of its row.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::editions::Edition;
use super::plain;
use crate::routine::cadence::{Cadence, NotACadence};
use crate::tables::model::routines::{Grammar, TextAsk};

/// The two answers to a switch, as a person writes them.
pub const OFF: &str = "off";
/// The other one.
pub const ON: &str = "on";

/// The answers to an archetype's questions, by the question's id. Every question has one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answers(BTreeMap<String, Answer>);

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// On or off.
    Switch(bool),
    /// A number within bounds.
    Number(u32),
    /// One of a closed set, or a text of a grammar.
    Word(String),
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
    /// The answer is no plain path.
    NotAPath,
    /// The answer is no cadence.
    NotACadence(NotACadence),
}

impl Answers {
    /// The answers that the archetype's row gives where nobody else does.
    pub fn by_default(edition: Edition<'_>) -> Self {
        let words = edition.choices().map(|ask| (&ask.id, Answer::Word(ask.default.to_string())));
        let numbers = edition.numbers().map(|ask| (&ask.id, Answer::Number(ask.default)));
        let switches = edition.switches().map(|ask| (&ask.id, Answer::Switch(ask.default)));
        let texts = edition.texts().map(|ask| (&ask.id, Answer::Word(ask.default.to_string())));
        let all = words.chain(numbers).chain(switches).chain(texts);
        Self(all.map(|(id, answer)| (id.to_string(), answer)).collect())
    }

    /// Gives another answer to the question `id`, written as a person writes it.
    pub fn set(&mut self, edition: Edition<'_>, id: &str, answer: &str) -> Result<(), NotTaken> {
        let taken = self.judge(edition, id, answer)?;
        self.0.insert(id.to_owned(), taken);
        Ok(())
    }

    fn judge(&self, edition: Edition<'_>, id: &str, answer: &str) -> Result<Answer, NotTaken> {
        if let Some(ask) = edition.choices().find(|ask| ask.id == id) {
            return one_of(answer, &ask.options.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        }
        if let Some(ask) = edition.numbers().find(|ask| ask.id == id) {
            let taken = number(answer, ask.min, ask.max).map(Answer::Number);
            return taken.ok_or(NotTaken::OutOfBounds(ask.min, ask.max));
        }
        if edition.switches().any(|ask| ask.id == id) {
            return one_of(answer, &[OFF, ON]).map(|_| Answer::Switch(answer == ON));
        }
        match edition.texts().find(|ask| ask.id == id) {
            Some(ask) => text(ask, answer),
            None => Err(NotTaken::NoSuchQuestion(self.0.keys().cloned().collect())),
        }
    }

    /// The answers and the ids of their questions, sorted by id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.0.iter().map(|(id, answer)| (id.as_str(), answer))
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

    /// Whether the switch `id` is on.
    pub fn on(&self, id: &str) -> bool {
        self.0.get(id) == Some(&Answer::Switch(true))
    }

    /// The answer to the question `id` as a person writes it.
    pub fn shown(&self, id: &str) -> Option<String> {
        self.0.get(id).map(Answer::shown)
    }
}

impl Answer {
    /// The answer as a person writes it.
    pub fn shown(&self) -> String {
        match self {
            Self::Switch(on) => (if *on { ON } else { OFF }).to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// The whole number that a text spells, within bounds. A sign or a leading zero is no spelling of a number
/// here: each has one.
pub fn number(text: &str, min: u32, max: u32) -> Option<u32> {
    let number = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    number.filter(|number| (min..=max).contains(number))
}

fn one_of(answer: &str, options: &[&str]) -> Result<Answer, NotTaken> {
    if options.contains(&answer) {
        Ok(Answer::Word(answer.to_owned()))
    } else {
        Err(NotTaken::NotOneOf(options.iter().map(|option| (*option).to_owned()).collect()))
    }
}

fn text(ask: &TextAsk, answer: &str) -> Result<Answer, NotTaken> {
    match ask.grammar {
        Grammar::Path if plain::path(answer) => Ok(Answer::Word(answer.to_owned())),
        Grammar::Path => Err(NotTaken::NotAPath),
        Grammar::Cadence => {
            let cadence: Cadence = answer.parse().map_err(NotTaken::NotACadence)?;
            Ok(Answer::Word(cadence.to_string()))
        }
    }
}
