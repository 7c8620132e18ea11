//! One kind of maintenance loop: its template, the questions that it asks, and what it looks for.

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
    /// The template version. It rises whenever released content changes.
    pub version: u32,
    /// The prompt's template, relative to `templates/`.
    pub template: Text,
    /// Questions that are answered with one word of a closed set.
    pub choice: List<Choice>,
    /// Questions that are answered with a number.
    pub number: List<Number>,
    /// What the hunters of a round look for.
    #[serde(default)]
    pub dimension: List<Dimension>,
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
}
