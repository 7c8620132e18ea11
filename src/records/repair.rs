//! Mends the ledger: what a crash, a merge or a hand left broken is put right where that is certain.
//!
//! Certain is: a move that was cut short (the writer settles it on opening), a file without content, a
//! record whose name or folder does not fit what it says, and one issue in several files. Of those the
//! closed one stays, since issues only ever move from open to closed. What loses its place is set aside in the
//! local tier and never deleted. Two different issues under one id, and a file that cannot be understood,
//! are left for a person.

use std::collections::BTreeMap;

use serde::Serialize;

use super::check::{Problem, check_held};
use super::clash::Clash;
use super::desk::Desk;
use super::id::Id;
use super::ledger::{HOME, Name, RECORD_CAP, Record, folder, unusable};
use super::writer::Writer;
use crate::host::Host;
use crate::host::files::{Kind, Trouble};
use crate::host::place::Repository;
use crate::refusal::{Fault, Stop};
use crate::registry::values::{Closed, State};

/// Where files that lose their place go, below `.abcd/`.
const ASIDE: &str = ".work.local/repaired";
/// How many files of one name can be set aside.
const NUMBERS: u32 = 10_000;

/// One thing that was mended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Mended {
    /// The file as it was, from the top of the repository.
    pub path: String,
    /// Where it is now.
    pub now: String,
    /// Why.
    pub why: String,
}

/// What a repair did, and what it left.
#[derive(Debug, Default)]
pub struct Repaired {
    /// What was mended.
    pub mended: Vec<Mended>,
    /// Of which files with one id it could not tell which is right.
    pub clashes: Vec<Clash>,
    /// What is still wrong.
    pub left: Vec<Problem>,
}

/// Mends the ledger of a repository.
pub fn repair(repository: &Repository, host: &Host) -> Result<Repaired, Stop> {
    let Desk { writer } = Desk::open(repository, host, "capture repair")?;
    let mut work = Work { writer, mended: Vec::new(), clashes: Vec::new() };
    let mut groups: BTreeMap<Option<Id>, Vec<Candidate>> = BTreeMap::new();
    for candidate in work.candidates()? {
        groups.entry(candidate.id()).or_default().push(candidate);
    }
    for (id, group) in groups {
        work.mend(id, group)?;
    }
    let left = check_held(&work.writer.ledger)?.problems;
    Ok(Repaired { mended: work.mended, clashes: work.clashes, left })
}

struct Work {
    writer: Writer,
    mended: Vec<Mended>,
    clashes: Vec<Clash>,
}

/// A file of the ledger and what it holds.
struct Candidate {
    state: State,
    file: String,
    holds: Holds,
}

enum Holds {
    Nothing,
    Issue(Box<Record>),
    Riddle,
}

impl Candidate {
    /// The id that it says; the one in its name where it says none.
    fn id(&self) -> Option<Id> {
        match &self.holds {
            Holds::Issue(record) => Some(record.issue.id),
            Holds::Nothing | Holds::Riddle => Id::of_file_name(&self.file).map(|(id, _)| id),
        }
    }

    fn path(&self) -> String {
        format!("{}/{}", folder(self.state), self.file)
    }
}

impl Work {
    fn candidates(&self) -> Result<Vec<Candidate>, Stop> {
        let home = &self.writer.ledger.home;
        let mut candidates = Vec::new();
        for state in State::ALL.iter().copied() {
            let place = folder(state);
            let entries = match home.entries(&place) {
                Ok(entries) => entries,
                Err(Trouble::Absent) => continue,
                Err(trouble) => return Err(unusable(&format!("{HOME}/{place}"), trouble)),
            };
            for entry in entries.into_iter().filter(|entry| entry.kind == Kind::File) {
                if let Some(file) = entry.name.to_str().filter(|file| !file.starts_with('.')) {
                    candidates.push(self.look(state, file));
                }
            }
        }
        Ok(candidates)
    }

    fn look(&self, state: State, file: &str) -> Candidate {
        let file = file.to_owned();
        let text = self.writer.ledger.home.read_text(format!("{}/{file}", folder(state)), RECORD_CAP);
        let holds = match text {
            Ok(text) if text.trim().is_empty() => Holds::Nothing,
            Ok(text) => {
                // The name is not judged yet, so any id stands in for the one that it may not have.
                let parsed = Id::of_file_name(&file).map(|(id, _)| id).or_else(|| "iss-1".parse().ok());
                let record =
                    parsed.and_then(|id| Record::parse(&text, Name { id, state, file: file.clone() }).ok());
                record.map_or(Holds::Riddle, |record| Holds::Issue(Box::new(record)))
            }
            Err(_) => Holds::Riddle,
        };
        Candidate { state, file, holds }
    }

