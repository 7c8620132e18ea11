//! A routine brought up to the newest template, and with leave to the facts of today.
//!
//! Everything is decided before anything is written. What the template changed and what the repository
//! changed are two differences; a hand edit is brought together with them or decides nothing.

use super::difference::{merged, unified};
use super::laid::Laid;
use super::layers::Lowered;
use super::make::{Made, PROMPT};
use super::standing::{Finding, Standing, made};
use crate::person::{Ceiling, Settings};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::Power;
use crate::routine::audit::lacking;
use crate::routine::render::{Editions, Known};

/// What the caller decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Take what the repository says now.
    pub facts: bool,
    /// Which side of a conflict holds.
    pub take: Option<Take>,
    /// Powers may be added.
    pub approve: bool,
}

/// What becomes of a hand edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Take {
    /// The prompt stays as it was edited.
    Edited,
    /// The prompt becomes what the template gives.
    Rendered,
    /// The prompt becomes this text, which somebody merged.
    Merged(String),
}

/// Why an update is not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declined {
    /// The record cannot be trusted.
    RecordEdited,
    /// A hand edit meets a template whose content was another when it was rendered.
    TemplateAltered,
    /// A hand edit and the template changed the same lines.
    Conflict,
    /// A hand edit broke a rule, and nobody said that it shall stay so.
    RuleBroken(Vec<String>),
    /// The new prompt would let the loop do what the old one did not.
    NewPower(Vec<Power>),
}

impl Declined {
    /// The refusal that says so.
    pub fn refusal(&self) -> Refusal {
        match self {
            Self::RecordEdited => Refusal::new(code::ROUTINE_RECORD_EDITED),
            Self::TemplateAltered => Refusal::new(code::ROUTINE_TEMPLATE_ALTERED),
            Self::Conflict => Refusal::new(code::ROUTINE_CONFLICT),
            Self::RuleBroken(rules) => {
                Refusal::new(code::ROUTINE_INVARIANTS_MISSING).fact("invariants", rules)
            }
            Self::NewPower(added) => Refusal::new(code::ROUTINE_NEW_POWER).fact("added", added),
        }
    }
}

/// An update that is not written yet.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The new routine; where the update is declined it is what the template gives.
    pub made: Made,
    /// Why it is not made.
    pub declined: Option<Declined>,
    /// The template version that it was rendered from.
    pub from: u32,
    /// Whether the prompt on disk is not what was rendered last.
    pub edited: bool,
    /// What the template changes, with the recorded facts.
    pub template: String,
    /// What the repository changed since; empty where it was not asked, or nothing did.
    pub facts: String,
    /// What was edited by hand.
    pub edits: String,
    /// What the prompt on disk becomes.
    pub prompt: String,
    /// A merge authority that was asked for and not given.
    pub lowered: Option<Lowered>,
}

/// Decides what becomes of a routine.
pub fn plan(
    editions: &Editions,
    laid: &Laid,
    standing: &Standing<'_>,
    known: Option<&Known>,
    (ceiling, settings): (Ceiling, &Settings),
    wishes: &Wishes,
) -> Result<Plan, Stop> {
    let record = &laid.record;
    let latest = editions.latest(&record.archetype).unwrap_or(standing.edition);
    let old = made(latest, laid, &record.facts, ceiling, settings)?;
    let known =
        known.map(|known| known.clone().named_as(&record.facts)).filter(|known| *known != record.facts);
    let now = known.map(|known| made(latest, laid, &known, ceiling, settings)).transpose()?;
    let template = standing.base.as_deref().map(|base| unified(base, &old.rendered.prompt, PROMPT));
    let facts = now.as_ref().map(|now| unified(&old.rendered.prompt, &now.rendered.prompt, PROMPT));
    let target = match now {
        Some(now) if wishes.facts => now,
        _ => old,
    };
    let base = standing.base.as_deref();
    let edited = base != Some(&laid.prompt);
    let edits = base.map(|base| unified(base, &laid.prompt, PROMPT)).unwrap_or_default();
    let (prompt, mut declined) = text(laid, standing, &target, wishes);
    if declined.is_none() && wishes.take.is_none() && prompt != target.rendered.prompt {
        let broken = lacking(&prompt, &target.rendered.invariants);
        declined = (!broken.is_empty()).then_some(Declined::RuleBroken(broken));
    }
    let added = added(laid, &target);
    if declined.is_none() && !added.is_empty() && !wishes.approve {
        declined = Some(Declined::NewPower(added));
    }
    let lowered = target.lowered.clone();
    let made = if declined.is_none() { target.with_prompt(prompt) } else { target };
    Ok(Plan {
        declined,
        from: record.template.version,
        edited,
        template: template.unwrap_or_default(),
        facts: facts.unwrap_or_default(),
        edits,
        prompt: unified(&laid.prompt, &made.rendered.prompt, PROMPT),
        lowered,
        made,
    })
}

/// What the new routine may do and the old one may not.
pub fn added(laid: &Laid, made: &Made) -> Vec<Power> {
    let held = &laid.record.powers;
    made.record.powers.iter().filter(|power| !held.contains(power)).copied().collect()
}

/// The new prompt, or why there is none.
fn text(laid: &Laid, standing: &Standing<'_>, target: &Made, wishes: &Wishes) -> (String, Option<Declined>) {
    let rendered = &target.rendered.prompt;
    match (&wishes.take, &standing.base) {
        (Some(Take::Rendered), _) => (rendered.clone(), None),
        _ if standing.findings.contains(&Finding::RecordEdited) => {
            (rendered.clone(), Some(Declined::RecordEdited))
        }
        (Some(Take::Edited), _) => (laid.prompt.clone(), None),
        (Some(Take::Merged(text)), _) => (text.clone(), None),
        (None, None) => (rendered.clone(), Some(Declined::TemplateAltered)),
        (None, Some(base)) => match merged(base, &laid.prompt, rendered) {
            Some(text) => (text, None),
            None => (rendered.clone(), Some(Declined::Conflict)),
        },
    }
}
