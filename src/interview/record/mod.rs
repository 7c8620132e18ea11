//! What was said in an interview, as it is kept: `<interview>-<when>.json` in one of two places.
//!
//! The time stands in the name alone, so that two interviews with the same answers give the same bytes.

pub mod keep;
pub mod look;
pub mod place;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::door::AnsweredIn;
use super::question::Ask;

/// The version of the form.
pub const SCHEMA_VERSION: u32 = super::answers::SCHEMA_VERSION;
/// The most that is read of a record, in bytes.
pub const CAP: u64 = 16 * 1024 * 1024;
/// The longest name of an interview, in characters.
const NAME: usize = 40;

/// The record of one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this form: 1.
    pub schema_version: u32,
    /// The interview's name.
    pub interview: String,
    /// What it is about: `repository`, `machine`, a routine's name, a release, an intent.
    pub target: String,
    /// The answers, in the order in which they were given.
    pub answers: Vec<Answer>,
    /// Runners that did not do what they were asked for, in an interview that a role writes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<Fallback>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The question's id.
    pub id: String,
    /// The whole question as it was asked, made safe.
    pub ask: Ask,
    /// What was answered: the value that the question has, or what was typed.
    pub value: String,
    /// What the person wrote beside it, made safe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it was given, as abcd was told.
    pub answered_in: AnsweredIn,
    /// How often the question was unclear before it was answered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unclear: u32,
}

/// A runner that did not answer, or whose question was refused. When it was stands in the turn's folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fallback {
    /// The role that was to write.
    pub role: String,
    /// The runner that was asked.
    pub asked: String,
    /// Why it did not do, in one word.
    pub reason: String,
    /// What abcd says of it; nothing that a runner printed.
    pub detail: String,
    /// The runner that ran in its place, or `none`.
    pub ran: String,
}

impl Record {
    /// A record in which nothing is said yet.
    pub fn new(interview: &str, target: &str) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            interview: interview.to_owned(),
            target: target.to_owned(),
            answers: Vec::new(),
            fallbacks: Vec::new(),
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // Texts, numbers and lists of them can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Whether a text can be the name of an interview: it begins the name of each of its records.
pub fn is_name(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() <= NAME
        && text.bytes().all(letter)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
