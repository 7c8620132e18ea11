//! The gate of the record: every problem of every file, each with its place.

use serde::Serialize;

use super::fields::Flaw;
use super::ledger::{HOME, Ledger, Name, Names, Unread};
use super::leftovers;
use crate::refusal::Stop;

/// How many of the files with one id a problem names; each of them has a problem of its own.
const OTHERS: usize = 3;

/// A problem and where it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
pub struct Problem {
    /// The file, from the top of the repository.
    pub path: String,
    /// The line in it, where one can be named.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

/// What the check found.
#[derive(Debug, Default)]
pub struct Checked {
    /// How many files were read.
    pub files: usize,
    /// Everything that is wrong, by place.
    pub problems: Vec<Problem>,
}

/// Checks every record, while others may be writing.
pub fn check(ledger: &Ledger) -> Result<Checked, Stop> {
    look(ledger, leftovers::settled(ledger)?)
}

/// Checks every record for the one who holds the ledger.
pub(super) fn check_held(ledger: &Ledger) -> Result<Checked, Stop> {
    look(ledger, leftovers::all(ledger)?)
}

fn look(ledger: &Ledger, leftovers: Vec<String>) -> Result<Checked, Stop> {
    let names = ledger.names()?;
    let mut checked = Checked { files: names.found.len() + names.skipped.len(), problems: Vec::new() };
    for skipped in &names.skipped {
        checked.problems.push(Problem { path: skipped.path.clone(), line: None, what: skipped.why.clone() });
    }
    for path in leftovers {
        let what = "a call that broke off left it".to_owned();
        checked.problems.push(Problem { path: format!("{HOME}/{path}"), line: None, what });
    }
    for files in ledger.duplicates(&names).into_values() {
        for name in &files {
            let others: Vec<_> =
                files.iter().filter(|other| *other != name).take(OTHERS).map(Name::path).collect();
            let more = if files.len() - 1 > OTHERS { " and more" } else { "" };
            let what = format!("its id stands in another file too: {}{more}", others.join(", "));
            checked.problems.push(Problem { path: name.path(), line: None, what });
        }
    }
    for name in &names.found {
        let flaws = match ledger.read(name) {
            Ok(record) => dangling(&names, &record),
            Err(Unread::Flawed(flaws)) => flaws,
            Err(Unread::Gone) => continue,
        };
        let problem = |flaw: Flaw| Problem { path: name.path(), line: flaw.line, what: flaw.what };
        checked.problems.extend(flaws.into_iter().map(problem));
    }
    checked.problems.sort();
    Ok(checked)
}

/// Links to issues that do not exist.
fn dangling(names: &Names, record: &super::ledger::Record) -> Vec<Flaw> {
    let issue = &record.issue;
    let links = [
        ("blocked_by", &issue.blocked_by),
        ("duplicates", &issue.duplicates),
        ("related_issues", &issue.related_issues),
    ];
    let mut flaws = Vec::new();
    for (key, ids) in links {
        if ids.contains(&record.name.id) {
            let line = record.document.entry(key).map(|entry| entry.line);
            flaws.push(Flaw { line, what: format!("`{key}` names the issue itself") });
        }
        for id in ids.iter().filter(|id| !names.has(**id)) {
            let line = record.document.entry(key).map(|entry| entry.line);
            flaws.push(Flaw { line, what: format!("`{key}` names {id}, which does not exist") });
        }
    }
    flaws
}
