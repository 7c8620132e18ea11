//! `tables/refusals/<verb>.toml`: every code, what it means and what to do about it.

use serde::{Deserialize, Serialize};

use super::Text;

/// One refusal code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// `verb/reason`, lower-case kebab-case.
    pub code: Text,
    /// The exit it leaves with.
    pub exit: Exit,
    /// What was refused, in one line.
    pub summary: Text,
    /// What to do about it, in one line.
    pub hint: Text,
    /// Why the rule exists, in a few lines.
    pub explanation: Text,
    /// The command that helps.
    #[serde(default)]
    pub next: Option<Text>,
    /// Whom to ask or what to wait for, where no command helps.
    #[serde(default)]
    pub next_none: Option<Text>,
    /// The release tag in which the code was retired; the row stays.
    #[serde(default)]
    pub retired: Option<Text>,
    /// The live code that took its place.
    #[serde(default)]
    pub replaced_by: Option<Text>,
}

/// How a refusal leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// abcd judged the call and declined it: exit 2.
    Refused,
    /// Someone else holds what the call needs: exit 3.
    Held,
    /// A signal ended the call between two steps of its work: exit 130.
    Interrupted,
}

impl Exit {
    /// The process exit status.
    pub const fn status(self) -> u8 {
        match self {
            Self::Refused => 2,
            Self::Held => 3,
            Self::Interrupted => 130,
        }
    }
}
