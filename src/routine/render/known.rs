//! What a prompt can use of a repository, borrowed from what detection found.

use std::path::Path;

use crate::routine::detect::{Caveat, DecisionLog, Facts, Gate, LogState, Skipped, TierState};
use crate::tables::model::toolchains::Kind;

/// The facts of one repository that a prompt depends on. Nothing in it has been checked yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known<'a> {
    /// The branch that pull requests go into.
    pub default_branch: Option<&'a str>,
    /// The forge's id, such as `github`.
    pub hosting: Option<&'a str>,
    /// `owner/name` on the forge.
    pub slug: Option<&'a str>,
    /// The name of the git remote that the loop pushes to.
    pub remote: Option<&'a str>,
    /// The gate commands, in the order to run them.
    pub gates: Vec<KnownGate<'a>>,
    /// Where decisions are logged.
    pub log: Option<KnownLog<'a>>,
    /// The folders of abcd's own record whose files git tracks.
    pub tracked_tiers: Vec<&'a str>,
    /// What a contributor must know about the platform.
    pub caveats: Vec<KnownCaveat<'a>>,
    /// CI files that a pull request may start and that were not read in full.
    pub unread: Vec<&'a str>,
}

/// A command that must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownGate<'a> {
    /// The command line.
    pub command: &'a str,
    /// The folder to run it in, relative to the root; `.` is the root.
    pub dir: &'a str,
    /// Whether it runs tests.
    pub tests: bool,
}

/// A warning: our own sentence, and what the repository puts into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCaveat<'a> {
    /// The sentence, with `{value}` where a value goes.
    pub sentence: &'a str,
    /// The values, in order.
    pub values: Vec<&'a str>,
}

/// A decision log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownLog<'a> {
    /// Its path, relative to the root.
    pub path: &'a str,
    /// Whether git tracks it; one that git ignores is never named in a prompt.
    pub tracked: bool,
    /// A file that lines are appended to, rather than a folder of files.
    pub file: bool,
}

impl<'a> Known<'a> {
    /// What a prompt can use of what detection found.
    pub fn of(facts: &'a Facts) -> Self {
        let repository = &facts.repository;
        let tracked = facts.tiers.iter().filter(|tier| tier.state == TierState::Tracked);
        Self {
            default_branch: repository.default_branch.as_deref(),
            hosting: repository.hosting.as_deref(),
            slug: repository.slug.as_deref(),
            remote: repository.remote.as_deref(),
            gates: facts.gates.iter().map(KnownGate::of).collect(),
            log: facts.decision_log.as_ref().map(KnownLog::of),
            tracked_tiers: tracked.map(|tier| tier.path.as_str()).collect(),
            caveats: facts.caveats.iter().map(KnownCaveat::of).collect(),
            unread: unread(&facts.skipped),
        }
    }
}

/// The paths of CI that was not read in full, each once.
fn unread(skipped: &[Skipped]) -> Vec<&str> {
    let mut paths: Vec<&str> = skipped
        .iter()
        .filter(|skipped| skipped.is_unread_ci())
        .map(|skipped| skipped.path.as_str())
        .collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

impl<'a> KnownGate<'a> {
    fn of(gate: &'a Gate) -> Self {
        let tests = matches!(gate.kind, Kind::Test | Kind::All);
        Self { command: &gate.command, dir: &gate.dir, tests }
    }
}

impl<'a> KnownCaveat<'a> {
    fn of(caveat: &'a Caveat) -> Self {
        let values = caveat.values.iter().map(String::as_str).collect();
        Self { sentence: &caveat.sentence, values }
    }
}

impl<'a> KnownLog<'a> {
    fn of(log: &'a DecisionLog) -> Self {
        let file = Path::new(&log.path).extension().is_some();
        Self { path: &log.path, tracked: log.state == LogState::Tracked, file }
    }
}
