//! What the tree watch reads, what it leaves out, and how much it reads at most.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// How much of one thing is read; more is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// What is bounded: a value of the set `watch-bound`.
    pub bound: Text,
    /// How many, or how many bytes.
    pub most: u64,
}

/// A plain file that may change while it is watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// Its name, or its path from the top of the working tree.
    pub name: Text,
    /// Where a file of that name is meant.
    pub at: Whereabouts,
    /// What it is, as a phrase.
    pub about: Text,
}

/// Where a name is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// In every folder.
    Anywhere,
    /// From the top of the working tree.
    Top,
}

/// A file or a folder with all that is in it, which is watched beside the working tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Watched {
    /// In which folders it is watched.
    pub of: List<Holder>,
    /// Its path in such a folder.
    pub path: Text,
    /// What it is, as a phrase.
    pub about: Text,
}

/// A kind of folder outside of what a walk over the working tree sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A folder of git's: the shared one, that of this worktree, that of a submodule.
    Git,
    /// The entry of a linked worktree in the shared folder.
    Entry,
    /// Another working tree of the repository.
    Tree,
}
