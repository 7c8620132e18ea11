//! The command tree, built from the registry; a branch is completed only when the call names it.

use std::str::SplitWhitespace;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};

use super::commands::{COMMANDS, ROOT, children};
use super::values::set;
use crate::tables::model::commands::{self as rows, Parameter};

/// Completes a branch; the parser takes a plain function, so each row has one of its own.
type Fill = fn(Command) -> Command;

include!(concat!(env!("OUT_DIR"), "/fill.rs"));

/// The tree as far as a call that names `path` can need it: the branch of that path in full, its commands
/// below it, and none beside it. A start costs the same however many commands there are.
pub fn tree(path: &str) -> Command {
    let mut words = path.split_whitespace();
    if path.is_empty() {
        // What is not named is not built: help lists it from the rows, and one child makes it a parent.
        return root().help_template(help()).subcommands(children("").take(1).map(stub));
    }
    root().subcommands(branch("", &mut words))
}

/// The tree with every branch completed, for pages that show all of it.
pub fn whole() -> Command {
    let mut tree = root().subcommands(children("").map(stub));
    tree.build();
    tree
}

/// The same without hidden commands, which a shell's completion would offer.
pub fn visible() -> Command {
    let mut tree = root().subcommands(children("").filter(|(_, row)| !row.hidden()).map(stub));
    tree.build();
    tree
}

fn root() -> Command {
    Command::new("abcd")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .about(ROOT.sentence.as_ref())
        .long_about(flowing(&ROOT.about))
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .args(ROOT.flag.iter().map(|row| parameter(row, true).global(true)))
}

/// A row's text with its paragraphs in one line each, which the parser breaks at the reader's own width. Lines
/// that are drawn in stand as they are.
fn flowing(text: &str) -> String {
    let mut flow = String::new();
    for line in text.trim().lines() {
        let stands = |line: &str| line.is_empty() || line.starts_with(' ') || line.starts_with("- ");
        let before = flow.rsplit('\n').next().unwrap_or_default();
        let joint = if stands(line) || stands(before) { "\n" } else { " " };
        flow.push_str(if flow.is_empty() { "" } else { joint });
        flow.push_str(line);
    }
    flow
}

/// The parser's own form of help, with the list of commands written out.
fn help() -> String {
    let rows = || children("").filter(|(_, row)| !row.hidden());
    let width = rows().map(|(_, row)| row.path.len()).max().unwrap_or_default();
    let lines: Vec<String> =
        rows().map(|(_, row)| format!("  {:width$}  {}", row.path, row.sentence)).collect();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\nCommands:\n{}\n\nOptions:\n{{options}}",
        lines.join("\n")
    )
}

/// The child of `above` that the next word names, completed; every child where no word is left.
fn branch(above: &str, words: &mut SplitWhitespace<'_>) -> Vec<Command> {
    let Some(word) = words.next() else { return children(above).map(stub).collect() };
    let named = children(above).find(|(_, row)| row.name() == word);
    named.map_or_else(Vec::new, |(_, row)| vec![complete(named_only(row), row, branch(&row.path, words))])
}

fn named_only(row: &'static rows::Command) -> Command {
    Command::new(row.name()).about(row.sentence.as_ref()).hide(row.hidden())
}

/// What a parent's help shows of a command.
fn stub((index, row): (usize, &'static rows::Command)) -> Command {
    let stub = named_only(row);
    match FILL.get(index) {
        Some(fill) => stub.defer(*fill),
        None => stub,
    }
}

fn fill<const INDEX: usize>(command: Command) -> Command {
    match COMMANDS.get(INDEX) {
        Some(row) => complete(command, row, children(&row.path).map(stub).collect()),
        None => command,
    }
}

fn complete(command: Command, row: &'static rows::Command, below: Vec<Command>) -> Command {
    let arguments = row.argument.iter().map(|row| parameter(row, false));
    let flags = row.flag.iter().map(|row| parameter(row, true));
    let mut command = command
        .long_about(flowing(&row.about))
        .subcommand_required(row.group)
        .args(arguments)
        .args(flags)
        .subcommands(below);
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
    use clap::Command;
    use proptest::prelude::*;

    use super::{children, root, stub, tree, whole};
    use crate::registry::commands::{COMMANDS, by_path};

    fn all() -> Command {
        root().subcommands(children("").map(stub))
    }

    #[test]
    fn the_tree_is_sound_in_every_branch() {
        all().debug_assert();
        for row in &COMMANDS {
            tree(&row.path).debug_assert();
        }
        assert_eq!(whole().get_name(), "abcd");
    }

    #[test]
    fn help_is_what_the_whole_tree_would_say() {
        assert_eq!(tree("").render_long_help().to_string(), all().render_long_help().to_string());
        assert_eq!(tree("").render_help().to_string(), all().render_help().to_string());
    }

    /// The longest path that the words of a call begin with.
    fn path(words: &[String]) -> String {
        let longest = (0..=words.len()).rev().find_map(|count| by_path(&words.get(..count)?.join(" ")));
        longest.map_or_else(String::new, |row| row.path.clone().into_owned())
    }

    /// How a call ends: its error, or the path that is run.
    fn end(tree: Command, words: &[String]) -> String {
        let call = std::iter::once("abcd".to_owned()).chain(words.iter().cloned());
        match tree.try_get_matches_from(call) {
            Err(error) => format!("{:?}", error.kind()),
            Ok(matches) => {
                let (mut path, mut below) = (String::new(), matches.subcommand());
                while let Some((name, matches)) = below {
                    path = format!("{path} {name}");
                    below = matches.subcommand();
                }
                path
            }
        }
    }

    fn words() -> impl Strategy<Value = Vec<String>> {
        let paths: Vec<String> = COMMANDS.iter().map(|row| row.path.to_string()).collect();
        let path = prop_oneof![4 => prop::sample::select(paths), 1 => Just("nothing".to_owned())];
        let flags = COMMANDS.iter().flat_map(|row| row.flag.iter().map(|flag| format!("--{}", flag.name)));
        let mut rest: Vec<String> = flags.collect();
        rest.extend(["--help", "--json", "--repo", "--nope", "x", "two words", "list"].map(str::to_owned));
        (path, prop::collection::vec(prop::sample::select(rest), 0..5))
            .prop_map(|(path, rest)| path.split(' ').map(str::to_owned).chain(rest).collect())
    }

    proptest! {
        #[test]
        fn a_call_ends_as_it_would_in_the_whole_tree(words in words()) {
            prop_assert_eq!(end(tree(&path(&words)), &words), end(all(), &words));
        }
    }
}
