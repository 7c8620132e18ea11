//! Trees as git lists them, and what differs between two.

use std::collections::BTreeMap;

use super::bench::{Bench, unread};
use crate::refusal::Stop;

/// The mode of a plain file that nobody may run.
pub(super) const PLAIN: &str = "100644";
/// The mode of a plain file that may be run.
pub(super) const EXECUTABLE: &str = "100755";
/// The mode of a symbolic link.
pub(super) const LINK: &str = "120000";
/// The mode of a submodule.
pub(super) const SUBMODULE: &str = "160000";
/// The mode of a folder.
pub(super) const FOLDER: &str = "040000";
/// The mode of what is not there.
pub(super) const ABSENT: &str = "000000";

/// What stands at a path of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Git's mode, six digits.
    pub(super) mode: String,
    /// The id of what it holds.
    pub(super) id: String,
    /// How many bytes it holds; none for what is no file.
    pub(super) size: Option<u64>,
}

/// Paths of a tree and what stands there.
pub(super) type Listing = BTreeMap<Vec<u8>, Entry>;

/// A path that differs between two trees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) path: Vec<u8>,
    pub(super) before: String,
    pub(super) after: String,
}

/// What stands in a tree at `paths`, folders too; with `deep` everything below them instead.
pub(super) fn list(bench: &Bench<'_>, tree: &str, paths: &[&str], deep: bool) -> Result<Listing, Stop> {
    let how = ["ls-tree", if deep { "-r" } else { "-t" }, "-z", "-l", "--full-tree", tree, "--"];
    let listed = bench.told(how.into_iter().chain(paths.iter().copied()))?;
    listed.fields().map(|field| entry(field).ok_or_else(unread)).collect()
}

/// One entry: mode, kind, id and size, a tab, the path.
fn entry(field: &[u8]) -> Option<(Vec<u8>, Entry)> {
    let tab = field.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = field.split_at(tab);
    let mut columns = std::str::from_utf8(head).ok()?.split_ascii_whitespace();
    let (mode, id, size) = (columns.next()?, columns.nth(1)?, columns.next()?);
    let entry = Entry { mode: mode.to_owned(), id: id.to_owned(), size: size.parse().ok() };
    Some((path.get(1..)?.to_owned(), entry))
}

/// What differs between two trees, by path; a rename is a file that goes and one that comes.
pub(super) fn differences(bench: &Bench<'_>, before: &str, after: &str) -> Result<Vec<Changed>, Stop> {
    let how = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv"];
    let how = how.into_iter().chain(["--ignore-submodules=none", before, after]);
    let listed = bench.told(how)?;
    let mut fields = listed.fields();
    let mut changed = Vec::new();
    while let Some(head) = fields.next() {
        let head = std::str::from_utf8(head).ok().and_then(|head| head.strip_prefix(':'));
        let mut modes = head.ok_or_else(unread)?.split(' ');
        let (Some(before), Some(after), Some(path)) = (modes.next(), modes.next(), fields.next()) else {
            return Err(unread());
        };
        changed.push(Changed { path: path.to_owned(), before: before.to_owned(), after: after.to_owned() });
    }
    Ok(changed)
}
