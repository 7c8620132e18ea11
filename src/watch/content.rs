//! What files hold: hashed within a bound that is checked before the first byte is read.

use std::ops::Range;

use sha2::{Digest, Sha256};

use super::area::Area;
use super::reading::{At, Depth, Note, Reading};
use super::shown::os;
use super::unwatched::Unwatched;
use crate::host::files::{Dir, Kind, Trouble};
use crate::registry::values::WatchBound;

/// How often a file that changes while it is read is read again.
const TRIES: usize = 3;

/// One path to read: the area it is in, and its place.
pub(super) type Wanted<'a> = (&'a Area, At);

/// Which entries each area has: from its top to the top of the next one that is there.
pub(super) fn spans<'a>(areas: &'a [Area], reading: &Reading) -> Vec<(&'a Area, Range<At>)> {
    let there: Vec<(&Area, At)> =
        areas.iter().zip(&reading.tops).filter_map(|(area, top)| top.map(|top| (area, top))).collect();
    let ends = there.iter().skip(1).map(|(_, top)| *top).chain([reading.all().end]);
    there.iter().zip(ends).map(|((area, top), end)| (*area, *top..end)).collect()
}

/// Everything in `reading` whose content counts.
pub(super) fn wanted<'a>(areas: &'a [Area], reading: &Reading) -> Vec<Wanted<'a>> {
    let counts = |at: &At| {
        let entry = reading.entry(*at);
        entry.is_some_and(|entry| {
            entry.depth == Depth::Content && matches!(entry.kind, Kind::File | Kind::Link)
        })
    };
    let spans = spans(areas, reading).into_iter();
    spans.flat_map(|(area, span)| span.filter(counts).map(move |at| (area, at)).collect::<Vec<_>>()).collect()
}

/// Refuses where there is more to read than is read.
pub(super) fn within(reading: &Reading, wanted: &[Wanted<'_>]) -> Result<(), Unwatched> {
    for bound in [WatchBound::OutsideBytes, WatchBound::Content] {
        let counts = |area: &Area| bound == WatchBound::Content || area.bound.is_some();
        let sizes = || {
            let of = wanted.iter().filter(|(area, _)| counts(area));
            of.map(|(area, at)| (reading.entry(*at).map_or(0, |entry| entry.size), area, at))
        };
        let total = sizes().fold(0_u64, |total, (size, _, _)| total.saturating_add(size));
        if let Some((_, area, at)) = sizes().max_by_key(|(size, _, _)| *size).filter(|_| total > bound.most())
        {
            return Err(Unwatched::Over { bound, at: area.shown(&reading.path(*at)) });
        }
    }
    Ok(())
}

/// Reads what is wanted, which is in the order of the reading. A file that changes meanwhile is noted so.
pub(super) fn read(reading: &mut Reading, wanted: &[Wanted<'_>]) {
    let mut open: Option<(At, Dir)> = None;
    for (area, at) in wanted {
        let Some(entry) = reading.entry(*at) else { continue };
        let (parent, name) = (entry.parent, reading.name(entry).to_vec());
        let missing = open.as_ref().is_none_or(|(folder, _)| *folder != parent || name.is_empty());
        if missing {
            open = folder(area, reading, *at).ok().map(|dir| (parent, dir));
        }
        let note = match &open {
            Some((_, dir)) => one(area, reading, *at, dir),
            // The folder is gone, or no longer a folder; the next reading tells.
            None => Note::Unsteady,
        };
        if let Some(entry) = reading.entry_mut(*at) {
            entry.note = note;
        }
    }
}

/// The folder that holds an entry.
fn folder(area: &Area, reading: &Reading, at: At) -> Result<Dir, Trouble> {
    let path = reading.path(at);
    let base = if area.follow { std::fs::canonicalize(&area.path)? } else { area.path.clone() };
    match path.iter().rposition(|byte| *byte == b'/') {
        _ if path.is_empty() => Dir::through(base.parent().ok_or(Trouble::Outside)?),
        None => Dir::open(&base),
        Some(end) => Dir::open(&base)?.dir(os(path.get(..end).unwrap_or_default())),
    }
}

/// Reads one file or link.
fn one(area: &Area, reading: &mut Reading, at: At, dir: &Dir) -> Note {
    let Some(entry) = reading.entry(at) else { return Note::Unsteady };
    let (kind, most) = (entry.kind, entry.size);
    let mut name = reading.name(entry).to_vec();
    if name.is_empty() {
        // The top of an area is a file: its name is that of what the area leads to.
        let base = if area.follow { std::fs::canonicalize(&area.path).ok() } else { Some(area.path.clone()) };
        let last = base.as_deref().and_then(std::path::Path::file_name);
        name = last.map(|name| name.as_encoded_bytes().to_vec()).unwrap_or_default();
    }
    if kind == Kind::Link {
        let Ok(target) = dir.target(os(&name)) else { return Note::Unsteady };
        reading.set_sum(at, Sha256::digest(target).into());
        return Note::None;
    }
    for _ in 0..TRIES {
        match dir.sum(os(&name), most) {
            Ok((look, Some(sum))) => {
                if let Some(entry) = reading.entry_mut(at) {
                    (entry.mode, entry.size, entry.inode) = (look.mode, look.size, look.inode);
                    (entry.mtime, entry.ctime) = (look.mtime, look.ctime);
                }
                reading.youngest = reading.youngest.max(look.ctime);
                reading.set_sum(at, sum);
                return Note::None;
            }
            Ok((_, None)) => {}
            Err(Trouble::Denied) => return Note::Unread,
            Err(_) => return Note::Unsteady,
        }
    }
    Note::Unsteady
}
