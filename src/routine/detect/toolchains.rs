//! Which toolchains a folder uses, and what a round has to know of them.

use super::facts::{Caveat, Evidence, Gate, ToolchainFact};
use super::fields::{held, is_set, marked};
use super::grammar;
use super::ground::Ground;
use super::rows::Rows;
use super::targets;
use crate::tables::model::toolchains::{CaveatRule, Toolchain};

/// The toolchains of a folder, with what shows each.
pub(super) fn of<'a>(ground: &Ground<'_>, rows: &Rows<'a>, dir: &str) -> Vec<(&'a Toolchain, Evidence)> {
    let mut found: Vec<(&Toolchain, Evidence)> =
        rows.toolchains.iter().filter_map(|row| Some((*row, evidence(ground, row, dir)?))).collect();
    let built = found.iter().any(|(row, _)| !row.alone && !row.wraps && row.manager.is_none());
    found.retain(|(row, _)| !(built && row.alone));
    found
}

fn evidence(ground: &Ground<'_>, row: &Toolchain, dir: &str) -> Option<Evidence> {
    let path = row.markers.iter().find_map(|marker| marked(ground, dir, marker))?;
    if row.unless.iter().any(|field| is_set(ground, field, dir)) {
        return None;
    }
    if row.needs.is_empty() {
        return Some(Evidence::new(&path, 1));
    }
    let field = row.needs.iter().find(|field| is_set(ground, field, dir))?;
    let file = marked(ground, dir, &field.file)?;
    if !field.holds.is_empty() {
        return Some(Evidence::new(&file, held(ground, &file, &field.holds)?));
    }
    let node = if field.path.is_empty() { None } else { ground.document(&file) };
    match node.as_deref().and_then(|node| node.at(&field.path)) {
        Some(found) => Some(Evidence::new(&file, found.line)),
        None => Some(Evidence::new(&path, 1)),
    }
}

/// The facts: the root's toolchains, and those of each folder in which a gate runs.
pub(super) fn facts(ground: &Ground<'_>, rows: &Rows<'_>, gates: &[Gate]) -> Vec<ToolchainFact> {
    let mut dirs: Vec<&str> = gates.iter().map(|gate| gate.dir.as_str()).chain(["."]).collect();
    dirs.sort_unstable();
    dirs.dedup();
    let mut facts: Vec<ToolchainFact> = dirs
        .into_iter()
        .flat_map(|dir| {
            of(ground, rows, dir).into_iter().map(|(row, evidence)| ToolchainFact {
                dir: dir.to_owned(),
                id: row.id.to_string(),
                evidence: vec![evidence],
            })
        })
        .collect();
    facts.sort();
    facts
}

/// What the root's toolchains warn of, and package managers that contradict each other.
pub(super) fn caveats(ground: &Ground<'_>, rows: &Rows<'_>, found: &[(&Toolchain, Evidence)]) -> Vec<Caveat> {
    let mut caveats: Vec<Caveat> = found
        .iter()
        .flat_map(|(row, _)| row.caveat.iter())
        .filter_map(|rule| caveat(ground, rule))
        .chain(found.iter().filter_map(|(row, _)| rivals(ground, rows, row)))
        .collect();
    caveats.sort();
    caveats.dedup();
    caveats
}

fn caveat(ground: &Ground<'_>, rule: &CaveatRule) -> Option<Caveat> {
    let path = marked(ground, ".", &rule.field.file)?;
    if rule.unless.iter().any(|field| is_set(ground, field, ".")) {
        return None;
    }
    let (value, line) = if !rule.line.is_empty() {
        let text = ground.text(&path)?;
        let (at, line) = text.lines().enumerate().find(|(_, line)| line.starts_with(rule.line.as_ref()))?;
        (line.trim_start_matches(rule.line.as_ref()).trim().to_owned(), at + 1)
    } else if !rule.field.holds.is_empty() {
        (String::new(), held(ground, &path, &rule.field.holds)?)
    } else if rule.field.path.is_empty() {
        (String::new(), 1)
    } else {
        let node = ground.document(&path)?;
        let found = node.at(&rule.field.path)?;
        let values: Vec<&str> = found.texts().iter().map(|(text, _)| *text).collect();
        (values.join(", "), found.line)
    };
    let values = if rule.text.contains("{value}") {
        if !grammar::is_value(&value) {
            ground.skip(&path, format!("the value on line {line} is not plain"));
            return None;
        }
        vec![value]
    } else {
        Vec::new()
    };
    Some(Caveat::new(&rule.text, values, vec![Evidence::new(&path, line)]))
}

/// Lock files of several package managers: which one counts.
fn rivals(ground: &Ground<'_>, rows: &Rows<'_>, row: &Toolchain) -> Option<Caveat> {
    let locks: Vec<(&Toolchain, Evidence)> = targets::managers(ground, rows, &row.id, ".")
        .into_iter()
        .filter_map(|manager| {
            let lock = manager
                .markers
                .iter()
                .find(|marker| marker.contains("lock") || marker.contains("shrinkwrap"))?;
            ground.has(lock).then(|| (manager, Evidence::new(lock, 1)))
        })
        .collect();
    let chosen = targets::manager(ground, rows, &row.id, ".")?;
    let others: Vec<&str> =
        locks.iter().map(|(manager, _)| manager.id.as_ref()).filter(|id| *id != chosen.id).collect();
    if others.is_empty() {
        return None;
    }
    let mut evidence: Vec<Evidence> = locks.iter().map(|(_, evidence)| evidence.clone()).collect();
    evidence.sort();
    // Both names are ids of our tables, so the whole sentence is our own.
    let text = format!("there are also files of {}; {} is taken to count", others.join(" and "), chosen.id);
    Some(Caveat::new(&text, Vec::new(), evidence))
}
