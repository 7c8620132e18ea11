//! How a routine stands: to its own record, to the template, to the repository, to the person.

use schemars::JsonSchema;
use serde::Serialize;

use super::laid::Laid;
use super::layers::Layers;
use super::make::{self, Made, Parts};
use crate::person::{Allowed, Settings};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::refusals::Code;
use crate::routine::audit::lacking;
use crate::routine::render::{Edition, Editions, Known};
use crate::routine::sha256::sha256;

/// Something that is not as it should be, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The record's digests disagree with what stands beside it, or with what it says itself.
    RecordEdited,
    /// The prompt lacks a rule, or has it in other words.
    InvariantsMissing,
    /// The prompt is not what was written last.
    PromptEdited,
    /// The template version that it was rendered from had another content then.
    TemplateAltered,
    /// There is a newer template version.
    TemplateBehind,
    /// The repository now says something else than when it was rendered.
    FactsDrifted,
    /// It merges more than the person allows.
    AboveCeiling,
}

impl Finding {
    /// The code that says what it means and what to do about it.
    pub(crate) const fn code(self) -> Code {
        match self {
            Self::RecordEdited => code::ROUTINE_RECORD_EDITED,
            Self::InvariantsMissing => code::ROUTINE_INVARIANTS_MISSING,
            Self::PromptEdited => code::ROUTINE_PROMPT_EDITED,
            Self::TemplateAltered => code::ROUTINE_TEMPLATE_ALTERED,
            Self::TemplateBehind => code::ROUTINE_TEMPLATE_BEHIND,
            Self::FactsDrifted => code::ROUTINE_FACTS_DRIFTED,
            Self::AboveCeiling => code::ROUTINE_ABOVE_CEILING,
        }
    }
}

/// What was found, and what an update starts from.
#[derive(Debug, Clone)]
pub struct Standing<'a> {
    /// The template version that it was rendered from.
    pub edition: Edition<'a>,
    /// What was found, sorted, each once.
    pub findings: Vec<Finding>,
    /// The prompt as it was rendered last; none where that cannot be had any more.
    pub base: Option<String>,
    /// The rules that the prompt lacks, by name.
    pub missing: Vec<String>,
}

/// The template version that a record names.
pub fn edition<'a>(editions: &'a Editions, laid: &Laid) -> Result<Edition<'a>, Stop> {
    let record = &laid.record;
    let latest = editions.latest(&record.archetype).ok_or_else(|| unknown_archetype(editions))?;
    editions.at(&record.archetype, record.template.version).ok_or_else(|| unknown_version(latest))
}

/// There is no such archetype; these are there.
pub fn unknown_archetype(editions: &Editions) -> Stop {
    let archetypes = editions.archetypes().iter().map(|row| row.id.as_ref());
    Refusal::new(code::ROUTINE_UNKNOWN_ARCHETYPE).allowed(archetypes).into()
}

/// There is no such template version of the archetype; these are there.
pub fn unknown_version(edition: Edition<'_>) -> Stop {
    let versions = edition.routine.versions.iter().map(ToString::to_string);
    Refusal::new(code::ROUTINE_UNKNOWN_VERSION).allowed(versions).into()
}

/// Judges a routine by its own record alone.
pub fn own<'a>(editions: &'a Editions, laid: &Laid) -> Result<Standing<'a>, Stop> {
    let edition = edition(editions, laid)?;
    let record = &laid.record;
    let (prompt, manifest) = (sha256(laid.prompt.as_bytes()), sha256(laid.schedule.as_bytes()));
    let mut findings = Vec::new();
    let mut missing = Vec::new();
    let mut base = None;
    if edition.digest() == record.template.sha256 {
        let made = again(edition, laid)?;
        let schedule = made.clone().with_prompt(laid.prompt.clone());
        let edited = made.record.rendered != record.rendered
            || made.record.powers != record.powers
            || made.record.authority != record.authority
            || manifest != record.files.schedule
            || prompt == record.files.prompt && schedule.record.files.schedule != record.files.schedule
            || prompt == record.rendered && record.files.prompt != prompt;
        if edited {
            findings.push(Finding::RecordEdited);
        }
        if laid.prompt != made.rendered.prompt {
            missing = lacking(&laid.prompt, &made.rendered.invariants);
        }
        base = Some(made.rendered.prompt);
    } else {
        findings.push(Finding::TemplateAltered);
        // What was never edited is itself what was rendered last.
        base = base.or_else(|| (prompt == record.rendered).then(|| laid.prompt.clone()));
        if manifest != record.files.schedule {
            findings.push(Finding::RecordEdited);
        }
    }
    if prompt != record.files.prompt && prompt != record.rendered {
        findings.push(Finding::PromptEdited);
    }
    if !missing.is_empty() {
        findings.push(Finding::InvariantsMissing);
    }
    if edition.routine.versions.last() != Some(&edition.version) {
        findings.push(Finding::TemplateBehind);
    }
    findings.sort_unstable();
    findings.dedup();
    Ok(Standing { edition, findings, base, missing })
}

impl Standing<'_> {
    /// Adds what the repository says now: whether the same template gives another prompt.
    pub fn facts(&mut self, laid: &Laid, known: &Known) -> Result<(), Stop> {
        if self.findings.contains(&Finding::TemplateAltered) {
            return Ok(());
        }
        let known = known.clone().named_as(&laid.record.facts);
        if known == laid.record.facts {
            return Ok(());
        }
        let now =
            made(self.edition, laid, &known, &Allowed::of(laid.record.authority), &Settings::default())?;
        if Some(&now.rendered.prompt) != self.base.as_ref() {
            self.add(Finding::FactsDrifted);
        }
        Ok(())
    }

    /// Adds what the person allows, where they say anything at all.
    pub fn ceiling(&mut self, laid: &Laid, settings: &Settings, allowed: &Allowed) {
        if settings.there && laid.record.authority > allowed.ceiling {
            self.add(Finding::AboveCeiling);
        }
    }

    fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
        self.findings.sort_unstable();
    }
}

/// The routine as its record says it was rendered.
fn again(edition: Edition<'_>, laid: &Laid) -> Result<Made, Stop> {
    made(edition, laid, &laid.record.facts, &Allowed::of(laid.record.authority), &Settings::default())
}

/// The routine with its recorded answers and these facts.
pub fn made(
    edition: Edition<'_>,
    laid: &Laid,
    known: &Known,
    allowed: &Allowed,
    settings: &Settings,
) -> Result<Made, Stop> {
    let mut layers = Layers::new(edition, settings)?;
    layers.record(&laid.record)?;
    let (name, repository) = (&laid.record.name, &laid.record.repository);
    make::make(Parts { edition, name, layers: &layers, allowed, known, repository })
}
