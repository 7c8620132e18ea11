//! `tables/usage.toml`: which code each kind of parser error leaves with.

use serde::{Deserialize, Serialize};

use super::Text;

/// One kind of parser error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The parser's own name of the error.
    pub kind: Text,
    /// What the error is about, where one name covers two.
    #[serde(default)]
    pub about: Option<Subject>,
    /// The code it becomes.
    pub code: Text,
}

/// What a parser error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A flag.
    Flag,
    /// A positional argument.
    Argument,
}
