//! Where the repository is: fixed by the first reading and compared before anything else is read.

use std::ffi::OsStr;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::change::{Change, State};
use super::unwatched::Unwatched;
use crate::host::files::{Dir, Kind, Look, Sum};
use crate::host::place::Repository;
use crate::registry::values::WatchBound;

/// Git's own folder, or the file that points to it; and the file that points to the shared one.
const GIT: &str = ".git";
const COMMON: &str = "commondir";
/// How the folder is shown that all worktrees share.
pub(super) const SHARED: &str = "(shared git folder)";

/// One place that must stay what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Held {
    shown: &'static str,
    look: Option<Look>,
    sum: Option<Sum>,
}

/// The folders of the repository and the files that point to them.
#[derive(Debug, Clone)]
pub(super) struct Pin(Vec<Held>);

impl Pin {
    /// What stands there at the first reading.
    pub(super) fn of(place: &Repository) -> Result<Self, Unwatched> {
        let now = Self::now(place);
        match now.0.iter().find(|held| held.is_over()) {
            Some(held) => Err(Unwatched::Over { bound: WatchBound::Pointer, at: held.shown.to_owned() }),
            None => Ok(now),
        }
    }

    fn now(place: &Repository) -> Self {
        Self(vec![
            folder(&place.root, "."),
            pointer(&place.root, GIT, ".git"),
            folder(&place.git_dir, ".git"),
            pointer(&place.git_dir, COMMON, ".git/commondir"),
            folder(&place.common_dir, if place.git_dir == place.common_dir { ".git" } else { SHARED }),
        ])
    }

    /// What is no longer what it was, sorted.
    pub(super) fn moved(&self, place: &Repository) -> Vec<Change> {
        let now = Self::now(place);
        let pairs = self.0.iter().zip(&now.0).filter(|(was, is)| !was.same(is));
        let mut changes: Vec<Change> = pairs
            .map(|(was, is)| Change { path: was.shown.to_owned(), before: was.state(), after: is.state() })
            .collect();
        changes.sort();
        changes.dedup_by(|one, other| one.path == other.path);
        changes
    }
}

impl Held {
    /// A folder is the same folder; a pointer says the same.
    fn same(&self, now: &Self) -> bool {
        match (&self.look, &now.look) {
            (Some(was), Some(is)) if was.kind == is.kind => match was.kind {
                Kind::Folder => was.inode == is.inode,
                _ => self.sum == now.sum,
            },
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether it is a pointer that is larger than what is read.
    fn is_over(&self) -> bool {
        let over = |look: &Look| look.kind == Kind::File && look.size > WatchBound::Pointer.most();
        self.look.as_ref().is_some_and(over)
    }

    fn state(&self) -> Option<State> {
        self.look.as_ref().map(|look| State::of(look, self.sum.as_ref()))
    }
}

fn folder(path: &Path, shown: &'static str) -> Held {
    Held { shown, look: Look::at(path).ok(), sum: None }
}

fn pointer(folder: &Path, name: &str, shown: &'static str) -> Held {
    let none = Held { shown, look: None, sum: None };
    let Ok(dir) = Dir::open(folder) else { return none };
    let Ok(look) = dir.look_at(OsStr::new(name)) else { return none };
    let bytes = match look.kind {
        Kind::File => dir.read(name, WatchBound::Pointer.most()).ok(),
        Kind::Link => dir.target(OsStr::new(name)).ok(),
        Kind::Folder | Kind::Other => None,
    };
    Held { shown, look: Some(look), sum: bytes.map(|bytes| Sha256::digest(bytes).into()) }
}
