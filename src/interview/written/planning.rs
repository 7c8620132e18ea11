//! The outcome of the planning interview: one paragraph about what changed. The record itself is what the
//! interview is for, and the role has edited it by then.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::dispatch::Outcome;
use crate::records::text::{self, Unfit};
use crate::refusal::Stop;

/// The outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What the interview changed in the record.
    pub summary: String,
}

/// Takes the outcome of a planning interview.
#[derive(Debug, Clone, Copy, Default)]
pub struct Planning;

impl Summary {
    /// Reads an outcome strictly; the error says what is wrong and repeats nothing of it.
    pub fn of(outcome: &Value) -> Result<Self, String> {
        let form = |_| "it has to be an object with the one text `summary`".to_owned();
        let read: Self = serde_json::from_value(outcome.clone()).map_err(form)?;
        let summary = text::prose(&read.summary).map_err(|unfit: Unfit| format!("its summary {unfit}"))?;
        Ok(Self { summary })
    }
}

impl Outcome for Planning {
    fn check(&self, outcome: &Value) -> Result<(), String> {
        Summary::of(outcome).map(drop)
    }

    fn finish(&mut self, _: &Value) -> Result<Option<String>, Stop> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Summary;

    #[test]
    fn an_outcome_is_one_paragraph_and_nothing_else() {
        let read = Summary::of(&json!({ "summary": "Two criteria were changed." })).unwrap();
        assert_eq!(read.summary, "Two criteria were changed.");
        for outcome in [
            json!({}),
            json!({ "summary": "" }),
            json!({ "summary": " \n" }),
            json!({ "summary": 3 }),
            json!({ "summary": ["a"] }),
            json!({ "summary": "a", "ready": true }),
            json!({ "summary": "a\u{202e}b" }),
            json!({ "summary": "a".repeat(100_000) }),
        ] {
            assert!(Summary::of(&outcome).is_err(), "{outcome}");
        }
    }
}
