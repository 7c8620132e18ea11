//! One repository as it is now: its routines, the facts, what git ignores, what is checked out.

use std::path::Path;

use crate::host::Host;
use crate::host::files::{Dir, Trouble};
use crate::host::lock::FolderLock;
use crate::host::place::{NoRepository, Repository as Place};
use crate::person::Allowed;
use crate::records::home::{Kept, TIERS, Tier};
use crate::refusal::{Fault, Stop};
use crate::routine::detect::{Checkout, Facts, History, TierState, Wants};
use crate::routine::manifest::ROUTINES;
use crate::routine::record::laid::{self, unusable};
use crate::routine::record::make::{PROMPT, RECORD, SCHEDULE};
use crate::routine::record::terms::{Terms, identity, look, no_repository};
use crate::routine::render::Known;

/// An open repository.
#[derive(Debug)]
pub struct Open {
    /// Where it is.
    pub place: Place,
    /// Its working tree.
    pub root: Dir,
}

/// What it says of itself.
#[derive(Debug)]
pub struct Now {
    /// The facts.
    pub known: Known,
    /// How far the person lets routines merge in it.
    pub allowed: Allowed,
    /// How it is checked out.
    pub checkout: Checkout,
    /// Which repository it is.
    pub identity: crate::routine::manifest::Repository,
    /// The folders that a new record would commit, of those that are not there.
    absent: Vec<String>,
    /// The files of routines that git ignores.
    ignored: Vec<String>,
}

impl Open {
    /// Opens the repository whose top is `folder`.
    pub fn at(folder: &Path) -> Result<Self, Stop> {
        let place = Place::top(folder).map_err(no_repository)?;
        let place = place.ok_or_else(|| no_repository(broken_or_gone(folder)))?;
        let root = place.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")))?;
        Ok(Self { place, root })
    }

    /// Whether another call is writing its routines.
    pub fn is_held(&self) -> Result<bool, Stop> {
        let held = match self.root.dir(ROUTINES) {
            Ok(folder) => FolderLock::is_held(&folder),
            Err(Trouble::Absent) => Ok(false),
            Err(trouble) => Err(trouble),
        };
        held.map_err(|trouble| unusable(ROUTINES, trouble))
    }

    /// The names of its routines.
    pub fn names(&self) -> Result<Vec<String>, Stop> {
        laid::names(&self.root)
    }

    /// Looks at it; `names` are the routines that are asked about, and `history` what only that tells.
    pub fn now(&self, names: &[String], history: History, terms: &Terms, host: &Host) -> Result<Now, Stop> {
        let files: Vec<String> = names.iter().flat_map(|name| files(name)).collect();
        let found = look(&self.place, host, Wants { history, files: &files })?;
        Ok(Now {
            absent: absent(&found.facts),
            known: Known::of(&found.facts).plain(),
            allowed: terms.allowed(&found.facts),
            identity: identity(&found.facts),
            checkout: found.facts.checkout,
            ignored: found.ignored,
        })
    }
}

impl Now {
    /// The facts once the record is made: what was not there of it is.
    pub fn with_record(&mut self) {
        self.known.tracked_tiers.append(&mut self.absent);
    }

    /// Whether git ignores a routine.
    pub fn ignores(&self, name: &str) -> bool {
        files(name).iter().any(|file| self.ignored.contains(file))
    }
}

/// The folders that a new record would commit, of those that are not there.
fn absent(facts: &Facts) -> Vec<String> {
    let absent =
        |path: &str| facts.tiers.iter().any(|tier| tier.path == path && tier.state == TierState::Absent);
    TIERS
        .iter()
        .filter(|tier| tier.kept == Kept::Committed)
        .map(Tier::path)
        .filter(|path| absent(path))
        .collect()
}

/// The files of a routine, from the top of its repository.
pub fn files(name: &str) -> [String; 3] {
    [PROMPT, SCHEDULE, RECORD].map(|file| format!("{ROUTINES}/{name}/{file}"))
}

/// Why a folder is no top: its `.git` is none, or it has none.
fn broken_or_gone(folder: &Path) -> NoRepository {
    match Dir::open(folder).and_then(|dir| dir.kind(".git")) {
        Ok(Some(_)) => NoRepository::Unreadable(Trouble::Absent),
        Ok(None) | Err(_) => NoRepository::Absent,
    }
}
