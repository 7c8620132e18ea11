//! One kind of maintenance loop: its template, the questions that it asks, and what it looks for.
//!
//! A row that reaches a prompt says from which template version on it does (`since`) and up to which
//! (`until`), so that every version can still be rendered as it was.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// An archetype: everything about one kind of loop that is not prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Routine {
    /// The archetype's name, as a caller writes it.
    pub id: Text,
    /// What the loop does, in one sentence.
    pub sentence: Text,
    /// Its template versions, rising; the last is what a new prompt is rendered from.
    pub versions: List<u32>,
    /// The prompt's template, relative to the folder of a version.
    pub template: Text,
    /// What a prompt lets its loop do.
    #[serde(default)]
    pub power: List<Power>,
    /// Which kind of model does which part.
    #[serde(default)]
    pub model: List<Model>,
    /// Questions that are answered with one word of a closed set.
    #[serde(default)]
    pub choice: List<Choice>,
    /// Questions that are answered with a number.
    #[serde(default)]
    pub number: List<Number>,
    /// Questions that are answered with on or off.
    #[serde(default)]
    pub switch: List<Switch>,
    /// Questions that are answered with a text of some grammar.
    #[serde(default)]
    pub text: List<TextAsk>,
    /// What the hunters of a round look for.
    #[serde(default)]
    pub dimension: List<Dimension>,
}

/// Something that a loop may do, under these answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// A value of the set `power`.
    pub id: Text,
    /// The question that decides; empty: every prompt gives it.
    #[serde(default)]
    pub asked: Text,
    /// The answers that do not give it.
    #[serde(default)]
    pub without: List<Text>,
}

/// A part of a round, and the kind of model that does it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The part, such as `refuter`.
    pub role: Text,
    /// A value of the set `model-class`; a host knows which model that is.
    pub class: Text,
}

/// A question with a closed set of answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The answer's name in the template.
    pub id: Text,
    /// The question.
    pub asks: Text,
    /// The answer where nobody gives one; one of `options`.
    pub default: Text,
    /// Every answer that is taken.
    pub options: List<Text>,
    /// The person's own configuration says how far down this list an answer may go.
    #[serde(default)]
    pub capped: bool,
    /// The first template version that asks.
    #[serde(default = "first")]
    pub since: u32,
    /// The last one that does, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
}

/// A question whose answer is a whole number within bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The answer's name in the template.
    pub id: Text,
    /// The question, which names the unit.
    pub asks: Text,
    /// The answer where nobody gives one.
    pub default: u32,
    /// The least answer that is taken.
    pub min: u32,
    /// The greatest answer that is taken.
    pub max: u32,
    /// The first template version that asks.
    #[serde(default = "first")]
    pub since: u32,
    /// The last one that does, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
}

/// A question that is answered with `on` or `off`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// The answer's name in the template.
    pub id: Text,
    /// The question.
    pub asks: Text,
    /// The answer where nobody gives one.
    pub default: bool,
    /// The first template version that asks.
    #[serde(default = "first")]
    pub since: u32,
    /// The last one that does, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
}

/// A question whose answer is a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextAsk {
    /// The answer's name in the template.
    pub id: Text,
    /// The question.
    pub asks: Text,
    /// The answer where nobody gives one.
    pub default: Text,
    /// What it must look like.
    pub grammar: Grammar,
    /// The first template version that asks.
    #[serde(default = "first")]
    pub since: u32,
    /// The last one that does, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
}

/// What the text of an answer must look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grammar {
    /// A plain path of the repository, relative to its root.
    Path,
    /// How often a loop runs, in words.
    Cadence,
}

/// One thing that a hunter looks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// One lower-case word; it names the hunter's worktree.
    pub id: Text,
    /// What to look for, as the end of a sentence without its full stop.
    pub look: Text,
    /// The answers to `focus` under which it is hunted.
    pub focus: List<Text>,
    /// The first template version that has it.
    #[serde(default = "first")]
    pub since: u32,
    /// The last one that has it, if a later one does not.
    #[serde(default)]
    pub until: Option<u32>,
}

/// The template version that a row holds from where it says nothing.
pub(super) const fn first() -> u32 {
    1
}

/// A row that holds for some template versions.
pub trait Versioned {
    /// The first version.
    fn since(&self) -> u32;
    /// The last one, if there is one.
    fn until(&self) -> Option<u32>;
    /// Whether it holds for this version.
    fn holds(&self, version: u32) -> bool {
        self.since() <= version && self.until().is_none_or(|last| version <= last)
    }
}

macro_rules! versioned {
    ($($row:ty),*) => {$(
        impl Versioned for $row {
            fn since(&self) -> u32 {
                self.since
            }
            fn until(&self) -> Option<u32> {
                self.until
            }
        }
    )*};
}

versioned!(Choice, Number, Switch, TextAsk, Dimension, super::invariants::Invariant);
