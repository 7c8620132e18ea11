//! Writes below an open folder, each whole or not at all.
//!
//! A file is written beside its place under a [`TEMPORARY`] name, synced, renamed, and its folder synced.
//! A crash leaves at most such a temporary behind; the owner of a store sweeps them under its lock.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{
    AtFlags, Mode, OFlags, RenameFlags, fchmod, mkdirat, openat, renameat, renameat_with, unlinkat,
};
use rustix::io::Errno;

use super::{Dir, Kind, Trouble, kind_of, levels, open_level, open_plain};
use crate::host::crash::point;
use crate::host::entropy::Entropy;

/// How the name of a file begins that is not yet, or will never be, in its place.
pub const TEMPORARY: &str = ".tmp-";

const CREATE: OFlags =
    OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const UPDATE: OFlags = OFlags::RDWR
    .union(OFlags::CREATE)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

impl Dir {
    /// Opens a folder that the person named, made for them alone where it is not there; links on the way to it are
    /// their own.
    pub fn made(path: &Path) -> Result<Self, Trouble> {
        let mut there = path;
        loop {
            match Self::open(there) {
                Ok(dir) => {
                    let below = path.strip_prefix(there).map_err(|_| Trouble::Outside)?;
                    dir.make_private_dir(below)?;
                    return dir.dir(below);
                }
                Err(Trouble::Absent) => there = there.parent().ok_or(Trouble::Absent)?,
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Makes a folder and those above it; says whether the last one is new.
    pub fn make_dir(&self, rel: impl AsRef<Path>) -> Result<bool, Trouble> {
        self.make(rel.as_ref(), 0o777)
    }

    /// The same, but what is new is for its owner alone.
    pub fn make_private_dir(&self, rel: impl AsRef<Path>) -> Result<bool, Trouble> {
        self.make(rel.as_ref(), 0o700)
    }

    fn make(&self, rel: &Path, mode: u32) -> Result<bool, Trouble> {
        let mut fd = self.fd.try_clone()?;
        let mut made = false;
        for level in levels(rel)? {
            (fd, made) = open_or_make(&fd, level, Mode::from_raw_mode(mode))?;
        }
        Ok(made)
    }

    /// Writes a file whole, over a plain file of that name where there is one (whose mode it keeps).
    pub fn write(&self, rel: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        let mode = match kind_of(&folder, leaf) {
            Ok(Kind::File) => Some(mode_of(&folder, leaf)?),
            Ok(Kind::Link) => return Err(Trouble::Link),
            Ok(_) => return Err(Trouble::NotRegular),
            Err(Trouble::Absent) => None,
            Err(trouble) => return Err(trouble),
        };
        let staged = stage(&folder, bytes, mode)?;
        put(&folder, &staged, || Ok(renameat(&folder, &staged, &folder, leaf)?))
    }

    /// Writes a new file whole; [`Trouble::Exists`] where the name is taken.
    pub fn create(&self, rel: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        let staged = stage(&folder, bytes, None)?;
        put(&folder, &staged, || rename_onto_nothing(&folder, &staged, &folder, leaf))
    }

    /// The same, but the file is for its owner alone.
    pub fn create_private(&self, rel: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        let staged = stage(&folder, bytes, Some(Mode::from_raw_mode(0o600)))?;
        put(&folder, &staged, || rename_onto_nothing(&folder, &staged, &folder, leaf))
    }

    /// Makes a folder of new files under a name that nobody looks at yet. What is in it is on the disk then; its
    /// own name comes there with the rename that brings it to its place.
    pub fn stage_folder(&self, rel: impl AsRef<Path>, files: &[(&str, &[u8])]) -> Result<(), Trouble> {
        let (above, leaf) = self.parent(rel.as_ref())?;
        point()?;
        mkdirat(&above, leaf, Mode::from_raw_mode(0o777))?;
        let folder = open_level(&above, leaf)?;
        for (name, bytes) in files {
            point()?;
            let fd = openat(&folder, *name, CREATE, Mode::from_raw_mode(0o666))?;
            fill(File::from(fd), bytes, None)?;
        }
        sync(&folder)
    }

    /// Writes a new file that need not outlive the call, so that nothing is staged or synced.
    pub(in crate::host) fn lay(&self, rel: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        let fd = openat(&folder, leaf, CREATE, Mode::from_raw_mode(0o600))?;
        Ok(File::from(fd).write_all(bytes)?)
    }

    /// Moves a file by one rename; [`Trouble::Exists`] where the new name is taken.
    pub fn rename(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<(), Trouble> {
        let (source, old) = self.parent(from.as_ref())?;
        let (target, new) = self.parent(to.as_ref())?;
        point()?;
        rename_onto_nothing(&source, old, &target, new)?;
        sync_both(from.as_ref(), &source, to.as_ref(), &target)
    }

    /// Moves a file by one rename over a plain file that may be there.
    pub fn replace(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<(), Trouble> {
        let (source, old) = self.parent(from.as_ref())?;
        let (target, new) = self.parent(to.as_ref())?;
        point()?;
        renameat(&source, old, &target, new)?;
        sync_both(from.as_ref(), &source, to.as_ref(), &target)
    }

    /// Makes two folders change places in one step; nothing has moved where the file system cannot.
    pub fn exchange(&self, one: impl AsRef<Path>, other: impl AsRef<Path>) -> Result<(), Trouble> {
        let (source, old) = self.parent(one.as_ref())?;
        let (target, new) = self.parent(other.as_ref())?;
        point()?;
        renameat_with(&source, old, &target, new, RenameFlags::EXCHANGE)?;
        sync_both(one.as_ref(), &source, other.as_ref(), &target)
    }

    /// Removes an empty folder that is litter: where the machine goes down it may be there again.
    pub fn clear_folder(&self, rel: impl AsRef<Path>) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        point()?;
        Ok(unlinkat(&folder, leaf, AtFlags::REMOVEDIR)?)
    }

    /// Removes a file that is litter: where the machine goes down it may be there again.
    pub fn clear(&self, rel: impl AsRef<Path>) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        point()?;
        Ok(unlinkat(&folder, leaf, AtFlags::empty())?)
    }

    /// Removes a file (a link is removed, never what it points at).
    pub fn remove(&self, rel: impl AsRef<Path>) -> Result<(), Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        point()?;
        unlinkat(&folder, leaf, AtFlags::empty())?;
        sync(&folder)
    }

    /// Opens a plain file to read and write, made empty where it is not there; for lock files.
    pub(in crate::host) fn open_to_update(&self, rel: impl AsRef<Path>) -> Result<File, Trouble> {
        let (folder, leaf) = self.parent(rel.as_ref())?;
        open_plain(&folder, leaf, UPDATE)
    }
}

fn open_or_make(above: &OwnedFd, level: &OsStr, mode: Mode) -> Result<(OwnedFd, bool), Trouble> {
    match open_level(above, level) {
        Err(Trouble::Absent) => {}
        opened => return opened.map(|fd| (fd, false)),
    }
    point()?;
    let made = match mkdirat(above, level, mode) {
        Ok(()) => true,
        // Another writer was first; the folder is there, which is all that was asked.
        Err(Errno::EXIST) => false,
        Err(errno) => return Err(errno.into()),
    };
    sync(above)?;
    Ok((open_level(above, level)?, made))
}

/// Writes `bytes` under a temporary name and syncs them; gives the name.
fn stage(folder: &OwnedFd, bytes: &[u8], mode: Option<Mode>) -> Result<OsString, Trouble> {
    let name = OsString::from(format!("{TEMPORARY}{:016x}", Entropy::default().bits64()?));
    point()?;
    let fd = openat(folder, &name, CREATE, Mode::from_raw_mode(0o666))?;
    let written = fill(File::from(fd), bytes, mode);
    if written.is_err() {
        discard(folder, &name);
    }
    written.map(|()| name)
}

fn fill(mut file: File, bytes: &[u8], mode: Option<Mode>) -> Result<(), Trouble> {
    if let Some(mode) = mode {
        fchmod(&file, mode)?;
    }
    point()?;
    file.write_all(bytes)?;
    point()?;
    Ok(file.sync_all()?)
}

/// Brings a staged file to its place, or leaves nothing behind.
fn put(
    folder: &OwnedFd,
    staged: &OsStr,
    rename: impl FnOnce() -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let put = point().and_then(|()| rename());
    if put.is_err() {
        discard(folder, staged);
    }
    put?;
    sync(folder)
}

/// A temporary that cannot be removed is litter, and the first error says more.
fn discard(folder: &OwnedFd, name: &OsStr) {
    unlinkat(folder, name, AtFlags::empty()).ok();
}

fn rename_onto_nothing(
    source: impl AsFd,
    old: &OsStr,
    target: impl AsFd,
    new: &OsStr,
) -> Result<(), Trouble> {
    match renameat_with(&source, old, &target, new, RenameFlags::NOREPLACE) {
        // A file system without the flag: the store's lock keeps other writers of ours away.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => match kind_of(&target, new) {
            Err(Trouble::Absent) => Ok(renameat(&source, old, &target, new)?),
            Ok(_) => Err(Trouble::Exists),
            Err(trouble) => Err(trouble),
        },
        renamed => Ok(renamed?),
    }
}

fn mode_of(folder: &OwnedFd, leaf: &OsStr) -> Result<Mode, Trouble> {
    let stat = rustix::fs::statat(folder, leaf, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(Mode::from_raw_mode(stat.st_mode))
}

/// Makes a move durable, in one step where it stayed in one folder.
fn sync_both(from: &Path, source: &OwnedFd, to: &Path, target: &OwnedFd) -> Result<(), Trouble> {
    sync(target)?;
    if from.parent() == to.parent() { Ok(()) } else { sync(source) }
}

/// Makes a folder's names durable. Some file systems cannot sync a folder; the names are then as durable
/// as that file system makes them.
fn sync(folder: &OwnedFd) -> Result<(), Trouble> {
    point()?;
    match rustix::fs::fsync(folder) {
        Ok(()) | Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}
