//! `abcd routine interview`: asks what a loop is for and how far it may go, and lays it down.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::at::At;
use super::lay::{Chosen, Seen};
use crate::call::{Call, Document, Outcome, Page};
use crate::commands::interview::session::{Flags, recorded, session};
use crate::host::Host;
use crate::interview::asking::ask;
use crate::interview::plan::fixed::{self, Known, facts};
use crate::interview::plan::sheet::Sheet;
use crate::interview::plan::{Given, Plan};
use crate::interview::record::keep::Keeper;
use crate::interview::record::place::Place;
use crate::person::Ceiling;
use crate::refusal::{Fault, Stop};
use crate::registry::args;
use crate::registry::interviews::interview;
use crate::registry::values::InterviewFact;
use crate::routine::manifest::ROUTINES;
use crate::routine::record::Source;
use crate::routine::record::layers::{Layers, Lowered};
use crate::settings::Settings;
use crate::tables::model::interviews::Target;

/// The row of the interview.
const ROW: &str = "routine";
/// The question whose answer is the host.
const HOST: &str = "host";

/// What would be asked, or what became of the answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Interviewed {
    /// With `--questions`.
    Asked(Sheet),
    /// The routine that was laid down.
    Laid(Box<Laid>),
}

/// A routine after its interview.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Laid {
    /// The routine's name.
    name: String,
    /// The archetype's name.
    archetype: String,
    /// What was answered, by the question's id.
    answered: Given,
    /// Where the answers are kept, from the top of the repository.
    record: Option<String>,
    /// How far the loop may merge.
    authority: Ceiling,
    /// A merge authority that was asked for and not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lowered: Option<Lowered>,
    /// What is said in the place of questions that were not asked.
    said: Vec<String>,
    /// The command that makes the files of the host that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    export: Option<String>,
    /// The files that were written, from the top of the repository; empty where they stood there already.
    written: Vec<String>,
}

pub(crate) fn run(args: args::RoutineInterview, call: &Call, host: &Host) -> Outcome<Interviewed> {
    let at = At::of(call, host)?;
    let chosen = Chosen::of(&at, args.name.as_deref(), args.archetype.as_deref(), None)?;
    let mut layers = Layers::new(chosen.edition, &at.terms.settings)?;
    layers.repository(&Settings::of(&at.root)?.routine)?;
    if let Some(laid) = &chosen.laid {
        layers.record(&laid.record)?;
    }
    let seen = Seen::of(&at, &chosen, host)?;
    let plan = plan(&at, &chosen, &layers, &seen)?;
    if args.questions {
        return Ok(Interviewed::Asked(Sheet::of(&plan, &chosen.name)).into());
    }
    seen.committable(&at, &chosen.name)?;
    let root = at.place.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")))?;
    let mut keeper = Keeper::begin(Place::of_repository(root)?, ROW, &chosen.name, host.clock.now())?;
    let flags =
        Flags { answers: args.answers.as_deref(), set: &args.set, answered_in: args.answered_in.as_deref() };
    let mut session = session(&plan, &flags, call, host)?;
    // A person's answers are kept as they come. What was handed over is there whole, so that nothing at all is
    // written before it is known to lead somewhere.
    let answered = if session.person {
        ask(&plan, &mut *session.door, &mut |_, kept| keeper.answer(recorded(&kept)))?
    } else {
        ask(&plan, &mut *session.door, &mut |_, _| Ok(()))?
    };
    for (id, value) in plan.decided(&answered, Target::Routine) {
        layers.set(id, value, Source::AnswersFile)?;
    }
    let lock = seen.lock(&at, &chosen.name, host)?;
    let made = Seen::settled(&at, seen.made(&chosen, &layers)?, args.approve)?;
    if !session.person {
        ask(&plan, &mut *session.door, &mut |_, kept| keeper.answer(recorded(&kept)))?;
    }
    let written = Seen::lay(&at, &made, &lock)?;
    let export = plan.decided(&answered, Target::Next).find(|(sets, _)| *sets == HOST);
    let export = export.map(|(_, host)| format!("abcd routine export {} --host {host} --write", chosen.name));
    let laid = Laid {
        name: chosen.name,
        archetype: made.record.archetype,
        record: keeper.path(),
        authority: made.record.authority,
        lowered: made.lowered,
        said: plan.said,
        answered,
        export,
        written,
    };
    Ok(Interviewed::Laid(Box::new(laid)).into())
}

/// What is asked of this routine here.
fn plan(at: &At, chosen: &Chosen<'_>, layers: &Layers<'_>, seen: &Seen) -> Result<Plan, Stop> {
    let row = interview(ROW).ok_or_else(|| Fault::new("no row says what a routine is asked"))?;
    let given = layers.given().into_iter();
    let now: BTreeMap<_, _> = given
        .map(|(id, given)| {
            ((Target::Routine, id), format!("{} (from {})", given.value.shown(), given.from.whose()))
        })
        .collect();
    let known = facts(|fact| known(fact, seen));
    Ok(fixed::plan(
        row,
        &Known {
            facts: &known,
            edition: Some(chosen.edition),
            editions: &at.terms.editions,
            ceiling: seen.allowed.ceiling,
            now: &now,
        },
    ))
}

fn known(fact: InterviewFact, seen: &Seen) -> Option<String> {
    let facts = &seen.found.facts;
    match fact {
        InterviewFact::Ceiling => Some(seen.allowed.ceiling.word().to_owned()),
        InterviewFact::CeilingKey => Some(seen.allowed.key.clone()),
        InterviewFact::ReleaseFlow => facts.release.as_ref().map(|release| release.kind.clone()),
        InterviewFact::DecisionLog => facts.decision_log.as_ref().map(|log| log.path.clone()),
        InterviewFact::Project => facts.repository.slug.clone(),
    }
}

impl Document for Interviewed {
    fn page(&self, page: &mut Page) {
        match self {
            Self::Asked(sheet) => page.text(&serde_json::to_string_pretty(sheet).unwrap_or_default()),
            Self::Laid(laid) => laid.page(page),
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, Self::Asked(_))
    }
}

impl Laid {
    fn page(&self, page: &mut Page) {
        for said in &self.said {
            page.note(said.as_str());
        }
        if let Some(lowered) = &self.lowered {
            page.note(lowered.to_string());
        }
        if self.written.is_empty() {
            page.line(format!("{ROUTINES}/{} stands there already; nothing was changed.", self.name));
        }
        for path in self.record.iter().chain(&self.written) {
            page.line(format!("wrote {path}"));
        }
        if let Some(export) = &self.export {
            page.line(format!("for its host: {export}"));
        }
    }
}
