//! Every command and every code: the list, and all of it in full.

use schemars::JsonSchema;
use serde::Serialize;

use super::command::CommandPage;
use super::refusal::CodePage;
use crate::call::Page;
use crate::registry::commands::COMMANDS;
use crate::registry::refusals::all;

/// The list of both.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Index {
    commands: Vec<CommandLine>,
    codes: Vec<CodeLine>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CommandLine {
    path: &'static str,
    sentence: &'static str,
    hidden: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CodeLine {
    code: &'static str,
    summary: &'static str,
    /// The release tag that retired it.
    retired: Option<&'static str>,
}

/// Both in full.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Everything {
    commands: Vec<CommandPage>,
    codes: Vec<CodePage>,
}

impl Index {
    pub(super) fn new() -> Self {
        let command = |row: &'static crate::tables::model::commands::Command| CommandLine {
            path: &row.path,
            sentence: &row.sentence,
            hidden: row.hidden(),
        };
        let codes = all().map(|entry| CodeLine {
            code: &entry.row.code,
            summary: &entry.row.summary,
            retired: entry.row.retired.as_deref(),
        });
        Self { commands: COMMANDS.iter().map(command).collect(), codes: codes.collect() }
    }

    pub(super) fn page(&self, page: &mut Page) {
        page.heading("Commands");
        for row in &self.commands {
            let hidden = if row.hidden { " (hidden)" } else { "" };
            page.line(format!("  {:22} {}{hidden}", row.path, row.sentence));
        }
        page.blank();
        page.heading("Codes");
        for row in &self.codes {
            let retired = row.retired.map_or_else(String::new, |tag| format!(" (retired in {tag})"));
            page.line(format!("  {:32} {}{retired}", row.code, row.summary));
        }
    }
}

impl Everything {
    pub(super) fn new() -> Self {
        Self {
            commands: COMMANDS.iter().map(CommandPage::new).collect(),
            codes: all().map(CodePage::new).collect(),
        }
    }

    pub(super) fn page(&self, page: &mut Page) {
        for command in &self.commands {
            command.page(page);
            page.blank();
        }
        for code in &self.codes {
            code.page(page);
            page.blank();
        }
    }
}
