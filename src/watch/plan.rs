//! Which areas there are: the working tree, git's folders, other worktrees, settings and hooks.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::area::{Area, Left, names};
use super::only::{Only, WORKTREES};
use super::pin::SHARED;
use super::shown;
use crate::host::env::Env;
use crate::host::files::{Dir, Kind};
use crate::host::place::Repository;
use crate::registry::values::WatchBound;

/// The file of a linked worktree's entry that names its `.git`.
const GITDIR: &str = "gitdir";

/// The areas that are known before anything is read. The working tree is the first.
pub(super) fn known(place: &Repository, leave_out: &[PathBuf]) -> Vec<Area> {
    let mut areas = vec![Area::tree(&place.root, leave_out), shared(place)];
    if place.git_dir != place.common_dir {
        areas.push(Area::at("(git folder)".to_owned(), place.git_dir.clone(), Only::Git));
    }
    areas.extend(others(place));
    areas
}

/// The folder of git's that all worktrees share. The entry of this one is an area of its own.
fn shared(place: &Repository) -> Area {
    let below = place.root.join(".git") == place.common_dir;
    let label = if below { ".git" } else { SHARED };
    let mut area = Area::at(label.to_owned(), place.common_dir.clone(), Only::Git);
    let own = place.git_dir.strip_prefix(&place.common_dir).map(names).unwrap_or_default();
    if !own.is_empty() {
        area.left.push(Left { names: own, kind: Kind::Folder });
    }
    area
}

/// The other working trees, as their entries name them; an entry that names none is watched as it is.
fn others(place: &Repository) -> Vec<Area> {
    let entries = place.common_dir.join(shown::os(WORKTREES));
    let listed = Dir::open(&entries).and_then(|dir| dir.entries("").map(|listed| (dir, listed)));
    let mut areas = Vec::new();
    if place.git_dir != place.common_dir && place.common_dir.ends_with(".git") {
        areas.extend(place.common_dir.parent().map(|root| other("(main worktree)".to_owned(), root)));
    }
    let Ok((dir, listed)) = listed else { return areas };
    for entry in listed.iter().filter(|entry| entries.join(&entry.name) != place.git_dir) {
        let pointer = dir.read(Path::new(&entry.name).join(GITDIR), WatchBound::Pointer.most());
        let Ok(pointer) = pointer else { continue };
        let pointer = entries.join(&entry.name).join(shown::os(pointer.trim_ascii()));
        if let Some(root) = pointer.parent().filter(|root| *root != place.root) {
            let label = format!("(worktree {})", shown::text(entry.name.as_bytes()));
            areas.push(other(label, root));
        }
    }
    areas
}

fn other(label: String, root: &Path) -> Area {
    let bound = Some(WatchBound::Receipts);
    Area { bound, ..Area::at(label, root.to_owned(), Only::tree()) }
}

/// What else git reads or starts, wherever it is: a label and a path.
pub(super) fn settings(env: &Env, found: &[PathBuf], hooks: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let label = |what: &str, path: &Path| format!("({what} {})", shown::outside(path, env));
    let own = [env.home.as_ref().map(|home| home.join(".gitconfig"))];
    let own =
        own.into_iter().chain([env.xdg_config.as_ref().map(|config| config.join("git/config"))]).flatten();
    let files = own.chain(found.iter().cloned()).map(|path| (label("settings", &path), path));
    files.chain(hooks.iter().map(|path| (label("hooks", path), path.clone()))).collect()
}
