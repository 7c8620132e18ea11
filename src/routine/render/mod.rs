//! The finished prompt of a loop: what is known of a repository, filled into its archetype's template.
//!
//! `known` is what a repository says, `plain` decides which of it may enter a prompt, `caveat` makes
//! a sentence of a warning, `answers` are the numbers and words that a person chooses, `context` is all that a template can read,
//! `engine` fills it in, and `digest` is what a template version is worth.

pub mod answers;
pub mod caveat;
pub mod context;
pub mod digest;
pub mod editions;
pub mod engine;
pub mod known;
mod names;
pub mod plain;

use std::fmt;

use memchr::memmem;
use schemars::JsonSchema;
use serde::Serialize;

use crate::tables::model::invariants::{Invariant, When};

pub use answers::{Answer, Answers, number};
pub use editions::{Edition, Editions};
pub use known::{Known, KnownCaveat, KnownGate, KnownLog, KnownRelease};

/// The question whether a drained loop starts the release flow.
const RELEASES: &str = "release_on_completion";

/// A rendered prompt and what can be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rendered {
    /// The archetype's name.
    pub archetype: String,
    /// The version of the template that it was rendered from.
    pub template_version: u32,
    /// The prompt: Markdown, lines ended by `\n`, one final newline.
    pub prompt: String,
    /// The answers that it was rendered with.
    pub answers: Answers,
    /// The rules that it carries, in table order.
    pub invariants: Vec<Carried>,
    /// What the repository says and the prompt does not, because it is not plain.
    pub left_out: Vec<LeftOut>,
}

/// A rule that a prompt carries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Carried {
    /// The rule's name.
    pub id: String,
    /// Why it is there.
    pub reason: String,
    /// Its text, as it stands in the prompt.
    pub text: String,
}

/// Something that the repository says and that was kept out of the prompt. What it says is not repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    /// What kind of thing it is.
    pub what: String,
    /// Which rule it breaks.
    pub why: String,
}

/// A prompt could not be made: the fault is in a template or a table, never in the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// A template does not compile or reads what is not there; the engine's own words, with name and line.
    Template(String),
    /// A rule's text does not stand in the prompt, or lacks a phrase by which it is found.
    Invariant(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Template(what) => write!(to, "a template could not be filled in: {what}"),
            Self::Invariant(id) => write!(to, "the prompt does not carry the rule `{id}` as its row says"),
        }
    }
}

/// Why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cannot {
    /// A drained loop is to start the release flow, and none is known: the caller can switch that off.
    NoReleaseFlow,
    /// The fault is in a template or a table.
    Broken(Broken),
}

impl From<Broken> for Cannot {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

impl fmt::Display for Cannot {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoReleaseFlow => write!(to, "no way to make a release is known here"),
            Self::Broken(broken) => broken.fmt(to),
        }
    }
}

/// Renders the prompt of the routine `name` for what is `known` of a repository.
///
/// The same arguments give the same bytes everywhere. Every rule of the edition that holds for the
/// answers is in the prompt, or nothing is returned.
pub fn render(
    edition: Edition<'_>,
    name: &str,
    known: &Known,
    answers: &Answers,
) -> Result<Rendered, Cannot> {
    let (context, left_out) = context::context(edition, name, known, answers);
    if answers.on(RELEASES) && !context.releases() {
        return Err(Cannot::NoReleaseFlow);
    }
    let (engine, values) = (edition.engine(), engine::values(&context));
    let prompt = engine.fill_value(&edition.routine.template, &values)?;
    let mut carried = Vec::new();
    for rule in edition.rules().filter(|rule| holds(rule, answers)) {
        let text = engine.fill_value(&rule.template, &values)?;
        if memmem::find(prompt.as_bytes(), text.as_bytes()).is_none() || !says(&text, rule) {
            return Err(Broken::Invariant(rule.id.to_string()).into());
        }
        carried.push(Carried {
            id: rule.id.to_string(),
            reason: rule.reason.to_string(),
            text: text.trim_end().to_owned(),
        });
    }
    Ok(Rendered {
        archetype: edition.routine.id.to_string(),
        template_version: edition.version,
        prompt,
        answers: answers.clone(),
        invariants: carried,
        left_out,
    })
}

/// Whether a rule of an edition belongs into a prompt with these answers.
pub fn holds(rule: &Invariant, answers: &Answers) -> bool {
    let many = answers.number("rounds").is_some_and(|rounds| rounds > 1);
    match rule.when {
        When::Always => true,
        When::OneRound => !many,
        When::ManyRounds => many,
    }
}

/// Whether a text holds every phrase by which the rule is found.
pub fn says(text: &str, rule: &Invariant) -> bool {
    let folded = fold(text);
    rule.find.iter().all(|phrase| folded.contains(&fold(phrase)))
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
