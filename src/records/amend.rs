//! Changes to an open issue that leave it open: its remedy, and what it waits for.

use std::collections::{BTreeMap, BTreeSet};

use super::capture::{existing, issue_id, open, set_ids};
use super::close::{line, not_open};
use super::frontmatter::Value;
use super::id::Id;
use super::issue::FIELDS;
use super::ledger::{Ledger, Names, Record};
use super::writer::Writer;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::State;

/// A record after a change, and whether there was one.
#[derive(Debug)]
pub struct Amended {
    /// The record.
    pub record: Record,
    /// Whether anything was written.
    pub changed: bool,
}

/// Rewrites the remedy.
pub fn remedy(repository: &Repository, host: &Host, id: &str, text: &str) -> Result<Amended, Stop> {
    let id = issue_id(id)?;
    let text = line("remedy", text, code::CAPTURE_REMEDY_UNFIT)?;
    let writer = Writer::open(&open(repository)?, host, "capture remedy")?;
    let names = writer.ledger.names()?;
    let record = still_open(&writer.ledger, &names, id)?;
    if record.issue.remedy.as_deref() == Some(text.as_str()) {
        return Ok(Amended { record, changed: false });
    }
    let mut document = record.document.clone();
    document.set("remedy", Value::Text(text), &FIELDS);
    Ok(Amended { record: writer.edit(&record, &document)?, changed: true })
}

/// Changes which issues block one: takes away first, then adds.
pub fn link(
    repository: &Repository,
    host: &Host,
    id: &str,
    blocked_by: &[String],
    unblock: &[String],
) -> Result<Amended, Stop> {
    let id = issue_id(id)?;
    if blocked_by.is_empty() && unblock.is_empty() {
        return Err(Refusal::new(code::CAPTURE_LINK_MISSING).into());
    }
    let writer = Writer::open(&open(repository)?, host, "capture link")?;
    let names = writer.ledger.names()?;
    let record = still_open(&writer.ledger, &names, id)?;
    if !unblock.is_empty() && record.issue.blocked_by.is_empty() {
        return Err(Refusal::new(code::CAPTURE_NOT_BLOCKED).at(record.name.path()).into());
    }
    let mut links = record.issue.blocked_by.clone();
    // What is taken away need not exist any more, or the link to it could never be mended.
    for gone in unblock.iter().flat_map(|ids| ids.split(',')) {
        let gone = issue_id(gone)?;
        let at = links.iter().position(|link| *link == gone);
        let at = at.ok_or_else(|| {
            Refusal::new(code::CAPTURE_NOT_LINKED).fact("recorded", &record.issue.blocked_by)
        })?;
        links.remove(at);
    }
    for added in existing(&names, blocked_by)? {
        if !links.contains(&added) {
            links.push(added);
        }
    }
    // One that names itself already can be mended; one more is never added.
    if links.contains(&id) && !record.issue.blocked_by.contains(&id) {
        return Err(Refusal::new(code::CAPTURE_OWN_BLOCKER).into());
    }
    if let Some(way) = way_back(&writer.ledger, &names, id, &links) {
        return Err(Refusal::new(code::CAPTURE_LINK_CYCLE).fact("way", &way).into());
    }
    if links == record.issue.blocked_by {
        return Ok(Amended { record, changed: false });
    }
    let mut document = record.document.clone();
    set_ids(&mut document, "blocked_by", &links);
    Ok(Amended { record: writer.edit(&record, &document)?, changed: true })
}

fn still_open(ledger: &Ledger, names: &Names, id: Id) -> Result<Record, Stop> {
    let record = ledger.fetch(names, id)?;
    if record.name.state == State::Open { Ok(record) } else { Err(not_open(&record).into()) }
}

/// How `id` would wait for itself through open issues if it waited for `links`.
fn way_back(ledger: &Ledger, names: &Names, id: Id, links: &[Id]) -> Option<Vec<Id>> {
    let mut came_from: BTreeMap<Id, Id> = links.iter().map(|link| (*link, id)).collect();
    let mut ahead: Vec<Id> = links.to_vec();
    let mut seen = BTreeSet::new();
    while let Some(next) = ahead.pop() {
        if next == id {
            let mut way = vec![id];
            let mut at = came_from.get(&id).copied();
            while let Some(step) = at.filter(|step| *step != id) {
                way.push(step);
                at = came_from.get(&step).copied();
            }
            way.push(id);
            way.reverse();
            return Some(way);
        }
        if !seen.insert(next) {
            continue;
        }
        // A record that cannot be read blocks nothing that is known; the check reports it.
        for name in names.of(next).filter(|name| name.state == State::Open) {
            for onward in ledger.read(name).map(|record| record.issue.blocked_by).unwrap_or_default() {
                came_from.entry(onward).or_insert(next);
                ahead.push(onward);
            }
        }
    }
    None
}
