//! How a repository is checked out: which branch, how much of the history, what kind of working tree. Read
//! from git's own files, without git.

use std::ffi::OsStr;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::remote::is_branch;
use crate::host::files::{Dir, Kind};
use crate::host::place::Repository as Place;

/// The largest of git's files that is read, in bytes.
const CAP: u64 = 4 * 1024 * 1024;
/// Where a branch's name begins.
const BRANCHES: &str = "refs/heads/";

/// How a repository is checked out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Checkout {
    /// What is checked out.
    pub head: Head,
    /// The branch, where one is and its name is plain.
    pub branch: Option<String>,
    /// The history is cut off.
    pub shallow: bool,
    /// It is a working tree beside the first one of its repository.
    pub linked: bool,
    /// It is a submodule of another repository.
    pub submodule: bool,
}

/// What is checked out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Head {
    /// A branch with a commit.
    Branch,
    /// A commit, and no branch.
    Detached,
    /// A branch that has no commit yet.
    Unborn,
    /// Git's files do not tell without git.
    #[default]
    Unknown,
}

/// Reads the git folder of the working tree (`own`) and the one that all share (`common`).
pub(super) fn read(place: &Place, common: &Dir, own: &Dir) -> Checkout {
    let (head, branch) = head(common, own);
    Checkout {
        head,
        branch: branch.filter(|name| is_branch(name)),
        shallow: is_shallow(common),
        linked: place.git_dir != place.common_dir,
        submodule: is_absorbed(&place.common_dir) || is_named_above(&place.root),
    }
}

/// Whether the history is cut off.
pub(super) fn is_shallow(common: &Dir) -> bool {
    common.read("shallow", CAP).is_ok_and(|bytes| !bytes.is_empty())
}

fn head(common: &Dir, own: &Dir) -> (Head, Option<String>) {
    let Ok(text) = own.read_text("HEAD", CAP) else { return (Head::Unknown, None) };
    let text = text.trim();
    let Some(target) = text.strip_prefix("ref:").map(str::trim) else {
        let is_commit = [40, 64].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        return (if is_commit { Head::Detached } else { Head::Unknown }, None);
    };
    // Refs in tables are git's to read; its HEAD then names a branch that cannot be.
    let Some(branch) = target.strip_prefix(BRANCHES).filter(|name| *name != ".invalid") else {
        return (Head::Unknown, None);
    };
    let born = match is_there(common, target) {
        Some(true) => Head::Branch,
        Some(false) => Head::Unborn,
        None => Head::Unknown,
    };
    (born, Some(branch.to_owned()))
}

/// Whether a ref is there, loose or packed; `None` where that cannot be read.
fn is_there(common: &Dir, name: &str) -> Option<bool> {
    let loose = common.kind(name).ok()?;
    if loose == Some(Kind::File) {
        return Some(true);
    }
    let packed = common.read_text_if_there("packed-refs", CAP).ok()?.unwrap_or_default();
    Some(packed.lines().any(|line| line.split_once(' ').is_some_and(|(_, packed)| packed.trim() == name)))
}

/// Whether a git folder stands below another one's `modules`.
fn is_absorbed(common_dir: &Path) -> bool {
    let modules = common_dir.ancestors().filter(|folder| folder.file_name() == Some(OsStr::new("modules")));
    modules.filter_map(Path::parent).any(|above| {
        let there =
            |name: &str| Dir::open(above).and_then(|dir| dir.kind(name)).is_ok_and(|kind| kind.is_some());
        there("HEAD") && (there("objects") || there("commondir"))
    })
}

/// Whether the repository around this one lists it as a submodule, wherever its git folder stands.
fn is_named_above(root: &Path) -> bool {
    let Some(above) = root.parent().and_then(|above| Place::around(above).ok()) else { return false };
    let Some(below) = root.strip_prefix(&above.root).ok().and_then(Path::to_str) else { return false };
    let listed = above.open().and_then(|dir| dir.read_text(".gitmodules", CAP)).unwrap_or_default();
    listed.lines().filter_map(|line| line.trim().strip_prefix("path")).any(|rest| {
        rest.trim_start().strip_prefix('=').is_some_and(|path| path.trim().trim_matches('"') == below)
    })
}
