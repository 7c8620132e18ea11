//! The template versions of every archetype, side by side: each can still be rendered as it was.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::answers::Answers;
use super::digest;
use super::engine::Engine;
use crate::host::env::Env;
use crate::host::files::{Dir, Kind, Trouble};
use crate::registry::invariants::INVARIANTS;
use crate::registry::routines::ROUTINES;
use crate::registry::templates;
use crate::tables::load;
use crate::tables::model::invariants::Invariant;
use crate::tables::model::routines::{Choice, Dimension, Number, Routine, Switch, TextAsk, Versioned};
use crate::tables::source::Source;

/// The most that is read of one file of a made-up edition, in bytes.
const FILE_CAP: u64 = 1024 * 1024;

/// Archetypes, rules and templates of all versions.
#[derive(Debug, Clone)]
pub struct Editions {
    routines: Cow<'static, [Routine]>,
    invariants: Cow<'static, [Invariant]>,
    /// Templates that stand over the built-in ones.
    over: Option<Arc<BTreeMap<String, String>>>,
    made: Arc<Made>,
}

/// What is made once for all repositories of a call.
#[derive(Debug, Default)]
struct Made {
    /// Engines, by template version; each keeps what it compiled.
    engines: Mutex<BTreeMap<u32, Arc<Engine>>>,
    /// Digests, by archetype and template version.
    digests: Mutex<BTreeMap<(String, u32), String>>,
}

/// One template version of one archetype.
#[derive(Debug, Clone, Copy)]
pub struct Edition<'a> {
    of: &'a Editions,
    /// The archetype.
    pub routine: &'a Routine,
    /// The template version, from 1.
    pub version: u32,
}

impl Editions {
    /// What is built in.
    pub fn built_in() -> Self {
        let (routines, invariants) = (Cow::Borrowed(&ROUTINES[..]), Cow::Borrowed(&INVARIANTS[..]));
        Self { routines, invariants, over: None, made: Arc::default() }
    }

    /// What a call renders from: what is built in, and what a test lays over it.
    pub fn of(env: &Env) -> Result<Self, Trouble> {
        env.editions.as_deref().map_or_else(|| Ok(Self::built_in()), |folder| Self::with(&Dir::open(folder)?))
    }

    /// What is built in, with the rows below `tables/` and the files below `templates/` of `dir` over it.
    /// Only tests go through versions that nobody released.
    pub fn with(dir: &Dir) -> Result<Self, Trouble> {
        let mut files = BTreeMap::new();
        gather(dir, "", &mut files)?;
        let is_table = |path: &str| path.starts_with("tables/");
        let sources = files.iter().filter(|(path, _)| is_table(path));
        let sources = sources.map(|(path, text)| Source { path: path.clone(), text: text.clone() }).collect();
        let (tables, _) = load::load(sources);
        let mut editions = Self::built_in();
        for (_, row) in tables.routines {
            let routines = editions.routines.to_mut();
            routines.retain(|one| one.id != row.id);
            routines.push(row);
        }
        for (_, row) in tables.invariants {
            let invariants = editions.invariants.to_mut();
            invariants.retain(|one| one.id != row.id || one.since != row.since);
            invariants.push(row);
        }
        editions
            .invariants
            .to_mut()
            .sort_by(|one, other| (&one.id, one.since).cmp(&(&other.id, other.since)));
        let under =
            |(path, text): (String, String)| Some((path.strip_prefix("templates/")?.to_owned(), text));
        editions.over = Some(Arc::new(files.into_iter().filter_map(under).collect()));
        Ok(editions)
    }

    /// Every archetype, sorted by name.
    pub fn archetypes(&self) -> &[Routine] {
        &self.routines
    }

    /// The newest version of an archetype.
    pub fn latest(&self, archetype: &str) -> Option<Edition<'_>> {
        let routine = self.routines.iter().find(|row| row.id == archetype)?;
        Some(Edition { of: self, routine, version: routine.versions.last().copied()? })
    }

    /// One version of an archetype.
    pub fn at(&self, archetype: &str, version: u32) -> Option<Edition<'_>> {
        let latest = self.latest(archetype)?;
        latest.routine.versions.contains(&version).then_some(Edition { version, ..latest })
    }
}

