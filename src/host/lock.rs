//! Advisory locks on files: one holder at a time, a deadline for the others, and who holds it by name.
//!
//! The holder writes its process id, verb and start into the file, so a refusal can tell them. A lock file
//! is never deleted: a second writer could hold the deleted one while a third holds its successor.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use jiff::Timestamp;

use super::clock::Clock;
use super::files::{Dir, Trouble};

/// How long a writer waits unless a test says otherwise.
pub const WAIT: Duration = Duration::from_secs(5);

/// The most that is read of a lock file, in bytes.
const NOTE_CAP: u64 = 512;

/// A held lock; it ends when this is dropped or the process dies.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

/// Who holds a lock, as far as the lock file tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holder {
    /// The process.
    pub pid: Option<u32>,
    /// What it does.
    pub verb: Option<String>,
    /// Since when.
    pub since: Option<Timestamp>,
}

impl Holder {
    /// How long the lock has been held at `now`, in whole seconds and never below zero.
    pub fn age_seconds(&self, now: Timestamp) -> Option<i64> {
        self.since.map(|since| now.duration_since(since).as_secs().max(0))
    }
}

/// Why a lock was not had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotHad {
    /// Somebody else held it for the whole wait.
    Held(Holder),
    /// The lock file could not be used.
    Trouble(Trouble),
}

