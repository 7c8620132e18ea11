//! Each rule broken alone.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ask, broken, sound, with};
use crate::interview::check::{Addressee, Asking, Field, Fields};
use crate::registry::asking::RULES;

type Change = fn(&mut Value);

/// A change of the sound question and the one thing that it breaks.
const ALONE: [(&str, Change); 40] = [
    ("1 id: id-unique", |q| q["id"] = json!("  ")),
    ("1 ask: ask-present", |q| q["ask"] = json!(" ")),
    ("1 material 1: block-kind", |q| q["material"][0]["kind"] = json!("heading")),
    ("1 material 2: block-kind", |q| q["material"][1]["items"] = json!([])),
    ("1 material 1: block-kind", |q| q["material"][0] = json!({ "kind": "paragraph" })),
    ("1 list: one-set-of-answers", |q| {
        q["list"] = json!({ "choices": [{ "value": "x", "label": "X", "meaning": "It is x." }] });
    }),
    ("1 option 2 value: value-unique", |q| q["options"][1]["value"] = json!(" host ")),
    ("1 option 1 value: value-unique", |q| q["options"][0]["value"] = json!("\t")),
    ("1 later value: value-unique", |q| q["later"]["value"] = json!("person")),
    ("1 option 2 value: unclear-is-a-key", |q| q["options"][1]["value"] = json!("UNCLEAR")),
    ("1 option 2 label: unclear-is-a-key", |q| q["options"][1]["label"] = json!("Explain  more…")),
    ("1 chip: header", |q| q["chip"] = json!("")),
    ("1 chip: header", |q| q["chip"] = json!("Design Q1")),
    ("1 chip: header", |q| q["chip"] = json!("setup Q1")),
    ("1 chip: header", |q| q["chip"] = json!("Setup Q1/")),
    ("1 chip: header", |q| q["chip"] = json!("Setup Q0")),
    ("1 chip: header", |q| q["chip"] = json!("Setup Q1/06")),
    ("1 chip: header", |q| q["chip"] = json!("Setup Q1 now")),
    ("1 chip: header", |q| q["chip"] = json!("Setup Q11/123")),
    ("1 options: options", |q| {
        let option = |n: usize| json!({ "value": format!("{n}"), "label": "One", "meaning": "It is so." });
        q["material"] = json!([{ "kind": "paragraph", "text": "A thing." }]);
        q["options"] = (0..4).map(option).collect();
    }),
    ("1 option 1 label: label-words", |q| q["options"][0]["label"] = json!(" ")),
    ("1 option 1 label: label-words", |q| q["options"][0]["label"] = json!("one two three four five six")),
    ("1 option 1 meaning: meaning", |q| q["options"][0]["meaning"] = json!("")),
    ("1 option 1 meaning: meaning", |q| q["options"][0]["meaning"] = json!("One. Two! Three?")),
    ("1 later meaning: meaning", |q| q["later"]["meaning"] = json!("")),
    ("1 later: decide-later", |q| q["later"]["label"] = json!("Something else")),
    ("1 later: decide-later", |q| q["options"][0]["label"] = json!("None of these")),
    ("1 option 1 meaning: no-bold", |q| q["options"][0]["meaning"] = json!("It is **fast**.")),
    ("1 text: no-bold", |q| q["ask"] = json!("Who __may__ merge?")),
    ("1 option 1 label: never-recommended", |q| q["options"][0]["label"] = json!("The host (Recommended)")),
    ("1 option 1 label: never-recommended", |q| q["options"][0]["label"] = json!("\t⭐\u{fe0f} The host")),
    ("1 option 2 label: never-recommended", |q| q["options"][1]["label"] = json!("A person ☆\u{fe0f} ")),
    ("1 option 2 label: never-recommended", |q| q["options"][1]["label"] = json!("A person *")),
    ("1 now: now-and-later", |q| q["now"] = Value::Null),
    ("1 change_later: now-and-later", |q| q["change_later"] = json!("  ")),
    ("1 ask: thing-first", |q| q["ask"] = json!("Say who may merge.")),
    ("1 material: thing-first", |q| q["material"] = json!([])),
    ("1 text: no-dash-in-lists", |q| q["material"][1]["items"][0] = json!("a gate — a command")),
    ("1 text: no-dash-in-lists", |q| q["material"][0]["text"] = json!("First:\n 12. a gate — a command")),
    ("1 text: register", |q| {
        q["chip"] = json!("Product Q1");
        q["material"][0]["text"] = json!("As iss-7 says.");
    }),
];

#[test]
fn a_rule_that_is_broken_alone_is_found_alone() {
    for (found, change) in ALONE {
        let broken = broken(&with(change));
        assert_eq!(broken, [found]);
    }
}

#[test]
fn nothing_to_answer_is_found_and_leaves_too_few_options() {
    let mut call = sound();
    call["questions"][0]["options"] = json!([]);
    call["questions"][0]["list"] = json!({ "choices": [] });
    assert_eq!(broken(&ask(call)), ["1 options: answerable"]);
}

#[test]
fn the_call_holds_one_to_four_questions_with_ids_of_their_own() {
    let part = |id: usize| {
        let mut part = sound()["questions"][0].clone();
        part["id"] = json!(format!("q{id}"));
        part
    };
    let call = |ids: &[usize]| ask(json!({ "questions": ids.iter().copied().map(part).collect::<Vec<_>>() }));
    assert_eq!(broken(&call(&[])), ["0 questions: questions-per-call"]);
    assert_eq!(broken(&call(&[1, 2, 3, 4])), [""; 0]);
    assert_eq!(broken(&call(&[1, 2, 3, 4, 5])), ["0 questions: questions-per-call"]);
    assert_eq!(broken(&call(&[1, 2, 1])), ["3 id: id-unique"]);
}

#[test]
fn a_preview_is_found_where_a_host_has_one() {
    let option = |label: &'static str, preview: Option<&'static str>| Field {
        label: label.into(),
        own_label: label.into(),
        description: "It is so.".into(),
        preview: preview.map(Into::into),
    };
    let fields = Fields {
        header: "Tech Q1".into(),
        text: "A thing.\n\nnow: here\nCHANGE LATER: there\n\nIs it?".into(),
        options: vec![option("One", Some("**code**")), option("Decide later", None)],
        ..Fields::default()
    };
    let found = Asking::of(Addressee::Unnamed, &[]).check_fields(&fields);
    let found: Vec<_> = found.iter().map(|found| (found.part.as_str(), found.rule)).collect();
    assert_eq!(found, [("option 1 preview", "no-preview")]);
    let hidden = Fields { header: "Tech Q1\u{200b}".into(), ..fields };
    let found = Asking::of(Addressee::Unnamed, &[]).check_fields(&hidden);
    assert_eq!((found[0].rule, found[0].value.as_str()), ("header", "Tech Q1\\u{200b}"));
}

#[test]
fn every_rule_is_broken_by_a_case_here() {
    let mut seen: BTreeSet<&str> =
        ALONE.iter().filter_map(|(found, _)| found.split_once(": ")).map(|(_, rule)| rule).collect();
    // Those that need more than one change of the sound question, each in a test of its own.
    seen.extend(["questions-per-call", "answerable", "rows", "no-preview"]);
    let all: BTreeSet<&str> = RULES.iter().map(|rule| rule.id.as_ref()).collect();
    assert_eq!(seen, all);
}
