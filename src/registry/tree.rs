//! The command tree, built from the registry; a branch is completed only when the call names it.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};

use super::commands::{COMMANDS, ROOT, children};
use super::values::set;
use crate::tables::model::commands::{self as rows, Parameter};

/// Completes a branch; the parser takes a plain function, so each row has one of its own.
type Fill = fn(Command) -> Command;

include!(concat!(env!("OUT_DIR"), "/fill.rs"));

/// The whole tree.
pub fn tree() -> Command {
    root().subcommands(children("").map(stub))
}

/// abcd itself, with no command below it.
fn root() -> Command {
    Command::new("abcd")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .about(ROOT.sentence.as_ref())
        .long_about(ROOT.about.trim())
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .args(ROOT.flag.iter().map(|row| parameter(row, true).global(true)))
}

/// The tree with every branch completed, for pages that show all of it.
pub fn whole() -> Command {
    let mut tree = tree();
    tree.build();
    tree
}

/// The same without hidden commands, which a shell's completion would offer.
pub fn visible() -> Command {
    let mut tree = root().subcommands(children("").filter(|(_, row)| !row.hidden()).map(stub));
    tree.build();
    tree
}

/// What a parent's help shows of a command.
fn stub((index, row): (usize, &'static rows::Command)) -> Command {
    let stub = Command::new(row.name()).about(row.sentence.as_ref()).hide(row.hidden());
    match FILL.get(index) {
        Some(fill) => stub.defer(*fill),
        None => stub,
    }
}

fn fill<const INDEX: usize>(command: Command) -> Command {
    match COMMANDS.get(INDEX) {
        Some(row) => complete(command, row),
        None => command,
    }
}

fn complete(command: Command, row: &'static rows::Command) -> Command {
    let arguments = row.argument.iter().map(|row| parameter(row, false));
    let flags = row.flag.iter().map(|row| parameter(row, true));
    let mut command = command
        .long_about(row.about.trim())
        .subcommand_required(row.group)
        .args(arguments)
        .args(flags)
        .subcommands(children(&row.path).map(stub));
    if !row.group && command.has_subcommands() {
        command = command.subcommand_negates_reqs(true).args_conflicts_with_subcommands(true);
    }
    if !row.one_of.is_empty() {
        command =
            command.group(ArgGroup::new("one-of").args(row.one_of.iter().map(AsRef::as_ref)).required(true));
    }
    let examples: Vec<String> =
        row.example.iter().map(|row| format!("  {}\n      {}", row.run, row.does)).collect();
    if examples.is_empty() {
        command
    } else {
        command.after_help(format!("Examples:\n{}", examples.join("\n")))
    }
}

fn parameter(row: &'static Parameter, flag: bool) -> Arg {
    let mut arg = Arg::new(row.name.as_ref()).help(row.help.as_ref());
    if flag {
        arg = arg.long(row.name.as_ref());
    }
    if row.r#type == "switch" {
        arg = arg.action(ArgAction::SetTrue).overrides_with(row.name.as_ref());
    } else {
        arg = valued(arg, row);
    }
    arg.required(row.required).conflicts_with_all(row.conflicts.iter().map(AsRef::as_ref))
}

fn valued(arg: Arg, row: &'static Parameter) -> Arg {
    let arg = arg.value_name(row.value.as_deref().unwrap_or_default()).action(if row.repeatable {
        ArgAction::Append
    } else {
        ArgAction::Set
    });
    let arg = match row.default.as_deref() {
        Some(default) => arg.default_value(default),
        None => arg,
    };
    match row.r#type.as_ref() {
        "text" => arg.value_parser(value_parser!(String)),
        "path" => arg.value_parser(value_parser!(std::path::PathBuf)),
        "integer" => arg.value_parser(
            value_parser!(i64).range(row.min.unwrap_or(i64::MIN)..=row.max.unwrap_or(i64::MAX)),
        ),
        id => {
            let values = set(id).map_or(&[][..], |set| &set.value);
            arg.value_parser(PossibleValuesParser::new(
                values.iter().map(|value| PossibleValue::new(value.name.as_ref()).help(value.means.as_ref())),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_is_sound_in_every_branch() {
        super::tree().debug_assert();
        assert_eq!(super::whole().get_name(), "abcd");
    }
}
