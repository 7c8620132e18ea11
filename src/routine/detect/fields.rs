//! Whether a field of a row is there: a file or a folder by a path or a pattern, a key of a manifest, or a
//! text in a file.

use super::facts::Evidence;
use super::ground::{Ground, join};
use super::ignored::matches;
use crate::host::files::Kind as FileKind;
use crate::tables::model::toolchains::Field;

/// How a comment begins in the files that are searched for a text.
const COMMENTS: [&str; 7] = ["#", "//", "*", "<!--", "%", "--", ";"];
/// How many names one level of a pattern may stand for.
const NAMES: usize = 64;

/// The first file below `dir` that fits `pattern`, in which a level may hold `*`; one that ends in `/` is
/// about a folder.
pub(super) fn marked(ground: &Ground<'_>, dir: &str, pattern: &str) -> Option<String> {
    let (pattern, folder) = pattern.strip_suffix('/').map_or((pattern, false), |rest| (rest, true));
    let there = |path: &String| if folder { ground.is_folder(path) } else { ground.has(path) };
    let Some(at) = pattern.split('/').position(|level| level.contains('*')) else {
        return join(dir, pattern).filter(there);
    };
    let levels: Vec<&str> = pattern.split('/').collect();
    let (before, rest) = levels.split_at_checked(at)?;
    let (level, after) = rest.split_first()?;
    let parent = join(dir, &before.join("/"))?;
    let names = ground.names(&parent);
    let last = after.is_empty();
    names
        .iter()
        .filter(|(name, kind)| matches(level, name) && (**kind == FileKind::Folder) != (last && !folder))
        .take(NAMES)
        .find_map(|(name, _)| {
            let path = join(&parent, name)?;
            if last { Some(path).filter(there) } else { marked(ground, &path, &rebuilt(after, folder)) }
        })
}

/// The files of one folder that fit a path whose last level may hold `*`, sorted.
pub(super) fn all(ground: &Ground<'_>, dir: &str, pattern: &str) -> Vec<String> {
    let (parent, level) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    let Some(parent) = join(dir, parent).filter(|parent| !parent.contains('*')) else { return Vec::new() };
    let names = ground.names(&parent);
    let fit = names.keys().filter(|name| matches(level, name)).take(NAMES);
    fit.filter_map(|name| join(&parent, name)).filter(|path| ground.has(path)).collect()
}

fn rebuilt(levels: &[&str], folder: bool) -> String {
    format!("{}{}", levels.join("/"), if folder { "/" } else { "" })
}

/// Whether a field is there and is not `false`.
pub(super) fn is_set(ground: &Ground<'_>, field: &Field, dir: &str) -> bool {
    let Some(path) = marked(ground, dir, &field.file) else { return false };
    if !field.holds.is_empty() {
        return held(ground, &path, &field.holds).is_some();
    }
    field.path.is_empty()
        || ground
            .document(&path)
            .and_then(|node| node.at(&field.path).map(|node| node.text() != Some("false")))
            .unwrap_or(false)
}

/// Where a field is set, or the first line of its file where the file is enough.
pub(super) fn place_of(ground: &Ground<'_>, field: &Field, dir: &str) -> Option<Evidence> {
    let path = marked(ground, dir, &field.file).filter(|_| is_set(ground, field, dir))?;
    let line = if !field.holds.is_empty() {
        held(ground, &path, &field.holds)?
    } else if field.path.is_empty() {
        1
    } else {
        ground.document(&path)?.at(&field.path)?.line
    };
    Some(Evidence::new(&path, line))
}

/// The line (from 1) of a file that holds a text outside of a comment.
pub(super) fn held(ground: &Ground<'_>, path: &str, text: &str) -> Option<usize> {
    let comment = |line: &str| COMMENTS.iter().any(|comment| line.trim_start().starts_with(comment));
    let whole = ground.text(path)?;
    whole.lines().position(|line| line.contains(text) && !comment(line)).map(|at| at + 1)
}
