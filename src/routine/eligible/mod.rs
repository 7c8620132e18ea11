//! Whether a branch only adds inert records, judged on what merging it would give.
//!
//! Two branches that are sound apart may not be so together: an id that both minted shows in the merged
//! result alone. So the merge is made, and what it changes in the base is held against the rows of
//! `tables/inert.toml`. Whatever cannot be shown counts against the branch.

mod bench;
mod contents;
mod ends;
mod listing;
mod record;
mod shape;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

pub use record::RecordCheck;

use crate::host::Host;
use crate::host::place::Repository;
use crate::records::ledger::HOME;
use crate::refusal::Stop;
use crate::registry::detection::DECISION_LOGS;
use crate::registry::inert::INERT;
use crate::registry::values::{MergeBar, PathBar};
use crate::safe;
use crate::tables::model::inert::Inert;
use bench::Bench;
use listing::{ABSENT, Changed, FOLDER, Listing};

/// The tier whose record is checked.
const TIER: &str = ".abcd/work";
/// How many paths are told.
const TOLD: usize = 200;
/// How much of a path is shown, in characters.
const SHOWN: usize = 200;

/// What merging a branch would do, and whether that is additive.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Eligible {
    /// Whether the branch may be set to merge by itself.
    pub eligible: bool,
    /// The commit that it is merged into.
    pub base: String,
    /// The commit that is merged.
    pub head: String,
    /// The tree of the merged result; none where there is no clean merge.
    pub merged: Option<String>,
    /// How many commits HEAD has beyond the base; at most 100 are counted.
    pub commits: usize,
    /// How many paths of the base the merge changes.
    pub changed: usize,
    /// At most 200 of them, those that are not allowed first.
    pub paths: Vec<Judged>,
    /// What keeps it from being eligible.
    pub reasons: Vec<MergeBar>,
    /// What `abcd record check` says of the merged result; none where it could not be held against it.
    pub record_check: Option<RecordCheck>,
}

/// A path that the merge changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Judged {
    /// The inert place that it is allowed by.
    pub allowed_by: Option<&'static str>,
    /// The path, made safe and cut at 200 characters.
    pub path: String,
    /// What becomes of it.
    pub change: Kind,
    /// Why it is not allowed.
    pub why: Option<PathBar>,
}

/// What becomes of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It is new.
    Added,
    /// It is there before and after.
    Changed,
    /// It is gone.
    Deleted,
}

/// Judges HEAD against `wanted`, or against the remote's default branch.
pub fn judge(host: &Host, place: &Repository, wanted: Option<&str>) -> Result<Eligible, Stop> {
    let ends = ends::find(host, place, wanted)?;
    let bench = Bench::set_up(&host.env, place, &ends)?;
    let (commits, bar) = bench.commits(&ends)?;
    let mut reasons: BTreeSet<MergeBar> = bar.into_iter().collect();
    let before = listing::list(&bench, &ends.base, &before_paths(), false)?;
    if before.get(TIER.as_bytes()).is_none_or(|entry| entry.mode != FOLDER) {
        reasons.insert(MergeBar::NoRecord);
    }
    let mut report = Eligible {
        eligible: false,
        base: ends.base.clone(),
        head: ends.head.clone(),
        merged: None,
        commits,
        changed: 0,
        paths: Vec::new(),
        reasons: Vec::new(),
        record_check: None,
    };
    match bench.merge(&ends)? {
        Ok(tree) => {
            reasons.extend(look(&bench, &before, &tree, &mut report)?);
            report.merged = Some(tree);
        }
        Err(bar) => drop(reasons.insert(bar)),
    }
    report.reasons = reasons.into_iter().collect();
    report.eligible = report.reasons.is_empty();
    Ok(report)
}

