//! What a record is called, and a loop of mutations over a right one.

use super::look::parsed;
use super::{Answer, Fallback, Record, is_name};
use crate::interview::door::AnsweredIn;
use crate::interview::mutation::mutations;
use crate::interview::question::Ask;

fn right() -> Record {
    let question = serde_json::json!({
        "id": "model", "chip": "Tech Q1", "ask": "Which model writes?",
        "list": { "choices": [{ "value": "a/one", "label": "One" }, { "value": "b/two", "label": "Two" }] },
        "later": { "value": "later", "label": "Decide later" }, "typed": "Or type another one.",
    });
    let ask: Ask = serde_json::from_value(serde_json::json!({ "questions": [question] })).unwrap();
    let answer = |id: &str, note: Option<&str>, unclear| Answer {
        id: id.to_owned(),
        ask: ask.clone(),
        value: "b/two".to_owned(),
        note: note.map(str::to_owned),
        answered_in: AnsweredIn::Terminal,
        unclear,
    };
    let said = |text: &str| text.to_owned();
    let fallback = Fallback {
        role: said("planning-interviewer"),
        asked: said("claude"),
        reason: said("absent"),
        detail: said("it is not installed"),
        ran: said("none"),
    };
    Record {
        answers: vec![answer("model", None, 0), answer("other", Some("ask Ann"), 2)],
        fallbacks: vec![fallback],
        ..Record::new("planning", "itd-1")
    }
}

#[test]
fn a_name_begins_with_a_letter_and_has_forty_characters_at_most() {
    for name in ["setup", "q", "a-1", &"a".repeat(40)] {
        assert!(is_name(name), "{name}");
    }
    for name in ["", "1a", "-a", "Setup", "a_b", "a/b", "a.b", "\u{e4}", &"a".repeat(41)] {
        assert!(!is_name(name), "{name}");
    }
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    assert_eq!(parsed(&right().text()), Ok(right()));
}

#[test]
fn a_mutation_of_a_record_is_refused_in_words_of_ours_or_reads_back_as_it_is_shown() {
    let (mut took, mut refused) = (0, 0);
    let pieces = ["\"value\":\"x\",", "\"schema_version\":1,", "\"fallbacks\":[],", "1e999"];
    for bytes in mutations(&[right().text()], &pieces, 6000) {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        match parsed(&text) {
            Ok(record) => {
                took += 1;
                assert_eq!(record.schema_version, 1);
                assert_eq!(parsed(&record.text()), Ok(record), "{text}");
            }
            Err(why) => {
                refused += 1;
                assert!(why.starts_with("it") && why.len() < 100, "{why}");
            }
        }
    }
    assert!(took > 100 && refused > 1000, "the loop sees too little: {took} of {refused}");
}
