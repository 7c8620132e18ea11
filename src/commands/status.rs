//! `abcd status`, and `abcd` alone: the board.

use serde::Serialize;

use super::capture::brief::Brief;
use super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::board::{Board, board};
use crate::records::home::Kept;
use crate::records::ledger::Skipped;
use crate::records::standing::Standing;
use crate::registry::args;
use crate::registry::values::{Bucket, Closed, Severity, Stage, State};

/// Where a repository stands.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Status {
    /// The name of the repository's folder.
    repository: String,
    /// The branch that is checked out.
    branch: Option<String>,
    /// The tiers of the record.
    tiers: Vec<TierShown>,
    /// How many issues stand where.
    issues: Vec<StateCount>,
    /// The open issues by severity, worst first.
    open: Vec<SeverityCount>,
    /// The newest open issues, newest first.
    newest: Vec<Brief>,
    /// How many intents stand where.
    intents: Vec<BucketCount>,
    /// How many specs stand where.
    specs: Vec<StageCount>,
    /// How many decisions there are.
    decisions: usize,
    /// The routines that are rendered.
    routines: Vec<String>,
    /// What could not be read, and why.
    skipped: Vec<Skipped>,
}

/// A tier of the record.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct TierShown {
    path: String,
    present: bool,
    /// What git is meant to do with it.
    kept: Kept,
    /// What git does with it; none where git did not say.
    git: Option<Standing>,
}

/// How many issues were read in a folder of the ledger.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct StateCount {
    state: State,
    count: usize,
}

/// How many open issues are this bad.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct SeverityCount {
    severity: Severity,
    count: usize,
}

/// How many intents were read in a folder.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct BucketCount {
    bucket: Bucket,
    count: usize,
}

/// How many specs were read in a folder.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct StageCount {
    stage: Stage,
    count: usize,
}

pub(crate) fn run(_: args::Status, call: &Call, host: &Host) -> Outcome<Status> {
    Ok(Status::from(board(&repository(call, host)?, host)?).into())
}

impl From<Board> for Status {
    fn from(board: Board) -> Self {
        let tier = |(tier, git): &(&crate::records::home::Tier, Option<Standing>)| TierShown {
            path: tier.path(),
            present: *git != Some(Standing::Absent),
            kept: tier.kept,
            git: *git,
        };
        Self {
            tiers: board.tiers.iter().map(tier).collect(),
            repository: board.repository,
            branch: board.branch,
            issues: board.issues.into_iter().map(|(state, count)| StateCount { state, count }).collect(),
            open: board.open.into_iter().map(|(severity, count)| SeverityCount { severity, count }).collect(),
            newest: board.newest.iter().map(|record| Brief::of(record, Vec::new())).collect(),
            intents: board.intents.into_iter().map(|(bucket, count)| BucketCount { bucket, count }).collect(),
            specs: board.specs.into_iter().map(|(stage, count)| StageCount { stage, count }).collect(),
            decisions: board.decisions,
            routines: board.routines,
            skipped: board.skipped,
        }
    }
}

impl Document for Status {
    fn page(&self, page: &mut Page) {
        let branch =
            self.branch.as_deref().map_or_else(|| "no branch".to_owned(), |name| format!("on {name}"));
        page.heading(format!("{} ({branch})", self.repository));
        for tier in &self.tiers {
            page.line(format!("  {}: {}", tier.path, tier.in_words()));
        }
        let issues: Vec<_> = self.issues.iter().map(|row| format!("{} {}", row.count, row.state)).collect();
        page.line(format!("issues: {}", issues.join(", ")));
        let open = self.open.iter().filter(|row| row.count > 0);
        let open: Vec<_> = open.map(|row| format!("{} {}", row.count, row.severity)).collect();
        if !open.is_empty() {
            page.line(format!("open: {}", open.join(", ")));
            page.heading("newest");
        }
        for brief in &self.newest {
            brief.row(page);
        }
        let intents: Vec<_> = self.intents.iter().map(|row| (row.count, row.bucket.as_str())).collect();
        counted("intents", &intents, page);
        let specs: Vec<_> = self.specs.iter().map(|row| (row.count, row.stage.as_str())).collect();
        counted("specs", &specs, page);
        if self.decisions > 0 {
            page.line(format!("decisions: {}", self.decisions));
        }
        let routines = if self.routines.is_empty() { "none".to_owned() } else { self.routines.join(", ") };
        page.line(format!("routines: {routines}"));
        skipped(&self.skipped, page);
    }
}

/// Says how many stand where, where there are any.
fn counted(what: &str, rows: &[(usize, &str)], page: &mut Page) {
    let rows: Vec<_> = rows
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, place)| format!("{count} {place}"))
        .collect();
    if !rows.is_empty() {
        page.line(format!("{what}: {}", rows.join(", ")));
    }
}

impl TierShown {
    /// What git does with it, and whether that is not what the tier is for.
    fn in_words(&self) -> &'static str {
        match self.git {
            None => "there, but git did not say what it does with it",
            Some(Standing::Ignored) if self.kept == Kept::Committed => {
                "ignored, so what is recorded there is never committed"
            }
            Some(Standing::Tracked | Standing::Untracked) if self.kept == Kept::Ignored => {
                "not ignored, though it is meant for this working tree alone"
            }
            Some(standing) => standing.word(),
        }
    }
}

/// Says what was passed over.
pub(crate) fn skipped(skipped: &[Skipped], page: &mut Page) {
    if skipped.is_empty() {
        return;
    }
    page.heading("skipped");
    for row in skipped {
        page.line(format!("  {}: {}", row.path, row.why));
    }
}
