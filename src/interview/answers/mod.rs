//! A file of answers: `{"schema_version": 1, "interview": "…", "answers": [{"id": "…", "value": "…"}]}`.
//!
//! [`read`] takes it strictly and finds everything that is wrong with it by itself, [`check`] holds it to the
//! whole plan of questions, [`door`] answers from it.

pub mod check;
pub mod door;
pub mod problems;
pub mod read;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::door::AnsweredIn;

/// The version of the form of answers files and of records.
pub const SCHEMA_VERSION: u32 = 1;
/// The most that is read of an answers file, in bytes.
pub const CAP: u64 = 1024 * 1024;

/// The file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswersFile {
    /// The version of this form: 1.
    pub schema_version: u32,
    /// The interview that it answers.
    pub interview: String,
    /// The answers.
    pub answers: Vec<FileAnswer>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileAnswer {
    /// The question: its key, or `Q` and its number where a role writes the questions.
    pub id: String,
    /// The answer: a value that the question offers, or what would be typed.
    pub value: String,
    /// What the person wrote beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it was given; without it, where the call says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_in: Option<AnsweredIn>,
}

/// An answer that was handed over, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands, such as `answers[2]` or `--set`.
    pub at: String,
    /// The answer.
    pub answer: FileAnswer,
}

impl Entry {
    /// An answer that a flag gives.
    pub fn of_flag(flag: &str, id: &str, value: &str) -> Self {
        let (id, value) = (id.to_owned(), value.to_owned());
        Self { at: flag.to_owned(), answer: FileAnswer { id, value, note: None, answered_in: None } }
    }
}

/// What was handed over: the answers that are whole, and what is wrong with the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handed {
    /// The answers, in the order of the file.
    pub entries: Vec<Entry>,
    /// What is wrong with the file by itself.
    pub problems: Vec<problems::Problem>,
}
