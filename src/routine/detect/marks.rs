//! What shows that something is there: a file by its path or a pattern, a field of it, a line that it holds.

use super::ground::{Ground, join};
use super::removal::fits;
use crate::host::files::Kind as FileKind;
use crate::tables::model::toolchains::Field;

/// How many names one level of a pattern may stand for.
const NAMES: usize = 64;

/// The first file below `dir` that fits `pattern`, in which a level may hold `*`; one that ends in `/` is
/// about a folder.
pub(super) fn first(ground: &Ground<'_>, dir: &str, pattern: &str) -> Option<String> {
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
        .filter(|(name, kind)| fits(level, name) && (**kind == FileKind::Folder) != (last && !folder))
        .take(NAMES)
        .find_map(|(name, _)| {
            let path = join(&parent, name)?;
            if last { Some(path).filter(there) } else { first(ground, &path, &rebuilt(after, folder)) }
        })
}

/// The files of one folder that fit a path whose last level may hold `*`, sorted.
pub(super) fn all(ground: &Ground<'_>, dir: &str, pattern: &str) -> Vec<String> {
    let (parent, level) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    let Some(parent) = join(dir, parent).filter(|parent| !parent.contains('*')) else { return Vec::new() };
    let names = ground.names(&parent);
    let fit = names.keys().filter(|name| fits(level, name)).take(NAMES);
    fit.filter_map(|name| join(&parent, name)).filter(|path| ground.has(path)).collect()
}

fn rebuilt(levels: &[&str], folder: bool) -> String {
    format!("{}{}", levels.join("/"), if folder { "/" } else { "" })
}

/// Whether a field is there and is not `false`.
pub(super) fn is_set(ground: &Ground<'_>, field: &Field, dir: &str) -> bool {
    let Some(path) = first(ground, dir, &field.file) else { return false };
    if !field.holds.is_empty() {
        return ground.text(&path).is_some_and(|text| line(&text, &field.holds).is_some());
    }
    field.path.is_empty()
        || ground
            .document(&path)
            .and_then(|node| node.at(&field.path).map(|node| node.text() != Some("false")))
            .unwrap_or(false)
}

/// The first line that holds `part`, lines that are comments in any of the usual ways left aside.
pub(super) fn line(text: &str, part: &str) -> Option<usize> {
    let comment =
        |line: &str| ["#", "%", "--", "//", ";"].iter().any(|mark| line.trim_start().starts_with(mark));
    text.lines().position(|line| line.contains(part) && !comment(line)).map(|at| at + 1)
}
