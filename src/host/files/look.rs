//! What the system says of files without opening them, and what a file of a known size holds.
//!
//! For a reader that must notice whatever changed: all times and numbers, no link followed, nothing that could
//! wait (a pipe, a device) opened.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use rustix::fs::{
    Access, AtFlags, FileType, Mode, OFlags, Stat, accessat, fstat, lstat, openat, readlinkat, statat,
};
use rustix::process::geteuid;
use sha2::{Digest, Sha256};

use super::{Dir, FOLDER, Kind, READ, Trouble, not_followed, open_level};

/// How many bytes are hashed at a time.
const CHUNK: usize = 64 * 1024;

/// What the system says of one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// What it is.
    pub kind: Kind,
    /// Its permission bits.
    pub mode: u16,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970.
    pub mtime: i64,
    /// When anything of it last changed; no program can put that back.
    pub ctime: i64,
    /// Its number in its file system.
    pub inode: u64,
    /// Whom it belongs to.
    pub owner: u32,
}

/// A SHA-256.
pub type Sum = [u8; 32];

/// A folder that is gone through and not listed: its names may be secret.
#[cfg(target_os = "linux")]
const THROUGH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const THROUGH: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

impl Dir {
    /// Opens a folder to get at names in it that are known; it cannot be listed by this handle.
    pub fn through(path: &Path) -> Result<Self, Trouble> {
        Ok(Self { fd: rustix::fs::open(path, THROUGH, Mode::empty())? })
    }

    /// What the system says of this folder.
    pub fn look(&self) -> Result<Look, Trouble> {
        Ok(Look::of(&fstat(&self.fd)?))
    }

    /// What the system says of one name in this folder, a link included.
    pub fn look_at(&self, name: &OsStr) -> Result<Look, Trouble> {
        Ok(Look::of(&statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// Calls `each` with every name in this folder and what the system says of it, in no order; one that goes
    /// away meanwhile is left out.
    pub fn looks<E: From<Trouble>>(
        &self,
        mut each: impl FnMut(&[u8], Look) -> Result<(), E>,
    ) -> Result<(), E> {
        // The handle is fresh, so that its place in the listing is its own.
        let fd = openat(&self.fd, ".", FOLDER, Mode::empty()).map_err(Trouble::from)?;
        let names = rustix::fs::Dir::new(fd).map_err(Trouble::from)?;
        for entry in names {
            let entry = entry.map_err(Trouble::from)?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            match statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => each(name.to_bytes(), Look::of(&stat))?,
                Err(rustix::io::Errno::NOENT) => {}
                Err(errno) => return Err(Trouble::from(errno).into()),
            }
        }
        Ok(())
    }

    /// Opens a folder in this one by its name.
    pub fn level(&self, name: &OsStr) -> Result<Self, Trouble> {
        Ok(Self { fd: open_level(&self.fd, name)? })
    }

    /// Opens the folder that this one stands in now, which need not be the one it was opened from.
    pub fn above(&self) -> Result<Self, Trouble> {
        Ok(Self { fd: openat(&self.fd, "..", FOLDER, Mode::empty())? })
    }

    /// Whether this process could change what is in a folder that it may not list: it may enter it, or it owns it.
    pub fn may_enter(&self, name: &OsStr, looked: &Look) -> bool {
        looked.owner == geteuid().as_raw()
            || accessat(&self.fd, name, Access::EXEC_OK, AtFlags::empty()).is_ok()
    }

    /// What a link in this folder says.
    pub fn target(&self, name: &OsStr) -> Result<Vec<u8>, Trouble> {
        Ok(readlinkat(&self.fd, name, Vec::new())?.into_bytes())
    }

    /// Hashes a plain file of at most `most` bytes in this folder: what was found, and its sum unless it is larger,
    /// is no plain file, or changed while it was read. Nothing past the size that the system gives is read.
    pub fn sum(&self, name: &OsStr, most: u64) -> Result<(Look, Option<Sum>), Trouble> {
        let opened = openat(&self.fd, name, READ, Mode::empty());
        let fd = opened.map_err(|errno| not_followed(&self.fd, name, errno))?;
        let look = Look::of(&fstat(&fd)?);
        if look.kind != Kind::File || look.size > most {
            return Ok((look, None));
        }
        let mut file = File::from(fd).take(look.size);
        let mut hash = Sha256::new();
        let mut chunk = vec![0; usize::try_from(look.size).unwrap_or(CHUNK).min(CHUNK)];
        let mut left = look.size;
        while left > 0 {
            let read = file.read(&mut chunk)?;
            let Some(read) = chunk.get(..read).filter(|read| !read.is_empty()) else { break };
            hash.update(read);
            left = left.saturating_sub(u64::try_from(read.len()).unwrap_or(u64::MAX));
        }
        let still = left == 0 && Look::of(&fstat(file.get_ref())?) == look;
        Ok((look, still.then(|| hash.finalize().into())))
    }
}

impl Look {
    /// What the system says of a path, of a link itself where its last name is one.
    pub fn at(path: &Path) -> Result<Self, Trouble> {
        Ok(Self::of(&lstat(path)?))
    }

    fn of(stat: &Stat) -> Self {
        let time = |seconds: i128, nanoseconds: i128| {
            i64::try_from(seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds))
                .unwrap_or(i64::MAX)
        };
        Self {
            kind: Kind::from(FileType::from_raw_mode(stat.st_mode)),
            mode: u16::try_from(stat.st_mode & 0o7777).unwrap_or_default(),
            size: u64::try_from(stat.st_size).unwrap_or_default(),
            mtime: time(i128::from(stat.st_mtime), i128::from(stat.st_mtime_nsec)),
            ctime: time(i128::from(stat.st_ctime), i128::from(stat.st_ctime_nsec)),
            inode: stat.st_ino,
            owner: stat.st_uid,
        }
    }
}
