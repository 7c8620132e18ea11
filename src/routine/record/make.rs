//! The three files of a routine, made from one edition, one set of answers and one set of facts.

use super::layers::{Layers, Lowered, MERGE};
use super::{Files, Record, SCHEMA_VERSION, Template};
use crate::person::{Allowed, Ceiling};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::registry::values::Power;
use crate::routine::cadence::Cadence;
use crate::routine::manifest::{Prompt, ROUTINES, Repository, Schedule, VERSION};
use crate::routine::render::{Answers, Cannot, Edition, Known, Rendered, render};
use crate::routine::sha256::sha256;

/// The name of the prompt's file.
pub const PROMPT: &str = "prompt.md";
/// The name of the manifest's file.
pub const SCHEDULE: &str = "schedule.json";
/// The name of the record's file.
pub const RECORD: &str = "answers.json";

/// What a routine is made from.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The template version.
    pub edition: Edition<'a>,
    /// The routine's name.
    pub name: &'a str,
    /// The answers.
    pub layers: &'a Layers<'a>,
    /// How far the person lets it merge.
    pub allowed: &'a Allowed,
    /// The facts.
    pub known: &'a Known,
    /// Which repository it is.
    pub repository: &'a Repository,
}

/// A routine that is not written yet.
#[derive(Debug, Clone)]
pub struct Made {
    /// The prompt, with what it carries and what was left out of it.
    pub rendered: Rendered,
    /// The manifest.
    pub schedule: Schedule,
    /// The record.
    pub record: Record,
    /// A merge authority that was asked for and not given.
    pub lowered: Option<Lowered>,
}

/// Renders a routine, and writes down what it was made from.
pub fn make(parts: Parts<'_>) -> Result<Made, Stop> {
    let (answers, lowered) = parts.layers.capped(parts.allowed)?;
    let rendered = rendered(parts.edition, parts.name, parts.known, &answers)?;
    let powers = powers(parts.edition, &answers);
    let prompt = sha256(rendered.prompt.as_bytes());
    let schedule = schedule(parts, &answers, &powers, &prompt)?;
    let record = Record {
        schema_version: SCHEMA_VERSION,
        name: parts.name.to_owned(),
        archetype: parts.edition.routine.id.to_string(),
        template: Template { version: parts.edition.version, sha256: parts.edition.digest() },
        answers: parts.layers.given(),
        authority: authority(&answers),
        powers,
        repository: parts.repository.clone(),
        facts: parts.known.clone(),
        rendered: prompt.clone(),
        files: Files { prompt, schedule: sha256(text(&schedule).as_bytes()) },
    };
    Ok(Made { rendered, schedule, record, lowered })
}

impl Made {
    /// Takes another text as the prompt in place of the one that was rendered.
    #[must_use]
    pub fn with_prompt(mut self, prompt: String) -> Self {
        let digest = sha256(prompt.as_bytes());
        self.schedule.prompt.sha256.clone_from(&digest);
        let schedule = sha256(text(&self.schedule).as_bytes());
        self.record.files = Files { prompt: digest, schedule };
        self.rendered.prompt = prompt;
        self
    }

    /// The files and what they hold.
    pub fn files(&self) -> [(&'static str, String); 3] {
        [
            (PROMPT, self.rendered.prompt.clone()),
            (SCHEDULE, text(&self.schedule)),
            (RECORD, self.record.text()),
        ]
    }
}

/// The prompt alone.
pub fn rendered(
    edition: Edition<'_>,
    name: &str,
    known: &Known,
    answers: &Answers,
) -> Result<Rendered, Stop> {
    render(edition, name, known, answers).map_err(|cannot| match cannot {
        Cannot::NoReleaseFlow => Refusal::new(code::ROUTINE_NO_RELEASE_FLOW).into(),
        Cannot::Broken(broken) => Fault::new(broken.to_string()).into(),
    })
}

/// `host/owner/name`, by which the person's settings name a repository.
pub fn place(repository: &Repository) -> Option<String> {
    Some(format!("{}/{}", repository.host.as_deref()?, repository.slug.as_deref()?))
}

/// How far a prompt with these answers lets its loop merge.
pub fn authority(answers: &Answers) -> Ceiling {
    answers.word(MERGE).and_then(Ceiling::of_word).unwrap_or_default()
}

fn powers(edition: Edition<'_>, answers: &Answers) -> Vec<Power> {
    let mut powers: Vec<Power> =
        edition.powers(answers).iter().filter_map(|power| power.parse().ok()).collect();
    powers.sort_unstable();
    powers
}

fn schedule(parts: Parts<'_>, answers: &Answers, powers: &[Power], digest: &str) -> Result<Schedule, Stop> {
    let cadence = answers.word("cadence").and_then(|words| words.parse::<Cadence>().ok());
    let cadence = cadence.ok_or_else(|| Fault::new("the archetype gives no cadence"))?;
    let models = parts.edition.routine.model.iter();
    Ok(Schedule {
        schema_version: VERSION,
        name: parts.name.to_owned(),
        cadence,
        repository: parts.repository.clone(),
        archetype: parts.edition.routine.id.to_string(),
        template_version: parts.edition.version,
        prompt: Prompt { path: format!("{ROUTINES}/{}/{PROMPT}", parts.name), sha256: digest.to_owned() },
        models: models.map(|model| (model.role.to_string(), model.class.to_string())).collect(),
        powers: powers.to_vec(),
    })
}

fn text(schedule: &Schedule) -> String {
    // Texts, numbers and maps of texts can always be written.
    schedule.text().unwrap_or_default()
}
