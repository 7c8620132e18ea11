//! A file of answers: `{"schema_version": 1, "answers": [{"id": "rounds", "value": 2}]}`, read strictly.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::host::files::Trouble;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::routine::render::Answer;

/// The most that is read of an answers file, in bytes.
pub const CAP: u64 = 1024 * 1024;
/// The one version of its form.
const VERSION: u32 = 1;

/// The file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswersFile {
    /// The version of this form: 1.
    pub schema_version: u32,
    /// The archetype that it answers, where it says so.
    #[serde(default)]
    pub archetype: Option<String>,
    /// The answers.
    pub answers: Vec<Answered>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The question.
    pub id: String,
    /// The answer.
    pub value: Answer,
}

/// Takes what was read of a file of at most [`CAP`] bytes.
pub fn taken(read: Result<String, Trouble>) -> Result<AnswersFile, Stop> {
    parse(&read.map_err(|trouble| unusable(&trouble.to_string()))?)
}

fn parse(text: &str) -> Result<AnswersFile, Stop> {
    let read: Result<AnswersFile, _> = serde_json::from_str(text);
    let file = read.map_err(|error| {
        let what = if error.is_data() { "it does not have the form of one" } else { "it is no whole JSON" };
        unusable(&format!("{what}, see its line {}", error.line()))
    })?;
    if file.schema_version != VERSION {
        return Err(unusable("its schema_version is not 1"));
    }
    let mut seen = BTreeSet::new();
    if !file.answers.iter().all(|answer| seen.insert(&answer.id)) {
        return Err(unusable("it answers a question twice"));
    }
    Ok(file)
}

fn unusable(why: &str) -> Stop {
    Refusal::new(code::ROUTINE_BROKEN_ANSWERS)
        .saying(format!("the answers file cannot be used: {why}"))
        .into()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_file_that_is_not_plainly_one_is_refused() {
        let good = r#"{"schema_version": 1, "answers": [{"id": "rounds", "value": 2}]}"#;
        assert_eq!(parse(good).unwrap().answers.len(), 1);
        for (from, to) in [
            ("1,", "2,"),
            ("\"answers\"", "\"answer\""),
            ("\"id\"", "\"ids\""),
            ("}]", "}, {\"id\": \"rounds\", \"value\": 3}]"),
            ("\"value\": 2", "\"value\": 2, \"value\": 3"),
            ("\"value\": 2", "\"value\": null"),
            (", \"value\": 2", ""),
            ("]}", "]"),
            ("]}", "]} {}"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert!(parse(&bad).is_err(), "{bad}");
        }
    }
}
