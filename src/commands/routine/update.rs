//! `abcd routine update`: routines brought up to the newest template.

use schemars::JsonSchema;
use serde::Serialize;

use super::at::At;
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::commands::named_file;
use crate::host::Host;
use crate::refusal::{Refusal, Stop};
use crate::registry::values::{Power, Side};
use crate::registry::{args, code};
use crate::routine::detect::Wants;
use crate::routine::manifest::{PROMPT_CAP, ROUTINES};
use crate::routine::record::difference::conflict_at;
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::layers::Lowered;
use crate::routine::record::standing::own;
use crate::routine::record::terms::look;
use crate::routine::record::update::{Plan, Take, Wishes, added, plan};
use crate::routine::render::Known;

/// What became, or would become, of every routine.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Updated {
    /// The routines, sorted by name.
    routines: Vec<UpdatedRoutine>,
    /// Whether this was a look ahead.
    dry_run: bool,
}

/// What became of one.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::commands) struct UpdatedRoutine {
    /// Its name.
    name: String,
    /// Its archetype.
    archetype: String,
    /// The template version that it was rendered from.
    from_version: u32,
    /// The template version that it is brought to.
    to_version: u32,
    /// Whether a file was, or with `--dry-run` would be, written.
    changed: bool,
    /// Whether the prompt on disk is not what was rendered last.
    edited: bool,
    /// What the template changes, as a unified difference; empty where it changes nothing.
    template_difference: String,
    /// What the repository changed since; taken with `--facts` alone.
    facts_difference: String,
    /// What was edited by hand.
    edit_difference: String,
    /// What the prompt on disk becomes.
    difference: String,
    /// What the new prompt lets its loop do and the old one did not.
    added_powers: Vec<Power>,
    /// A merge authority that was asked for and not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lowered: Option<Lowered>,
}

pub(crate) fn run(args: args::RoutineUpdate, call: &Call, host: &Host) -> Outcome<Updated> {
    let at = At::of(call, host)?;
    let mut all = at.routines(args.name.as_deref())?;
    // Nobody has to wait for a look ahead.
    let lock = if args.dry_run { None } else { Some(laid::lock(&at.root, host)?) };
    if lock.is_some() {
        // What was read before the lock may have changed since.
        all = at.routines(args.name.as_deref())?;
    }
    let wishes = wishes(&args, host)?;
    let facts = look(&at.place, host, Wants::default())?.facts;
    let (known, allowed) = (Known::of(&facts).plain(), at.terms.allowed(&facts));
    let decide = |laid: &Laid| {
        let standing = own(&at.terms.editions, laid)?;
        plan(&at.terms.editions, laid, &standing, &known, (&allowed, &at.terms.settings), &wishes)
    };
    let plans = all.iter().map(decide).collect::<Result<Vec<Plan>, Stop>>()?;
    let mut routines: Vec<UpdatedRoutine> = all
        .iter()
        .zip(&plans)
        .map(|(laid, plan)| {
            let changed = plan.declined.is_none() && laid::differs(laid, &plan.made);
            UpdatedRoutine::of(laid, plan, changed)
        })
        .collect();
    let declined = plans.iter().find_map(|plan| Some((plan.declined.as_ref()?, &plan.made.record.name)));
    if let Some((declined, name)) = declined {
        let refusal = declined.refusal().at(format!("{ROUTINES}/{name}"));
        return Ok(Done::refused(Updated { routines, dry_run: args.dry_run }, refusal));
    }
    if let Some(lock) = &lock {
        for (plan, said) in plans.iter().zip(&mut routines) {
            said.changed = laid::lay(&at.root, &plan.made, lock)?;
        }
    }
    Ok(Updated { routines, dry_run: args.dry_run }.into())
}

fn wishes(args: &args::RoutineUpdate, host: &Host) -> Result<Wishes, Stop> {
    let take = match (args.take, &args.merged) {
        (Some(Side::Edited), _) => Some(Take::Edited),
        (Some(Side::Rendered), _) => Some(Take::Rendered),
        (None, Some(path)) => Some(Take::Merged(merged(&host.env.cwd, path)?)),
        (None, None) => None,
    };
    Ok(Wishes { facts: args.facts, take, approve: args.approve })
}

/// The text of a merged file. A prompt never holds conflict markers: an agent would read them.
fn merged(cwd: &std::path::Path, path: &std::path::Path) -> Result<String, Stop> {
    let unusable = |why: String| -> Stop {
        Refusal::new(code::ROUTINE_BROKEN_MERGE)
            .saying(format!("the merged file cannot be used: {why}"))
            .into()
    };
    let text = named_file::read(cwd, path, PROMPT_CAP).map_err(|trouble| unusable(trouble.to_string()))?;
    let text = text.replace("\r\n", "\n");
    match conflict_at(&text) {
        Some(line) => Err(unusable(format!("a conflict is still open in its line {line}"))),
        None if text.trim().is_empty() => Err(unusable("it is empty".to_owned())),
        None => Ok(text),
    }
}

impl UpdatedRoutine {
    /// What a plan is about; whether it was `changed` is for whoever carries it out to say.
    pub(in crate::commands) fn of(laid: &Laid, plan: &Plan, changed: bool) -> Self {
        let record = &plan.made.record;
        Self {
            name: record.name.clone(),
            archetype: record.archetype.clone(),
            from_version: plan.from,
            to_version: record.template.version,
            changed,
            edited: plan.edited,
            template_difference: plan.template.clone(),
            facts_difference: plan.facts.clone(),
            edit_difference: plan.edits.clone(),
            difference: plan.prompt.clone(),
            added_powers: added(laid, &plan.made),
            lowered: plan.lowered.clone(),
        }
    }

    /// The line that says what became of it.
    pub(in crate::commands) fn line(&self, dry_run: bool) -> String {
        let versions = if self.from_version == self.to_version {
            format!("version {}", self.to_version)
        } else {
            format!("version {} to {}", self.from_version, self.to_version)
        };
        let what = match (self.changed, dry_run) {
            (true, true) => "would be updated",
            (true, false) => "updated",
            (false, _) => "unchanged",
        };
        format!("{}  {} {versions}: {what}", self.name, self.archetype)
    }

    /// What there is to say of it beside the result.
    pub(in crate::commands) fn note(&self, page: &mut Page) {
        if let Some(lowered) = &self.lowered {
            page.note(lowered.to_string());
        }
    }

    /// The differences, each under its own head.
    pub(in crate::commands) fn differences(&self, page: &mut Page) {
        part(page, "what the template changes", &self.template_difference);
        part(page, "what the repository changed since (taken with --facts)", &self.facts_difference);
        part(page, "what was edited by hand", &self.edit_difference);
    }
}

impl Document for Updated {
    fn page(&self, page: &mut Page) {
        for routine in &self.routines {
            routine.note(page);
            page.line(routine.line(self.dry_run));
            routine.differences(page);
        }
    }
}

fn part(page: &mut Page, what: &str, difference: &str) {
    if !difference.is_empty() {
        page.blank();
        page.heading(what);
        page.difference(difference);
    }
}
