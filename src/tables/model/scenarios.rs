//! `tests/scenarios/<verb>/<reason>.toml`: how a code is raised, and how a caller recovers.
//!
//! The build reads only which command raises which code; the tests run the rest. In every text, `$name`
//! stands for what an earlier step kept, and in a call `\x80` stands for that byte.

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
    /// The command path that refuses; empty where the call names none.
    pub command: String,
    /// What is done before the call, in a repository with one commit.
    #[serde(default)]
    pub given: Vec<Act>,
    /// The call, as a shell would read it.
    pub run: String,
    /// The folder that the call is made in, from the repository: `..` is beside it, in no repository.
    #[serde(default)]
    pub from: Option<String>,
    /// The code that the call leaves with, where this one stands in its report of many things.
    #[serde(default)]
    pub leaves: Option<String>,
    /// Why the refused call changes files all the same: it did what it could and reports the rest.
    #[serde(default)]
    pub writes: Option<String>,
}

/// What the caller does after the refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// What the caller puts in the place of each `<placeholder>` of `next`.
    #[serde(default)]
    pub fill: BTreeMap<String, String>,
    /// What must be done by hand before `next` is run.
    #[serde(default)]
    pub before: Vec<Act>,
    /// The exit status of `next`, where it is not 0.
    #[serde(default)]
    pub exit: u8,
    /// What is done after `next`, or with `next_none` what was asked or waited for.
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
    /// Runs abcd, which must succeed.
    Abcd(String),
    /// Runs abcd, which must succeed, and keeps what its last document says.
    Keep {
        /// The call, as a shell would read it.
        run: String,
        /// The key of the last document whose value is kept; `id` where it is left out.
        #[serde(default)]
        key: Option<String>,
        /// The name that it is kept under.
        name: String,
    },
    /// Runs git in the repository, as a shell would read the call.
    Git(String),
    /// Writes a file.
    Write {
        /// The path below the repository.
        path: String,
        /// What it holds.
        #[serde(default)]
        text: String,
        /// How many times `x` follows the text.
        #[serde(default)]
        bytes: usize,
    },
    /// Replaces a text in a file that holds it.
    Edit {
        /// The path below the repository; the last name may hold one `*`.
        path: String,
        /// What is there.
        from: String,
        /// What takes its place.
        to: String,
    },
    /// Makes a folder.
    Folder(String),
    /// Makes a symbolic link.
    Link {
        /// The link's path below the repository.
        path: String,
        /// What it points to.
        to: String,
    },
    /// Makes a FIFO.
    Fifo(String),
    /// Removes a file or a folder with all that is in it; the last name may hold one `*`.
    Remove(String),
    /// Moves a file.
    Move {
        /// The path now; the last name may hold one `*`.
        from: String,
        /// The path or the folder then.
        to: String,
    },
    /// Copies a file.
    Copy {
        /// The path of the original; the last name may hold one `*`.
        from: String,
        /// The path or the folder of the copy.
        to: String,
    },
    /// Sets the permission bits of a path, as `chmod` does with an octal number.
    Mode {
        /// The path below the repository.
        path: String,
        /// The bits, such as `555`.
        bits: String,
    },
    /// Takes the lock on a file and keeps it, as another call would.
    Hold(String),
    /// Lets the lock go.
    Release(String),
}

/// What is true when a purpose is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Reached {
    /// A file is there; the last name may hold one `*`.
    File(String),
    /// No file of that name is there.
    Missing(String),
    /// A file holds this text.
    Holds {
        /// The path below the repository; the last name may hold one `*`.
        path: String,
        /// The text.
        text: String,
    },
    /// The last call's standard output holds this text.
    Says(String),
    /// The last call's standard output is this text, and a line break.
    Prints(String),
    /// Nothing in the repository changed since before the refused call.
    Unchanged,
}
