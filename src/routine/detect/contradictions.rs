//! What a repository says twice and differently, and which of it counts. The order of the rows settles it,
//! or what the repository itself names as a gate; never what the caller's machine happens to have.

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::{Certainty, Evidence, Gate};
use super::grammar;
use super::ground::{Ground, join};
use super::rows::Rows;
use super::targets;
use super::versions::{agree, allows};
use crate::tables::model::repository::{Pin, Pins, Rivalry};
use crate::tables::model::toolchains::{Reader, Toolchain};

/// Two answers to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Contradiction {
    /// What it is about, in words of the tables.
    pub about: String,
    /// The answers, the one that counts first where one does.
    pub choices: Vec<Choice>,
    /// The answer that counts; `None`: a maintainer must be asked.
    pub settled: Option<String>,
    /// What settles it, or why nothing does.
    pub by: String,
}

/// One of the answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// The answer: a name of the tables, or a version of a plain grammar.
    pub says: String,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// Why nothing is settled.
const ASK: &str = "nothing in the repository decides: ask a maintainer";

/// What the root says of its tools.
pub(super) fn read(
    ground: &Ground<'_>,
    rows: &Rows<'_>,
    toolchains: &[(&Toolchain, Evidence)],
    gates: &[Gate],
) -> Vec<Contradiction> {
    let managers = toolchains.iter().filter_map(|(row, _)| managers(ground, rows, row));
    let rivals = rows.rivalries.iter().filter_map(|row| rivals(ground, row, gates));
    let files = toolchains.iter().filter_map(|(row, _)| files(ground, row));
    let pins = rows.pins.iter().filter_map(|row| pins(ground, row));
    managers.chain(rivals).chain(files).chain(pins).collect()
}

/// Lock files of several package managers, or of another one than the manifest names.
fn managers(ground: &Ground<'_>, rows: &Rows<'_>, row: &Toolchain) -> Option<Contradiction> {
    let mut choices: Vec<Choice> = Vec::new();
    let mut add = |id: &str, at: Evidence| match choices.iter_mut().find(|choice| choice.says == id) {
        Some(known) => known.evidence.push(at),
        None => choices.push(Choice { says: id.to_owned(), evidence: vec![at] }),
    };
    let chosen = targets::manager(ground, rows, &row.id, ".")?;
    let declared = targets::declared_at(ground, rows, &row.id, ".");
    if let Some((manager, at)) = &declared {
        add(&manager.id, at.clone());
    }
    let mut there = targets::managers(ground, rows, &row.id, ".");
    there.sort_by_key(|row| row.manager.as_ref().map_or(u8::MAX, |manager| manager.rank));
    for manager in there {
        let lock =
            |marker: &&crate::tables::model::Text| marker.contains("lock") || marker.contains("shrinkwrap");
        for marker in manager.markers.iter().filter(lock).filter(|marker| ground.has(marker)) {
            add(&manager.id, Evidence::new(marker, 1));
        }
    }
    (choices.len() > 1).then(|| Contradiction {
        about: format!("the package manager of {}", row.id),
        choices,
        settled: Some(chosen.id.to_string()),
        by: match declared {
            Some((_, at)) => format!("{} names it, which counts before a lock file", at.path),
            None => "the order of the package managers in the tables".to_owned(),
        },
    })
}