/// Looks at the merged tree: fills in the paths and the check, and gives what is wrong.
fn look(
    bench: &Bench<'_>,
    before: &Listing,
    tree: &str,
    report: &mut Eligible,
) -> Result<Vec<MergeBar>, Stop> {
    let mut reasons = Vec::new();
    let changed = listing::differences(bench, &report.base, tree)?;
    report.changed = changed.len();
    if changed.is_empty() && report.commits > 0 {
        reasons.push(MergeBar::NoChange);
    }
    let paths = after_paths();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let after = listing::list(bench, tree, &paths, true)?;
    let laid = record::lay(bench, &after)?;
    let judged = paths_of(bench, before, &after, &changed, laid.is_some())?;
    if judged.iter().any(|path| path.why.is_some()) {
        reasons.push(MergeBar::Path);
    }
    report.paths = judged;
    report.paths.sort();
    report.paths.truncate(TOLD);
    match laid {
        None => reasons.push(MergeBar::RecordTooLarge),
        Some(others) => {
            let check = record::check(bench, others)?;
            reasons.extend((!check.green).then_some(MergeBar::RecordProblems));
            report.record_check = Some(check);
        }
    }
    Ok(reasons)
}

/// Judges each path: by its shape, then, where the files are laid out, by what they hold.
fn paths_of(
    bench: &Bench<'_>,
    before: &Listing,
    after: &Listing,
    changed: &[Changed],
    laid: bool,
) -> Result<Vec<Judged>, Stop> {
    let log = decision_log(before);
    let names = contents::Names::of(after);
    let mut found: Vec<(&Changed, Result<&Inert, PathBar>)> =
        changed.iter().map(|one| (one, shape::row(one, log))).collect();
    let fits: Vec<&[u8]> =
        found.iter().filter(|(_, row)| row.is_ok()).map(|(one, _)| one.path.as_slice()).collect();
    let ignored = if laid { contents::ignored(bench, &fits)? } else { BTreeSet::new() };
    for (one, row) in &mut found {
        let Ok(fits) = *row else { continue };
        let bar = match names.taken(&one.path) {
            Some(bar) => Some(bar),
            None if ignored.contains(&one.path) => Some(PathBar::Ignored),
            None if laid => contents::bar(bench, &one.path, fits.change, before)?,
            None => Some(PathBar::TooLarge),
        };
        if let Some(bar) = bar {
            *row = Err(bar);
        }
    }
    Ok(found.into_iter().map(|(one, row)| judged(one, row)).collect())
}

fn judged(one: &Changed, row: Result<&'static Inert, PathBar>) -> Judged {
    let change = match (one.before.as_str(), one.after.as_str()) {
        (ABSENT, _) => Kind::Added,
        (_, ABSENT) => Kind::Deleted,
        _ => Kind::Changed,
    };
    let allowed_by = row.ok().map(|row| row.path.as_ref());
    Judged { allowed_by, path: shown(&one.path), change, why: row.err() }
}

/// A path as it can be shown.
fn shown(path: &[u8]) -> String {
    let text = String::from_utf8_lossy(path);
    let safe = safe::line(&text);
    let cut: String = safe.chars().take(SHOWN).collect();
    if cut.len() < safe.len() { cut + "…" } else { cut }
}

/// The first place where detection would find the decisions of the base.
fn decision_log(before: &Listing) -> Option<&'static str> {
    DECISION_LOGS.iter().map(|row| row.path.as_ref()).find(|path| before.contains_key(path.as_bytes()))
}

/// What is asked of the base: its record tier, and every place that may hold decisions.
fn before_paths() -> Vec<&'static str> {
    let rows = INERT.iter().map(|row| row.path.as_ref());
    [TIER].into_iter().chain(rows).chain(DECISION_LOGS.iter().map(|row| row.path.as_ref())).collect()
}

/// What is asked of the merged result: its record, the inert places, and the ignore files on the way there.
fn after_paths() -> BTreeSet<String> {
    let rows = INERT.iter().map(|row| row.path.as_ref());
    let ways =
        rows.clone().flat_map(|path: &str| path.match_indices('/').filter_map(|(at, _)| path.get(..at)));
    let ignores = ways.map(|folder| format!("{folder}/.gitignore")).chain([".gitignore".to_owned()]);
    let asked = rows.map(str::to_owned).chain(ignores).filter(|path| !path.starts_with(HOME));
    asked.chain([HOME.to_owned()]).collect()
}
