//! `tables/runners.toml`: what can run a role that writes questions.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// A program that does what a brief says and leaves a receipt. The code knows none by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Runner {
    /// Its name, as a route gives it.
    pub id: Text,
    /// What it does, in one sentence that begins with a verb.
    pub sentence: Text,
    /// The program's name; without one the person's configuration names it, with its first words.
    #[serde(default)]
    pub program: Option<Text>,
    /// Its words after the program, with what stands in braces filled in.
    pub argv: List<Text>,
    /// The flag that a model follows.
    pub model_flag: Text,
    /// How a tool of a role is granted; by its name where no entry is there for it.
    #[serde(default)]
    pub grants: List<Grant>,
    /// How the right to write the receipt, and nothing else, is granted among the tools.
    pub writes: Text,
    /// The providers whose models it takes; `*` is any.
    pub providers: List<Text>,
    /// Whether a model is handed on with its provider.
    #[serde(default)]
    pub provider_stays: bool,
    /// What is set in its environment.
    #[serde(default)]
    pub environment: List<Variable>,
    /// Whether each line that it prints is a JSON object, so that anything else cannot be read.
    #[serde(default)]
    pub stream: bool,
    /// Where in a line, as a JSON pointer, the session stands.
    #[serde(default)]
    pub session_at: Text,
    /// Where in a line the model stands that really ran.
    #[serde(default)]
    pub model_at: Text,
    /// The line that says that the account may do no more for now.
    #[serde(default)]
    pub limited: Option<Mark>,
    /// The line after which an earlier limit or failure no longer counts.
    #[serde(default)]
    pub answered: Option<Mark>,
    /// The line that says that it did not do what it was asked for, whatever its exit status says.
    #[serde(default)]
    pub failed: Option<Mark>,
    /// The `type` of the line without which the stream is not whole.
    #[serde(default)]
    pub closes: Text,
}

/// How a tool of a role is granted to a runner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The tool, as a role's row names it.
    pub tool: Text,
    /// What stands for it among the tools.
    pub says: Text,
    /// Whether it grants the receipt too, so that this need not be granted again.
    #[serde(default)]
    pub receipt: bool,
}

/// A variable of the environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its name.
    pub name: Text,
    /// Its value, with what stands in braces filled in.
    pub value: Text,
}

/// A line that a runner prints, by what stands in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its `type`.
    pub kind: Text,
    /// Where else, as a JSON pointer.
    pub at: Text,
    /// What stands there: a text, a number or a word, as it is written.
    pub is: Text,
}
