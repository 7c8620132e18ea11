//! What is asked: one question, or up to four parts of one thing that are shown together.
//!
//! The shapes are those of a host's question tool too, so an ask is data that a role writes, a terminal
//! draws and a record keeps. Nothing in it is safe to show before it was made so.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is put to a person at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// One question, or the parts of one thing, shown as tabs.
    pub questions: Vec<Question>,
}

/// One question with everything that a person needs to answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its id, by which it is answered: a key of a fixed interview, or `Q` and its number.
    pub id: String,
    /// The few words above it: for whom it is and which one it is, such as `Setup Q2/6`.
    pub chip: String,
    /// What the person has to know first.
    #[serde(default)]
    pub material: Vec<Block>,
    /// The question itself.
    pub ask: String,
    /// The answers that are offered, where they are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The answer that decides nothing yet; it is always offered, and last.
    pub later: Choice,
    /// How it stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// How the answer can be changed later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change_later: Option<String>,
    /// The answers that are offered, where they are many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<List>,
    /// What is said where an answer may be typed; without it only what is offered can be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
}

/// A piece of what a person has to know first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// How it is drawn. A word that is neither is found by the check, not by the parser.
    pub kind: String,
    /// The text of a paragraph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The lines of a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
}

/// An answer that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What is recorded.
    pub value: String,
    /// What it is called, in a few words.
    pub label: String,
    /// What it means, with what it costs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meaning: String,
}

/// Many answers that are offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The answers.
    pub choices: Vec<Choice>,
}

impl Question {
    /// What is offered, in the order in which it is numbered: the options or the list, then `later`.
    pub fn offered(&self) -> impl Iterator<Item = &Choice> {
        let listed = self.list.iter().flat_map(|list| &list.choices);
        self.options.iter().chain(listed).chain(std::iter::once(&self.later))
    }

    /// The values that are offered, in the same order.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.offered().map(|choice| choice.value.as_str())
    }
}
