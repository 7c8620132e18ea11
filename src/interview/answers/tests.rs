//! A loop of mutations over right files, held against another reader of the same form.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::read::taken;
use super::{AnswersFile, FileAnswer};
use crate::interview::mutation::mutations;

fn seeds() -> [String; 2] {
    let answers = [
        json!({ "id": "focus", "value": "docs", "note": "not on Sundays", "answered_in": "Claude Code" }),
        json!({ "id": "cadence", "value": "every 2 hours" }),
        json!({ "id": "rounds", "value": "1" }),
    ];
    [&answers[..], &answers[..1]]
        .map(|some| json!({ "schema_version": 1, "interview": "routine", "answers": some }).to_string())
}

/// What serde makes of the file, where all that it has is an object with texts and nothing twice.
fn other_reading(text: &str) -> Option<Vec<FileAnswer>> {
    let file: AnswersFile = serde_json::from_str(text).ok()?;
    let plain: Value = serde_json::from_str(text).ok()?;
    let said = |text: &str| !text.trim().is_empty();
    let object =
        |value: &Value| value.as_object().is_some_and(|keys| keys.values().all(|value| !value.is_null()));
    let objects =
        object(&plain) && plain["answers"].as_array().is_some_and(|answers| answers.iter().all(object));
    let whole = file.answers.iter().all(|answer| said(&answer.id) && said(&answer.value));
    (objects && whole && file.schema_version == 1 && file.interview == "routine").then_some(file.answers)
}

#[test]
fn no_mutation_of_a_file_is_taken_but_what_is_right_in_another_reading_too() {
    let (mut right, mut wrong) = (0, BTreeSet::new());
    for bytes in mutations(&seeds(), &["\"value\":\"x\",", "\"id\":", "\"answers\":[],", "{},"], 6000) {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let handed = taken(Ok(text.clone()), "routine").ok();
        if let Some(handed) = &handed {
            assert!(
                handed.problems.iter().all(|problem| !problem.says.is_empty() && problem.says.len() < 300)
            );
            wrong.extend(handed.problems.iter().map(|problem| problem.code.row().code.as_ref()));
        }
        let taken = handed.filter(|handed| handed.problems.is_empty());
        let taken =
            taken.map(|handed| handed.entries.into_iter().map(|entry| entry.answer).collect::<Vec<_>>());
        right += usize::from(taken.is_some());
        assert_eq!(taken, other_reading(&text), "{text}");
    }
    assert!(right > 100 && wrong.len() > 5, "the loop sees too little: {right}, {wrong:?}");
}