impl<'a> Edition<'a> {
    /// The text that this version has under a template's name: its own, or the newest older one.
    pub fn text(&self, name: &str) -> Option<String> {
        found(self.of.over.as_deref(), self.version, name)
    }

    /// The engine over the templates of this version.
    pub fn engine(&self) -> Arc<Engine> {
        let mut engines = self.of.made.engines.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = engines.entry(self.version).or_insert_with(|| {
            let (over, version) = (self.of.over.clone(), self.version);
            Arc::new(Engine::over(move |name| found(over.as_deref(), version, name)))
        });
        Arc::clone(engine)
    }

    /// What this version's content is worth, in hex: two renders of the same facts differ only where it does.
    pub fn digest(&self) -> String {
        let mut digests = self.of.made.digests.lock().unwrap_or_else(PoisonError::into_inner);
        let of = (self.routine.id.to_string(), self.version);
        digests.entry(of).or_insert_with(|| digest::digest(self)).clone()
    }

    /// The rules of this version, whatever is answered, sorted by name.
    pub fn rules(&self) -> impl Iterator<Item = &'a Invariant> {
        let (archetype, version) = (&self.routine.id, self.version);
        let invariants: &'a [Invariant] = &self.of.invariants;
        invariants.iter().filter(move |rule| rule.holds(version) && rule.archetypes.contains(archetype))
    }

    /// The questions with a closed set of answers.
    pub fn choices(&self) -> impl Iterator<Item = &'a Choice> {
        holding(&self.routine.choice, self.version)
    }

    /// The questions that a number answers.
    pub fn numbers(&self) -> impl Iterator<Item = &'a Number> {
        holding(&self.routine.number, self.version)
    }

    /// The questions that on or off answers.
    pub fn switches(&self) -> impl Iterator<Item = &'a Switch> {
        holding(&self.routine.switch, self.version)
    }

    /// The questions that a text answers.
    pub fn texts(&self) -> impl Iterator<Item = &'a TextAsk> {
        holding(&self.routine.text, self.version)
    }

    /// What the hunters look for.
    pub fn dimensions(&self) -> impl Iterator<Item = &'a Dimension> {
        holding(&self.routine.dimension, self.version)
    }

    /// What a prompt with these answers lets its loop do, in row order.
    pub fn powers(&self, answers: &Answers) -> Vec<String> {
        let gives = |asked: &str, without: &[Cow<'static, str>]| {
            asked.is_empty()
                || answers.shown(asked).is_some_and(|answer| !without.iter().any(|no| *no == answer))
        };
        let rows = self.routine.power.iter().filter(|row| gives(&row.asked, &row.without));
        rows.map(|row| row.id.to_string()).collect()
    }
}

/// The rows that hold for a version.
fn holding<R: Versioned>(rows: &[R], version: u32) -> impl Iterator<Item = &R> {
    rows.iter().filter(move |row| row.holds(version))
}

/// The newest file of that name in the folders of this version and of the older ones.
fn found(over: Option<&BTreeMap<String, String>>, version: u32, name: &str) -> Option<String> {
    (1..=version).rev().find_map(|version| {
        let path = format!("{version}/{name}");
        over.and_then(|over| over.get(&path)).cloned().or_else(|| templates::text(&path))
    })
}

fn gather(dir: &Dir, below: &str, files: &mut BTreeMap<String, String>) -> Result<(), Trouble> {
    for entry in dir.entries(if below.is_empty() { "." } else { below })? {
        let name = entry.name.to_string_lossy();
        let path = if below.is_empty() { name.into_owned() } else { format!("{below}/{name}") };
        match entry.kind {
            Kind::Folder => gather(dir, &path, files)?,
            Kind::File => {
                let text = dir.read_text(&path, FILE_CAP)?;
                files.insert(path, text);
            }
            Kind::Link | Kind::Other => {}
        }
    }
    Ok(())
}
