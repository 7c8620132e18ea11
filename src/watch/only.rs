//! Which names of a folder are watched: all of them, or those that decide what git does.

use std::ffi::OsStr;

use crate::host::files::{Dir, Kind};
use crate::registry::watch::WATCHED;
use crate::tables::model::watch::Holder;

/// Where a shared folder keeps the git folders of submodules, and the entries of linked worktrees.
const MODULES: &[u8] = b"modules";
pub(super) const WORKTREES: &[u8] = b"worktrees";
/// What makes a folder below `modules` a git folder.
const HEAD: &str = "HEAD";
/// Git's own folder, or the file that points to it.
pub(super) const GIT: &[u8] = b".git";

/// What of a folder is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Only {
    /// Everything.
    All,
    /// That it is there, and nothing in it.
    Itself,
    /// What these paths lead to.
    These(Vec<&'static str>),
    /// What the table names of a git folder, with its submodules and its worktrees.
    Git,
    /// Git folders of submodules, at any depth.
    Modules,
    /// The entries of linked worktrees.
    Entries,
    /// What the table names of such an entry.
    Entry,
}

impl Only {
    /// What the table names of another working tree.
    pub(super) fn tree() -> Self {
        Self::These(rows(Holder::Tree).collect())
    }

    /// What of the name `name` in such a folder is watched; none where it is not.
    pub(super) fn below(&self, folder: &Dir, name: &[u8], kind: Kind) -> Option<Self> {
        match self {
            Self::Itself => None,
            Self::These(paths) => {
                // The git folder of another working tree is the shared one, which has an area of its own.
                let git = name == GIT && kind == Kind::Folder;
                rest(paths.iter().copied(), name).map(|only| if git { Self::Itself } else { only })
            }
            Self::Git | Self::Entry if name == MODULES => Some(Self::Modules),
            Self::Git if name == WORKTREES => Some(Self::Entries),
            Self::Git => rest(rows(Holder::Git), name),
            Self::Entry => rest(rows(Holder::Entry), name),
            Self::Entries => Some(Self::Entry),
            Self::Modules if kind == Kind::Folder => Some(Self::of_module(folder, name)),
            Self::All | Self::Modules => Some(Self::All),
        }
    }

    fn of_module(folder: &Dir, name: &[u8]) -> Self {
        let module = folder.level(super::shown::os(name));
        if module.is_ok_and(|module| module.look_at(OsStr::new(HEAD)).is_ok()) {
            Self::Git
        } else {
            Self::Modules
        }
    }
}

fn rows(holder: Holder) -> impl Iterator<Item = &'static str> {
    WATCHED.iter().filter(move |row| row.of.contains(&holder)).map(|row| row.path.as_ref())
}

/// What is left of the paths that begin with `name`.
fn rest(paths: impl Iterator<Item = &'static str>, name: &[u8]) -> Option<Only> {
    let mut rests = Vec::new();
    for path in paths {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        if first.as_bytes() == name {
            rests.push(rest);
        }
    }
    match rests.as_slice() {
        [] => None,
        rests if rests.contains(&"") => Some(Only::All),
        _ => Some(Only::These(rests)),
    }
}
