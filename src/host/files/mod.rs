//! Files below an open folder. No link is followed at any level, nothing outside is reached.
//!
//! A [`Dir`] is a handle, so what it names cannot be swapped between a check and a use. Each level of a
//! path is opened from the handle of the one above it without following links; a path that is absolute or
//! holds `..` is refused before anything is opened. Read-only work stands here, writes in [`write`](self).

mod look;
mod trouble;
mod write;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;

pub use look::{Look, Sum};
pub use trouble::Trouble;
pub use write::TEMPORARY;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A plain file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, whatever it points at.
    Link,
    /// A pipe, a socket or a device.
    Other,
}

impl From<FileType> for Kind {
    fn from(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Folder,
            FileType::Symlink => Self::Link,
            _ => Self::Other,
        }
    }
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The name, as the system has it.
    pub name: OsString,
    /// What it names.
    pub kind: Kind,
}

/// An open folder.
#[derive(Debug)]
pub struct Dir {
    fd: OwnedFd,
}

impl Dir {
    /// Opens a folder that the person or git named; links on the way to it are the person's own.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { fd: rustix::fs::open(path, flags, Mode::empty())? })
    }

    /// Whether somebody else than its owner and root may write it, or it is neither this user's nor root's.
    pub fn others_write(&self) -> Result<bool, Trouble> {
        let stat = fstat(&self.fd)?;
        let mode = Mode::from_raw_mode(stat.st_mode);
        let foreign = stat.st_uid != 0 && stat.st_uid != rustix::process::geteuid().as_raw();
        Ok(foreign || mode.contains(Mode::WOTH) || (mode.contains(Mode::WGRP) && stat.st_gid != 0))
    }

    /// Opens a folder below this one.
    pub fn dir(&self, rel: impl AsRef<Path>) -> Result<Self, Trouble> {
        let mut fd = self.fd.try_clone()?;
        for level in levels(rel.as_ref())? {
            fd = open_level(&fd, level)?;
        }
        Ok(Self { fd })
    }

    /// What stands at `rel`; `None` where nothing does. A link on the way is [`Trouble::Link`].
    pub fn kind(&self, rel: impl AsRef<Path>) -> Result<Option<Kind>, Trouble> {
        let looked = self.parent(rel.as_ref()).and_then(|(folder, leaf)| kind_of(&folder, leaf));
        match looked {
            Ok(kind) => Ok(Some(kind)),
            Err(Trouble::Absent) => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// Reads a whole plain file of at most `cap` bytes.
    pub fn read(&self, rel: impl AsRef<Path>, cap: u64) -> Result<Vec<u8>, Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        let file = open_plain(&folder, leaf, READ)?;
        let mut bytes = Vec::new();
        // One byte more than the cap tells a full file from one that was cut.
        file.take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > cap {
            return Err(Trouble::TooLarge { cap });
        }
        Ok(bytes)
    }

    /// Reads a whole plain file of at most `cap` bytes of UTF-8.
    pub fn read_text(&self, rel: impl AsRef<Path>, cap: u64) -> Result<String, Trouble> {
        String::from_utf8(self.read(rel, cap)?).map_err(|_| Trouble::NotUtf8)
    }

    /// Reads a UTF-8 file where it is there.
    pub fn read_text_if_there(&self, rel: impl AsRef<Path>, cap: u64) -> Result<Option<String>, Trouble> {
        match self.read_text(rel, cap) {
            Ok(text) => Ok(Some(text)),
            Err(Trouble::Absent) => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// The names in a folder, sorted by their bytes.
    pub fn entries(&self, rel: impl AsRef<Path>) -> Result<Vec<Entry>, Trouble> {
        let mut entries = self.stream(rel)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        Ok(entries)
    }

    /// The names in a folder, one by one, in no order.
    pub fn stream(&self, rel: impl AsRef<Path>) -> Result<Entries, Trouble> {
        let folder = self.dir(rel)?.fd;
        let names = rustix::fs::Dir::read_from(&folder)?;
        Ok(Entries { folder, names })
    }

    /// Another handle of this folder, whose locks are its own.
    pub(in crate::host) fn open_to_lock(&self) -> Result<File, Trouble> {
        Ok(File::from(openat(&self.fd, ".", FOLDER, Mode::empty())?))
    }

    /// The open folder that holds `rel`, and the last name of `rel`.
    fn parent<'p>(&self, rel: &'p Path) -> Result<(OwnedFd, &'p OsStr), Trouble> {
        let mut levels = levels(rel)?;
        let leaf = levels.pop().ok_or(Trouble::Outside)?;
        let mut fd = self.fd.try_clone()?;
        for level in levels {
            fd = open_level(&fd, level)?;
        }
        Ok((fd, leaf))
    }
}

/// The names of one folder as they come.
#[derive(Debug)]
pub struct Entries {
    folder: OwnedFd,
    names: rustix::fs::Dir,
}

impl Iterator for Entries {
    type Item = Result<Entry, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let entry = match self.names.next()? {
                Ok(entry) => entry,
                Err(errno) => return Some(Err(errno.into())),
            };
            let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => match kind_of(&self.folder, &name) {
                    Ok(kind) => kind,
                    // It went away between the listing and the look.
                    Err(Trouble::Absent) => continue,
                    Err(trouble) => return Some(Err(trouble)),
                },
                known => Kind::from(known),
            };
            return Some(Ok(Entry { name, kind }));
        }
    }
}

/// The names of a relative path, outermost first.
fn levels(rel: &Path) -> Result<Vec<&OsStr>, Trouble> {
    rel.components()
        .filter(|component| !matches!(component, Component::CurDir))
        .map(|component| match component {
            Component::Normal(name) => Ok(name),
            _ => Err(Trouble::Outside),
        })
        .collect()
}

fn open_level(above: impl AsFd, name: &OsStr) -> Result<OwnedFd, Trouble> {
    openat(&above, name, FOLDER, Mode::empty()).map_err(|errno| not_followed(above, name, errno))
}

/// Opens a plain file with `flags` and judges the open handle, not the name.
fn open_plain(folder: impl AsFd, leaf: &OsStr, flags: OFlags) -> Result<File, Trouble> {
    let fd = openat(&folder, leaf, flags, Mode::from_raw_mode(0o666))
        .map_err(|errno| not_followed(folder, leaf, errno))?;
    match Kind::from(FileType::from_raw_mode(fstat(&fd)?.st_mode)) {
        Kind::File => Ok(File::from(fd)),
        _ => Err(Trouble::NotRegular),
    }
}

fn kind_of(folder: impl AsFd, leaf: &OsStr) -> Result<Kind, Trouble> {
    let stat = statat(folder, leaf, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(Kind::from(FileType::from_raw_mode(stat.st_mode)))
}

/// A link that was not followed reads as ELOOP or ENOTDIR, by system; both mean the same to a caller.
fn not_followed(folder: impl AsFd, name: &OsStr, errno: Errno) -> Trouble {
    match (errno, kind_of(folder, name)) {
        (Errno::LOOP | Errno::NOTDIR, Ok(Kind::Link)) => Trouble::Link,
        _ => Trouble::from(errno),
    }
}

#[cfg(test)]
mod tests;
