//! What can go wrong with a file, as a value: no code, no path, no text of the system.

use std::fmt;
use std::io::ErrorKind;

use rustix::io::Errno;

/// Why a file or a folder could not be used. The caller knows which one it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It is not there.
    Absent,
    /// It is there already.
    Exists,
    /// It, or a folder on the way to it, is a symbolic link.
    Link,
    /// It is a folder, a pipe, a socket or a device where a plain file must be.
    NotRegular,
    /// It, or a level on the way to it, is no folder.
    NotDirectory,
    /// It holds more than `cap` bytes.
    TooLarge {
        /// The largest size that is read, in bytes.
        cap: u64,
    },
    /// Its bytes are not UTF-8.
    NotUtf8,
    /// The path is absolute or climbs out of the folder that it is given in.
    Outside,
    /// The system does not permit it.
    Denied,
    /// The file system is mounted read-only.
    ReadOnly,
    /// The disk or the person's quota is full.
    Full,
    /// Anything else, by its kind.
    Io(ErrorKind),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("it is not there"),
            Self::Exists => f.write_str("it is there already"),
            Self::Link => f.write_str("it is, or is reached through, a symbolic link"),
            Self::NotRegular => f.write_str("it is no plain file"),
            Self::NotDirectory => f.write_str("it is no folder, or a file stands on the way to it"),
            Self::TooLarge { cap } => write!(f, "it is larger than {cap} bytes"),
            Self::NotUtf8 => f.write_str("it is not UTF-8"),
            Self::Outside => f.write_str("its path leaves the folder that it must be in"),
            Self::Denied => f.write_str("the system does not permit it"),
            Self::ReadOnly => f.write_str("the file system is read-only"),
            Self::Full => f.write_str("the disk is full"),
            Self::Io(kind) => write!(f, "the system reports: {kind}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Errno> for Trouble {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::Absent,
            Errno::EXIST => Self::Exists,
            Errno::LOOP => Self::Link,
            Errno::NOTDIR => Self::NotDirectory,
            Errno::ISDIR | Errno::NXIO => Self::NotRegular,
            Errno::ACCESS | Errno::PERM => Self::Denied,
            Errno::ROFS => Self::ReadOnly,
            Errno::NOSPC | Errno::DQUOT => Self::Full,
            other => Self::Io(other.kind()),
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        error
            .raw_os_error()
            .map_or_else(|| Self::Io(error.kind()), |raw| Self::from(Errno::from_raw_os_error(raw)))
    }
}
