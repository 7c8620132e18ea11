//! Every command, the flags that all of them take, and the parser's error kinds.

use crate::registry::refusals::{Code, code};
use crate::tables::model::commands::{Command, Effect, Example, Output, Parameter, Plane, Step};
use crate::tables::model::root::Root;
use crate::tables::model::usage::{Kind, Subject};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// The row's place among `COMMANDS`.
pub fn index(path: &str) -> Option<usize> {
    COMMANDS.binary_search_by(|row| row.path.as_ref().cmp(path)).ok()
}

/// The command of a path such as `capture resolve`.
pub fn by_path(path: &str) -> Option<&'static Command> {
    COMMANDS.get(index(path)?)
}

/// `tables/commands/<verb>.toml:<line>` of a path.
pub fn place(path: &str) -> Option<&'static str> {
    COMMAND_ROWS.get(index(path)?).copied()
}

/// The commands one word below `path`, sorted; of the root where `path` is empty.
pub fn children(path: &str) -> impl Iterator<Item = (usize, &'static Command)> {
    let depth = path.split_whitespace().count();
    let prefix = if path.is_empty() { String::new() } else { format!("{path} ") };
    let first = COMMANDS.partition_point(|row| row.path.as_ref() < prefix.as_str());
    COMMANDS
        .iter()
        .enumerate()
        .skip(first)
        .take_while(move |(_, row)| row.path.starts_with(&prefix))
        .filter(move |(_, row)| row.path.split(' ').count() == depth + 1)
}

impl Command {
    /// Whether help, lists and completions leave it out.
    pub fn hidden(&self) -> bool {
        self.plane == Plane::Hook
    }

    /// The last word of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit(' ').next().unwrap_or_default()
    }
}
