//! The issue ledger as it is read: one file an issue, the folder says where it stands.
//!
//! `.abcd/work/issues/{open,resolved,wontfix}/<id>-<slug>.md`. Reading takes no lock, so it may meet a ledger
//! while it changes, or as a crash left it; it never fails for one file and reports what it passed over.
//!
//! A closed record may have a successor beside it, `.next-` and its own name: what the record is about
//! to be replaced with (see `writer`). Where the record itself does not say what closed it, its successor is
//! read in its place.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;

use serde::Serialize;

use super::fields::Flaw;
use super::frontmatter::Document;
use super::id::Id;
use super::issue::Issue;
use crate::host::files::{Dir, Kind, Trouble};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Closed, State};

/// The folder of the record in a repository.
pub const HOME: &str = ".abcd";
/// How the name of a record's successor begins.
pub(super) const SUCCESSOR: &str = ".next-";
/// The largest record that is read, in bytes.
pub const RECORD_CAP: u64 = 256 * 1024;

/// The record of a repository, open for reading.
#[derive(Debug)]
pub struct Ledger {
    pub(super) home: Dir,
}

/// A file that is an issue by its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The id.
    pub id: Id,
    /// The folder.
    pub state: State,
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

/// The files of the ledger.
#[derive(Debug, Default)]
pub struct Names {
    /// Those that are issues by their names, by id and then by folder.
    pub found: Vec<Name>,
    /// Those that are not.
    pub skipped: Vec<Skipped>,
}

/// An issue and the file that it was read from.
#[derive(Debug, Clone)]
pub struct Record {
    /// The issue.
    pub issue: Issue,
    /// Its text in parts.
    pub document: Document,
    /// Its file.
    pub name: Name,
}

/// Why a file of the ledger gave no issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It is not there any more.
    Gone,
    /// This is wrong with it.
    Flawed(Vec<Flaw>),
}

impl Name {
    /// Where it is, from the top of the repository.
    pub fn path(&self) -> String {
        format!("{HOME}/{}", self.below_home())
    }

    pub(super) fn below_home(&self) -> String {
        format!("{}/{}", folder(self.state), self.file)
    }
}

/// The folder of a state below `.abcd/`.
pub(super) fn folder(state: State) -> String {
    format!("work/issues/{state}")
}

impl Ledger {
    /// Opens the record of a repository; refused where there is none.
    pub fn open(root: &Dir) -> Result<Self, Stop> {
        match root.dir(HOME) {
            Ok(home) => Ok(Self { home }),
            Err(Trouble::Absent) => Err(Refusal::new(code::INIT_ABSENT).into()),
            Err(trouble) => Err(unusable(HOME, trouble)),
        }
    }

