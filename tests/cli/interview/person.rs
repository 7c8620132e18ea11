//! A person at a terminal answers, and what they said is kept as it comes.

use std::fs;

use serde_json::Value;

use super::{kept, records};
use crate::support::Sandbox;

/// What a person types who answers as the file does.
const KEYS: &str = "3\r2\r1\r2\r2\r";
const ANSWERS: &str = "--set focus=docs --set cadence=daily --set merge=none --set rounds=2 --set host=cron";

fn record(sandbox: &Sandbox) -> String {
    let found = records(kept(sandbox));
    assert_eq!(found.len(), 1, "{found:?}");
    fs::read_to_string(&found[0]).unwrap()
}

#[test]
fn a_person_who_answers_ends_in_the_bytes_of_a_file_that_does() {
    let person = Sandbox::with_record();
    drop(person.call("routine interview").at_terminal(KEYS).done());
    let file = Sandbox::with_record();
    drop(file.run(&format!("routine interview {ANSWERS}")).done());
    assert_eq!(record(&person), record(&file));
    for name in ["prompt.md", "schedule.json", "answers.json"] {
        let path = format!(".abcd/routines/bug-hunt/{name}");
        assert_eq!(person.read(&path), file.read(&path));
    }
}

#[test]
fn an_interrupt_keeps_what_was_answered_and_sets_nothing() {
    for (keys, exit) in [("3\r2\r\u{3}", 130), ("3\r2\r\u{4}", 1)] {
        let sandbox = Sandbox::with_record();
        let ran = sandbox.call("routine interview").at_terminal(keys);
        assert_eq!(ran.exit, exit, "{ran}");
        let record: Value = serde_json::from_str(&record(&sandbox)).unwrap();
        let values: Vec<&str> =
            record["answers"].as_array().unwrap().iter().map(|one| one["value"].as_str().unwrap()).collect();
        assert_eq!(values, ["docs", "daily"]);
        assert!(!sandbox.has(".abcd/routines/bug-hunt"));
    }
}

#[test]
fn an_unclear_question_is_asked_again_and_counted() {
    let sandbox = Sandbox::with_record();
    let keys = format!("unclear\runclear\r{KEYS}");
    drop(sandbox.call("routine interview").at_terminal(&keys).done());
    let record: Value = serde_json::from_str(&record(&sandbox)).unwrap();
    assert_eq!(
        (&record["answers"][0]["value"], &record["answers"][0]["unclear"]),
        (&"docs".into(), &2.into())
    );
    assert_eq!(record["answers"][1].get("unclear"), None);
}

#[test]
fn flags_answer_first_and_the_person_is_asked_for_the_rest() {
    let sandbox = Sandbox::with_record();
    let ran = sandbox.call("routine interview --set focus=all --set merge=none --set host=later");
    drop(ran.at_terminal("2\r9\r3\r").done());
    let record: Value = serde_json::from_str(&record(&sandbox)).unwrap();
    let values: Vec<&str> =
        record["answers"].as_array().unwrap().iter().map(|one| one["value"].as_str().unwrap()).collect();
    assert_eq!(values[0..3], ["all", "daily", "none"]);
}
