//! `tests/scenarios/<verb>/<reason>.toml`: how a code is raised, and how a caller recovers.
//!
//! The build reads only which command raises which code; the tests run the rest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One code's scenarios.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The code; the file's path is the same.
    pub code: String,
    /// Ways to raise it, at least one for each command that does.
    pub raise: Vec<Raise>,
    /// How the first of them is recovered from.
    pub recover: Recover,
}

/// A real state and the call that is refused in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Raise {
    /// The command path that refuses.
    pub command: String,
    /// What is done before the call.
    #[serde(default)]
    pub given: Vec<Act>,
    /// The call, as a shell would read it.
    pub run: String,
}

/// What the caller does after the refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// What the caller puts in the place of each `<placeholder>` of `next`.
    #[serde(default)]
    pub fill: BTreeMap<String, String>,
    /// What must be done by hand before or after `next` (with `next_none`: what was waited for).
    #[serde(default)]
    pub then: Vec<Act>,
    /// The call that reaches what the refused one was for; left out where `next` itself does.
    #[serde(default)]
    pub run: Option<String>,
    /// What is true when the purpose is reached.
    pub reached: Vec<Reached>,
}

/// One step that sets a state up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Act {
    /// Runs abcd, which must succeed; `$name` stands for an id kept by an earlier `keep`.
    Abcd {
        /// The call, as a shell would read it.
        run: String,
        /// Keeps the result's `id` under this name.
        #[serde(default)]
        keep: Option<String>,
    },
    /// Runs git in the repository.
    Git(String),
    /// Writes a file; `bytes` times `x` follow the text.
    Write {
        /// The path below the repository.
        path: String,
        /// What it holds.
        #[serde(default)]
        text: String,
        /// How many bytes of filling follow.
        #[serde(default)]
        bytes: usize,
    },
    /// Makes a folder.
    Folder(String),
    /// Makes a symbolic link.
    Link {
        /// The link's path.
        path: String,
        /// What it points to.
        to: String,
    },
    /// Makes a FIFO.
    Fifo(String),
    /// Removes a file or a folder.
    Remove(String),
    /// Moves a file, `from` may end in a `*`.
    Move {
        /// The path now.
        from: String,
        /// The path then.
        to: String,
    },
    /// Copies a file.
    Copy {
        /// The path of the original.
        from: String,
        /// The path of the copy.
        to: String,
    },
    /// Takes write permission from a path for the rest of the scenario.
    ReadOnly(String),
    /// Gives it back.
    Writable(String),
    /// Takes the record lock and keeps it.
    Hold(String),
    /// Lets the lock go.
    Release(String),
}

/// What is true when a purpose is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Reached {
    /// A file is there; the name may hold one `*`.
    File(String),
    /// No file of that name is there.
    Missing(String),
    /// The last call's standard output holds this text.
    Says(String),
    /// Nothing below the repository changed since the refusal.
    Unchanged,
}
