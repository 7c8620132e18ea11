//! `tables/root.toml`: abcd itself, and the flags that every command takes.

use serde::{Deserialize, Serialize};

use super::{List, Text, commands::Parameter};

/// What `abcd` says of itself and does when it is called without a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// One sentence, as a command's.
    pub sentence: Text,
    /// A longer text for `--help`.
    pub about: Text,
    /// The command that a bare `abcd` runs.
    pub bare: Text,
    /// The command that `abcd <record id>` runs.
    pub record: Text,
    /// The flags that every command takes.
    pub flag: List<Parameter>,
}
