//! `abcd routine show`: what a routine was made from, and whose each value is.

use schemars::JsonSchema;
use serde::Serialize;

use super::at::At;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::person::Ceiling;
use crate::registry::args;
use crate::registry::values::{Closed, Power};
use crate::routine::manifest::Repository;
use crate::routine::record::{Record, Source, laid};
use crate::routine::render::{Answer, Known};

/// A routine's record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Shown {
    /// The routine's name.
    name: String,
    /// The archetype.
    archetype: String,
    /// The template version that it was rendered from.
    template_version: u32,
    /// The newest template version.
    latest_version: u32,
    /// The answers, each with who gave it.
    answers: Vec<ShownAnswer>,
    /// How far the prompt lets its loop merge.
    authority: Ceiling,
    /// What the prompt lets its loop do.
    powers: Vec<Power>,
    /// Which repository it is for.
    repository: Repository,
    /// The facts that it was rendered from.
    facts: Known,
}

/// An answer of a routine.
#[derive(Debug, Serialize, JsonSchema)]
struct ShownAnswer {
    /// The question.
    id: String,
    /// The answer.
    value: Answer,
    /// Who gave it.
    from: Source,
}

pub(crate) fn run(args: args::RoutineShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let at = At::of(call, host)?;
    let Record { name, archetype, template, answers, authority, powers, repository, facts, .. } =
        laid::of(&at.root, &args.name)?.record;
    let latest_version =
        at.terms.editions.latest(&archetype).map_or(template.version, |latest| latest.version);
    let answers =
        answers.into_iter().map(|(id, given)| ShownAnswer { id, value: given.value, from: given.from });
    let answers = answers.collect();
    let template_version = template.version;
    Ok(Shown {
        name,
        archetype,
        template_version,
        latest_version,
        answers,
        authority,
        powers,
        repository,
        facts,
    }
    .into())
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        let newest = if self.template_version == self.latest_version { "" } else { ", not the newest" };
        page.line(format!("{}  {} version {}{newest}", self.name, self.archetype, self.template_version));
        let powers: Vec<&str> = self.powers.iter().map(|power| power.as_str()).collect();
        page.line(format!("may {}; merges: {}", powers.join(", "), self.authority.word()));
        page.blank();
        page.heading("answers");
        for answer in &self.answers {
            page.line(format!("  {} = {}  ({})", answer.id, answer.value.shown(), answer.from.word()));
        }
        page.blank();
        page.heading("gates");
        for gate in &self.facts.gates {
            let evidence = gate.evidence.first();
            let from = evidence.map_or_else(String::new, |at| format!("  ({}:{})", at.path, at.line));
            page.line(format!("  {}{from}", gate.command));
        }
        if self.facts.gates.is_empty() {
            page.line("  none is known");
        }
    }
}
