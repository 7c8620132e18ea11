//! `tables/roles.toml`: who writes the questions of an interview.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// A role: an AI that a runner starts, and that writes the questions of one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// Its name, by which it is routed to a runner.
    pub id: Text,
    /// The interview, as its record and its answers file name it.
    pub interview: Text,
    /// What the interview is, as a phrase.
    pub about: Text,
    /// The command that does without a runner what the interview is for.
    pub by_hand: Text,
    /// The tools that it is granted. It may write its receipt besides, and nothing else.
    pub tools: List<Text>,
    /// How many times it is asked to write at most.
    pub turns: u16,
    /// The minutes that it may take to write once.
    pub dispatch_minutes: u16,
    /// The minutes that it may take in all; the time in which a question stands is the person's.
    pub whole_minutes: u16,
    /// What it is told to do.
    pub task: List<Instruction>,
    /// What it hands over when it is done.
    pub outcome: List<Instruction>,
}

/// One thing that a role is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    /// Its name.
    pub id: Text,
    /// What it says, in whole sentences.
    pub says: Text,
}
