//! Why a tree cannot be watched: it is too big, it cannot be read, or git does not answer.

use std::fmt;

use super::change::Change;
use crate::host::files::Trouble;
use crate::registry::values::WatchBound;

/// Why there is no reading to compare with. A path in it is made safe to show and never absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwatched {
    /// There is more than is read: a refusal, raised before the excess is read.
    Over {
        /// The bound that it is over.
        bound: WatchBound,
        /// What is the largest part of it: a file, a folder or a link.
        at: String,
    },
    /// A folder cannot be listed although it could be changed: a refusal.
    Unreadable {
        /// Which one.
        at: String,
        /// What the system says.
        trouble: Trouble,
    },
    /// Something did not stand still while it was read: a refusal, and worth another try.
    Unsteady {
        /// What moved.
        at: String,
    },
    /// The repository is no longer where the first reading found it: a refusal that names each pointer.
    Moved(Vec<Change>),
    /// The settings make git work in another tree than the one that holds its folder: a refusal.
    Elsewhere,
    /// Git gave no answer: a fault.
    Git(String),
}

impl fmt::Display for Unwatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { bound, at } => {
                let (most, means) = (bound.most(), bound.means().trim_end_matches('.'));
                write!(
                    f,
                    "there is more than can be watched, over {most} in \"{means}\"; the largest part is {at}"
                )
            }
            Self::Unreadable { at, trouble } => write!(f, "the folder {at} cannot be watched: {trouble}"),
            Self::Unsteady { at } => write!(f, "{at} changed while it was read"),
            Self::Moved(changes) => {
                f.write_str("the repository is no longer where it was:")?;
                changes.iter().try_for_each(|change| write!(f, " {change}"))
            }
            Self::Elsewhere => f.write_str("the settings make git work in another tree than this one"),
            Self::Git(said) => write!(f, "git could not say what it keeps here: {said}"),
        }
    }
}

impl std::error::Error for Unwatched {}
