//! What a prompt can use of a repository, borrowed from what detection found.

use std::path::Path;

use crate::routine::detect::{DecisionLog, Facts, LogState, TierState};

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
    /// What a contributor must know about the platform, in our own words.
    pub caveats: Vec<&'a str>,
}

/// A command that must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownGate<'a> {
    /// The command line.
    pub command: &'a str,
    /// The folder to run it in, relative to the root; `.` is the root.
    pub dir: &'a str,
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
            gates: facts
                .gates
                .iter()
                .map(|gate| KnownGate { command: &gate.command, dir: &gate.dir })
                .collect(),
            log: facts.decision_log.as_ref().map(KnownLog::of),
            tracked_tiers: tracked.map(|tier| tier.path.as_str()).collect(),
            caveats: facts.caveats.iter().map(|caveat| caveat.text.as_str()).collect(),
        }
    }
}

impl<'a> KnownLog<'a> {
    fn of(log: &'a DecisionLog) -> Self {
        let file = Path::new(&log.path).extension().is_some();
        Self { path: &log.path, tracked: log.state == LogState::Tracked, file }
    }
}
