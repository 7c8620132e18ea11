//! `tables/commands/<verb>.toml`: every command, its arguments, and what follows it.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// One command path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The words after `abcd`, such as `capture resolve`; the handler is the module of that path.
    pub path: Text,
    /// One sentence: a verb first, a full stop last, at most 80 characters.
    pub sentence: Text,
    /// A longer text for `--help` and `abcd explain`.
    pub about: Text,
    /// Whether the command changes anything.
    pub effect: Effect,
    /// What it prints.
    pub output: Output,
    /// Who calls it: a person or agent, or a host's hook (hidden, fails open).
    #[serde(default)]
    pub plane: Plane,
    /// Only a parent of other commands: it has no handler, and called alone it is refused.
    #[serde(default)]
    pub group: bool,
    /// What may be printed that is withheld everywhere else.
    #[serde(default)]
    pub prints: Option<Prints>,
    /// Flags of which exactly one is required.
    #[serde(default)]
    pub one_of: List<Text>,
    /// What usually follows a success.
    #[serde(default)]
    pub next: List<Step>,
    /// Why nothing follows, where `next` is left out.
    #[serde(default)]
    pub next_none: Option<Text>,
    /// Positional arguments, in order.
    #[serde(default)]
    pub argument: List<Parameter>,
    /// Flags of this command alone.
    #[serde(default)]
    pub flag: List<Parameter>,
    /// Calls that work when the placeholders are filled.
    #[serde(default)]
    pub example: List<Example>,
}

/// A positional argument or a flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The flag without its dashes, or the argument's name.
    pub name: Text,
    /// What stands for the value in help; a switch has none.
    #[serde(default)]
    pub value: Option<Text>,
    /// One sentence for help.
    pub help: Text,
    /// `text`, `path`, `integer`, `switch`, or the id of a set in `tables/values.toml`.
    pub r#type: Text,
    /// Whether a call without it is refused.
    #[serde(default)]
    pub required: bool,
    /// The value of a call that leaves it out.
    #[serde(default)]
    pub default: Option<Text>,
    /// Whether it may be given more than once.
    #[serde(default)]
    pub repeatable: bool,
    /// Flags that it cannot be combined with.
    #[serde(default)]
    pub conflicts: List<Text>,
    /// The smallest integer.
    #[serde(default)]
    pub min: Option<i64>,
    /// The largest integer.
    #[serde(default)]
    pub max: Option<i64>,
}

/// A command that usually follows, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A command template.
    pub run: Text,
    /// When it applies, in a few words.
    pub when: Text,
}

/// A call that works, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// A command template.
    pub run: Text,
    /// What it does, in a few words.
    pub does: Text,
}

/// Whether a command changes anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It changes nothing.
    Reads,
    /// It writes files.
    Writes,
}

/// What a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// One document.
    Object,
    /// A document an item and a closing summary.
    Stream,
    /// Text that is the result itself, such as a prompt or a script.
    Text,
}

/// Who calls a command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Plane {
    /// A person or an agent.
    #[default]
    Person,
    /// A host's hook: hidden, and its usage refusals leave at exit 1.
    Hook,
}

/// What a command may print that is withheld everywhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Prints {
    /// An absolute path.
    Path,
}
