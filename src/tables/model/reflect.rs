//! What a retrospective asks, what sharpens its questions, and which answers are thin.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// One section of a retrospective, which a person is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reflection {
    /// Its key in the answers.
    pub section: Text,
    /// Its heading in the record.
    pub heading: Text,
    /// What is asked first; `{tag}` is the release.
    pub question: Text,
    /// What is asked, once, where the answer is thin.
    pub follow_up: Text,
    /// What of the record is added to the question, where there is such a thing.
    pub sharpened: List<Sharpened>,
}

/// What of the record makes a question sharper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sharpened {
    /// What it is about; it is said where there is such a thing.
    pub by: Finding,
    /// What is said; `{list}` is the ids, `{count}` how many, `{tag}` the release.
    pub text: Text,
}

/// What may be found in the record of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Intents that shipped.
    Shipped,
    /// Shipped intents whose every verdict is MET.
    Met,
    /// Shipped intents with a NOT_MET.
    NotMet,
    /// Shipped intents with concerns, or with a verdict that could not be reached.
    Concerns,
    /// Shipped intents without a verdict.
    Unaudited,
    /// Intents that were meant for the release and did not ship.
    Missed,
    /// Issues that were resolved.
    Resolved,
    /// What changed something that people relied on.
    Breaking,
    /// Decisions that were written down.
    Decided,
    /// Of those the ones that are not agreed.
    Proposed,
    /// That no decision was written down.
    Undecided,
}

/// A rule by which an answer is too thin to keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Thin {
    /// Which rule.
    pub rule: ThinRule,
    /// What is wrong with such an answer, as a phrase.
    pub about: Text,
    /// What ends a clause.
    #[serde(default)]
    pub marks: List<Text>,
    /// What begins another one.
    #[serde(default)]
    pub words: List<Text>,
}

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ThinRule {
    /// There is no word in it.
    Empty,
    /// Every word of it stands in the heading.
    Heading,
    /// It has one clause.
    Clause,
}
