//! The walk over one area: through no link, with no recursion, and with few folders open at a time.

use super::area::{Area, Left, may_change_anywhere};
use super::only::Only;
use super::reading::{At, Note, Reading};
use super::shown::os;
use super::unwatched::Unwatched;
use crate::host::files::{Dir, Kind, Look, Trouble};
use crate::registry::values::WatchBound;

/// How many folders on the way down stay open; the others are found again from below.
const OPEN: usize = 64;

/// How much of each thing there may be.
pub(super) type Most = fn(WatchBound) -> u64;

/// How much was read so far, over all areas.
#[derive(Debug)]
pub(super) struct Tally {
    most: Most,
    paths: u64,
    outside: u64,
    /// The folder with the most names so far.
    fullest: (u64, String),
}

/// A folder whose subfolders are being walked.
struct Frame<'a> {
    /// Open, unless it is far up.
    dir: Option<Dir>,
    inode: u64,
    at: At,
    next: At,
    end: At,
    only: Only,
    /// What is not watched below it, from here on.
    left: Vec<(&'a [Vec<u8>], Kind)>,
}

struct Walk<'a> {
    area: &'a Area,
    reading: &'a mut Reading,
    tally: &'a mut Tally,
    /// The paths of this area.
    paths: u64,
    stack: Vec<Frame<'a>>,
    /// The lowest frame that is open.
    lowest: usize,
}

