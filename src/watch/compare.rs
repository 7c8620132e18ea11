//! Two readings side by side: what differs, folder by folder, with no recursion.

use std::cmp::Ordering;

use super::area::Area;
use super::change::{Change, State};
use super::content::{self, Wanted};
use super::reading::{At, Depth, Entry, Note, Reading};
use crate::host::files::Kind;

/// How long before the first reading a file may have been written so that its times are not enough: some file
/// systems date by whole seconds.
const FRESH: i64 = 2_000_000_000;

/// A path that differs: where it stood and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    area: usize,
    was: Option<At>,
    is: Option<At>,
}

/// What of two entries of one path is known without reading it.
enum Verdict {
    Same,
    Differs,
    /// What it holds decides.
    Read,
}

/// Everything that differs, in no order. `now` takes the sums of what had to be read.
pub(super) fn differing(areas: &[Area], was: &Reading, now: &mut Reading, begun: i64) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut to_read = Vec::new();
    let mut folders = Vec::new();
    for (area, tops) in was.tops.iter().zip(&now.tops).enumerate() {
        judge(
            Pair { area, was: *tops.0, is: *tops.1 },
            was,
            now,
            begun,
            (&mut found, &mut to_read, &mut folders),
        );
        while let Some(folder) = folders.pop() {
            let Pair { area, was: old, is: new } = folder;
            for (old, new) in side_by_side(was, now, old, new) {
                let pair = Pair { area, was: old, is: new };
                judge(pair, was, now, begun, (&mut found, &mut to_read, &mut folders));
            }
        }
    }
    read(areas, was, now, to_read, &mut found);
    found
}

type Lists<'a> = (&'a mut Vec<Pair>, &'a mut Vec<Pair>, &'a mut Vec<Pair>);

fn judge(pair: Pair, was: &Reading, now: &Reading, begun: i64, (found, to_read, folders): Lists<'_>) {
    let old = pair.was.and_then(|at| was.entry(at));
    let new = pair.is.and_then(|at| now.entry(at));
    match (old, new) {
        (None, None) => return,
        (Some(old), Some(new)) => match verdict(old, new, begun) {
            Verdict::Same => {}
            Verdict::Differs => found.push(pair),
            Verdict::Read => to_read.push(pair),
        },
        _ => found.push(pair),
    }
    if [old, new].iter().flatten().any(|entry| entry.kind == Kind::Folder) {
        folders.push(pair);
    }
}

fn verdict(old: &Entry, new: &Entry, begun: i64) -> Verdict {
    if (old.kind, old.mode) != (new.kind, new.mode) || new.note == Note::Unsteady {
        return Verdict::Differs;
    }
    let same_look = old.same_look(new);
    match (old.kind, old.depth) {
        (Kind::Folder, _) if old.note == Note::None && new.note == Note::None => Verdict::Same,
        // What cannot be read, and what is compared by its times.
        (Kind::Folder | Kind::Other, _) | (_, Depth::Outline) => differs_unless(same_look),
        _ if old.note == Note::Unread => differs_unless(same_look),
        _ if old.size != new.size => Verdict::Differs,
        _ if same_look && old.ctime < begun.saturating_sub(FRESH) => Verdict::Same,
        _ => Verdict::Read,
    }
}

const fn differs_unless(same: bool) -> Verdict {
    if same { Verdict::Same } else { Verdict::Differs }
}

/// The names of a folder in both readings, each name once.
fn side_by_side(
    was: &Reading,
    now: &Reading,
    old: Option<At>,
    new: Option<At>,
) -> Vec<(Option<At>, Option<At>)> {
    let mut old = old.map_or(0..0, |at| was.children(at)).peekable();
    let mut new = new.map_or(0..0, |at| now.children(at)).peekable();
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let name = |reading: &Reading, at: At| reading.entry(at).map(|entry| reading.name(entry).to_vec());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return pairs,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => name(was, *one).cmp(&name(now, *other)),
        };
        pairs.push(match order {
            Ordering::Less => (old.next(), None),
            Ordering::Greater => (None, new.next()),
            Ordering::Equal => (old.next(), new.next()),
        });
    }
}

/// Reads what only its content can tell, and what differs and was read before; sizes are bounded as at first.
fn read(areas: &[Area], was: &Reading, now: &mut Reading, to_read: Vec<Pair>, found: &mut Vec<Pair>) {
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    let read_before =
        |pair: &&Pair| pair.was.and_then(|at| was.entry(at)).is_some_and(|old| was.sum(old).is_some());
    let mut pairs: Vec<&Pair> = to_read.iter().chain(found.iter().filter(read_before)).collect();
    pairs.sort_by_key(|pair| pair.is);
    for pair in pairs {
        let is = pair.is.and_then(|at| now.entry(at).map(|entry| (at, entry.kind)));
        if let (Some(area), Some((at, Kind::File | Kind::Link))) = (areas.get(pair.area), is) {
            wanted.push((area, at));
        }
    }
    // Where there is more than is read, what differs is told without its sum; what must be read is as large as
    // it was at first.
    if content::within(now, &wanted).is_err() {
        let must: Vec<At> = to_read.iter().filter_map(|pair| pair.is).collect();
        wanted.retain(|(_, at)| must.contains(at));
    }
    content::read(now, &wanted);
    let same = |pair: &Pair| {
        let sum = |reading: &Reading, at: Option<At>| {
            at.and_then(|at| reading.entry(at)).and_then(|entry| reading.sum(entry).copied())
        };
        let (old, new) = (sum(was, pair.was), sum(now, pair.is));
        old.is_some() && old == new
    };
    found.extend(to_read.into_iter().filter(|pair| !same(pair)));
}

impl Pair {
    /// Its path in its area, and which area that is.
    pub(super) fn path(&self, was: &Reading, now: &Reading) -> (usize, Vec<u8>) {
        let path = match (self.is, self.was) {
            (Some(at), _) => now.path(at),
            (None, Some(at)) => was.path(at),
            (None, None) => Vec::new(),
        };
        (self.area, path)
    }

    /// Whether a plain file stands there that may have been one, or nothing, before.
    pub(super) fn is_plain(&self, was: &Reading, now: &Reading) -> bool {
        let kind =
            |reading: &Reading, at: Option<At>| at.and_then(|at| reading.entry(at)).map(|entry| entry.kind);
        kind(now, self.is) == Some(Kind::File) && matches!(kind(was, self.was), None | Some(Kind::File))
    }

    /// The change as it is shown.
    pub(super) fn change(&self, areas: &[Area], was: &Reading, now: &Reading) -> Change {
        let (area, path) = self.path(was, now);
        let state = |reading: &Reading, at: Option<At>| {
            let entry = at.and_then(|at| reading.entry(at));
            entry.map(|entry| State::of_entry(entry, reading.sum(entry)))
        };
        let path = areas.get(area).map(|area| area.shown(&path)).unwrap_or_default();
        Change { path, before: state(was, self.was), after: state(now, self.is) }
    }
}