/// Several tools for the same work: the one that the repository's own gates use (custom settles nothing), else the first where the
/// order is made for it.
fn rivals(ground: &Ground<'_>, row: &Rivalry, gates: &[Gate]) -> Option<Contradiction> {
    let there: Vec<_> = row
        .choice
        .iter()
        .filter_map(|choice| {
            let marker = choice.markers.iter().find_map(|marker| marked(ground, marker))?;
            Some((choice, Evidence::new(&marker, 1)))
        })
        .collect();
    if there.len() < 2 {
        return None;
    }
    let program =
        |gate: &Gate| gate.command.split(' ').find(|word| !word.contains('=')).unwrap_or_default().to_owned();
    let used = |programs: &[crate::tables::model::Text]| {
        gates
            .iter()
            .filter(|gate| gate.certainty != Certainty::Default)
            .any(|gate| gate.dir == "." && programs.iter().any(|known| known.as_ref() == program(gate)))
    };
    let in_gates: Vec<&str> = there
        .iter()
        .filter(|(choice, _)| used(&choice.programs))
        .map(|(choice, _)| choice.says.as_ref())
        .collect();
    let (settled, by) = match in_gates.as_slice() {
        [only] => (Some((*only).to_owned()), "the gates that were found use it"),
        _ if row.ordered => {
            (there.first().map(|(choice, _)| choice.says.to_string()), "the order of the tables")
        }
        _ => (None, ASK),
    };
    let mut choices: Vec<Choice> = there
        .into_iter()
        .map(|(choice, at)| Choice { says: choice.says.to_string(), evidence: vec![at] })
        .collect();
    choices.sort_by_key(|choice| Some(&choice.says) != settled.as_ref());
    Some(Contradiction { about: row.about.to_string(), choices, settled, by: by.to_owned() })
}

/// A file of the root that a marker names.
fn marked(ground: &Ground<'_>, marker: &str) -> Option<String> {
    match marker.strip_prefix('*') {
        Some(end) => {
            let names = ground.names(".");
            names
                .keys()
                .find(|name| name.ends_with(end) && ground.has(name) && grammar::is_file(name))
                .cloned()
        }
        None => join(".", marker).filter(|path| ground.has(path)),
    }
}

/// Several files of which a runner reads one.
fn files(ground: &Ground<'_>, row: &Toolchain) -> Option<Contradiction> {
    let targets = row.targets.as_ref()?;
    if !matches!(targets.reader, Reader::Make | Reader::Just | Reader::Task) {
        return None;
    }
    let there: Vec<&str> = targets.files.iter().map(AsRef::as_ref).filter(|file| ground.has(file)).collect();
    let (first, _) = there.split_first().filter(|(_, others)| !others.is_empty())?;
    Some(Contradiction {
        about: format!("the file that {} reads", row.id),
        settled: Some((*first).to_owned()),
        by: format!("{} looks for its files in this order", row.id),
        choices: there
            .iter()
            .map(|file| Choice { says: (*file).to_owned(), evidence: vec![Evidence::new(file, 1)] })
            .collect(),
    })
}

/// Places that name versions of one thing which cannot all be.
fn pins(ground: &Ground<'_>, row: &Pins) -> Option<Contradiction> {
    let found: Vec<(&Pin, Choice)> =
        row.source.iter().filter_map(|pin| Some((pin, pinned(ground, pin)?))).collect();
    let exact = found.iter().filter(|(pin, _)| !pin.range);
    let clash = |(one, says): &(&Pin, Choice), (pin, other): &(&Pin, Choice)| match (one.range, pin.range) {
        (false, false) => !agree(&says.says, &other.says),
        (false, true) => !allows(&other.says, &says.says),
        _ => false,
    };
    let clashes = exact.clone().any(|one| found.iter().any(|other| clash(one, other)));
    let (_, first) = exact.clone().next().filter(|_| clashes)?;
    Some(Contradiction {
        about: row.about.to_string(),
        settled: Some(first.says.clone()),
        by: "the order of the places in the tables: what picks a version counts before what allows some"
            .to_owned(),
        choices: found.into_iter().map(|(_, choice)| choice).collect(),
    })
}

fn pinned(ground: &Ground<'_>, pin: &Pin) -> Option<Choice> {
    let path = join(".", &pin.file).filter(|path| ground.has(path))?;
    let (value, line) = if pin.path.is_empty() {
        let text = ground.text(&path)?;
        let lines = text.lines().enumerate().map(|(at, line)| (line.trim(), at + 1));
        let mut said = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let (value, line) = said.find_map(|(line, at)| Some((line.strip_prefix(pin.line.as_ref())?, at)))?;
        (value.trim().to_owned(), line)
    } else {
        let document = ground.document(&path)?;
        let found = document.at(&pin.path)?;
        (found.text()?.to_owned(), found.line)
    };
    if !grammar::is_value(&value) {
        ground.skip(&path, format!("the value on line {line} is not plain"));
        return None;
    }
    Some(Choice { says: value, evidence: vec![Evidence::new(&path, line)] })
}
