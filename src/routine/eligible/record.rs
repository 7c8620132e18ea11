//! The record of the merged result: laid out on the bench, and held against the gate of the record.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;

use schemars::JsonSchema;
use serde::Serialize;

use super::bench::{Bench, unread};
use super::listing::{Entry, LINK, Listing};
use crate::host::files::Trouble;
use crate::records::check::{Problem, check as gate};
use crate::records::ledger::{HOME, Ledger};
use crate::refusal::{Fault, Stop};

/// How many files are laid out.
const FILES: usize = 50_000;
/// How many bytes are laid out in all.
const BYTES: u64 = 48 * 1024 * 1024;
/// How many problems are told.
const TOLD: usize = 50;
/// Where the gate looks; every folder on the way there counts too.
const LOOKED_AT: [&str; 4] = [
    ".abcd/work/issues",
    ".abcd/development/intents",
    ".abcd/development/specs",
    ".abcd/development/decisions",
];

/// What the gate of the record says of the merged result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecordCheck {
    /// Whether nothing is wrong.
    pub green: bool,
    /// How many files were looked at.
    pub files: usize,
    /// How many problems there are.
    pub count: usize,
    /// The first 50 of them, by place.
    pub problems: Vec<Problem>,
}

/// Lays out every plain file of the listing; the problems that the others are to the gate, or nothing where
/// it is too much.
pub(super) fn lay(bench: &Bench<'_>, after: &Listing) -> Result<Option<Vec<Problem>>, Stop> {
    let (plain, others): (Vec<_>, Vec<_>) = after.iter().partition(|(path, entry)| is_plain(path, entry));
    let bytes: u64 = plain.iter().filter_map(|(_, entry)| entry.size).fold(0, u64::saturating_add);
    if plain.len() > FILES || bytes > BYTES {
        return Ok(None);
    }
    let mut asked = String::new();
    for (_, entry) in &plain {
        writeln!(asked, "{}", entry.id).map_err(|_| unread())?;
    }
    let answer = bench.ask_with(["cat-file", "--batch"], asked.into_bytes())?;
    let mut rest = answer.stdout.as_slice();
    let mut problems = Vec::new();
    for (path, entry) in plain {
        let blob = next(&mut rest).filter(|blob| Some(blob.len() as u64) == entry.size).ok_or_else(unread)?;
        match bench.scratch.lay(OsStr::from_bytes(path), blob) {
            Ok(()) => {}
            // A tree that nobody could check out whole.
            Err(Trouble::Exists | Trouble::NotDirectory | Trouble::Outside) => {
                problems.push(problem(path, "another name of the tree is in its way"));
            }
            Err(trouble) => {
                return Err(Fault::new(format!("the merged record could not be laid out: {trouble}")).into());
            }
        }
    }
    let in_way = others.into_iter().filter(|(path, _)| is_looked_at(path));
    problems.extend(in_way.map(|(path, entry)| {
        problem(path, if entry.mode == LINK { "it is a symbolic link" } else { "it is no plain file" })
    }));
    Ok(Some(problems))
}

/// Whether an entry can be laid out: a file, and nothing that git would take for its own.
fn is_plain(path: &[u8], entry: &Entry) -> bool {
    let own = |name: &[u8]| name.eq_ignore_ascii_case(b".git");
    entry.mode.starts_with("100") && entry.size.is_some() && !path.split(|byte| *byte == b'/').any(own)
}

/// Whether a path stands where the gate looks or on the way there.
fn is_looked_at(path: &[u8]) -> bool {
    let below = |above: &[u8], path: &[u8]| {
        path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    };
    LOOKED_AT.iter().any(|place| below(place.as_bytes(), path) || below(path, place.as_bytes()))
}

fn problem(path: &[u8], what: &str) -> Problem {
    Problem { path: String::from_utf8_lossy(path).into_owned(), line: None, what: what.to_owned() }
}

/// The next object of git's batch: a line of id, kind and size, the bytes, a line break.
fn next<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (head, body) = rest.split_at(end);
    let size = std::str::from_utf8(head).ok()?.split(' ').nth(2)?.parse().ok()?;
    let (blob, after) = body.get(1..)?.split_at_checked(size)?;
    *rest = after.strip_prefix(b"\n")?;
    Some(blob)
}

/// Holds what is laid out against the gate; `others` are the problems that were seen before.
pub(super) fn check(bench: &Bench<'_>, others: Vec<Problem>) -> Result<RecordCheck, Stop> {
    let (files, mut problems) = match Ledger::open(bench.scratch.dir()).and_then(|ledger| gate(&ledger)) {
        Ok(checked) => (checked.files, checked.problems),
        // What stops the gate in the merged result is a problem of that result, not of this call.
        Err(Stop::Refused(refusal)) => {
            let path = refusal.facts.at.clone().unwrap_or_else(|| HOME.to_owned());
            (0, vec![Problem { path, line: None, what: refusal.error().to_owned() }])
        }
        Err(other) => return Err(other),
    };
    problems.extend(others);
    problems.sort();
    let count = problems.len();
    problems.truncate(TOLD);
    Ok(RecordCheck { green: count == 0, files, count, problems })
}
