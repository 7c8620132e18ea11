//! The setup interview of `abcd init`: what holds for a repository, and what holds on the whole machine.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::interview::session::{Flags, Session, recorded, session};
use crate::call::{Call, Page};
use crate::host::Host;
use crate::host::files::Dir;
use crate::host::place::Repository;
use crate::interview::asking::ask;
use crate::interview::plan::fixed::{self, Known, facts};
use crate::interview::plan::sheet::Sheet;
use crate::interview::plan::{Given, Plan};
use crate::interview::record::keep::Keeper;
use crate::interview::record::place::Place;
use crate::person::settings::{Preference, Shown};
use crate::person::{Ceiling, Settings as Own};
use crate::records::ledger::unusable;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::interviews::interview;
use crate::registry::values::InterviewFact;
use crate::registry::{args, code};
use crate::routine::detect::{Facts, History, Wants};
use crate::routine::record::terms::{editions, look};
use crate::runner::Routes;
use crate::settings::edit::{Change, edited};
use crate::settings::{CAP, FILE, Settings};
use crate::tables::model::interviews::Target;

/// The row of the interview.
const ROW: &str = "setup";
/// How the person's settings are called.
const PERSONS: &str = "your config.toml";

/// What became of the interview.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Setup {
    /// What was answered, by the question's id.
    answered: Given,
    /// Where the answers are kept.
    records: Vec<String>,
    /// What was set; what was left for later is not among it.
    pub(super) set: Vec<Set>,
    /// What is said in the place of questions that were not asked.
    said: Vec<String>,
}

/// A key that was set.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Set {
    /// `.abcd/config.toml`, or the person's own.
    file: &'static str,
    /// The key.
    key: String,
    /// What it is set to.
    to: String,
}

/// What the interview is about, as it stands.
pub(super) struct Ground {
    plan: Plan,
    /// The texts of the two settings files.
    repository: String,
    machine: String,
}

/// An interview whose answers, where they were handed over, are known to be right.
pub(super) struct Interview<'a> {
    ground: &'a Ground,
    session: Session,
}

impl Ground {
    /// Looks at the repository and at both settings files, which must be readable.
    pub(super) fn of(repository: &Repository, host: &Host) -> Result<Self, Stop> {
        let root = repository.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")))?;
        let (own, settings) = (Own::of(&host.env)?, Settings::of(&root)?);
        // A route that cannot be used would stand beside what is set now.
        drop(Routes::of(&own, None, None)?);
        let found = look(repository, host, Wants { history: History::Unasked, files: &[] })?;
        let editions = editions(host)?;
        let known = facts(|fact| known(fact, &found.facts));
        let row = interview(ROW).ok_or_else(|| Fault::new("no row says what is set up"))?;
        let now = now(&own, &settings);
        let plan = fixed::plan(
            row,
            &Known { facts: &known, edition: None, editions: &editions, ceiling: Ceiling::All, now: &now },
        );
        Ok(Self { plan, repository: text(&root)?, machine: Own::text(&host.env)? })
    }

    /// What would be asked.
    pub(super) fn sheet(&self) -> Sheet {
        Sheet::of(&self.plan, ROW)
    }

    /// The settings file of a target with what these answers set.
    fn changed(&self, target: Target, answered: &Given) -> Result<(Option<String>, Vec<Set>), Stop> {
        let changes: Vec<Change> = self.plan.decided(answered, target).map(owned).collect();
        let (text, file) = match target {
            Target::Machine => (&self.machine, PERSONS),
            _ => (&self.repository, FILE),
        };
        let in_way = || {
            Refusal::new(code::INIT_BROKEN_SETTINGS)
                .saying(format!("{file} has something else where a table belongs"))
        };
        let new = edited(text, &changes).ok_or_else(in_way)?;
        let set = changes.into_iter().map(|(key, to)| Set { file, key, to }).collect();
        Ok(((new != *text).then_some(new), set))
    }
}

/// Begins: whatever was handed over is checked whole, and would lead to settings that can be read again.
pub(super) fn begun<'a>(
    ground: &'a Ground,
    args: &args::Init,
    call: &Call,
    host: &Host,
) -> Result<Interview<'a>, Stop> {
    let flags =
        Flags { answers: args.answers.as_deref(), set: &args.set, answered_in: args.answered_in.as_deref() };
    let mut session = session(&ground.plan, &flags, call, host)?;
    // A home in which nothing can be kept is found before anybody is asked.
    drop(Place::of_home(host.env.home.as_deref())?);
    if !session.person {
        let answered = ask(&ground.plan, &mut *session.door, &mut |_, _| Ok(()))?;
        for target in [Target::Repository, Target::Machine] {
            drop(ground.changed(target, &answered)?);
        }
    }
    Ok(Interview { ground, session })
}