impl From<Trouble> for NotHad {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Lock {
    /// Takes the lock on the file `rel` below `dir` for `verb`, waiting at most `wait`.
    ///
    /// Never call this while a person is being asked something, and take one lock at a time.
    pub fn take(
        dir: &Dir,
        rel: impl AsRef<Path>,
        verb: &str,
        clock: Clock,
        wait: Duration,
    ) -> Result<Self, NotHad> {
        let file = dir.open_to_update(&rel)?;
        let mut file = match file.try_lock() {
            Ok(()) => file,
            Err(TryLockError::WouldBlock) => match wait_for(file, wait)? {
                Some(file) => file,
                None => return Err(NotHad::Held(holder(dir, rel)?)),
            },
            Err(TryLockError::Error(error)) => return Err(Trouble::from(error).into()),
        };
        note(&mut file, verb, clock.now()).map_err(Trouble::from)?;
        Ok(Self { file })
    }
}

/// Whether somebody holds the lock on the file `rel` below `dir`; nothing is written.
pub fn is_held(dir: &Dir, rel: impl AsRef<Path>) -> Result<bool, Trouble> {
    if dir.kind(&rel)?.is_none() {
        return Ok(false);
    }
    // A writer that comes just now waits for the moment that this takes.
    match dir.open_to_update(rel)?.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// A lock on a folder itself, where no lock file may stand. It names no holder.
#[derive(Debug)]
pub struct FolderLock {
    _folder: File,
}

impl FolderLock {
    /// Whether somebody holds the lock on `dir`; nobody waits and nothing is written.
    pub fn is_held(dir: &Dir) -> Result<bool, Trouble> {
        match dir.open_to_lock()?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Takes the lock on `dir`, waiting at most `wait`; nothing is written.
    pub fn take(dir: &Dir, wait: Duration) -> Result<Self, NotHad> {
        let folder = dir.open_to_lock()?;
        match folder.try_lock() {
            Ok(()) => Ok(Self { _folder: folder }),
            Err(TryLockError::WouldBlock) => match wait_for(folder, wait)? {
                Some(folder) => Ok(Self { _folder: folder }),
                None => Err(NotHad::Held(Holder::default())),
            },
            Err(TryLockError::Error(error)) => Err(Trouble::from(error).into()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A note that stays behind names a holder that is gone; it is only read while the lock is held.
        self.file.set_len(0).ok();
        self.file.unlock().ok();
    }
}

/// The patience that a test set in milliseconds, or [`WAIT`].
pub(super) fn wait_from_setting(setting: Option<&str>) -> Duration {
    setting.and_then(|text| text.parse().ok()).map_or(WAIT, Duration::from_millis)
}

/// Waits in the kernel's own queue rather than by polling, which would starve some of many writers.
/// A thread that waits too long is left to end with the process; should it get the lock, it drops it.
fn wait_for(file: File, wait: Duration) -> Result<Option<File>, Trouble> {
    let (had, hears) = mpsc::sync_channel(0);
    std::thread::Builder::new().name("lock".to_owned()).spawn(move || {
        let locked = file.lock().map(|()| file);
        drop(had.send(locked));
    })?;
    match hears.recv_timeout(wait) {
        Ok(locked) => Ok(Some(locked?)),
        Err(_) => Ok(None),
    }
}

fn note(file: &mut File, verb: &str, since: Timestamp) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{} {since} {verb}", std::process::id())
}

fn holder(dir: &Dir, rel: impl AsRef<Path>) -> Result<Holder, Trouble> {
    let mut text = Vec::new();
    dir.open_to_update(rel)?.take(NOTE_CAP).read_to_end(&mut text)?;
    Ok(read_note(&String::from_utf8_lossy(&text)))
}

fn read_note(text: &str) -> Holder {
    let mut words = text.trim_end().splitn(3, ' ');
    Holder {
        pid: words.next().and_then(|word| word.parse().ok()),
        since: words.next().and_then(|word| word.parse().ok()),
        verb: words.next().filter(|verb| is_verb(verb)).map(str::to_owned),
    }
}

/// The note is text from a file: only what a command path can hold is passed on.
fn is_verb(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' ' || byte == b'-')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FolderLock, Holder, Lock, NotHad, is_held, read_note};
    use crate::host::clock::Clock;
    use crate::host::files::{Dir, Trouble};

    const NO_WAIT: Duration = Duration::from_millis(1);

    fn clock() -> Clock {
        Clock::from_setting(Some("2031-02-03T04:05:06Z"))
    }

    #[test]
    fn a_second_holder_is_told_who_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open(folder.path()).unwrap();
        let first = Lock::take(&dir, "l", "capture resolve", clock(), NO_WAIT).unwrap();
        let NotHad::Held(holder) = Lock::take(&dir, "l", "capture", clock(), NO_WAIT).unwrap_err() else {
            panic!("the lock is held");
        };
        assert_eq!(holder.pid, Some(std::process::id()));
        assert_eq!(holder.verb.as_deref(), Some("capture resolve"));
        assert_eq!(holder.age_seconds("2031-02-03T04:05:16Z".parse().unwrap()), Some(10));
        assert_eq!((is_held(&dir, "l"), is_held(&dir, "other")), (Ok(true), Ok(false)));
        drop(first);
        assert_eq!(is_held(&dir, "l"), Ok(false));
        assert!(Lock::take(&dir, "l", "capture", clock(), NO_WAIT).is_ok());
    }

    #[test]
    fn one_who_waits_gets_it_when_the_first_lets_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let first = Lock::take(&Dir::open(&path).unwrap(), "l", "capture", clock(), NO_WAIT).unwrap();
        let waits = std::thread::spawn(move || {
            Lock::take(&Dir::open(&path).unwrap(), "l", "capture", clock(), Duration::from_mins(1)).is_ok()
        });
        drop(first);
        assert!(waits.join().unwrap());
    }

    #[test]
    fn a_folder_is_locked_without_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open(folder.path()).unwrap();
        let first = FolderLock::take(&dir, NO_WAIT).unwrap();
        assert!(matches!(FolderLock::take(&dir, NO_WAIT), Err(NotHad::Held(_))));
        drop(first);
        assert!(FolderLock::take(&dir, NO_WAIT).is_ok());
        assert_eq!(dir.entries("").unwrap(), []);
    }

    #[test]
    fn a_link_is_no_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("elsewhere", folder.path().join("l")).unwrap();
        let dir = Dir::open(folder.path()).unwrap();
        let not_had = Lock::take(&dir, "l", "capture", clock(), NO_WAIT).unwrap_err();
        assert_eq!(not_had, NotHad::Trouble(Trouble::Link));
        assert!(!folder.path().join("elsewhere").exists());
    }

    #[test]
    fn a_note_that_says_anything_else_tells_nothing() {
        assert_eq!(read_note("\u{1b}[31m no \u{1b}[0m"), Holder::default());
        assert_eq!(read_note(""), Holder::default());
    }
}
