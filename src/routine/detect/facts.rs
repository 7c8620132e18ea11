//! What detection found out, as other programs read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checkout::Checkout;
use super::contradictions::Contradiction;
use super::instructions::Instructions;
use super::jobs::WorkflowFact;
use super::merge::Merge;
use super::release::Release;
use super::subprojects::Subproject;
use super::unread::Unread;
use crate::tables::model::toolchains::Kind;

/// Everything that is known about a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facts {
    /// Where it lives.
    pub repository: Repository,
    /// How it is checked out.
    pub checkout: Checkout,
    /// Its build systems, package managers and runners, sorted by folder and id.
    pub toolchains: Vec<ToolchainFact>,
    /// What a contributor must pass, in the order of running it.
    pub gates: Vec<Gate>,
    /// abcd's own folders.
    pub tiers: Vec<Tier>,
    /// Where decisions are written down.
    pub decision_log: Option<DecisionLog>,
    /// What a round has to know.
    pub caveats: Vec<Caveat>,
    /// How a release is cut.
    pub release: Option<Release>,
    /// The CI workflows that a pull request starts.
    pub workflows: Vec<WorkflowFact>,
    /// How changes are merged.
    pub merge: Merge,
    /// The projects below the root.
    pub subprojects: Vec<Subproject>,
    /// Files of instructions for agents.
    pub instructions: Vec<Instructions>,
    /// What is said twice and differently.
    pub contradictions: Vec<Contradiction>,
    /// What was looked at and left alone, and why.
    pub skipped: Vec<Skipped>,
}

/// Where a repository lives.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Repository {
    /// The branch that others start from; `None`: the disk does not tell.
    pub default_branch: Option<String>,
    /// The forge, by the host of the remote; `other` for a host that no row knows.
    pub hosting: Option<String>,
    /// The plain name of the remote's host, without port and credentials.
    pub host: Option<String>,
    /// `owner/name` at the forge.
    pub slug: Option<String>,
    /// The name of the remote that this was read from; `None`: there is none, or several and no `origin`.
    pub remote: Option<String>,
    /// The commit with which the history began, along first parents; `None` without a commit, in a shallow
    /// clone, and where the history was not asked for.
    pub root: Option<String>,
}

/// A toolchain that a folder uses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct ToolchainFact {
    /// The folder, `.` for the root.
    pub dir: String,
    /// Its id, from the tables.
    pub id: String,
    /// What shows it.
    pub evidence: Vec<Evidence>,
}

/// A command that must pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Gate {
    /// The command, ready to be typed in `dir`.
    pub command: String,
    /// The folder to run it in, `.` for the root.
    pub dir: String,
    /// What it checks.
    pub kind: Kind,
    /// How sure this is.
    pub certainty: Certainty,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// How sure a fact is, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// The repository says so: a target that is called for it, CI, a page for contributors.
    Declared,
    /// It follows from a configuration that is there.
    Derived,
    /// The custom of the toolchain.
    Default,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The file, from the root.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

/// One of abcd's folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tier {
    /// The folder.
    pub path: String,
    /// How git sees a new file in it.
    pub state: TierState,
}

/// How git sees a new file in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TierState {
    /// It holds files that git tracks, and a new one would be seen.
    Tracked,
    /// It is there, and git tracks nothing of it yet.
    Untracked,
    /// A new file in it would be ignored.
    Ignored,
    /// It is not there.
    Absent,
}

/// A log of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DecisionLog {
    /// The folder or file.
    pub path: String,
    /// Whether a new record in it would be seen by git.
    pub state: LogState,
}

/// Whether git sees a new record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LogState {
    /// It can be committed.
    Tracked,
    /// It cannot.
    Ignored,
}

/// Something to know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Caveat {
    /// The sentence with the values filled in.
    pub text: String,
    /// The sentence as the table has it, with `{value}` where a value goes.
    pub sentence: String,
    /// The values, in order, as the repository has them.
    pub values: Vec<String>,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// Something that was left alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Skipped {
    /// The file, or the command, if its name is plain.
    pub path: String,
    /// Why.
    pub why: String,
}

impl Caveat {
    /// What a caveat says where a value is filled in.
    const SLOT: &str = "{value}";

    /// A sentence of our own with values of the repository.
    pub fn new(sentence: &str, values: Vec<String>, evidence: Vec<Evidence>) -> Self {
        let text = values.iter().fold(sentence.to_owned(), |text, value| text.replacen(Self::SLOT, value, 1));
        Self { text, sentence: sentence.to_owned(), values, evidence }
    }
}

impl Skipped {
    /// Why a workflow is left alone that has nothing to do with pull requests.
    pub(super) const NO_PULL_REQUEST: &str = "no pull request starts it";

    /// The history, which git did not read.
    pub(super) fn history(unread: Unread) -> Self {
        Self { path: ".git".to_owned(), why: format!("its history was not read: {unread}") }
    }

    /// Whether this is CI that a pull request may start and that was not read in full.
    pub fn is_unread_ci(&self) -> bool {
        let ci = self.path.starts_with(".github/workflows/")
            || matches!(self.path.as_str(), ".gitlab-ci.yml" | ".circleci/config.yml");
        ci && self.why != Self::NO_PULL_REQUEST
    }
}

impl Evidence {
    /// A line of a file.
    pub fn new(path: &str, line: usize) -> Self {
        Self { path: path.to_owned(), line }
    }
}
