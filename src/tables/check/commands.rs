//! Command rows.

use super::super::model::commands::{Command, Plane};
use super::super::source::{Place, Step};
use super::template::{self, Asked};
use super::words::{is_kebab, prose, sentence};
use super::{Checks, parameters, unique_in_rust};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique_in_rust(checks, &tables.commands, "path", |command| &command.path);
    for (place, command) in &tables.commands {
        path(checks, *place, command);
        sentence(checks, *place, &command.sentence);
        prose(checks, *place, &[Step::Key("about")], &command.about);
        parameters::arguments(checks, *place, command);
        let globals = tables.global_flags().iter().map(|flag| flag.name.as_ref());
        let taken: Vec<&str> = globals.chain(command.argument.iter().map(|row| row.name.as_ref())).collect();
        parameters::flags(checks, *place, &command.flag, &command.argument, &taken);
        parameters::one_of(checks, *place, command);
        group(checks, *place, command);
        follows(checks, *place, command);
        examples(checks, *place, command);
    }
}

fn path(checks: &mut Checks<'_>, place: Place, command: &Command) {
    if !command.path.split(' ').all(is_kebab) {
        let message = format!("`{}` is not words in lower-case kebab-case", command.path);
        checks.add(place, &[Step::Key("path")], message, "write the path as it is typed: `capture resolve`");
    }
    for word in command.path.split(' ') {
        parameters::unspeakable(checks, place, &[Step::Key("path")], word);
    }
    if command.path == "help" {
        let help = "`abcd help <command>` is what the parser answers itself; pick another word";
        checks.add(place, &[Step::Key("path")], "`help` is taken", help);
    }
    if let Some((parent, _)) = command.path.rsplit_once(' ')
        && !checks.tables.commands_broken
        && checks.tables.command(parent).is_none()
    {
        let message = format!("its parent `{parent}` has no row");
        checks.add(place, &[Step::Key("path")], message, "add a row for the parent, with `group = true`");
    }
}

fn group(checks: &mut Checks<'_>, place: Place, command: &Command) {
    if !command.group {
        return;
    }
    let child = format!("{} ", command.path);
    let childless = !checks.tables.commands.iter().any(|(_, other)| other.path.starts_with(&child));
    let own = !(command.argument.is_empty() && command.flag.is_empty() && command.example.is_empty());
    if childless && !checks.tables.commands_broken {
        let help = "add a command below it, or drop `group`";
        checks.add(place, &[Step::Key("group")], "a group without a command", help);
    }
    if own {
        let help = "a group only leads to its commands: move what is its own to one of them";
        checks.add(place, &[Step::Key("group")], "a group with arguments, flags or examples", help);
    }
}

fn follows(checks: &mut Checks<'_>, place: Place, command: &Command) {
    let none = command.next_none.is_some();
    if !command.next.is_empty() && none {
        let help = "either something follows or nothing does: drop one";
        checks.add(place, &[Step::Key("next_none")], "both `next` and `next_none`", help);
    }
    if command.next.is_empty() && !none && command.plane == Plane::Person && !command.group {
        let message = format!("`{}` says neither what follows nor why nothing does", command.path);
        let help = "add `next = [{ run = \"…\", when = \"…\" }]` or `next_none = \"…\"`";
        checks.add(place, &[Step::Key("path")], message, help);
    }
    for (number, step) in command.next.iter().enumerate() {
        let at = |key| [Step::Key("next"), Step::Row(number), Step::Key(key)];
        prose(checks, place, &at("when"), &step.when);
        template::check(checks, place, &at("run"), &step.run, Asked::Follows);
    }
}

fn examples(checks: &mut Checks<'_>, place: Place, command: &Command) {
    for (number, example) in command.example.iter().enumerate() {
        let at = |key| [Step::Key("example"), Step::Row(number), Step::Key(key)];
        prose(checks, place, &at("does"), &example.does);
        template::check(checks, place, &at("run"), &example.run, Asked::Example(&command.path));
    }
}
