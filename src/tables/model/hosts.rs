//! `tables/hosts/*.toml`: what starts a routine, and the files that it takes.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// Something that can start a routine. The code knows none by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Starter {
    /// Its name, as a caller writes it after `--host`.
    pub id: Text,
    /// What it is, in one sentence that begins with a verb.
    pub sentence: Text,
    /// The fewest minutes between two runs that it takes.
    pub smallest: u32,
    /// Whether it can also hold a routine that only a person starts.
    #[serde(default)]
    pub by_hand: bool,
    /// The longest prompt that it takes, in KiB, where it has to be handed over and that is known.
    #[serde(default)]
    pub longest_prompt: Option<u32>,
    /// The minutes after which it ends a run.
    pub run_ends: u32,
    /// The command that is given the prompt on its standard input, where the host runs one.
    #[serde(default)]
    pub runs: Text,
    /// The files that it takes.
    pub file: List<Output>,
    /// The programs of others that those files name.
    #[serde(default)]
    pub pin: List<Pin>,
    /// What can tell whether the files are right.
    #[serde(default)]
    pub checker: Option<Checker>,
    /// What else whoever sets it up must know, a sentence each.
    #[serde(default)]
    pub note: List<Text>,
    /// What to do with the files, in one line.
    pub then: Text,
}

/// A file that a host takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Where it goes, from the top of the repository; `{name}` stands for the routine's name.
    pub path: Text,
    /// Its template, relative to `templates/`.
    pub template: Text,
}

/// A program of others, by what it was when its row was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Its name in the template.
    pub id: Text,
    /// `owner/name`.
    pub uses: Text,
    /// The release.
    pub version: Text,
    /// The commit of that release, 40 hexadecimal digits: a tag can be moved, a commit cannot.
    pub commit: Text,
}

/// A program that judges a host's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Checker {
    /// Its name.
    pub by: Text,
    /// The command line that judges the files; `{files}` stands for their paths.
    pub run: Text,
}
