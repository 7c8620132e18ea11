//! How the routines of a repository stand, in one word each.

use std::path::Path;

use super::head::uncommitted;
use super::seen::{Now, Open};
use crate::host::Host;
use crate::host::git::Git;
use crate::person::Ceiling;
use crate::refusal::Stop;
use crate::registry::code;
use crate::registry::refusals::Code;
use crate::registry::values::FleetState;
use crate::routine::detect::{Head, History};
use crate::routine::manifest::ROUTINES;
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::make::PROMPT;
use crate::routine::record::standing::{Finding, Standing, own};
use crate::routine::record::terms::Terms;
use crate::routine::record::update::{Declined, Plan, Wishes, plan};

/// How a routine stands, or why that cannot be told.
#[derive(Debug)]
pub struct Stands {
    /// Its name; none where the whole repository cannot be looked at.
    pub name: Option<String>,
    /// Its archetype.
    pub archetype: Option<String>,
    /// The template version that it was rendered from.
    pub version: Option<u32>,
    /// The word for it.
    pub state: FleetState,
    /// How far its prompt lets its loop merge.
    pub authority: Option<Ceiling>,
    /// Whether that is more than the person allows.
    pub above_ceiling: bool,
    /// What there is to know of it.
    pub reason: Option<Reason>,
}

/// A code and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The code; a fault has none.
    pub code: Option<&'static str>,
    /// What happened.
    pub message: String,
}

/// A routine with what an update makes of it.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The routine.
    pub laid: Laid,
    /// What was found.
    pub standing: Standing<'a>,
    /// What it would become.
    pub plan: Plan,
    /// The word for it.
    pub state: FleetState,
}

/// The routines of a repository that were judged, and those that could not be.
#[derive(Debug)]
pub struct All<'a> {
    /// In the order of their names.
    pub judged: Vec<Judged<'a>>,
    /// The others, each with why.
    pub failed: Vec<(String, Stop)>,
    /// What the repository says.
    pub now: Now,
}

impl Reason {
    /// The reason that a code stands for.
    pub fn of(code: Code) -> Self {
        let row = code.row();
        Self { code: Some(&row.code), message: row.summary.to_string() }
    }

    /// Why something was not done.
    pub fn stopped(stop: &Stop) -> Self {
        match stop {
            Stop::Refused(refusal) => {
                Self { code: Some(&refusal.code.row().code), message: refusal.error().to_owned() }
            }
            Stop::Fault(fault) => Self { code: None, message: fault.0.clone() },
            Stop::Exit(exit) => Self { code: None, message: exit.message().to_owned() },
        }
    }
}

impl Stands {
    /// A routine, or a whole repository, that could not be looked at.
    pub fn failed(name: Option<String>, stop: &Stop) -> Self {
        Self {
            name,
            archetype: None,
            version: None,
            state: FleetState::Failed,
            authority: None,
            above_ceiling: false,
            reason: Some(Reason::stopped(stop)),
        }
    }

    fn of(judged: &Judged<'_>) -> Self {
        let record = &judged.laid.record;
        Self {
            name: Some(record.name.clone()),
            archetype: Some(record.archetype.clone()),
            version: Some(record.template.version),
            state: judged.state,
            authority: Some(record.authority),
            above_ceiling: judged.found(Finding::AboveCeiling),
            reason: judged.code().map(Reason::of),
        }
    }
}

/// How every routine of the repository at `folder` stands; nothing is written.
pub fn status(folder: &Path, terms: &Terms, host: &Host) -> Vec<Stands> {
    let looked = || {
        let open = Open::at(folder)?;
        let held = open.is_held()?;
        judge(&open, held, terms, host, &Wishes::default())
    };
    match looked() {
        Ok(all) => all.stands(),
        Err(stop) => vec![Stands::failed(None, &stop)],
    }
}

