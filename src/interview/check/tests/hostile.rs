//! Payloads that are large or made to mislead: everything is found at once, and the findings do not grow.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ask, broken, check, with};
use crate::registry::asking::LIMITS;
use crate::safe::is_hidden;

/// A question that breaks nearly every rule.
fn wrong() -> Value {
    let option =
        json!({ "value": "unclear", "label": "★ one two three **four** five six", "meaning": "A. B. C." });
    json!({
        "id": "", "chip": "Product Q1 of many",
        "material": [{ "kind": "x", "text": "- a — b with `code`\n".repeat(40) }],
        "ask": "Tell me", "options": vec![option; 6],
        "later": { "value": "unclear", "label": "Later (recommended)", "meaning": "" },
        "list": { "choices": [{ "value": "", "label": "" }] },
    })
}

#[test]
fn everything_is_found_at_once() {
    let mut wrong = wrong();
    wrong["list"] = Value::Null;
    let found = check(&ask(json!({ "questions": vec![wrong; 5] })));
    let rules: BTreeSet<&str> = found.iter().map(|found| found.rule).collect();
    // A chip that names no role leaves the addressee open, so the register is not among them.
    let all = [
        "block-kind",
        "decide-later",
        "header",
        "id-unique",
        "label-words",
        "meaning",
        "never-recommended",
        "no-bold",
        "no-dash-in-lists",
        "now-and-later",
        "options",
        "questions-per-call",
        "rows",
        "thing-first",
        "unclear-is-a-key",
        "value-unique",
    ];
    assert_eq!(rules, BTreeSet::from(all));
}

#[test]
fn findings_do_not_grow_with_the_payload() {
    let found = check(&ask(json!({ "questions": vec![wrong(); 300] })));
    assert_eq!(found.len(), usize::from(LIMITS.most_findings));
    assert!(found.iter().all(|found| found.tab <= 4));
    let mut many = wrong();
    many["options"] = json!(vec![json!({ "value": "a", "label": "", "meaning": "" }); 50_000]);
    assert_eq!(check(&ask(json!({ "questions": [many] }))).len(), usize::from(LIMITS.most_findings));
}

#[test]
fn what_a_finding_repeats_is_short_and_safe() {
    for chip in
        ["\u{1b}[2J\u{202e}".repeat(5_000), "日本語".repeat(100), "a\nb".to_owned(), "x\u{301}".repeat(999)]
    {
        let found = check(&with(|question| question["chip"] = json!(chip)));
        let echo = &found.iter().find(|found| found.part == "chip").unwrap().value;
        assert!(!echo.is_empty() && echo.len() <= 64, "{}", echo.len());
        assert!(!echo.chars().any(is_hidden), "{echo:?}");
    }
}

#[test]
fn what_is_hidden_is_measured_as_it_is_drawn() {
    // As it is written the chip takes six columns, as it is drawn many more.
    assert_eq!(broken(&with(|question| question["chip"] = json!("Tech Q1\u{200b}"))), ["1 chip: header"]);
    let tall = "\u{1b}".repeat(76);
    assert_eq!(broken(&with(|question| question["ask"] = json!(format!("{tall}?")))), ["1 question: rows"]);
}

#[test]
fn a_million_letters_are_read_once() {
    let text = "a ".repeat(500_000);
    let found = check(&with(|question| {
        question["material"] = json!([{ "kind": "paragraph", "text": text }]);
        question["options"][0]["meaning"] = json!("`".repeat(500_000));
        question["options"][1]["label"] = json!("abcd ".repeat(100_000));
    }));
    let rules: Vec<&str> = found.iter().map(|found| found.rule).collect();
    assert_eq!(rules, ["label-words", "rows"]);
}
