//! Whether a field of a row is there: a file, a folder, a key of a manifest, or a text in a file.

use super::ground::{Ground, join};
use crate::host::files::Kind;
use crate::tables::model::toolchains::Field;

/// How a comment begins in the files that are searched for a text.
const COMMENTS: [&str; 4] = ["#", "//", "*", "<!--"];

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

/// The path that a marker stands for in a folder: a name, `*.ext` or `folder/*.ext` by ending, `folder/`.
pub(super) fn marked(ground: &Ground<'_>, dir: &str, marker: &str) -> Option<String> {
    if let Some(folder) = marker.strip_suffix('/') {
        return join(dir, folder).filter(|path| ground.is_folder(path));
    }
    let (within, name) = marker.rsplit_once('/').unwrap_or((".", marker));
    let Some(ending) = name.strip_prefix('*') else {
        return join(dir, marker).filter(|path| ground.has(path));
    };
    let folder = join(dir, within).filter(|path| ground.is_folder(path))?;
    let names = ground.names(&folder);
    let found = names.iter().find(|(name, kind)| **kind == Kind::File && name.ends_with(ending));
    found.and_then(|(name, _)| join(&folder, name))
}

/// The line (from 1) of a file that holds a text outside of a comment.
pub(super) fn held(ground: &Ground<'_>, path: &str, text: &str) -> Option<usize> {
    let whole = ground.text(path)?;
    let mut lines = whole.lines().enumerate();
    let found = lines.find(|(_, line)| {
        !COMMENTS.iter().any(|comment| line.trim_start().starts_with(comment)) && line.contains(text)
    });
    found.map(|(at, _)| at + 1)
}
