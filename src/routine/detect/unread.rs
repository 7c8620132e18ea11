//! Why a repository could not be looked at: without git's word, what is ignored would be a guess.

use std::fmt;

use crate::host::files::Trouble;
use crate::host::git::{Answer, GitTrouble};

/// Why there are no facts. Half of them would differ from one machine to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// The files could not be read.
    Files,
    /// Git gave no answer.
    Git(GitTrouble),
    /// Git takes the repository for somebody else's.
    Ownership,
    /// Git does not read the repository; its exit code.
    Refused(i32),
}

impl Unread {
    /// What a failed answer of git means.
    pub(super) fn of(answer: &Answer) -> Self {
        // Git speaks English here, whatever the person's language is.
        let said = String::from_utf8_lossy(&answer.stderr);
        let owned = ["dubious ownership", "safe.directory"].iter().any(|words| said.contains(words));
        if owned { Self::Ownership } else { Self::Refused(answer.exit) }
    }
}

impl From<Trouble> for Unread {
    fn from(_: Trouble) -> Self {
        Self::Files
    }
}

impl From<GitTrouble> for Unread {
    fn from(trouble: GitTrouble) -> Self {
        Self::Git(trouble)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files => to.write_str("the repository could not be read"),
            Self::Git(GitTrouble::Deadline) => to.write_str(
                "git gave no answer in time: a file that its configuration names may hang \
                 (see `core.excludesFile` and `include.path`), or a disk that is far away",
            ),
            Self::Git(trouble) => write!(to, "git could not be asked what it ignores: {trouble}"),
            Self::Ownership => to.write_str(
                "git does not trust the repository, which another user owns: \
                 name it in git's `safe.directory`, or run as its owner",
            ),
            Self::Refused(exit) => {
                write!(to, "git could not read the repository (exit {exit}): `git status` there says why")
            }
        }
    }
}

impl std::error::Error for Unread {}
