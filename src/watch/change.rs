//! What one path was and is, and what of that is a change.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::reading::{Entry, Note};
use crate::host::files::{Kind, Look, Sum};

/// One path that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Change {
    /// The path from the top of the repository, or a place outside of it by name, made safe to show.
    pub path: String,
    /// What stood there at the first reading; none where nothing did.
    pub before: Option<State>,
    /// What stands there now; none where nothing does.
    pub after: Option<State>,
}

/// What stood at a path at one reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct State {
    /// What it was.
    pub kind: Shape,
    /// Its permission bits, in octal.
    pub mode: String,
    /// Its size in bytes; none for a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The SHA-256 of what it held, where that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// When it was last written, in nanoseconds since 1970; where what it held was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mtime: Option<i64>,
    /// When anything of it last changed, in nanoseconds since 1970; no program can put that back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctime: Option<i64>,
    /// Its number in the file system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inode: Option<u64>,
    /// What could not be read of it, or went on while it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// What may stand at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A plain file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// What a comparison found, each list sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// What changed although it may not: the interview stops.
    pub beyond: Vec<Change>,
    /// How many more there are beyond those in the list.
    pub more: usize,
    /// What changed and may: a plain file at a path that the role may change.
    pub allowed: Vec<Change>,
}

impl Differences {
    /// Whether nothing changed that may not.
    pub fn clean(&self) -> bool {
        self.beyond.is_empty()
    }
}

impl From<Kind> for Shape {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::File => Self::File,
            Kind::Folder => Self::Folder,
            Kind::Link => Self::Link,
            Kind::Other => Self::Special,
        }
    }
}

impl State {
    /// What the system says of a place whose times do not count.
    pub(super) fn of(look: &Look, sum: Option<&Sum>) -> Self {
        Self {
            kind: look.kind.into(),
            mode: octal(look.mode),
            size: (look.kind != Kind::Folder).then_some(look.size),
            sha256: sum.map(hex),
            mtime: None,
            ctime: None,
            inode: (look.kind == Kind::Folder).then_some(look.inode),
            note: None,
        }
    }

    /// What a reading holds of a path: its sum where it was hashed, its times otherwise.
    pub(super) fn of_entry(entry: &Entry, sum: Option<&Sum>) -> Self {
        let outline = sum.is_none() && entry.kind != Kind::Folder || entry.note == Note::Closed;
        Self {
            kind: entry.kind.into(),
            mode: octal(entry.mode),
            size: (entry.kind != Kind::Folder).then_some(entry.size),
            sha256: sum.map(hex),
            mtime: outline.then_some(entry.mtime),
            ctime: outline.then_some(entry.ctime),
            inode: outline.then_some(entry.inode),
            note: match entry.note {
                Note::None => None,
                Note::Closed => Some("it cannot be listed"),
                Note::Unread => Some("it cannot be read"),
                Note::Unsteady => Some("it changed while it was read"),
            },
        }
    }
}

fn octal(mode: u16) -> String {
    format!("{mode:04o}")
}

/// A sum as `sha256sum` prints it.
pub(super) fn hex(sum: &Sum) -> String {
    sum.iter().fold(String::with_capacity(64), |mut text, byte| {
        text.push_str(&format!("{byte:02x}"));
        text
    })
}

impl Shape {
    const fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Folder => "folder",
            Self::Link => "link",
            Self::Special => "special file",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, mode {}", self.kind.word(), self.mode)?;
        if let Some(size) = self.size {
            write!(f, ", {size} bytes")?;
        }
        if let Some(sha256) = self.sha256.as_deref().and_then(|sum| sum.get(..12)) {
            write!(f, ", sha256 {sha256}")?;
        }
        if let (Some(mtime), Some(ctime), Some(inode)) = (self.mtime, self.ctime, self.inode) {
            write!(f, ", written {mtime}, changed {ctime}, inode {inode}")?;
        }
        self.note.map_or(Ok(()), |note| write!(f, ", {note}"))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = |state: &Option<State>| state.as_ref().map_or("absent".to_owned(), State::to_string);
        write!(f, "{} (before: {}; after: {})", self.path, state(&self.before), state(&self.after))
    }
}
