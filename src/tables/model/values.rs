//! `tables/values.toml`: the closed sets that arguments and records draw from.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// One closed set; the build makes an enum of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The name a parameter's `type` uses, lower-case kebab-case.
    pub id: Text,
    /// What the set is about, one sentence.
    pub about: Text,
    /// The values, in order.
    pub value: List<Value>,
}

/// One allowed value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// As it is typed and stored.
    pub name: Text,
    /// What it means, one sentence.
    pub means: Text,
}