/// Judges every routine of a repository: two processes of git, and a third where a prompt was edited.
pub fn judge<'a>(
    open: &Open,
    held: bool,
    terms: &'a Terms,
    host: &Host,
    wishes: &Wishes,
) -> Result<All<'a>, Stop> {
    let names = open.names()?;
    let now = open.now(&names, History::Unasked, terms, host)?;
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    for name in names {
        match stand(open, &name, &now, terms) {
            Ok(Some(one)) => found.push(one),
            // It went away since the folder was listed.
            Ok(None) => {}
            Err(stop) => failed.push((name, stop)),
        }
    }
    let edited = found.iter().filter(|(_, standing)| standing.findings.contains(&Finding::PromptEdited));
    let prompts: Vec<String> = edited.map(|(laid, _)| prompt_of(laid)).collect();
    let dirty = uncommitted(&Git::at(&host.env, &open.place.root), &open.root, &prompts)?;
    let mut judged = Vec::new();
    for (laid, standing) in found {
        let (name, dirty) = (laid.record.name.clone(), dirty.contains(&prompt_of(&laid)));
        match Judged::new(laid, standing, (held, dirty), &now, terms, wishes) {
            Ok(one) => judged.push(one),
            Err(stop) => failed.push((name, stop)),
        }
    }
    Ok(All { judged, failed, now })
}

fn prompt_of(laid: &Laid) -> String {
    format!("{ROUTINES}/{}/{PROMPT}", laid.record.name)
}

fn stand<'a>(
    open: &Open,
    name: &str,
    now: &Now,
    terms: &'a Terms,
) -> Result<Option<(Laid, Standing<'a>)>, Stop> {
    let Some(laid) = laid::read(&open.root, name)? else { return Ok(None) };
    let mut standing = own(&terms.editions, &laid)?;
    standing.facts(&laid, &now.known)?;
    standing.ceiling(&laid, &terms.settings, &now.allowed);
    Ok(Some((laid, standing)))
}

impl All<'_> {
    fn stands(&self) -> Vec<Stands> {
        let failed = self.failed.iter().map(|(name, stop)| Stands::failed(Some(name.clone()), stop));
        let mut all: Vec<Stands> = self.judged.iter().map(Stands::of).chain(failed).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }
}

impl<'a> Judged<'a> {
    fn new(
        laid: Laid,
        standing: Standing<'a>,
        (held, dirty): (bool, bool),
        now: &Now,
        terms: &'a Terms,
        wishes: &Wishes,
    ) -> Result<Self, Stop> {
        let decide = |wishes| {
            let person = (&now.allowed, &terms.settings);
            plan(&terms.editions, &laid, &standing, &now.known, person, wishes)
        };
        let unasked = Wishes::default();
        let alone = decide(&unasked)?;
        let conflict = alone.declined == Some(Declined::Conflict);
        let plan = if *wishes == unasked { alone } else { decide(wishes)? };
        let mut judged = Self { laid, standing, plan, state: FleetState::Current };
        judged.state = match () {
            () if held => FleetState::Held,
            () if now.ignores(&judged.laid.record.name) => FleetState::IgnoredPath,
            () if conflict => FleetState::Conflict,
            () if dirty => FleetState::Dirty,
            () if judged.edit().is_some() => FleetState::Edited,
            () if judged.lag().is_some() && now.checkout.head == Head::Detached => FleetState::Detached,
            () if judged.lag().is_some() => FleetState::Behind,
            () if judged.found(Finding::FactsDrifted) => FleetState::Drifted,
            () if now.known.gates.is_empty() => FleetState::UnknownToolchain,
            () => FleetState::Current,
        };
        Ok(judged)
    }

    /// Whether something was found.
    pub fn found(&self, finding: Finding) -> bool {
        self.standing.findings.contains(&finding)
    }

    /// What a hand did to it.
    fn edit(&self) -> Option<Finding> {
        let edits = [Finding::RecordEdited, Finding::InvariantsMissing, Finding::PromptEdited];
        edits.into_iter().find(|finding| self.found(*finding))
    }

    /// What the template did, or the person who allows less than before.
    fn lag(&self) -> Option<Finding> {
        let lags = [Finding::AboveCeiling, Finding::TemplateAltered, Finding::TemplateBehind];
        lags.into_iter().find(|finding| self.found(*finding))
    }

    /// The code that says what its state means and what to do about it.
    pub fn code(&self) -> Option<Code> {
        match self.state {
            FleetState::Held => Some(code::ROUTINE_HELD),
            FleetState::IgnoredPath => Some(code::ROUTINE_IGNORED_PATH),
            FleetState::Conflict => Some(code::ROUTINE_CONFLICT),
            FleetState::Dirty | FleetState::Edited => self.edit().map(Finding::code),
            FleetState::Detached => Some(code::FLEET_DETACHED),
            FleetState::Behind => self.lag().map(Finding::code),
            FleetState::Drifted => Some(code::ROUTINE_FACTS_DRIFTED),
            FleetState::Failed | FleetState::UnknownToolchain | FleetState::Current => None,
        }
    }
}
