//! What the files hold that a path's shape lets through, and whether their names are theirs alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::bench::{Bench, unread};
use super::listing::Listing;
use crate::host::files::Trouble;
use crate::records::id::Id;
use crate::records::ledger::{HOME, RECORD_CAP};
use crate::refusal::{Fault, Stop};
use crate::registry::values::PathBar;
use crate::tables::model::inert::Change;

/// The largest log that is compared, in bytes.
const LOG_CAP: u64 = 8 * 1024 * 1024;

/// What is known of the merged tree beside its files.
#[derive(Debug)]
pub(super) struct Names {
    /// How often each id begins the name of a file.
    ids: BTreeMap<Id, usize>,
    /// How often each path is there, letter case aside.
    folded: BTreeMap<Vec<u8>, usize>,
}

impl Names {
    /// The names of the record in the merged tree.
    pub(super) fn of(after: &Listing) -> Self {
        let mut names = Self { ids: BTreeMap::new(), folded: BTreeMap::new() };
        for path in after.keys().filter(|path| path.starts_with(HOME.as_bytes())) {
            *names.folded.entry(path.to_ascii_lowercase()).or_default() += 1;
            if let Some(id) = id(path) {
                *names.ids.entry(id).or_default() += 1;
            }
        }
        names
    }

    /// What else has a claim on the name of a new file.
    pub(super) fn taken(&self, path: &[u8]) -> Option<PathBar> {
        let many = |count: Option<&usize>| count.is_some_and(|count| *count > 1);
        if id(path).is_some_and(|id| many(self.ids.get(&id))) {
            return Some(PathBar::IdTaken);
        }
        many(self.folded.get(&path.to_ascii_lowercase())).then_some(PathBar::NameTaken)
    }
}

/// The id that a path's last name begins with.
fn id(path: &[u8]) -> Option<Id> {
    let name = path.rsplit(|byte| *byte == b'/').next()?;
    Id::of_file_name(std::str::from_utf8(name).ok()?).map(|(id, _)| id)
}

/// What is wrong with the file at `path` of the merged tree, which is laid out on the bench.
pub(super) fn bar(
    bench: &Bench<'_>,
    path: &[u8],
    change: Change,
    before: &Listing,
) -> Result<Option<PathBar>, Stop> {
    let cap = if change == Change::New { RECORD_CAP } else { LOG_CAP };
    let now = match bench.scratch.dir().read(OsStr::from_bytes(path), cap) {
        Ok(now) => now,
        Err(Trouble::TooLarge { .. }) => return Ok(Some(PathBar::TooLarge)),
        Err(trouble) => return Err(Fault::new(format!("a merged file could not be read: {trouble}")).into()),
    };
    if std::str::from_utf8(&now).is_err() || now.contains(&0) {
        return Ok(Some(PathBar::NotText));
    }
    if change == Change::New {
        return Ok(None);
    }
    let was = before.get(path).ok_or_else(unread)?;
    if was.size.is_none_or(|size| size > LOG_CAP) {
        return Ok(Some(PathBar::TooLarge));
    }
    Ok(appended(&bench.told(["cat-file", "blob", &was.id])?.stdout, &now))
}

/// What is wrong with `now` as `was` and whole lines after it.
fn appended(was: &[u8], now: &[u8]) -> Option<PathBar> {
    let ended = |text: &[u8]| text.is_empty() || text.ends_with(b"\n");
    match () {
        () if !ended(was) || !ended(now) => Some(PathBar::Unended),
        () if !now.starts_with(was) => Some(PathBar::Edited),
        () => None,
    }
}

/// Which of the paths git ignores, by the ignore files of the merged tree and of this checkout alone.
pub(super) fn ignored(bench: &Bench<'_>, paths: &[&[u8]]) -> Result<BTreeSet<Vec<u8>>, Stop> {
    if paths.is_empty() {
        return Ok(BTreeSet::new());
    }
    let how = ["--no-literal-pathspecs", "check-ignore", "--no-index", "-z", "--stdin"];
    let answer = bench.ask_with(how, paths.join(&0))?;
    if !(0..=1).contains(&answer.exit) {
        return Err(unread());
    }
    Ok(answer.fields().map(<[u8]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::appended;
    use crate::registry::values::PathBar;

    #[test]
    fn only_whole_lines_at_the_end_are_an_append() {
        for (was, now, bar) in [
            ("a\n", "a\nb\n", None),
            ("", "b\n", None),
            ("a\r\n", "a\r\nb\n", None),
            ("a\nb\n", "a\nx\nb\n", Some(PathBar::Edited)),
            ("a\nb\n", "b\nc\n", Some(PathBar::Edited)),
            ("a\n", "a\r\nb\r\n", Some(PathBar::Edited)),
            ("a\n", "", Some(PathBar::Edited)),
            ("a", "a\nb\n", Some(PathBar::Unended)),
            ("a", "ab\n", Some(PathBar::Unended)),
            ("a\n", "a\nb", Some(PathBar::Unended)),
        ] {
            assert_eq!(appended(was.as_bytes(), now.as_bytes()), bar, "{was:?} {now:?}");
        }
    }
}
