//! Where a repository stands, gathered without writing anything.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::capture::open;
use super::decision::Decision;
use super::home::{TIERS, Tier, has};
use super::id::Id;
use super::intent::Intent;
use super::ledger::{HOME, Ledger, Name, Record, Skipped, Unread, unusable};
use super::order::in_words;
use super::shelf::Shelf;
use super::slug::is_slug;
use super::spec::Spec;
use super::standing::{self, Standing};
use crate::host::Host;
use crate::host::files::{Dir, Kind, Trouble};
use crate::host::place::Repository;
use crate::refusal::Stop;
use crate::registry::values::{Bucket, Closed, Severity, Stage, State};

/// How many of the newest issues are shown.
const NEWEST: usize = 10;
/// The largest `HEAD` that is read, in bytes.
const HEAD_CAP: u64 = 4096;

/// The state of a repository.
#[derive(Debug)]
pub struct Board {
    /// The name of its folder.
    pub repository: String,
    /// The branch that is checked out; none where a commit is.
    pub branch: Option<String>,
    /// Its tiers, and what git does with each; none where git did not say.
    pub tiers: Vec<(&'static Tier, Option<Standing>)>,
    /// How many issues were read in each folder of the ledger.
    pub issues: Vec<(State, usize)>,
    /// How many open issues there are of each severity, worst first.
    pub open: Vec<(Severity, usize)>,
    /// The newest open issues, newest first.
    pub newest: Vec<Record>,
    /// How many intents were read in each folder.
    pub intents: Vec<(Bucket, usize)>,
    /// How many specs were read in each folder.
    pub specs: Vec<(Stage, usize)>,
    /// How many decisions were read.
    pub decisions: usize,
    /// The routines that are rendered.
    pub routines: Vec<String>,
    /// What was passed over.
    pub skipped: Vec<Skipped>,
}

/// Gathers the board of a repository.
pub fn board(repository: &Repository, host: &Host) -> Result<Board, Stop> {
    let root = open(repository)?;
    let name = repository.root.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut board = Board {
        repository: name.unwrap_or_default(),
        branch: branch(repository),
        tiers: Vec::new(),
        issues: State::ALL.iter().map(|state| (*state, 0)).collect(),
        open: Severity::ALL.iter().rev().map(|severity| (*severity, 0)).collect(),
        newest: Vec::new(),
        intents: Bucket::ALL.iter().map(|bucket| (*bucket, 0)).collect(),
        specs: Stage::ALL.iter().map(|stage| (*stage, 0)).collect(),
        decisions: 0,
        routines: Vec::new(),
        skipped: Vec::new(),
    };
    if root.kind(HOME).map_err(|trouble| unusable(HOME, trouble))?.is_none() {
        board.tiers = TIERS.iter().map(|tier| (tier, Some(Standing::Absent))).collect();
        return Ok(board);
    }
    let ledger = Ledger::open(&root)?;
    board.tiers = tiers(&root, repository, host)?;
    board.count(&ledger)?;
    board.lasting(&ledger)?;
    board.routines(&root)?;
    board.skipped.sort();
    Ok(board)
}

impl Board {
    fn count(&mut self, ledger: &Ledger) -> Result<(), Stop> {
        let names = ledger.names()?;
        let twice: BTreeSet<Id> = ledger.duplicates(&names).into_keys().collect();
        self.skipped.extend(names.skipped.iter().cloned());
        let skip = |name: &Name, why: String| Skipped { path: name.path(), why };
        for name in names.found.iter().filter(|name| twice.contains(&name.id)) {
            self.skipped.push(skip(name, "its id stands in another file too".to_owned()));
        }
        // Ids grow with time, so the newest come last.
        for name in names.found.iter().rev().filter(|name| !twice.contains(&name.id)) {
            match ledger.read(name) {
                Ok(record) => self.take(record),
                // It was taken away since the folder was listed.
                Err(Unread::Gone) => {}
                Err(Unread::Flawed(flaws)) => self.skipped.push(skip(name, in_words(&flaws))),
            }
        }
        Ok(())
    }

    fn take(&mut self, record: Record) {
        for (state, count) in &mut self.issues {
            *count += usize::from(*state == record.name.state);
        }
        if record.name.state != State::Open {
            return;
        }
        for (severity, count) in &mut self.open {
            *count += usize::from(*severity == record.issue.severity);
        }
        if self.newest.len() < NEWEST {
            self.newest.push(record);
        }
    }

    /// Counts what stands in the lasting tier.
    fn lasting(&mut self, ledger: &Ledger) -> Result<(), Stop> {
        let intents = &mut self.intents;
        let passed = Shelf::<Intent>::open(ledger)?.each(|_| true, |filed| tally(intents, filed.name.state));
        self.skipped.extend(passed);
        let specs = &mut self.specs;
        let passed = Shelf::<Spec>::open(ledger)?.each(|_| true, |filed| tally(specs, filed.name.state));
        self.skipped.extend(passed);
        let decisions = &mut self.decisions;
        let passed = Shelf::<Decision>::open(ledger)?.each(
            |_| true,
            |_| {
                *decisions += 1;
                ControlFlow::Continue(())
            },
        );
        self.skipped.extend(passed);
        Ok(())
    }

    fn routines(&mut self, root: &Dir) -> Result<(), Stop> {
        let place = format!("{HOME}/routines");
        let entries = match root.entries(&place) {
            Ok(entries) => entries,
            Err(Trouble::Absent) => return Ok(()),
            Err(trouble) => return Err(unusable(&place, trouble)),
        };
        for entry in entries.into_iter().filter(|entry| !entry.name.as_encoded_bytes().starts_with(b".")) {
            let name = entry.name.to_string_lossy().into_owned();
            if entry.kind == Kind::Folder && is_slug(&name) {
                self.routines.push(name);
            } else {
                let why = "it is no folder with a routine's name".to_owned();
                self.skipped.push(Skipped { path: format!("{place}/{name}"), why });
            }
        }
        Ok(())
    }
}

/// Counts one more in a folder.
fn tally<P: PartialEq>(counts: &mut [(P, usize)], place: P) -> ControlFlow<()> {
    for (folder, count) in counts {
        *count += usize::from(*folder == place);
    }
    ControlFlow::Continue(())
}

/// The tiers, and what git does with those that are there.
fn tiers(
    root: &Dir,
    repository: &Repository,
    host: &Host,
) -> Result<Vec<(&'static Tier, Option<Standing>)>, Stop> {
    let mut tiers = Vec::new();
    let mut there = Vec::new();
    for tier in &TIERS {
        let present = has(root, tier)?;
        tiers.push((tier, (!present).then_some(Standing::Absent)));
        if present {
            there.push(tier.path());
        }
    }
    let said = standing::of_folders(repository, host, &there);
    let mut said = said.unwrap_or_default().into_iter();
    for (_, standing) in &mut tiers {
        *standing = standing.or_else(|| said.next());
    }
    Ok(tiers)
}

/// The branch that `HEAD` names.
fn branch(repository: &Repository) -> Option<String> {
    let git = Dir::open(&repository.git_dir).ok()?;
    let head = git.read_text("HEAD", HEAD_CAP).ok()?;
    head.trim_end().strip_prefix("ref: refs/heads/").map(str::to_owned)
}
