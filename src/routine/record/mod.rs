//! A routine as it stands in a repository: `.abcd/routines/<name>/`, three files that are one.
//!
//! `prompt.md` is what an agent reads, `schedule.json` is what a host is told, `answers.json` is the record
//! of what both were made from. `layers` says whose answer counts, `make` makes the three, `laid` reads and
//! writes them, `standing` says how they stand to template and repository, `update` brings them up to date.

pub mod answers_file;
pub mod difference;
pub mod laid;
pub mod layers;
pub mod make;
pub mod standing;
pub mod terms;
pub mod update;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::manifest::{Broken, Repository, held, in_order, is_digest, is_name};
use crate::person::Ceiling;
use crate::registry::values::Power;
use crate::routine::render::{Answer, Known};

/// The version of the form of `answers.json`.
pub const SCHEMA_VERSION: u32 = 1;

/// `answers.json`: what a routine was made from. It names no time, no user and no absolute path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this form.
    pub schema_version: u32,
    /// The routine's name, which is its folder's.
    pub name: String,
    /// The archetype.
    pub archetype: String,
    /// The template that the prompt was rendered from.
    pub template: Template,
    /// The answers, by question.
    #[serde(deserialize_with = "once")]
    pub answers: BTreeMap<String, Given>,
    /// How far the prompt lets its loop merge: what was asked for, cut down to what the person allowed.
    pub authority: Ceiling,
    /// What the prompt lets its loop do.
    pub powers: Vec<Power>,
    /// Which repository it is.
    pub repository: Repository,
    /// The facts that the prompt was rendered from, with their evidence.
    pub facts: Known,
    /// The SHA-256 of the prompt as the template gave it, in hex; a merged prompt differs from it.
    pub rendered: String,
    /// The SHA-256 of what was written, in hex.
    pub files: Files,
}

/// A template version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The version, from 1.
    pub version: u32,
    /// What its content was worth, in hex.
    pub sha256: String,
}

/// An answer, and who gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The answer.
    pub value: Answer,
    /// Who gave it.
    pub from: Source,
}

/// Who gave an answer, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The archetype's row.
    Default,
    /// The person's settings.
    Person,
    /// The repository's settings.
    Repository,
    /// An answers file.
    AnswersFile,
    /// `--set`.
    Set,
}

/// The digests of the files beside the record, in hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// Of the prompt.
    #[serde(rename = "prompt.md")]
    pub prompt: String,
    /// Of the manifest.
    #[serde(rename = "schedule.json")]
    pub schedule: String,
}

impl Source {
    /// The word for it, as it stands in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Person => "person",
            Self::Repository => "repository",
            Self::AnswersFile => "answers-file",
            Self::Set => "set",
        }
    }
}

impl Source {
    /// Who that is, in a sentence.
    pub const fn whose(self) -> &'static str {
        match self {
            Self::Default => "the archetype",
            Self::Person => "your config.toml",
            Self::Repository => ".abcd/config.toml",
            Self::AnswersFile => "the answers file",
            Self::Set => "--set",
        }
    }
}

impl Record {
    /// What it holds beyond the form: a value that is not plain is nobody's answer and no fact.
    pub fn check(&self) -> Result<(), Broken> {
        const HEX: &str = "64 lower-case hexadecimal digits";
        self.repository.check()?;
        held([
            (is_name(&self.archetype), "archetype", "lower-case words joined by hyphens"),
            (self.template.version > 0, "template.version", "a number from 1"),
            (in_order(&self.powers), "powers", "each power once, in order"),
            (is_digest(&self.rendered), "rendered", HEX),
            (is_digest(&self.files.prompt) && is_digest(&self.files.schedule), "files", HEX),
        ])
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // Maps of texts and numbers can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// A map in which no key is given twice.
fn once<'de, D, V>(from: D) -> Result<BTreeMap<String, V>, D::Error>
where
    D: serde::Deserializer<'de>,
    V: Deserialize<'de>,
{
    struct Once<V>(std::marker::PhantomData<V>);
    impl<'de, V: Deserialize<'de>> serde::de::Visitor<'de> for Once<V> {
        type Value = BTreeMap<String, V>;

        fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            to.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut all = BTreeMap::new();
            while let Some((key, value)) = map.next_entry::<String, V>()? {
                if all.insert(key, value).is_some() {
                    return Err(serde::de::Error::custom("a key stands there twice"));
                }
            }
            Ok(all)
        }
    }
    from.deserialize_map(Once(std::marker::PhantomData))
}
