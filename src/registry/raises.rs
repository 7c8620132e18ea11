//! Which command raises which code: for usage codes from the rows, for all others from the scenarios.

use super::commands::{COMMANDS, KIND_CODES, KINDS, children};
use super::refusals::{Entry, all};
use crate::tables::model::commands::Command;
use crate::tables::model::usage::{Kind, Subject};

/// The paths of the commands that can raise the code, sorted.
pub fn raised_by(entry: Entry) -> Vec<&'static str> {
    if !is_usage(entry) {
        return entry.raised_by.iter().copied().filter(|path| !path.is_empty()).collect();
    }
    COMMANDS.iter().filter(|row| raises(row, entry)).map(|row| row.path.as_ref()).collect()
}

/// The codes that the command can raise, sorted.
pub fn codes_of(command: &'static Command) -> Vec<Entry> {
    all().filter(|entry| entry.row.retired.is_none() && raises(command, *entry)).collect()
}

fn is_usage(entry: Entry) -> bool {
    entry.row.code.starts_with("usage/")
}

fn raises(command: &Command, entry: Entry) -> bool {
    if !is_usage(entry) {
        return entry.raised_by.contains(&command.path.as_ref());
    }
    let mut kinds =
        KINDS.iter().zip(KIND_CODES).filter(|(_, code)| code.row().code == entry.row.code).peekable();
    // A usage code that no kind maps to is what is left of the parser's errors: any call can raise it.
    kinds.peek().is_none() || kinds.any(|(kind, _)| can(command, kind))
}

/// Whether a call of the command can fail in this way.
fn can(command: &Command, kind: &Kind) -> bool {
    let required = |rows: &[crate::tables::model::commands::Parameter]| rows.iter().any(|row| row.required);
    match (kind.kind.as_ref(), kind.about) {
        ("InvalidSubcommand" | "MissingSubcommand", _) => command.group,
        ("UnknownArgument" | "ArgumentConflict", Some(Subject::Argument)) => {
            !command.group && !command.argument.last().is_some_and(|row| row.repeatable)
        }
        ("MissingRequiredArgument", Some(Subject::Flag)) => {
            required(&command.flag) || !command.one_of.is_empty()
        }
        ("MissingRequiredArgument", _) => required(&command.argument),
        _ => !command.group || children(&command.path).next().is_some(),
    }
}
