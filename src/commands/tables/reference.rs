//! `abcd tables reference`: the pages of `docs/reference/`, from the registries.

use serde::{Serialize, Serializer};

use super::written::{self, Written};
use crate::call::{Call, Document, Outcome, Page};
use crate::commands::explain::usage;
use crate::host::Host;
use crate::interview::rules;
use crate::registry::args;
use crate::registry::asking::LIMITS;
use crate::registry::commands::{COMMANDS, ROOT};
use crate::registry::raises::{codes_of, raised_by};
use crate::registry::refusals::{Entry, all};
use crate::registry::values::set;
use crate::tables::model::commands::{Command, Parameter};

/// Where the pages are written.
const FOLDER: &str = "docs/reference";

/// The pages, or where they were written.
pub(crate) enum Printed {
    Pages(Pages),
    Written(Written),
}

/// The pages as Markdown.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Pages {
    commands: String,
    refusals: String,
    asking: String,
}

pub(crate) fn run(args: args::TablesReference, call: &Call, host: &Host) -> Outcome<Printed> {
    let pages = Pages { commands: commands(), refusals: refusals(), asking: rules::page(&LIMITS) };
    if !args.write {
        return Ok(Printed::Pages(pages).into());
    }
    let files = [("commands", pages.commands), ("refusals", pages.refusals), ("asking", pages.asking)];
    let files = files.map(|(name, text)| (format!("{FOLDER}/{name}.md"), text));
    Ok(Printed::Written(written::write(call, host, files)?).into())
}

fn commands() -> String {
    let mut out =
        "# Commands\n\nWritten from `tables/commands/` by `abcd tables reference --write`.\n\n".to_owned();
    out.push_str("Every command takes:\n\n");
    parameters(&mut out, "--", &ROOT.flag);
    for row in &COMMANDS {
        command(&mut out, row);
    }
    out
}

fn command(out: &mut String, row: &'static Command) {
    let hidden = if row.hidden() { " (hidden)" } else { "" };
    let about = row.about.trim();
    out.push_str(&format!(
        "\n## `abcd {}`{hidden}\n\n{}\n\n{about}\n\n    {}\n",
        row.path,
        row.sentence,
        usage(row)
    ));
    if !row.argument.is_empty() || !row.flag.is_empty() {
        out.push('\n');
    }
    parameters(out, "", &row.argument);
    parameters(out, "--", &row.flag);
    if !row.example.is_empty() {
        out.push_str("\nExamples:\n\n");
    }
    for example in row.example.iter() {
        out.push_str(&format!("- `{}` {}\n", example.run, example.does));
    }
    let codes: Vec<String> = codes_of(row)
        .iter()
        .filter(|entry| !entry.row.code.starts_with("usage/"))
        .map(|entry| code_link(&entry.row.code))
        .collect();
    if !codes.is_empty() {
        out.push_str(&format!("\nRefuses with: {}.\n", codes.join(", ")));
    }
    if !row.next.is_empty() {
        out.push_str("\nNext:\n\n");
    }
    for step in row.next.iter() {
        out.push_str(&format!("- `{}` {}\n", step.run, step.when));
    }
    if let Some(none) = &row.next_none {
        out.push_str(&format!("\nNext: nothing, since {none}.\n"));
    }
}

fn parameters(out: &mut String, dashes: &str, rows: &[Parameter]) {
    for row in rows {
        let value = row.value.as_deref().map_or_else(String::new, |value| {
            if dashes.is_empty() { String::new() } else { format!(" {value}") }
        });
        let name = if dashes.is_empty() { row.value.as_deref().unwrap_or(&row.name) } else { &row.name };
        let mut notes = Vec::new();
        if row.required {
            notes.push("required".to_owned());
        }
        notes.extend(row.default.as_ref().map(|default| format!("default `{default}`")));
        let values: Vec<String> = set(&row.r#type)
            .map_or(&[][..], |set| &set.value)
            .iter()
            .map(|value| format!("`{}`", value.name))
            .collect();
        if !values.is_empty() {
            notes.push(format!("one of {}", values.join(", ")));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        out.push_str(&format!("- `{dashes}{name}{value}` {}{notes}\n", row.help));
    }
}

fn refusals() -> String {
    let mut out =
        "# Refusal codes\n\nWritten from `tables/refusals/` by `abcd tables reference --write`.\n".to_owned();
    for entry in all() {
        refusal(&mut out, entry);
    }
    out
}

fn refusal(out: &mut String, entry: Entry) {
    let row = entry.row;
    out.push_str(&format!("\n## {}\n\n{}\n\n{}\n\n", row.code, row.summary, row.explanation.trim()));
    out.push_str(&format!("- Do: {}\n", row.hint));
    match (&row.next, &row.next_none) {
        (Some(next), _) => out.push_str(&format!("- Next: `{next}`\n")),
        (None, none) => out.push_str(&format!("- Next: nothing; {}\n", none.as_deref().unwrap_or_default())),
    }
    out.push_str(&format!("- Exit: {}\n", row.exit.status()));
    if let Some(tag) = &row.retired {
        let heir =
            row.replaced_by.as_ref().map_or_else(String::new, |heir| format!("; see {}", code_link(heir)));
        out.push_str(&format!("- Retired in {tag}{heir}\n"));
    } else if row.code.starts_with("usage/") {
        out.push_str("- Raised by the parser, on every command that the call can be wrong of\n");
    } else {
        let by: Vec<String> = raised_by(entry).iter().map(|path| format!("`abcd {path}`")).collect();
        out.push_str(&format!("- Raised by: {}\n", by.join(", ")));
    }
}

fn code_link(code: &str) -> String {
    format!("[{code}](refusals.md#{})", code.replace('/', ""))
}

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pages(pages) => pages.serialize(to),
            Self::Written(written) => written.serialize(to),
        }
    }
}

impl Document for Printed {
    fn page(&self, page: &mut Page) {
        match self {
            Self::Pages(pages) => {
                page.text(&pages.commands);
                page.blank();
                page.text(&pages.refusals);
                page.blank();
                page.text(&pages.asking);
            }
            Self::Written(written) => written.page(page),
        }
    }
}