/// Reads an area to its end and says where its top is.
pub(super) fn walk(area: &Area, reading: &mut Reading, tally: &mut Tally) -> Result<Option<At>, Unwatched> {
    let mut walk = Walk { area, reading, tally, paths: 0, stack: Vec::new(), lowest: 0 };
    let top = walk.top();
    match top {
        Ok(top) => walk.down().map(|()| Some(top)),
        Err(Unwatched::Unreadable { trouble, .. }) if leads_nowhere(area, trouble) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Whether nothing stands there, or nothing that this process can get at.
const fn leads_nowhere(area: &Area, trouble: Trouble) -> bool {
    match trouble {
        Trouble::Absent | Trouble::NotDirectory => true,
        Trouble::Link | Trouble::Denied => area.follow,
        _ => false,
    }
}

impl<'a> Walk<'a> {
    /// Looks at the top, and lists it where it is a folder.
    fn top(&mut self) -> Result<At, Unwatched> {
        let path = if self.area.follow {
            std::fs::canonicalize(&self.area.path).map_err(|error| self.unreadable(&[], error.into()))?
        } else {
            self.area.path.clone()
        };
        let look = Look::at(&path).map_err(|trouble| self.unreadable(&[], trouble))?;
        if let Some(bound) = self.tally.take(self.area, &mut self.paths) {
            return Err(Unwatched::Over { bound, at: self.area.shown(&[]) });
        }
        let entry = self.reading.make(None, b"", &look, self.area.depth);
        let top = self.reading.put_top(entry);
        if look.kind == Kind::Folder {
            let dir = Dir::open(&path).map_err(|trouble| self.unreadable(&[], trouble))?;
            let left = self.area.left.iter().map(|Left { names, kind }| (names.as_slice(), *kind)).collect();
            self.list(dir, top, look.inode, self.area.only.clone(), left)?;
        }
        Ok(top)
    }

    /// Walks the subfolders of the last folder, and theirs.
    fn down(&mut self) -> Result<(), Unwatched> {
        while let Some(frame) = self.stack.last_mut() {
            let is_folder = |at: &At| self.reading.entry(*at).is_some_and(|entry| entry.kind == Kind::Folder);
            match (frame.next..frame.end).find(is_folder) {
                Some(at) => {
                    frame.next = at.saturating_add(1);
                    self.enter(at)?;
                }
                None => self.leave()?,
            }
        }
        Ok(())
    }

    fn enter(&mut self, at: At) -> Result<(), Unwatched> {
        let Some((frame, entry)) = self.stack.last().zip(self.reading.entry(at)) else { return Ok(()) };
        let (Some(above), name) = (&frame.dir, self.reading.name(entry).to_vec()) else { return Ok(()) };
        let Some(only) = frame.only.below(above, &name, Kind::Folder).filter(|only| *only != Only::Itself)
        else {
            return Ok(());
        };
        let left = further(&frame.left, &name);
        let opened = above.level(os(&name)).and_then(|dir| dir.look().map(|look| (dir, look)));
        match opened {
            Ok((dir, look)) => self.list(dir, at, look.inode, only, left),
            // It went away, or is something else by now.
            Err(Trouble::Absent) => Ok(()),
            Err(Trouble::Link | Trouble::NotDirectory) => {
                if let (Ok(look), Some(entry)) = (above.look_at(os(&name)), self.reading.entry_mut(at)) {
                    (entry.kind, entry.note) = (look.kind, Note::Unsteady);
                }
                Ok(())
            }
            Err(Trouble::Denied) => {
                let look = above.look_at(os(&name)).ok();
                let changeable = look.is_none_or(|look| above.may_enter(os(&name), &look));
                if changeable {
                    return Err(self.unreadable(&self.reading.path(at), Trouble::Denied));
                }
                if let Some(entry) = self.reading.entry_mut(at) {
                    entry.note = Note::Closed;
                }
                Ok(())
            }
            Err(trouble) => Err(self.unreadable(&self.reading.path(at), trouble)),
        }
    }

    /// Goes back up, and opens what was closed on the way down.
    fn leave(&mut self) -> Result<(), Unwatched> {
        let Some(done) = self.stack.pop() else { return Ok(()) };
        let depth = self.stack.len();
        let Some(frame) = self.stack.last_mut().filter(|frame| frame.dir.is_none()) else { return Ok(()) };
        let above = done.dir.ok_or(Trouble::Absent).and_then(|dir| dir.above());
        let above = above.and_then(|dir| dir.look().map(|look| (dir, look)));
        match above {
            Ok((dir, look)) if look.inode == frame.inode => {
                frame.dir = Some(dir);
                self.lowest = self.lowest.min(depth.saturating_sub(1));
                Ok(())
            }
            // A folder was moved while the walk was in it.
            _ => {
                let at = self.area.shown(&self.reading.path(done.at));
                Err(Unwatched::Unsteady { at })
            }
        }
    }

    /// Reads the names of a folder, and leaves it on the stack.
    fn list(
        &mut self,
        dir: Dir,
        at: At,
        inode: u64,
        only: Only,
        left: Vec<(&'a [Vec<u8>], Kind)>,
    ) -> Result<(), Unwatched> {
        let mut entries = Vec::new();
        let mut over = None;
        let listed = dir.looks(|name, look: Look| {
            let is_left = |(names, kind): &(&[Vec<u8>], Kind)| {
                matches!(names, [only] if only == name) && *kind == look.kind
            };
            let free = look.kind == Kind::File && self.area.is_tree() && may_change_anywhere(name);
            let watched = only == Only::All || only.below(&dir, name, look.kind).is_some();
            if !watched || free || left.iter().any(is_left) {
                return Ok(());
            }
            over = self.tally.take(self.area, &mut self.paths);
            if over.is_some() {
                return Err(Trouble::Full);
            }
            entries.push(self.reading.make(Some(at), name, &look, self.area.depth));
            Ok(())
        });
        let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        if count > self.tally.fullest.0 {
            self.tally.fullest = (count, self.area.shown(&self.reading.path(at)));
        }
        if let Some(bound) = over {
            let at =
                if bound == WatchBound::Paths { self.tally.fullest.1.clone() } else { self.area.shown(&[]) };
            return Err(Unwatched::Over { bound, at });
        }
        listed.map_err(|trouble| self.unreadable(&self.reading.path(at), trouble))?;
        let run = self.reading.put(at, entries);
        self.stack.push(Frame { dir: Some(dir), inode, at, next: run.start, end: run.end, only, left });
        if self.stack.len().saturating_sub(self.lowest) > OPEN {
            if let Some(frame) = self.stack.get_mut(self.lowest) {
                frame.dir = None;
            }
            self.lowest = self.lowest.saturating_add(1);
        }
        Ok(())
    }

    fn unreadable(&self, path: &[u8], trouble: Trouble) -> Unwatched {
        Unwatched::Unreadable { at: self.area.shown(path), trouble }
    }
}

/// What is not watched, one level further down.
fn further<'a>(left: &[(&'a [Vec<u8>], Kind)], name: &[u8]) -> Vec<(&'a [Vec<u8>], Kind)> {
    left.iter()
        .filter_map(|(names, kind)| match names {
            [first, rest @ ..] if first == name && !rest.is_empty() => Some((rest, *kind)),
            _ => None,
        })
        .collect()
}

impl Tally {
    pub(super) const fn within(most: Most) -> Self {
        Self { most, paths: 0, outside: 0, fullest: (0, String::new()) }
    }

    /// Counts one path; the bound that it is over, if any.
    fn take(&mut self, area: &Area, of_area: &mut u64) -> Option<WatchBound> {
        self.paths = self.paths.saturating_add(1);
        *of_area = of_area.saturating_add(1);
        if area.bound == Some(WatchBound::Outside) {
            self.outside = self.outside.saturating_add(1);
        }
        let over = |bound: WatchBound, count: u64| (count > (self.most)(bound)).then_some(bound);
        let own = match area.bound {
            Some(WatchBound::Outside) => over(WatchBound::Outside, self.outside),
            Some(WatchBound::Receipts) => over(WatchBound::Receipts, *of_area),
            _ => None,
        };
        own.or_else(|| over(WatchBound::Paths, self.paths))
    }
}
