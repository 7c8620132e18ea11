//! In which order issues are listed. Priority is never stored: it follows from links and severity.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::id::Id;
use super::ledger::{Ledger, Name, Names, Skipped, Unread};
use crate::registry::values::{Severity, State};

/// The ids that still block others: those of open issues.
pub fn open_ids(names: &Names) -> BTreeSet<Id> {
    names.found.iter().filter(|name| name.state == State::Open).map(|name| name.id).collect()
}

/// The issues that block and are still open.
pub fn still_blocking(open: &BTreeSet<Id>, blocked_by: &[Id]) -> Vec<Id> {
    blocked_by.iter().filter(|id| open.contains(id)).copied().collect()
}

/// Open issues by urgency: unblocked first, then the most severe, then the oldest. Only what the order
/// needs is kept of each record, so the list may be long.
pub fn by_urgency(ledger: &Ledger, names: &Names) -> (Vec<Name>, Vec<Skipped>) {
    let open = open_ids(names);
    let mut keyed: Vec<((bool, Reverse<Severity>), &Name)> = Vec::new();
    let mut skipped = Vec::new();
    for name in names.found.iter().filter(|name| name.state == State::Open) {
        match ledger.read(name) {
            Ok(record) => {
                let blocked = !still_blocking(&open, &record.issue.blocked_by).is_empty();
                keyed.push(((blocked, Reverse(record.issue.severity)), name));
            }
            Err(Unread::Gone) => {}
            Err(Unread::Flawed(flaws)) => skipped.push(Skipped { path: name.path(), why: in_words(&flaws) }),
        }
    }
    keyed.sort();
    (keyed.into_iter().map(|(_, name)| name.clone()).collect(), skipped)
}

/// Flaws as one line.
pub fn in_words(flaws: &[super::fields::Flaw]) -> String {
    flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
