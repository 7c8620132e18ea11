//! `abcd routine check`: whether the routines of a repository still are what they should be.

use schemars::JsonSchema;
use serde::Serialize;

use super::at::At;
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::person::Ceiling;
use crate::refusal::{Refusal, Stop};
use crate::registry::args;
use crate::routine::detect::Wants;
use crate::routine::manifest::ROUTINES;
use crate::routine::record::laid::Laid;
use crate::routine::record::standing::{Finding, own};
use crate::routine::record::terms::look;
use crate::routine::render::Known;

/// What was found of every routine.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Checked {
    /// The routines, sorted by name.
    routines: Vec<CheckedRoutine>,
}

/// What was found of one.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedRoutine {
    /// Its name.
    name: String,
    /// Its archetype.
    archetype: String,
    /// The template version that it was rendered from.
    template_version: u32,
    /// What is not as it should be, the gravest first.
    findings: Vec<Finding>,
    /// The rules that the prompt lacks or has in other words.
    missing: Vec<String>,
    /// How far the prompt lets its loop merge.
    authority: Ceiling,
}

pub(crate) fn run(args: args::RoutineCheck, call: &Call, host: &Host) -> Outcome<Checked> {
    let at = At::of(call, host)?;
    let all = at.routines(args.name.as_deref())?;
    let facts = look(&at.place, host, Wants::default())?.facts;
    let (known, allowed) = (Known::of(&facts).plain(), at.terms.allowed(&facts));
    let judge = |laid: &Laid| -> Result<CheckedRoutine, Stop> {
        let mut standing = own(&at.terms.editions, laid)?;
        standing.facts(laid, &known)?;
        standing.ceiling(laid, &at.terms.settings, &allowed);
        Ok(CheckedRoutine {
            name: laid.record.name.clone(),
            archetype: laid.record.archetype.clone(),
            template_version: laid.record.template.version,
            findings: standing.findings,
            missing: standing.missing,
            authority: laid.record.authority,
        })
    };
    let routines = all.iter().map(judge).collect::<Result<Vec<_>, Stop>>()?;
    let gravest = routines.iter().filter_map(|one| Some((*one.findings.first()?, one.name.clone()))).min();
    let document = Checked { routines };
    Ok(match gravest {
        None => document.into(),
        Some((finding, name)) => {
            let refusal = Refusal::new(finding.code()).at(format!("{ROUTINES}/{name}"));
            Done::refused(document, refusal)
        }
    })
}

impl Document for Checked {
    fn page(&self, page: &mut Page) {
        for routine in &self.routines {
            let head =
                format!("{}  {} version {}", routine.name, routine.archetype, routine.template_version);
            if routine.findings.is_empty() {
                page.line(format!("{head}: current"));
                continue;
            }
            page.line(format!("{head}:"));
            for finding in &routine.findings {
                page.line(format!("  {}", finding.code().row().summary));
            }
            if !routine.missing.is_empty() {
                page.line(format!("  missing or altered: {}", routine.missing.join(", ")));
            }
        }
    }
}