    /// The names of all files in the three folders.
    pub fn names(&self) -> Result<Names, Stop> {
        let mut names = Names::default();
        for state in State::ALL.iter().copied() {
            let place = folder(state);
            match self.home.stream(&place) {
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
        self.settle_moves(&mut names);
        Ok(names)
    }

    /// A record that moves during the listing may be met in both folders: only what still stands counts.
    fn settle_moves(&self, names: &mut Names) {
        let pairs = names.found.iter().zip(names.found.iter().skip(1));
        let twice: BTreeSet<Id> =
            pairs.filter(|(one, next)| one.id == next.id).map(|(one, _)| one.id).collect();
        names.found.retain(|name| !twice.contains(&name.id) || self.is_there(name));
    }

    /// Reads one record strictly: its head, its fields, its folder, its name. One that was closed between
    /// the listing and this look is read where it went, and its name says so.
    pub fn read(&self, name: &Name) -> Result<Record, Unread> {
        let read = self.read_there(name);
        if name.state != State::Open || !matches!(read, Err(Unread::Gone)) {
            return read;
        }
        let moved = [State::Resolved, State::Wontfix].map(|state| Name { state, ..name.clone() });
        let found =
            moved.iter().map(|moved| self.read_there(moved)).find(|read| !matches!(read, Err(Unread::Gone)));
        found.unwrap_or(Err(Unread::Gone))
    }

    fn read_there(&self, name: &Name) -> Result<Record, Unread> {
        let read = self.read_file(name, &name.below_home());
        let unfinished = read.as_ref().is_ok_and(|record| record.issue.closing(name.state).is_none());
        if name.state == State::Open || !unfinished {
            return read.and_then(Record::sound);
        }
        let successor = format!("{}/{SUCCESSOR}{}", folder(name.state), name.file);
        match self.read_file(name, &successor) {
            // The move may have been finished between the two looks.
            Err(Unread::Gone) => self.read_file(name, &name.below_home()),
            after => after,
        }
        .and_then(Record::sound)
    }

    pub(super) fn read_file(&self, name: &Name, path: &str) -> Result<Record, Unread> {
        let text = match self.home.read_text(path, RECORD_CAP) {
            Ok(text) => text,
            Err(Trouble::Absent) => return Err(Unread::Gone),
            Err(trouble) => return Err(Unread::Flawed(vec![trouble.into()])),
        };
        Record::parse(&text, name.clone()).map_err(Unread::Flawed)
    }

    /// The one file of an issue.
    pub fn find(&self, names: &Names, id: Id) -> Result<Name, Stop> {
        let mut found = names.of(id);
        let first = found.next().ok_or_else(|| Refusal::new(code::CAPTURE_UNKNOWN_ID))?;
        let others: Vec<_> = found.filter(|name| self.is_there(name)).collect();
        if others.is_empty() {
            return Ok(first.clone());
        }
        // A move under way shows both places for a moment; only what still stands is a duplicate.
        if let (false, [only]) = (self.is_there(first), others.as_slice()) {
            return Ok((*only).clone());
        }
        let paths: Vec<_> = names.of(id).map(Name::path).collect();
        let refusal = Refusal::new(code::CAPTURE_RECORD_UNSOUND)
            .saying("the issue stands in more than one file")
            .fact("files", &paths);
        Err(refusal.into())
    }

    /// Reads the one file of an issue; refused where it is broken.
    pub fn fetch(&self, names: &Names, id: Id) -> Result<Record, Stop> {
        let name = self.find(names, id)?;
        self.read(&name).map_err(|unread| match unread {
            Unread::Gone => Refusal::new(code::CAPTURE_UNKNOWN_ID).into(),
            Unread::Flawed(flaws) => {
                let refusal = Refusal::new(code::CAPTURE_RECORD_UNSOUND)
                    .saying("the record cannot be read")
                    .at(name.path())
                    .fact("problems", &flaws);
                refusal.into()
            }
        })
    }

    /// The ids that stand in more than one file, with the files.
    pub fn duplicates(&self, names: &Names) -> BTreeMap<Id, Vec<Name>> {
        let mut by_id: BTreeMap<Id, Vec<Name>> = BTreeMap::new();
        for name in &names.found {
            by_id.entry(name.id).or_default().push(name.clone());
        }
        by_id.retain(|_, files| files.len() > 1);
        for files in by_id.values_mut() {
            files.retain(|name| self.is_there(name));
        }
        by_id.retain(|_, files| files.len() > 1);
        by_id
    }

    fn is_there(&self, name: &Name) -> bool {
        !matches!(self.home.kind(name.below_home()), Ok(None))
    }
}

impl Names {
    /// The files of one id.
    pub fn of(&self, id: Id) -> impl Iterator<Item = &Name> {
        self.found.iter().filter(move |name| name.id == id)
    }

    /// Whether an id stands in the ledger.
    pub fn has(&self, id: Id) -> bool {
        self.found.binary_search_by_key(&id, |name| name.id).is_ok()
    }

    fn take(&mut self, state: State, name: &OsStr, kind: Kind) {
        let file = name.to_string_lossy();
        // Temporaries and successors are a writer's business; git's own files are nobody's.
        if file.starts_with('.') {
            return;
        }
        // A name that is not UTF-8 could not be opened as it is shown.
        let why = match (kind, name.to_str().and_then(Id::of_file_name)) {
            (Kind::File, Some((id, _))) => {
                self.found.push(Name { id, state, file: file.into_owned() });
                return;
            }
            (Kind::File, None) => "its name is not an id, a dash, a slug and `.md`",
            (Kind::Folder, _) => "it is a folder",
            (Kind::Link, _) => "it is a symbolic link",
            (Kind::Other, _) => "it is no plain file",
        };
        self.skipped.push(Skipped { path: format!("{HOME}/{}/{file}", folder(state)), why: why.to_owned() });
    }
}

impl Record {
    /// Reads a record's text without judging its place.
    pub(super) fn parse(text: &str, name: Name) -> Result<Self, Vec<Flaw>> {
        let document = Document::parse(text).map_err(|broken| vec![broken.into()])?;
        let issue = Issue::read(&document)?;
        Ok(Self { issue, document, name })
    }

    /// The record, if its name and folder fit what it says.
    pub(super) fn sound(self) -> Result<Self, Unread> {
        let mut flaws = self.issue.misplaced(self.name.state);
        let expected = self.issue.file_name();
        if self.name.file != expected {
            flaws.push(Flaw::new(format!("its name must be `{expected}`, after its id and slug")));
        }
        if flaws.is_empty() { Ok(self) } else { Err(Unread::Flawed(flaws)) }
    }
}

/// What a folder or file that cannot be used stops a call with.
pub fn unusable(place: &str, trouble: Trouble) -> Stop {
    match trouble {
        Trouble::Link | Trouble::NotDirectory | Trouble::NotRegular => {
            Refusal::new(code::INIT_UNSAFE_PATH).at(place).into()
        }
        other => Fault::new(format!("{place}: {other}")).into(),
    }
}
