//! `abcd routine render`: the finished prompt of a loop.

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::{Call, Document, Outcome, Page};
use crate::commands::routine::detect;
use crate::host::Host;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::{args, code};
use crate::routine::detect::Facts;
use crate::routine::render::{Answers, Carried, Edition, Editions, Known, LeftOut, render};

/// A prompt, and what it was made from.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Prompt {
    /// The archetype's name.
    archetype: String,
    /// The version of its template.
    template_version: u32,
    /// The prompt: Markdown, with one final newline.
    prompt: String,
    /// What the loop was asked to do, by the question's id.
    answers: Answers,
    /// What is known of the repository.
    facts: Facts,
    /// The rules that the prompt carries, each with its text as it stands there.
    invariants: Vec<Carried>,
    /// What the repository says and the prompt does not.
    left_out: Vec<LeftOut>,
}

pub(crate) fn run(args: args::RoutineRender, call: &Call, host: &Host) -> Outcome<Prompt> {
    let editions = Editions::of(&host.env).map_err(|trouble| Fault::new(trouble.to_string()))?;
    let edition = editions.latest(&args.archetype).ok_or_else(|| unknown(&editions))?;
    let facts = detect::run(args::RoutineDetect, call, host)?.document;
    Ok(prompt(edition, facts)?.into())
}

fn prompt(edition: Edition<'_>, facts: Facts) -> Result<Prompt, Stop> {
    let known = Known::of(&facts);
    let rendered = render(edition, &edition.routine.id, &known, &Answers::by_default(edition))
        .map_err(|broken| Fault::new(broken.to_string()))?;
    Ok(Prompt {
        archetype: rendered.archetype,
        template_version: rendered.template_version,
        prompt: rendered.prompt,
        answers: rendered.answers,
        facts,
        invariants: rendered.invariants,
        left_out: rendered.left_out,
    })
}

fn unknown(editions: &Editions) -> Stop {
    let archetypes = editions.archetypes().iter().map(|row| row.id.as_ref());
    Refusal::new(code::ROUTINE_UNKNOWN_ARCHETYPE).allowed(archetypes).into()
}

impl Document for Prompt {
    fn page(&self, page: &mut Page) {
        page.text(&self.prompt);
    }
}
