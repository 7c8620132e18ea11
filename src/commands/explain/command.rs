//! The page of one command.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::Page;
use crate::registry::commands::{ROOT, children, place};
use crate::registry::raises::codes_of;
use crate::registry::refusals::Entry;
use crate::registry::values::set;
use crate::tables::model::commands::{Command, Effect, Example, Output, Parameter, Step};
use crate::tables::model::refusals::Exit;

/// Everything about one command.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CommandPage {
    path: &'static str,
    sentence: &'static str,
    about: &'static str,
    /// Whether help and lists leave it out.
    hidden: bool,
    /// Whether it changes anything.
    effect: Effect,
    /// What it prints.
    output: Output,
    /// How it is called.
    usage: String,
    arguments: Vec<ParameterPage>,
    flags: Vec<ParameterPage>,
    /// The flags that every command takes.
    global_flags: Vec<ParameterPage>,
    /// The paths of the commands below it.
    commands: Vec<&'static str>,
    /// Exit status and what it means here.
    exits: BTreeMap<u8, &'static str>,
    /// The codes that it can raise.
    codes: Vec<&'static str>,
    examples: Vec<&'static Example>,
    /// What usually follows a success.
    next: Vec<&'static Step>,
    /// Why nothing follows.
    next_none: Option<&'static str>,
    /// The file and line of its row.
    row: &'static str,
}

/// One argument or flag.
#[derive(Debug, Serialize, JsonSchema)]
struct ParameterPage {
    name: &'static str,
    value: Option<&'static str>,
    help: &'static str,
    r#type: &'static str,
    required: bool,
    default: Option<&'static str>,
    repeatable: bool,
    /// The closed set that the value comes from; empty where it comes from none.
    allowed: Vec<&'static str>,
    conflicts: Vec<&'static str>,
    min: Option<i64>,
    max: Option<i64>,
}

impl CommandPage {
    pub(super) fn new(row: &'static Command) -> Self {
        let codes = codes_of(row);
        Self {
            path: &row.path,
            sentence: &row.sentence,
            about: row.about.trim(),
            hidden: row.hidden(),
            effect: row.effect,
            output: row.output,
            usage: usage(row),
            arguments: row.argument.iter().map(ParameterPage::new).collect(),
            flags: row.flag.iter().map(ParameterPage::new).collect(),
            global_flags: ROOT.flag.iter().map(ParameterPage::new).collect(),
            commands: children(&row.path).map(|(_, child)| child.path.as_ref()).collect(),
            exits: exits(row, &codes),
            codes: codes.iter().map(|entry| entry.row.code.as_ref()).collect(),
            examples: row.example.iter().collect(),
            next: row.next.iter().collect(),
            next_none: row.next_none.as_deref(),
            row: place(&row.path).unwrap_or_default(),
        }
    }

    pub(super) fn page(&self, page: &mut Page) {
        let hidden = if self.hidden { " (hidden)" } else { "" };
        page.heading(format!("abcd {}{hidden}: {}", self.path, self.sentence));
        page.blank();
        page.text(self.about);
        page.blank();
        page.line(format!("usage   {}", self.usage));
        page.line(format!("writes  {}", if self.effect == Effect::Writes { "yes" } else { "nothing" }));
        page.line(format!("row     {}", self.row));
        list(page, "arguments", self.arguments.iter().map(|row| row.line("")));
        list(page, "flags", self.flags.iter().map(|row| row.line("--")));
        list(page, "commands", self.commands.iter().map(|path| format!("abcd {path}")));
        list(page, "exits", self.exits.iter().map(|(exit, means)| format!("{exit}  {means}")));
        list(page, "codes", self.codes.iter().map(|code| (*code).to_owned()));
        list(page, "examples", self.examples.iter().map(|row| format!("{}  ({})", row.run, row.does)));
        list(page, "next", self.next.iter().map(|row| format!("{}  ({})", row.run, row.when)));
        list(page, "next", self.next_none.iter().map(|none| format!("none: {none}")));
    }
}

impl ParameterPage {
    fn new(row: &'static Parameter) -> Self {
        let allowed = set(&row.r#type).map_or(&[][..], |set| &set.value);
        Self {
            name: &row.name,
            value: row.value.as_deref(),
            help: &row.help,
            r#type: &row.r#type,
            required: row.required,
            default: row.default.as_deref(),
            repeatable: row.repeatable,
            allowed: allowed.iter().map(|value| value.name.as_ref()).collect(),
            conflicts: row.conflicts.iter().map(AsRef::as_ref).collect(),
            min: row.min,
            max: row.max,
        }
    }

    fn line(&self, dashes: &str) -> String {
        let value = self.value.map_or_else(String::new, |value| format!(" {value}"));
        let name = if dashes.is_empty() {
            self.value.unwrap_or(self.name).to_owned()
        } else {
            format!("{dashes}{}{value}", self.name)
        };
        let mut notes = Vec::new();
        if self.required {
            notes.push("required".to_owned());
        }
        notes.extend(self.default.map(|default| format!("default {default}")));
        if !self.allowed.is_empty() {
            notes.push(self.allowed.join(", "));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        format!("{name}  {}{notes}", self.help)
    }
}

/// How a command is called, in one line.
pub(crate) fn usage(row: &Command) -> String {
    let mut usage = format!("abcd {}", row.path);
    if row.group {
        usage.push_str(" <COMMAND>");
    }
    if row.flag.iter().any(|flag| !flag.required) {
        usage.push_str(" [OPTIONS]");
    }
    for flag in row.flag.iter().filter(|flag| flag.required) {
        usage.push_str(&format!(" --{} <{}>", flag.name, flag.value.as_deref().unwrap_or_default()));
    }
    for argument in row.argument.iter() {
        let name = argument.value.as_deref().unwrap_or(&argument.name);
        let dots = if argument.repeatable { "..." } else { "" };
        let (open, close) = if argument.required { ('<', '>') } else { ('[', ']') };
        usage.push_str(&format!(" {open}{name}{close}{dots}"));
    }
    usage
}

fn exits(row: &Command, codes: &[Entry]) -> BTreeMap<u8, &'static str> {
    let fault =
        if row.hidden() { "a fault, or a call that the parser refused" } else { "a fault: abcd could not" };
    let mut exits = BTreeMap::from([(0, "done"), (1, fault)]);
    for entry in codes.iter().filter(|entry| !row.hidden() || !entry.row.code.starts_with("usage/")) {
        exits.insert(
            entry.row.exit.status(),
            match entry.row.exit {
                Exit::Refused => "refused, with a code",
                Exit::Held => "held by someone else, with a code",
                Exit::Interrupted => "interrupted by a signal, with a code",
            },
        );
    }
    exits
}

fn list(page: &mut Page, title: &str, lines: impl Iterator<Item = String>) {
    for (number, line) in lines.enumerate() {
        if number == 0 {
            page.blank();
            page.heading(format!("{title}:"));
        }
        page.line(format!("  {line}"));
    }
}
