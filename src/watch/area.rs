//! A part of the world that is watched: the working tree, a git folder, what a link leads to.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use super::only::{GIT, Only};
use super::reading::Depth;
use super::shown;
use crate::host::files::Kind;
use crate::registry::values::WatchBound;
use crate::registry::watch::EXCEPTIONS;
use crate::tables::model::watch::Whereabouts;

/// One part, always read in the same way.
#[derive(Debug, Clone)]
pub(super) struct Area {
    /// How its paths begin where they are shown; empty for the working tree.
    pub(super) label: String,
    /// Where it stands.
    pub(super) path: PathBuf,
    /// What of it is watched.
    pub(super) only: Only,
    /// How its paths begin their life.
    pub(super) depth: Depth,
    /// Whether links on the way to it, and it itself as a link, are followed.
    pub(super) follow: bool,
    /// The bound on its paths that is not the one on all paths.
    pub(super) bound: Option<WatchBound>,
    /// What is not watched.
    pub(super) left: Vec<Left>,
}

/// A path that is not watched as long as what stands there is of its kind.
#[derive(Debug, Clone)]
pub(super) struct Left {
    /// Its names from the top of the area.
    pub(super) names: Vec<Vec<u8>>,
    /// What it must be.
    pub(super) kind: Kind,
}

impl Area {
    /// The working tree, without the folders `leave_out` and without the pointer to git's folder.
    pub(super) fn tree(root: &Path, leave_out: &[PathBuf]) -> Self {
        let folders = leave_out.iter().map(|path| Left { names: names(path), kind: Kind::Folder });
        let files = EXCEPTIONS
            .iter()
            .filter(|row| row.at == Whereabouts::Top)
            .map(|row| Left { names: names(Path::new(row.name.as_ref())), kind: Kind::File });
        // Git's own folder is an area of its own; a pointer to it is compared before anything is read.
        let git = [Kind::Folder, Kind::File, Kind::Link].map(|kind| Left { names: vec![GIT.to_vec()], kind });
        let left = folders.chain(files).chain(git).filter(|left| !left.names.is_empty()).collect();
        Self { left, depth: Depth::Outline, ..Self::at(String::new(), root.to_owned(), Only::All) }
    }

    /// Any other folder inside of the repository or of git's.
    pub(super) fn at(label: String, path: PathBuf, only: Only) -> Self {
        let (depth, follow, bound, left) = (Depth::Content, false, None, Vec::new());
        Self { label, path, only, depth, follow, bound, left }
    }

    /// What `path` leads to, through links, wherever that is.
    pub(super) fn led_to(label: String, path: PathBuf) -> Self {
        Self { follow: true, bound: Some(WatchBound::Outside), ..Self::at(label, path, Only::All) }
    }

    /// Whether this is the working tree.
    pub(super) fn is_tree(&self) -> bool {
        self.label.is_empty()
    }

    /// How a path in it is shown.
    pub(super) fn shown(&self, path: &[u8]) -> String {
        shown::below(&self.label, path)
    }
}

/// Whether a file of this name may change wherever it stands.
pub(super) fn may_change_anywhere(name: &[u8]) -> bool {
    EXCEPTIONS.iter().any(|row| row.at == Whereabouts::Anywhere && row.name.as_bytes() == name)
}

/// The names of a relative path; empty where it is none.
pub(super) fn names(path: &Path) -> Vec<Vec<u8>> {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let parts = path.components().filter(|part| plain && matches!(part, Component::Normal(_)));
    parts.map(|part| part.as_os_str().as_bytes().to_vec()).collect()
}
