//! A rule that every loop of some kind must carry, why, and how it is found in a prompt.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// One safety rule of a loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    /// The rule's name: it stands in the prompt, in the loop's records and in JSON.
    pub id: Text,
    /// Why the rule exists: what goes wrong without it.
    pub reason: Text,
    /// The rule's own template, relative to the folder of a version.
    pub template: Text,
    /// The archetypes whose prompts carry it.
    pub archetypes: List<Text>,
    /// Which answers it depends on.
    #[serde(default)]
    pub when: When,
    /// The first template version that has the rule in these words.
    #[serde(default = "super::routines::first")]
    pub since: u32,
    /// The last one that does, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
    /// Phrases that a reader must find, with white space folded, for the rule to be there.
    pub find: List<Text>,
}

/// The answers under which an invariant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Whatever is answered.
    #[default]
    Always,
    /// Where a run does one round.
    OneRound,
    /// Where a run may do several.
    ManyRounds,
}
