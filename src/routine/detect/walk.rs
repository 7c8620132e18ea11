//! The folders of a repository that hold work of its own: bounded in depth and number, and without those
//! that are only carried along.

use super::grammar;
use super::ground::{Ground, join};
use super::rows::Rows;
use crate::host::files::Kind;

/// How many levels below the root are looked at.
const DEPTH: usize = 4;
/// How many folders are looked at.
const FOLDERS: usize = 400;

/// The folders below the root, nearest first and sorted within a level. What is left out is said.
pub(super) fn folders(ground: &Ground<'_>, rows: &Rows<'_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut level = vec![".".to_owned()];
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for above in &level {
            for (name, kind) in ground.names(above).iter() {
                let Some(path) = join(above, name).filter(|_| *kind == Kind::Folder) else { continue };
                if name.starts_with('.') || !is_own(ground, rows, name, &path) {
                    continue;
                }
                if found.len() + next.len() >= FOLDERS {
                    ground.skip(".", format!("only its first {FOLDERS} folders are looked at"));
                    found.append(&mut next);
                    return found;
                }
                next.push(path);
            }
        }
        found.extend(next.iter().cloned());
        level = next;
    }
    if level.iter().any(|path| ground.names(path).values().any(|kind| *kind == Kind::Folder)) {
        ground.skip(".", format!("folders are looked at {DEPTH} levels deep"));
    }
    found
}

fn is_own(ground: &Ground<'_>, rows: &Rows<'_>, name: &str, path: &str) -> bool {
    let called = name.to_lowercase();
    let row = rows.aside_folders.iter().find(|row| row.words.iter().any(|word| word.as_ref() == called));
    if let Some(row) = row {
        if !row.why.is_empty() {
            ground.skip(path, row.why.as_ref());
        }
        return false;
    }
    if ground.names(path).contains_key(".git") {
        ground.skip(path, "it is a repository of its own");
        return false;
    }
    if !grammar::is_file(path) {
        ground.skip_unnamed();
        return false;
    }
    true
}