    /// Mends the files of one id.
    fn mend(&mut self, id: Option<Id>, group: Vec<Candidate>) -> Result<(), Stop> {
        let mut issues = Vec::new();
        let mut riddles = 0;
        for candidate in group {
            match candidate.holds {
                Holds::Nothing => self.set_aside(&candidate.path(), "it held nothing")?,
                Holds::Issue(record) => issues.push(*record),
                Holds::Riddle => riddles += 1,
            }
        }
        let Some(kept) = keeper(&issues).filter(|_| id.is_some() && riddles == 0) else {
            self.clashes.extend(Clash::of(&issues));
            return Ok(());
        };
        let kept = issues.remove(kept);
        for record in &issues {
            let why = format!("{} is the same issue and stays", kept.issue.id);
            self.set_aside(&record.name.below_home(), &why)?;
        }
        self.put_in_place(&kept)
    }

    /// Moves a record under the name and into the folder that its content asks for.
    fn put_in_place(&mut self, record: &Record) -> Result<(), Stop> {
        let Some(state) = state_of(record) else {
            return Ok(());
        };
        let place = Name { id: record.issue.id, state, file: record.issue.file_name() };
        let (from, to) = (record.name.below_home(), place.below_home());
        if from == to || record.clone_at(place.clone()).sound().is_err() {
            return Ok(());
        }
        if self.writer.ledger.home.kind(&to).map_err(|trouble| unusable(&place.path(), trouble))?.is_some() {
            return Ok(());
        }
        self.writer.make_folder(state)?;
        self.writer.shift(&from, &to)?;
        self.note(&from, &to, "its name or folder did not fit what it says");
        Ok(())
    }

    fn set_aside(&mut self, from: &str, why: &str) -> Result<(), Stop> {
        let home = &self.writer.ledger.home;
        let in_way = |trouble| unusable(&format!("{HOME}/{ASIDE}"), trouble);
        home.make_dir(ASIDE).map_err(in_way)?;
        let file = from.rsplit('/').next().unwrap_or(from);
        for number in 1..=NUMBERS {
            let to = format!("{ASIDE}/{number}-{file}");
            match home.rename(from, &to) {
                Err(Trouble::Exists) => {}
                Err(trouble) => return Err(in_way(trouble)),
                Ok(()) => {
                    self.note(from, &to, why);
                    return Ok(());
                }
            }
        }
        Err(Fault::new(format!("{HOME}/{ASIDE} is full of files of one name; empty it")).into())
    }

    fn note(&mut self, from: &str, to: &str, why: &str) {
        let whole = |path: &str| format!("{HOME}/{path}");
        self.mended.push(Mended { path: whole(from), now: whole(to), why: why.to_owned() });
    }
}

impl Record {
    fn clone_at(&self, name: Name) -> Self {
        Self { name, ..self.clone() }
    }
}

/// The folder that a record's content asks for; none where it says two things.
fn state_of(record: &Record) -> Option<State> {
    match (&record.issue.resolution, &record.issue.wontfix_reason) {
        (Some(_), Some(_)) => None,
        (Some(_), None) => Some(State::Resolved),
        (None, Some(_)) => Some(State::Wontfix),
        (None, None) => Some(State::Open),
    }
}

/// Which of several files of one id stays, where that is certain.
fn keeper(issues: &[Record]) -> Option<usize> {
    let first = issues.first()?;
    let same =
        |record: &&Record| record.issue.slug == first.issue.slug && record.issue.text == first.issue.text;
    if !issues.iter().all(|record| same(&record)) {
        return None;
    }
    let closed: Vec<_> = issues.iter().filter(|record| state_of(record) != Some(State::Open)).collect();
    let words = |record: &Record| (record.issue.resolution.clone(), record.issue.wontfix_reason.clone());
    if let Some(ending) = closed.first()
        && (state_of(ending).is_none() || closed.iter().any(|record| words(record) != words(ending)))
    {
        return None;
    }
    let stays = |record: &Record| closed.is_empty() || state_of(record) != Some(State::Open);
    let sound = |record: &Record| record.clone().sound().is_ok();
    let place = |wanted: &dyn Fn(&Record) -> bool| issues.iter().position(wanted);
    place(&|record| stays(record) && sound(record)).or_else(|| place(&stays))
}