impl Interview<'_> {
    /// Asks, keeps each answer with the part that it is of, and sets what was decided: both parts are answered
    /// before either is set.
    pub(super) fn ended(&mut self, repository: &Repository, host: &Host) -> Result<Setup, Stop> {
        let open = || repository.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")));
        let begin = |place, target| Keeper::begin(place, ROW, target, host.clock.now());
        let mut here = begin(Place::of_repository(open()?)?, "repository")?;
        let mut machine = begin(Place::of_home(host.env.home.as_deref())?, "machine")?;
        let plan = &self.ground.plan;
        let answered = ask(plan, &mut *self.session.door, &mut |planned, kept| match planned.target {
            Target::Machine => machine.answer(recorded(&kept)),
            _ => here.answer(recorded(&kept)),
        })?;
        let (repository, mut set) = self.ground.changed(Target::Repository, &answered)?;
        let (own, more) = self.ground.changed(Target::Machine, &answered)?;
        if let Some(new) = repository {
            write(&open()?, &self.ground.repository, &new)?;
        }
        if let Some(new) = own {
            Own::write(host, &self.ground.machine, &new)?;
        }
        set.extend(more);
        let records = here.path().into_iter().chain(machine.path()).collect();
        Ok(Setup { answered, records, set, said: plan.said.clone() })
    }
}

impl Setup {
    pub(super) fn page(&self, page: &mut Page) {
        for said in &self.said {
            page.note(said.as_str());
        }
        for path in &self.records {
            page.line(format!("wrote {path}"));
        }
        for set in &self.set {
            page.line(format!("set {} = {} in {}", set.key, set.to, set.file));
        }
    }
}

fn owned((key, to): (&str, &str)) -> Change {
    (key.to_owned(), to.to_owned())
}

/// The text of the repository's settings; empty where there are none.
fn text(root: &Dir) -> Result<String, Stop> {
    let text = root.read_text_if_there(FILE, CAP).map_err(|trouble| unusable(FILE, trouble))?;
    Ok(text.unwrap_or_default())
}

/// Writes the repository's settings, if they are still what they were and can be read again.
fn write(root: &Dir, before: &str, new: &str) -> Result<(), Stop> {
    drop(Settings::parse(new)?);
    if text(root)? != before {
        return Err(Refusal::new(code::INIT_HELD).into());
    }
    root.write(FILE, new.as_bytes()).map_err(|trouble| unusable(FILE, trouble))
}

/// How each key stands now.
fn now(own: &Own, settings: &Settings) -> BTreeMap<(Target, String), String> {
    let routine = settings.routine.keys().filter_map(|id| {
        let answer = Preference::answer(&settings.routine, "", id)?;
        Some((Target::Repository, format!("routine.{id}"), answer))
    });
    let roles = own.roles.iter().filter_map(|(role, choice)| {
        Some((Target::Machine, format!("roles.{role}.runner"), choice.get("runner")?.as_str()?.to_owned()))
    });
    let texts = [
        (Target::Repository, "decision_log", settings.decision_log.clone()),
        (Target::Repository, "identity.title", settings.identity.title.clone()),
        (Target::Repository, "identity.tagline", settings.identity.tagline.clone()),
        (Target::Machine, "interview.list", own.interview.list.map(list)),
        (Target::Machine, "merge.ceiling", own.there.then(|| own.merge.ceiling.word().to_owned())),
    ];
    let texts = texts.into_iter().filter_map(|(target, key, value)| Some((target, key.to_owned(), value?)));
    texts.chain(routine).chain(roles).map(|(target, key, value)| ((target, key), value)).collect()
}

fn list(shown: Shown) -> String {
    match shown {
        Shown::Arrows => "arrows",
        Shown::Numbered => "numbered",
    }
    .to_owned()
}

fn known(fact: InterviewFact, facts: &Facts) -> Option<String> {
    match fact {
        InterviewFact::DecisionLog => facts.decision_log.as_ref().map(|log| log.path.clone()),
        InterviewFact::Project => {
            let slug = facts.repository.slug.as_deref()?;
            Some(slug.rsplit('/').next().unwrap_or(slug).to_owned())
        }
        InterviewFact::ReleaseFlow => facts.release.as_ref().map(|release| release.kind.clone()),
        // The machine's own part asks for it.
        InterviewFact::Ceiling | InterviewFact::CeilingKey => None,
    }
}
