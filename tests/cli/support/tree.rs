//! What stands in a folder, so that two moments can be compared.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Every path below a folder and what it is; git's own folder and lock files are left out.
pub(crate) type Tree = BTreeMap<String, Thing>;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thing {
    Folder,
    File(Vec<u8>),
    Link(PathBuf),
    Fifo,
    /// It is there and cannot be read.
    Closed,
}

/// Looks at everything below `root`.
pub(crate) fn tree(root: &Path) -> Tree {
    let mut found = Tree::new();
    look(root, root, &mut found);
    found
}

fn look(root: &Path, folder: &Path, found: &mut Tree) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let lock = path.extension().is_some_and(|end| end == "lock");
        if name == ".git" || lock {
            continue;
        }
        let kind = entry.file_type().unwrap();
        let thing = if kind.is_symlink() {
            Thing::Link(fs::read_link(&path).unwrap())
        } else if kind.is_dir() {
            look(root, &path, found);
            Thing::Folder
        } else if kind.is_fifo() {
            Thing::Fifo
        } else {
            fs::read(&path).map_or(Thing::Closed, Thing::File)
        };
        found.insert(name, thing);
    }
}

/// What is new, gone or other in `after`, a line each.
pub(crate) fn changes(before: &Tree, after: &Tree) -> Vec<String> {
    let gone = before.keys().filter(|path| !after.contains_key(*path)).map(|path| format!("gone: {path}"));
    let new = after.iter().filter_map(|(path, thing)| match before.get(path) {
        None => Some(format!("new: {path}")),
        Some(old) if old != thing => Some(format!("other: {path}")),
        Some(_) => None,
    });
    gone.chain(new).collect()
}
