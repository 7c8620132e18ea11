//! A place where a branch may add something without changing how anything behaves.

use serde::{Deserialize, Serialize};

use super::Text;

/// One kind of path that an additive branch may touch, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Inert {
    /// The folder that new files stand in, or the file that grows, from the top of the repository.
    pub path: Text,
    /// What may be done there.
    pub change: Change,
    /// The family of ids that the names of new files begin with: `<family>-<number>-<words>.md`.
    #[serde(default)]
    pub family: Option<Text>,
    /// Whether this holds only where the repository logs its decisions in this file.
    #[serde(default)]
    pub detected: bool,
    /// What is added there, as a phrase.
    pub about: Text,
}

/// What may be done in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A new file is put into the folder.
    New,
    /// Lines are added at the end of the file.
    Append,
}
