//! What a prompt can use of a repository: the part of the facts that a routine's record keeps.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{caveat, plain};
use crate::routine::detect::{
    Caveat, Certainty, DecisionLog, Evidence, Facts, Gate, LogState, Release, Skipped, TierState,
};
use crate::tables::model::toolchains::Kind;

/// The facts of one repository that a prompt depends on. Nothing in it has been checked yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The branch that pull requests go into.
    pub default_branch: Option<String>,
    /// The forge's id, such as `github`.
    pub hosting: Option<String>,
    /// `owner/name` on the forge.
    pub slug: Option<String>,
    /// The name of the git remote that the loop pushes to.
    pub remote: Option<String>,
    /// The gate commands, in the order to run them.
    pub gates: Vec<KnownGate>,
    /// Where decisions are logged.
    pub log: Option<KnownLog>,
    /// The folders of abcd's own record whose files git tracks.
    pub tracked_tiers: Vec<String>,
    /// What a contributor must know about the platform.
    pub caveats: Vec<KnownCaveat>,
    /// CI files that a pull request may start and that were not read in full.
    pub unread: Vec<String>,
    /// How a release is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<KnownRelease>,
}

/// A command that must pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownGate {
    /// The command line.
    pub command: String,
    /// The folder to run it in, relative to the root; `.` is the root.
    pub dir: String,
    /// What it checks.
    pub kind: Kind,
    /// How sure it is that it must pass.
    pub certainty: Certainty,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// A warning: our own sentence, and what the repository puts into it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownCaveat {
    /// The sentence, with `{value}` where a value goes.
    pub sentence: String,
    /// The values, in order.
    pub values: Vec<String>,
    /// Where they were read.
    pub evidence: Vec<Evidence>,
}

/// A decision log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownLog {
    /// Its path, relative to the root.
    pub path: String,
    /// Whether git tracks it; one that git ignores is never named in a prompt.
    pub tracked: bool,
    /// A file that lines are appended to, rather than a folder of files.
    pub file: bool,
}

/// The way in which a repository makes its releases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownRelease {
    /// The flow, from the tables.
    pub kind: String,
    /// Our own sentence on it, with `{path}` where the path goes.
    pub sentence: String,
    /// The file that shows it, relative to the root.
    pub path: String,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

impl Known {
    /// What a prompt can use of what detection found.
    pub fn of(facts: &Facts) -> Self {
        let repository = &facts.repository;
        // What is there and not ignored is tracked from the commit on that brings the routine itself.
        let kept = |state| matches!(state, TierState::Tracked | TierState::Untracked);
        let tracked = facts.tiers.iter().filter(|tier| kept(tier.state));
        Self {
            default_branch: repository.default_branch.clone(),
            hosting: repository.hosting.clone(),
            slug: repository.slug.clone(),
            remote: repository.remote.clone(),
            gates: facts.gates.iter().map(KnownGate::of).collect(),
            log: facts.decision_log.as_ref().map(KnownLog::of),
            tracked_tiers: tracked.map(|tier| tier.path.clone()).collect(),
            caveats: facts.caveats.iter().map(KnownCaveat::of).collect(),
            unread: unread(&facts.skipped),
            release: facts.release.as_ref().map(KnownRelease::of),
        }
    }
}

impl Known {
    /// The same without what is not of a plain grammar: a record never holds what a prompt would not.
    #[must_use]
    pub fn plain(mut self) -> Self {
        let keep =
            |text: &mut Option<String>, fits: fn(&str) -> bool| *text = text.take().filter(|text| fits(text));
        keep(&mut self.default_branch, plain::branch);
        keep(&mut self.slug, plain::slug);
        keep(&mut self.remote, plain::branch);
        self.gates.retain(KnownGate::is_plain);
        self.log = self.log.filter(|log| plain::path(&log.path));
        self.release = self.release.filter(|release| release.how().is_some());
        self.caveats.retain(|caveat| caveat::sentence(caveat).is_some());
        self.unread.retain(|path| plain::path(path));
        let places = self.gates.iter_mut().map(|gate| &mut gate.evidence);
        for evidence in places.chain(self.caveats.iter_mut().map(|caveat| &mut caveat.evidence)) {
            evidence.retain(|at| plain::path(&at.path));
        }
        self
    }
}

impl Known {
    /// The same under the names of a record: what a clone calls its remote, and where a fork of it stands, is
    /// nothing that changed in the repository. Nor did a branch that a checkout does not show.
    #[must_use]
    pub fn named_as(self, recorded: &Self) -> Self {
        Self {
            default_branch: self.default_branch.or_else(|| recorded.default_branch.clone()),
            hosting: recorded.hosting.clone().or(self.hosting),
            slug: recorded.slug.clone().or(self.slug),
            remote: recorded.remote.clone().or(self.remote),
            ..self
        }
    }
}

/// The paths of CI that was not read in full, each once.
fn unread(skipped: &[Skipped]) -> Vec<String> {
    let mut paths: Vec<String> =
        skipped.iter().filter(|skipped| skipped.is_unread_ci()).map(|skipped| skipped.path.clone()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

impl KnownRelease {
    fn of(release: &Release) -> Self {
        Self {
            kind: release.kind.clone(),
            sentence: release.sentence.clone(),
            path: release.path.clone(),
            evidence: release.evidence.clone(),
        }
    }

    /// What the prompt says of it; none where a part of it is not plain.
    pub fn how(&self) -> Option<String> {
        let plain = plain::word(&self.kind)
            && plain::path(&self.path)
            && plain::sentence(&self.sentence.replace("{path}", "x"));
        plain.then(|| self.sentence.replace("{path}", &format!("`{}`", self.path)))
    }
}

impl KnownGate {
    fn of(gate: &Gate) -> Self {
        Self {
            command: gate.command.clone(),
            dir: gate.dir.clone(),
            kind: gate.kind,
            certainty: gate.certainty,
            evidence: gate.evidence.clone(),
        }
    }

    /// Whether it may stand in a prompt.
    pub fn is_plain(&self) -> bool {
        plain::command(&self.command) && (matches!(self.dir.as_str(), "." | "") || plain::path(&self.dir))
    }

    /// Whether it runs tests.
    pub const fn tests(&self) -> bool {
        matches!(self.kind, Kind::Test | Kind::All)
    }
}

impl KnownCaveat {
    fn of(caveat: &Caveat) -> Self {
        Self {
            sentence: caveat.sentence.clone(),
            values: caveat.values.clone(),
            evidence: caveat.evidence.clone(),
        }
    }
}

impl KnownLog {
    fn of(log: &DecisionLog) -> Self {
        let file = Path::new(&log.path).extension().is_some();
        Self { path: log.path.clone(), tracked: log.state == LogState::Tracked, file }
    }
}
