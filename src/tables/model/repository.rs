//! Row types of `tables/toolchains/*.toml` about the repository around its tools: how it releases and
//! merges, what it tells agents, what in it may contradict itself, and which folders are projects.

use serde::{Deserialize, Serialize};

use super::toolchains::Field;
use super::{List, Text};

/// A way in which releases are cut. Rows stand in order of preference.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ReleaseFlow {
    /// The id that `detect` reports.
    pub id: Text,
    /// How a release is cut, as a sentence; `{path}` is the file that shows it, `{name}` the target.
    pub how: Text,
    /// What decides: two flows of one group contradict each other.
    pub group: Text,
    /// Files, or fields of manifests, of which one shows it.
    pub fields: List<Field>,
    /// Headings, in lower case, of which one must stand in a file of `fields`.
    pub headings: List<Text>,
    /// CI actions, `owner/name`, of which one shows it.
    pub uses: List<Text>,
    /// Words that follow each other in a command of CI that shows it.
    pub runs: List<Text>,
    /// What starts a workflow that publishes.
    pub starts: Option<Start>,
    /// Names of targets of which one shows it.
    pub targets: List<Text>,
}

/// What starts a workflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// A pull request is opened or changed.
    PullRequest,
    /// A merge queue takes a pull request up.
    MergeQueue,
    /// A tag is pushed.
    Tag,
    /// A release is made at the forge.
    Release,
    /// A person starts it.
    Dispatch,
}

/// CI actions that publish.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Publisher {
    /// `owner/name`, without versions.
    pub uses: List<Text>,
}

/// Tools of which a folder should use one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rivalry {
    /// What it is about, in a few words.
    pub about: Text,
    /// The tools, the one that counts first where the order settles it.
    pub choice: List<Rival>,
    /// Whether the order of the tools settles it where no gate does.
    pub ordered: bool,
}

/// One of several tools for the same work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rival {
    /// Its name.
    pub says: Text,
    /// Files of which one shows it.
    pub markers: List<Text>,
    /// Programs by which a gate shows it.
    pub programs: List<Text>,
}

/// Places that pin the version of one thing; the first that does counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Pins {
    /// What it is about, in a few words.
    pub about: Text,
    /// The places, in order.
    pub source: List<Pin>,
}

/// A place that names a version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Pin {
    /// The file.
    pub file: Text,
    /// Dotted path of the field; empty: a line of the file.
    pub path: Text,
    /// How that line begins; empty: the first line is the version.
    pub line: Text,
    /// It says what is allowed, not which one is used.
    pub range: bool,
}

/// A file of instructions for agents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Instruction {
    /// Path from the root; `folder/*.ext` is every such file of a folder.
    pub path: Text,
    /// It may stand in any folder.
    pub nested: bool,
    /// Lines of it that are `@FILE` bring in that file.
    pub imports: bool,
}

/// Something on disk that says how changes are merged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MergeSign {
    /// The id that `detect` reports.
    pub id: Text,
    /// What it asks of a change, as a sentence.
    pub means: Text,
    /// Files, folders, or fields of manifests, of which one shows it.
    pub fields: List<Field>,
    /// Texts, in lower case, of which one must stand in a file of `fields`.
    pub holds: List<Text>,
    /// CI actions, `owner/name`, of which one shows it.
    pub uses: List<Text>,
    /// What starts a workflow that shows it.
    pub starts: Option<Start>,
}

/// Words of a job's name, and whether such a job must usually pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct JobWord {
    /// The words, in lower case.
    pub words: List<Text>,
    /// Whether a merge likely requires it.
    pub likely: bool,
    /// Why, in a few words.
    pub why: Text,
}

/// A file that makes a folder a project of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ProjectMark {
    /// The file; `*.ext` matches by ending.
    pub file: Text,
    /// A field that must be there; empty: the file is enough.
    pub path: Text,
}

/// Names of folders whose projects are not part of the repository's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AsideFolder {
    /// The names, in lower case.
    pub words: List<Text>,
    /// Why they are left alone; empty: without a word.
    pub why: Text,
}
