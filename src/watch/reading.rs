//! One reading: every path that is watched and what stood there, in about 75 bytes a path.
//!
//! Paths are entries in one list; the names of a folder are one sorted run of it, and all names share one buffer.

use std::ops::Range;

use crate::host::files::{Kind, Look, Sum};

/// No other entry: what the parent of a top is.
const NONE: u32 = u32::MAX;

/// An entry's place in the list.
pub(super) type At = u32;

/// How much of a path counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// What it holds, whatever its times are.
    Content,
    /// What the system says of it, times and number included.
    Outline,
}

/// What went wrong with one path that does not stop the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Note {
    /// Nothing.
    None,
    /// A folder of somebody else that can neither be listed nor entered.
    Closed,
    /// A file that cannot be read.
    Unread,
    /// It changed while it was read.
    Unsteady,
}

/// One path.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) parent: At,
    name: u32,
    length: u16,
    pub(super) mode: u16,
    pub(super) kind: Kind,
    pub(super) depth: Depth,
    pub(super) note: Note,
    pub(super) size: u64,
    pub(super) mtime: i64,
    pub(super) ctime: i64,
    pub(super) inode: u64,
    /// Of a folder: where the run of its names begins. Of what was hashed: its sum's place, from 1 on.
    first: u32,
    /// How many names a folder has.
    count: u32,
}

/// Everything that was read, area by area.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    names: Vec<u8>,
    entries: Vec<Entry>,
    sums: Vec<Sum>,
    /// The top of each area of the plan; none where nothing stood there.
    pub(super) tops: Vec<Option<At>>,
    /// The latest of all ctimes.
    pub(super) youngest: i64,
}

impl Reading {
    pub(super) fn entry(&self, at: At) -> Option<&Entry> {
        self.entries.get(usize::try_from(at).ok()?)
    }

    pub(super) fn entry_mut(&mut self, at: At) -> Option<&mut Entry> {
        self.entries.get_mut(usize::try_from(at).ok()?)
    }

    /// Every place, in order.
    pub(super) fn all(&self) -> Range<At> {
        0..u32::try_from(self.entries.len()).unwrap_or(NONE)
    }

    pub(super) fn name(&self, entry: &Entry) -> &[u8] {
        let start = usize::try_from(entry.name).unwrap_or(usize::MAX);
        self.names.get(start..start.saturating_add(usize::from(entry.length))).unwrap_or_default()
    }

    /// The names of a folder; empty for anything else.
    pub(super) fn children(&self, at: At) -> Range<At> {
        match self.entry(at) {
            Some(entry) if entry.kind == Kind::Folder => entry.first..entry.first.saturating_add(entry.count),
            _ => 0..0,
        }
    }

    /// What was hashed of an entry.
    pub(super) fn sum(&self, entry: &Entry) -> Option<&Sum> {
        if entry.kind == Kind::Folder {
            return None;
        }
        self.sums.get(usize::try_from(entry.first.checked_sub(1)?).ok()?)
    }

    pub(super) fn set_sum(&mut self, at: At, sum: Sum) {
        self.sums.push(sum);
        let place = u32::try_from(self.sums.len()).unwrap_or_default();
        if let Some(entry) = self.entry_mut(at) {
            entry.first = place;
        }
    }

    /// A new entry that belongs to no folder yet; the list takes it with [`Reading::put`].
    pub(super) fn make(&mut self, parent: Option<At>, name: &[u8], look: &Look, depth: Depth) -> Entry {
        self.youngest = self.youngest.max(look.ctime);
        let start = u32::try_from(self.names.len()).unwrap_or(NONE);
        self.names.extend(name);
        Entry {
            parent: parent.unwrap_or(NONE),
            name: start,
            length: u16::try_from(name.len()).unwrap_or(u16::MAX),
            mode: look.mode,
            kind: look.kind,
            depth,
            note: Note::None,
            size: if look.kind == Kind::Folder { 0 } else { look.size },
            mtime: look.mtime,
            ctime: look.ctime,
            inode: look.inode,
            first: 0,
            count: 0,
        }
    }

    /// Takes the names of the folder at `parent`, sorts them, and says where they are.
    pub(super) fn put(&mut self, parent: At, mut entries: Vec<Entry>) -> Range<At> {
        entries.sort_unstable_by(|one, other| self.name(one).cmp(self.name(other)));
        let first = u32::try_from(self.entries.len()).unwrap_or(NONE);
        let count = u32::try_from(entries.len()).unwrap_or_default();
        self.entries.append(&mut entries);
        if let Some(folder) = self.entry_mut(parent) {
            (folder.first, folder.count) = (first, count);
        }
        first..first.saturating_add(count)
    }

    /// Takes the top of an area.
    pub(super) fn put_top(&mut self, entry: Entry) -> At {
        let at = u32::try_from(self.entries.len()).unwrap_or(NONE);
        self.entries.push(entry);
        at
    }

    /// The entry of a path below `top`.
    pub(super) fn find(&self, top: At, path: &[u8]) -> Option<At> {
        let mut at = top;
        for name in path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            at = self.child(at, name)?;
        }
        Some(at)
    }

    fn child(&self, folder: At, name: &[u8]) -> Option<At> {
        let Range { start: mut low, end: mut high } = self.children(folder);
        while low < high {
            let middle = low.midpoint(high);
            match self.name(self.entry(middle)?).cmp(name) {
                std::cmp::Ordering::Less => low = middle.saturating_add(1),
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The path of an entry below the top of its area; empty for the top itself.
    pub(super) fn path(&self, at: At) -> Vec<u8> {
        let mut names = Vec::new();
        let mut here = self.entry(at);
        while let Some(entry) = here.filter(|entry| entry.parent != NONE) {
            names.push(self.name(entry));
            here = self.entry(entry.parent);
        }
        names.reverse();
        names.join(&b'/')
    }
}

impl Entry {
    /// Whether the system says the same of both: what it holds need not be read again.
    pub(super) fn same_look(&self, other: &Self) -> bool {
        (self.kind, self.mode, self.size, self.mtime, self.ctime, self.inode)
            == (other.kind, other.mode, other.size, other.mtime, other.ctime, other.inode)
    }
}
