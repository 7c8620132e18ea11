//! A fixed interview: what is asked, when, with which answers, and what each answer sets.
//!
//! In every text `{fact}` stands for a fact of the set `interview-fact`; a text whose fact is not known is
//! left out.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// An interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Interview {
    /// Its name in records and answers files.
    pub id: Text,
    /// What it asks about, in one sentence.
    pub sentence: Text,
    /// Its questions, in the order in which they are asked.
    pub question: List<Question>,
}

/// A question of a fixed interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The key by which it is answered.
    pub id: Text,
    /// For whom it is: the word that its chip begins with.
    pub role: Text,
    /// What has to be known first.
    #[serde(default)]
    pub material: List<Material>,
    /// The question.
    pub ask: Text,
    /// The answers that are offered. Where the answer sets a question of an archetype, what is offered there
    /// decides, and each of its options has its label here.
    #[serde(default)]
    pub option: List<Answer>,
    /// The table whose rows are offered.
    #[serde(default)]
    pub rows: Option<Rows>,
    /// The answer that decides nothing yet.
    pub later: Answer,
    /// How the answer can be changed later.
    pub change_later: Text,
    /// Whether an answer may be typed, and what it must be.
    #[serde(default)]
    pub typed: Option<Typed>,
    /// What is said too when somebody finds it unclear.
    #[serde(default)]
    pub more: List<Material>,
    /// Under what it is asked; all of these must hold.
    #[serde(default)]
    pub when: List<Condition>,
    /// What is said in its place where what is known keeps it from being asked.
    #[serde(default)]
    pub unasked: Option<Text>,
    /// What holds while nobody set it. Where the answer sets a question of an archetype, that row has it.
    #[serde(default)]
    pub default: Option<Text>,
    /// What the answer goes into.
    pub target: Target,
    /// The key that it sets there.
    pub sets: Text,
}

/// A paragraph or a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The paragraph.
    #[serde(default)]
    pub text: Option<Text>,
    /// The lines of the list.
    #[serde(default)]
    pub items: List<Text>,
}

/// An answer that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// What is recorded.
    pub value: Text,
    /// What it is called.
    pub label: Text,
    /// What it means, with what it costs.
    pub meaning: Text,
}

/// An answer that may be typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// What is said where it is typed.
    pub prompt: Text,
    /// What it must be.
    pub takes: Takes,
}

/// What a typed answer must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// An answer to the archetype's question that is set.
    Answer,
    /// A plain path of the repository, relative to its root.
    Path,
    /// One line of plain text, of at most 120 characters.
    Line,
}

/// A table whose rows are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rows {
    /// What starts a routine.
    Hosts,
}

/// One thing that must hold. Exactly one of `fact` and `answer` is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// A fact of the set `interview-fact`.
    #[serde(default)]
    pub fact: Option<Text>,
    /// An earlier question of the interview.
    #[serde(default)]
    pub answer: Option<Text>,
    /// What it must be, one of these; empty for a fact: it is known at all.
    #[serde(default)]
    pub is: List<Text>,
}

/// What an answer goes into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The routine that is laid down: `sets` is a question of its archetype.
    Routine,
    /// Nothing that is written: it chooses the command that comes next.
    Next,
    /// The repository's settings, `.abcd/config.toml`.
    Repository,
    /// The person's settings, which hold on the whole machine.
    Machine,
}
