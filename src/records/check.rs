//! The gate of the record: every problem of every file, each with its place.

use serde::Serialize;

use super::decision::Decision;
use super::fields::Flaw;
use super::intent::Intent;
use super::ledger::{HOME, Ledger, Names, Unread};
use super::leftovers;
use super::links::Web;
use super::names::{self, Name, Place};
use super::shelf::{Kept, Shelf};
use super::spec::Spec;
use crate::host::files::Dir;
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

impl Problem {
    /// What is wrong with a file.
    pub(super) fn of(path: &str, flaw: Flaw) -> Self {
        Self { path: path.to_owned(), line: flaw.line, what: flaw.what }
    }
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
    let issues = ledger.names()?;
    let mut checked = Checked::default();
    for path in leftovers {
        checked.wrong(&format!("{HOME}/{path}"), "a call that broke off left it".to_owned());
    }
    checked.names(&ledger.home, &issues);
    checked.shelf::<Intent>(ledger)?;
    checked.shelf::<Spec>(ledger)?;
    checked.shelf::<Decision>(ledger)?;
    let mut linked = links(ledger, &mut checked, &issues)?;
    if !linked.is_empty() {
        // Files of one change are written one after the other: only what a second look sees too is wrong.
        let again = links(ledger, &mut Checked::default(), &ledger.names()?)?;
        linked.retain(|problem| again.contains(problem));
    }
    checked.problems.extend(linked);
    checked.problems.sort();
    checked.problems.dedup();
    Ok(checked)
}

/// What is wrong with the links of all records; what is wrong with an issue itself goes to `checked`.
fn links(ledger: &Ledger, checked: &mut Checked, issues: &Names) -> Result<Vec<Problem>, Stop> {
    let web = Web::read(ledger, issues)?;
    let mut linked = web.problems(ledger)?;
    for name in &issues.found {
        match ledger.read(name) {
            Ok(record) => {
                let flaws = web.of_issue(&record);
                linked.extend(flaws.into_iter().map(|flaw| Problem::of(&name.path(), flaw)));
            }
            Err(Unread::Flawed(flaws)) => checked.flaws(&name.path(), flaws),
            Err(Unread::Gone) => {}
        }
    }
    Ok(linked)
}

impl Checked {
    fn wrong(&mut self, path: &str, what: String) {
        self.problems.push(Problem::of(path, Flaw::new(what)));
    }

    fn flaws(&mut self, path: &str, flaws: Vec<Flaw>) {
        self.problems.extend(flaws.into_iter().map(|flaw| Problem::of(path, flaw)));
    }

    /// What the names alone tell of a family.
    fn names<P: Place>(&mut self, home: &Dir, names: &names::Names<P>) {
        self.files += names.found.len() + names.skipped.len();
        for skipped in &names.skipped {
            self.wrong(&skipped.path, skipped.why.clone());
        }
        for files in names.twice(home).into_values() {
            for name in &files {
                let others: Vec<_> =
                    files.iter().filter(|other| *other != name).take(OTHERS).map(Name::path).collect();
                let more = if files.len() - 1 > OTHERS { " and more" } else { "" };
                let what = format!("its id stands in another file too: {}{more}", others.join(", "));
                self.wrong(&name.path(), what);
            }
        }
    }

    /// What is wrong with the files of a kind, each by itself.
    fn shelf<T: Kept>(&mut self, ledger: &Ledger) -> Result<(), Stop> {
        let shelf = Shelf::<T>::open(ledger)?;
        self.names(&ledger.home, &shelf.names);
        for name in &shelf.names.found {
            if let Err(Unread::Flawed(flaws)) = shelf.read(name) {
                self.flaws(&name.path(), flaws);
            }
        }
        Ok(())
    }
}
