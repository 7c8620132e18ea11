//! The issue ledger as it is read: one file an issue, the folder says where it stands.
//!
//! `.abcd/work/issues/{open,resolved,wontfix}/<id>-<slug>.md`. Reading takes no lock, so it may meet a ledger
//! while it changes, or as a crash left it; it never fails for one file and reports what it passed over.
//!
//! A closed record may have a successor beside it, `.next-` and its own name: what the record is about
//! to be replaced with (see `writer`). Where the record itself does not say what closed it, its successor is
//! read in its place.

use std::collections::BTreeMap;

use super::capture::open;
use super::fields::Flaw;
use super::frontmatter::Document;
use super::id::Id;
use super::issue::Issue;
use super::names::{self, NotOne, Place};
use crate::host::files::{Dir, Trouble};
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Closed, Family, State};

pub use super::names::Skipped;

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
pub type Name = names::Name<State>;
/// The files of the ledger.
pub type Names = names::Names<State>;

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

impl Place for State {
    const FAMILY: Family = Family::Iss;
    const PLACES: &'static [Self] = Self::ALL;

    fn folder(self) -> String {
        folder(self)
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

    /// The record of a repository.
    pub fn of(repository: &Repository) -> Result<Self, Stop> {
        Self::open(&open(repository)?)
    }

    /// The names of all files in the three folders.
    pub fn names(&self) -> Result<Names, Stop> {
        Names::list(&self.home)
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
        names.one(&self.home, id).map_err(|not_one| match not_one {
            NotOne::Absent => Refusal::new(code::CAPTURE_UNKNOWN_ID).into(),
            NotOne::Several(paths) => Refusal::new(code::CAPTURE_RECORD_UNSOUND)
                .saying("the issue stands in more than one file")
                .fact("files", &paths)
                .into(),
        })
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
        names.twice(&self.home)
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
