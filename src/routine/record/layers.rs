//! Whose answer counts: the archetype's default, the person's, the record's, an answers file's, `--set`.

use std::collections::BTreeMap;
use std::fmt;

use super::make::RECORD;
use super::{Given, Record, Source};
use crate::person::settings::Preference;
use crate::person::{Allowed, Ceiling, Settings};
use crate::refusal::{Refusal, Stop};
use crate::registry::{code, near};
use crate::routine::manifest::ROUTINES;
use crate::routine::render::answers::NotTaken;
use crate::routine::render::{Answers, Edition};

/// The question that the person's settings cap.
pub const MERGE: &str = "merge";

/// Answers, each with who gave it.
#[derive(Debug, Clone)]
pub struct Layers<'a> {
    edition: Edition<'a>,
    answers: Answers,
    from: BTreeMap<String, Source>,
}

/// A merge authority that was asked for and not given.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Lowered {
    /// What was asked for.
    pub asked: Ceiling,
    /// What the prompt gives.
    pub given: Ceiling,
    /// What in the person's settings would raise it.
    pub key: String,
}

impl fmt::Display for Lowered {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, given) = (self.asked.word(), self.given.word());
        write!(
            to,
            "merge `{asked}` was asked for and `{given}` is rendered: {} in your config.toml raises it",
            self.key
        )
    }
}

impl<'a> Layers<'a> {
    /// The two lowest layers: what the archetype and the person say.
    pub fn new(edition: Edition<'a>, settings: &Settings) -> Result<Self, Stop> {
        let answers = Answers::by_default(edition);
        let ids: Vec<String> = answers.iter().map(|(id, _)| id.to_owned()).collect();
        let from = ids.iter().map(|id| (id.clone(), Source::Default)).collect();
        let mut layers = Self { edition, answers, from };
        for id in &ids {
            if let Some(answer) = settings.answer(&edition.routine.id, id) {
                layers.set(id, &answer, Source::Person)?;
            }
        }
        Ok(layers)
    }

    /// Lays what the repository set for itself over them. It only narrows: an answer that would let the loop do
    /// more than those below it is left out.
    pub fn repository(&mut self, all: &BTreeMap<String, Preference>) -> Result<(), Stop> {
        let ids: Vec<String> = self.answers.iter().map(|(id, _)| id.to_owned()).collect();
        for id in ids {
            let Some(answer) = Preference::answer(all, &self.edition.routine.id, &id) else { continue };
            let before = self.clone();
            self.set(&id, &answer, Source::Repository)?;
            if self.widens(&before, &id) {
                *self = before;
            }
        }
        Ok(())
    }

    /// Whether an answer gives a power that the other did not, or goes further down a list that is capped.
    fn widens(&self, before: &Self, id: &str) -> bool {
        let had = self.edition.powers(&before.answers);
        let capped = self.edition.choices().find(|ask| ask.capped && ask.id == id);
        let place = |layers: &Self| {
            let answer = layers.answers.word(id)?;
            capped?.options.iter().position(|option| option == answer)
        };
        place(self) > place(before)
            || self.edition.powers(&self.answers).iter().any(|power| !had.contains(power))
    }

    /// Lays a record over them. An answer to a question that this edition does not ask is dropped.
    pub fn record(&mut self, record: &Record) -> Result<(), Stop> {
        for (id, given) in &record.answers {
            if self.from.contains_key(id) {
                self.set(id, &given.value.shown(), given.from).map_err(|_| Self::broken(record, id))?;
            }
        }
        Ok(())
    }

    /// abcd writes no answer that its question does not take: somebody else did.
    fn broken(record: &Record, id: &str) -> Stop {
        Refusal::new(code::ROUTINE_BROKEN_RECORD)
            .saying(format!(
                "the record cannot be used: its answer to `{id}` is none that the question takes"
            ))
            .at(format!("{ROUTINES}/{}/{RECORD}", record.name))
            .fact("question", &id)
            .into()
    }

    /// Lays one answer over what there is.
    pub fn set(&mut self, id: &str, answer: &str, from: Source) -> Result<(), Stop> {
        self.answers.set(self.edition, id, answer).map_err(|not| Self::refusal(id, from, not))?;
        self.from.insert(id.to_owned(), from);
        Ok(())
    }

    /// The answers and who gave them.
    pub fn given(&self) -> BTreeMap<String, Given> {
        let source = |id: &str| self.from.get(id).copied().unwrap_or(Source::Default);
        let given = |(id, value): (&str, &crate::routine::render::Answer)| {
            (id.to_owned(), Given { value: value.clone(), from: source(id) })
        };
        self.answers.iter().map(given).collect()
    }

    /// The answers that the prompt is rendered with under a ceiling, and what was lowered for it.
    pub fn capped(&self, allowed: &Allowed) -> Result<(Answers, Option<Lowered>), Stop> {
        let ceiling = allowed.ceiling;
        let mut answers = self.answers.clone();
        let asked = answers.word(MERGE).and_then(Ceiling::of_word);
        let Some(asked) = asked.filter(|asked| *asked > ceiling) else { return Ok((answers, None)) };
        let taken = answers.set(self.edition, MERGE, ceiling.word());
        taken.map_err(|not| Self::refusal(MERGE, Source::Person, not))?;
        Ok((answers, Some(Lowered { asked, given: ceiling, key: allowed.key.clone() })))
    }

    fn refusal(id: &str, from: Source, not: NotTaken) -> Stop {
        let whose = from.whose();
        let answer = |what: String| Refusal::new(code::ROUTINE_BAD_ANSWER).saying(what).fact("question", &id);
        match not {
            NotTaken::NoSuchQuestion(asked) => Refusal::new(code::ROUTINE_UNKNOWN_QUESTION)
                .nearest(near::nearest(id, asked.iter().map(String::as_str)))
                .allowed(asked)
                .into(),
            NotTaken::NotOneOf(options) => {
                answer(format!("`{id}` in {whose} is none of its answers")).allowed(options).into()
            }
            NotTaken::OutOfBounds(min, max) => {
                answer(format!("`{id}` in {whose} is no whole number from {min} to {max}"))
                    .fact("min", &min)
                    .fact("max", &max)
                    .into()
            }
            NotTaken::NotAPath => {
                answer(format!("`{id}` in {whose} is no plain path below the repository")).into()
            }
            NotTaken::NotACadence(not) => {
                answer(format!("`{id}` in {whose} is no cadence")).allowed(not.allowed()).into()
            }
        }
    }
}
