//! Which row of what is inert a changed path fits, by its place, its name and its kind alone.

use super::listing::{ABSENT, Changed, EXECUTABLE, LINK, PLAIN, SUBMODULE};
use crate::records::id::Id;
use crate::records::slug::is_slug;
use crate::registry::inert::INERT;
use crate::registry::values::{Closed, PathBar};
use crate::tables::model::inert::{Change, Inert};

/// The row, or why there is none; `log` is the file in which the base logs its decisions.
pub(super) fn row(changed: &Changed, log: Option<&str>) -> Result<&'static Inert, PathBar> {
    if changed.after == ABSENT {
        return Err(PathBar::Deleted);
    }
    for mode in [&changed.before, &changed.after] {
        match mode.as_str() {
            PLAIN | ABSENT => {}
            LINK => return Err(PathBar::SymbolicLink),
            SUBMODULE => return Err(PathBar::Submodule),
            EXECUTABLE => return Err(PathBar::Executable),
            _ => return Err(PathBar::Mode),
        }
    }
    let path = std::str::from_utf8(&changed.path).map_err(|_| PathBar::NotListed)?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let here = |row: &&Inert| match row.change {
        Change::New => row.path == folder,
        Change::Append => row.path == path && (!row.detected || log == Some(path)),
    };
    let row = INERT.iter().find(here).ok_or(PathBar::NotListed)?;
    match (row.change, changed.before == ABSENT) {
        (Change::New, _) if !is_record(name, row.family.as_deref()) => Err(PathBar::Misnamed),
        (Change::New, false) => Err(PathBar::NotNew),
        (Change::Append, true) => Err(PathBar::NoLog),
        (Change::New, true) | (Change::Append, false) => Ok(row),
    }
}

/// Whether a file is named as a record of the family.
fn is_record(name: &str, family: Option<&str>) -> bool {
    Id::of_file_name(name).is_some_and(|(id, slug)| Some(id.family().as_str()) == family && is_slug(slug))
}

#[cfg(test)]
mod tests {
    use super::row;
    use crate::registry::values::PathBar;
    use crate::routine::eligible::listing::{ABSENT, Changed, EXECUTABLE, LINK, PLAIN, SUBMODULE};

    fn judged(path: &str, before: &str, after: &str, log: Option<&str>) -> Result<&'static str, PathBar> {
        let changed = Changed { path: path.into(), before: before.to_owned(), after: after.to_owned() };
        row(&changed, log).map(|row| row.path.as_ref())
    }

    #[test]
    fn what_is_listed_fits_its_row() {
        for (path, place) in [
            (".abcd/work/issues/open/iss-3102030405061234-a-b.md", ".abcd/work/issues/open"),
            (".abcd/development/intents/drafts/itd-7-a.md", ".abcd/development/intents/drafts"),
            (".abcd/development/decisions/adr-7-a.md", ".abcd/development/decisions"),
            (".abcd/development/decisions/adrs/adr-7-a.md", ".abcd/development/decisions/adrs"),
        ] {
            assert_eq!(judged(path, ABSENT, PLAIN, None), Ok(place));
        }
        assert_eq!(judged(".abcd/work/DECISIONS.md", PLAIN, PLAIN, None), Ok(".abcd/work/DECISIONS.md"));
        assert_eq!(judged("DECISIONS.md", PLAIN, PLAIN, Some("DECISIONS.md")), Ok("DECISIONS.md"));
    }

    #[test]
    fn everything_else_fits_none() {
        let issue = ".abcd/work/issues/open/iss-1-a.md";
        for (path, before, after, bar) in [
            (issue, PLAIN, ABSENT, PathBar::Deleted),
            (issue, PLAIN, PLAIN, PathBar::NotNew),
            (issue, ABSENT, EXECUTABLE, PathBar::Executable),
            (issue, EXECUTABLE, PLAIN, PathBar::Executable),
            (issue, ABSENT, LINK, PathBar::SymbolicLink),
            (issue, ABSENT, SUBMODULE, PathBar::Submodule),
            (issue, ABSENT, "100664", PathBar::Mode),
            ("DECISIONS.md", PLAIN, PLAIN, PathBar::NotListed),
            (".abcd/work/DECISIONS.md", ABSENT, PLAIN, PathBar::NoLog),
            (".abcd/work/issues/open/iss-1-a.sh", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/itd-1-a.md", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/iss-01-a.md", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/iss-1-A.md", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/iss-1-a\nb.md", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/README.md", ABSENT, PLAIN, PathBar::Misnamed),
            (".abcd/work/issues/open/deep/iss-1-a.md", ABSENT, PLAIN, PathBar::NotListed),
            (".abcd/work/issues/resolved/iss-1-a.md", ABSENT, PLAIN, PathBar::NotListed),
            (".ABCD/work/issues/open/iss-1-a.md", ABSENT, PLAIN, PathBar::NotListed),
            ("sub/.abcd/work/issues/open/iss-1-a.md", ABSENT, PLAIN, PathBar::NotListed),
            (".abcd/development/intents/planned/itd-1-a.md", ABSENT, PLAIN, PathBar::NotListed),
        ] {
            assert_eq!(judged(path, before, after, None), Err(bar), "{path:?} {before} {after}");
        }
    }
}
