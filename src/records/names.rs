//! The files of records by their names: which folders a family stands in, and what is in them.
//!
//! Where a record stands is what its folder says. Listing takes no lock, so it may meet a record on its way
//! from one folder to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;

use serde::Serialize;

use super::id::Id;
use super::ledger::{HOME, unusable};
use crate::host::files::{Dir, Kind, Trouble};
use crate::refusal::Stop;
use crate::registry::values::Family;

/// A folder in which records of one family stand.
pub trait Place: Copy + Ord + fmt::Debug + 'static {
    /// The family.
    const FAMILY: Family;
    /// Every folder, in the order in which records move through them.
    const PLACES: &'static [Self];

    /// The folder below `.abcd/`.
    fn folder(self) -> String;

    /// The id of a file that is a record by its name.
    fn id_of(file: &str) -> Option<Id> {
        Id::of_file_name(file).map(|(id, _)| id).filter(|id| id.family() == Self::FAMILY)
    }

    /// Whether files that are no record by their names may stand there too.
    fn is_shared(self) -> bool {
        false
    }
}

/// A file that is a record by its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name<P> {
    /// The id.
    pub id: Id,
    /// The folder.
    pub state: P,
    /// The file's name.
    pub file: String,
}

/// A file that was passed over, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
pub struct Skipped {
    /// Where it is, from the top of the repository.
    pub path: String,
    /// Why, in words.
    pub why: String,
}

/// The files of one family.
#[derive(Debug)]
pub struct Names<P> {
    /// Those that are records by their names, by id and then by folder.
    pub found: Vec<Name<P>>,
    /// Those that are not.
    pub skipped: Vec<Skipped>,
}

/// Why an id has no one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotOne {
    /// It has none.
    Absent,
    /// It has these, from the top of the repository.
    Several(Vec<String>),
}

impl<P: Place> Name<P> {
    /// Where it is, from the top of the repository.
    pub fn path(&self) -> String {
        format!("{HOME}/{}", self.below_home())
    }

    /// Where it is, below `.abcd/`.
    pub(super) fn below_home(&self) -> String {
        format!("{}/{}", self.state.folder(), self.file)
    }

    pub(super) fn is_there(&self, home: &Dir) -> bool {
        !matches!(home.kind(self.below_home()), Ok(None))
    }
}

impl<P: Place> Names<P> {
    /// The names of all files in the folders of the family.
    pub fn list(home: &Dir) -> Result<Self, Stop> {
        let mut names = Self { found: Vec::new(), skipped: Vec::new() };
        for state in P::PLACES.iter().copied() {
            let place = state.folder();
            match home.stream(&place) {
                Ok(entries) => {
                    for entry in entries {
                        let entry = entry.map_err(|trouble| unusable(&format!("{HOME}/{place}"), trouble))?;
                        names.take(state, &entry.name, entry.kind);
                    }
                }
                // git keeps no empty folder, so a fresh clone may lack one.
                Err(Trouble::Absent) => {}
                Err(trouble) => return Err(unusable(&format!("{HOME}/{place}"), trouble)),
            }
        }
        names.found.sort();
        names.skipped.sort();
        names.settle_moves(home);
        Ok(names)
    }

    /// A record that moves during the listing may be met in both folders: only what still stands counts.
    fn settle_moves(&mut self, home: &Dir) {
        let pairs = self.found.iter().zip(self.found.iter().skip(1));
        let twice: BTreeSet<Id> =
            pairs.filter(|(one, next)| one.id == next.id).map(|(one, _)| one.id).collect();
        self.found.retain(|name| !twice.contains(&name.id) || name.is_there(home));
    }

    /// The files of one id.
    pub fn of(&self, id: Id) -> impl Iterator<Item = &Name<P>> {
        self.found.iter().filter(move |name| name.id == id)
    }

    /// Whether an id has a file.
    pub fn has(&self, id: Id) -> bool {
        self.found.binary_search_by_key(&id, |name| name.id).is_ok()
    }

    /// The one file of an id.
    pub fn one(&self, home: &Dir, id: Id) -> Result<Name<P>, NotOne> {
        let mut found = self.of(id);
        let first = found.next().ok_or(NotOne::Absent)?;
        let others: Vec<_> = found.filter(|name| name.is_there(home)).collect();
        if others.is_empty() {
            return Ok(first.clone());
        }
        // A move under way shows both places for a moment; only what still stands is a duplicate.
        if let (false, [only]) = (first.is_there(home), others.as_slice()) {
            return Ok((*only).clone());
        }
        Err(NotOne::Several(self.of(id).map(Name::path).collect()))
    }

    /// The ids that stand in more than one file, with the files.
    pub fn twice(&self, home: &Dir) -> BTreeMap<Id, Vec<Name<P>>> {
        let mut by_id: BTreeMap<Id, Vec<Name<P>>> = BTreeMap::new();
        for name in &self.found {
            by_id.entry(name.id).or_default().push(name.clone());
        }
        by_id.retain(|_, files| files.len() > 1);
        for files in by_id.values_mut() {
            files.retain(|name| name.is_there(home));
        }
        by_id.retain(|_, files| files.len() > 1);
        by_id
    }

    fn take(&mut self, state: P, name: &OsStr, kind: Kind) {
        let file = name.to_string_lossy();
        // Temporaries and successors are a writer's business; git's own files are nobody's.
        if file.starts_with('.') {
            return;
        }
        // A name that is not UTF-8 could not be opened as it is shown.
        let id = name.to_str().and_then(P::id_of);
        let why = match (kind, id) {
            (Kind::File, Some(id)) => {
                self.found.push(Name { id, state, file: file.into_owned() });
                return;
            }
            (_, None) if state.is_shared() => return,
            (Kind::File, None) => "its name is not an id, a dash, a slug and `.md`",
            (Kind::Folder, _) => "it is a folder",
            (Kind::Link, _) => "it is a symbolic link",
            (Kind::Other, _) => "it is no plain file",
        };
        self.skipped.push(Skipped { path: format!("{HOME}/{}/{file}", state.folder()), why: why.to_owned() });
    }
}
