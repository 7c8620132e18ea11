//! `abcd tables check`: what the build would say of a folder of tables, without a compiler.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::read::{Texts, texts};
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::commands::here::repository;
use crate::host::Host;
use crate::host::files::{Dir, Trouble};
use crate::refusal::{Refusal, Stop};
use crate::registry::{args, code};
use crate::tables::report::{Finding, findings};
use crate::tables::source::{Problem, Source};
use crate::tables::{check, load};

/// What is wrong with the tables.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Report {
    /// In the order of files and lines; empty where nothing is wrong.
    findings: Vec<Finding>,
    /// How many tables were read.
    files: usize,
}

pub(crate) fn run(args: args::TablesCheck, call: &Call, host: &Host) -> Outcome<Report> {
    let path = match args.dir {
        Some(dir) => host.env.cwd.join(dir),
        None => repository(call, host)?.root.join("tables"),
    };
    let name = folder_name(&path);
    let read = Dir::open(&path).and_then(|folder| texts(&folder, &name)).map_err(absent)?;
    if read.sources.is_empty() && read.unread.is_empty() {
        return Err(absent(Trouble::Absent));
    }
    let report = report(read);
    if report.findings.is_empty() {
        return Ok(report.into());
    }
    let refusal = Refusal::new(code::TABLES_INVALID).fact("findings", &report.findings.len());
    Ok(Done::refused(report, refusal))
}

fn absent(why: Trouble) -> Stop {
    let reason = match why {
        Trouble::Absent => "no table is there".to_owned(),
        why => why.to_string(),
    };
    Refusal::new(code::TABLES_ABSENT).fact("reason", &reason).into()
}

/// What findings call the folder: its own name, wherever it stands.
fn folder_name(path: &Path) -> String {
    path.file_name().map_or_else(|| "tables".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn report(read: Texts) -> Report {
    let files = read.sources.len();
    let (tables, mut problems) = load::load(read.sources);
    problems.extend(check::check(&tables));
    let mut found = findings(&problems, &tables.sources);
    found.extend(read.unread.into_iter().map(|(path, why)| {
        let source = Source { path, text: String::new() };
        let help = "put a plain file of UTF-8 text in its place, or take it away".to_owned();
        Finding::new(&Problem { file: 0, span: 0..0, message: why, help }, &source)
    }));
    found.sort_by(|one, other| {
        (&one.path, one.line, one.column).cmp(&(&other.path, other.line, other.column))
    });
    Report { findings: found, files }
}

impl Document for Report {
    fn page(&self, page: &mut Page) {
        for finding in &self.findings {
            page.text(&finding.text());
            page.blank();
        }
        if self.findings.is_empty() {
            page.line(format!("{} tables, nothing is wrong with them", self.files));
        }
    }
}
