//! The numbered reader, line by line, and its screens.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Outcome, PROMPT, Reader};
use crate::host::terminal::Size;
use crate::interview::door::{Reply, Said};
use crate::interview::question::Ask;
use crate::interview::safe::Safe;

fn models(count: usize) -> Value {
    let name = |number: usize| ["opus", "日本語"][number % 2];
    let choices: Vec<Value> = (1..=count)
        .map(|number| json!({ "value": format!("v/{number}"), "label": format!("Model {} {number}", name(number)) }))
        .collect();
    json!({
        "id": "model", "chip": "Tech Q1", "ask": "Which model writes?", "list": { "choices": choices },
        "later": { "value": "", "label": "Decide later" }, "typed": "Or the name of another one.",
    })
}

fn yes_or_no() -> Value {
    json!({
        "id": "log", "chip": "Setup Q1", "ask": "Keep a log?", "now": "none", "change_later": "abcd init",
        "material": [{ "kind": "list", "items": ["Decisions are written down.", "Nothing else changes."] }],
        "options": [
            { "value": "yes", "label": "Keep one", "meaning": "A file is made." },
            { "value": "no", "label": "Keep none", "meaning": "Decisions are lost." },
        ],
        "later": { "value": "later", "label": "Decide later", "meaning": "Nothing is made." },
    })
}

fn own_text() -> Value {
    json!({
        "id": "focus", "chip": "Product Q3", "ask": "What matters most?", "typed": "Say it in your words.",
        "later": { "value": "later", "label": "Decide later" },
    })
}

fn ask(questions: Vec<Value>) -> Ask {
    serde_json::from_value(json!({ "questions": questions })).unwrap()
}

/// What is seen and said when these lines are written.
fn session(ask: &Ask, lines: &[&str], columns: usize) -> (String, Vec<Reply>) {
    let safe = Safe::of(ask);
    let size = Size { rows: 24, columns };
    let text = |lines: Vec<crate::interview::view::Line>| -> String {
        lines.iter().flat_map(|line| [line.text().trim_end().to_owned(), "\n".to_owned()]).collect()
    };
    let mut reader = Reader::of(&safe);
    let mut seen = text(reader.question(&safe, size, false));
    let mut replies = Vec::new();
    for line in lines {
        seen.push_str(&format!("{PROMPT}{line}\n"));
        let outcome;
        (reader, outcome) = reader.step(&safe, line);
        match outcome {
            Outcome::Said(said) => seen.push_str(&format!("  {said}\n")),
            Outcome::Again(said) => {
                seen.extend(said.map(|said| format!("  {said}\n")));
                seen.push_str(&text(reader.answers(&safe, size, false)));
            }
            Outcome::Replied(reply, label) => {
                replies.push(reply);
                seen.push_str(&format!(
                    "  Answered: {label}\n\n{}",
                    text(reader.question(&safe, size, false))
                ));
            }
        }
    }
    assert_eq!(reader.is_done(), replies.len() == ask.questions.len());
    (seen, replies)
}

fn said(question: Value, lines: &[&str]) -> Vec<(Said, Option<String>)> {
    let (_, replies) = session(&ask(vec![question]), lines, 80);
    replies.into_iter().map(|reply| (reply.said, reply.note)).collect()
}

fn value(text: &str) -> Said {
    Said::Value(text.to_owned())
}

#[test]
fn a_number_answers_by_its_place_in_the_full_list() {
    assert_eq!(said(yes_or_no(), &["2"]), [(value("no"), None)]);
    assert_eq!(said(yes_or_no(), &[" 3 "]), [(value("later"), None)]);
    assert_eq!(said(models(50), &["日本", "n", "49"]), [(value("v/49"), None)], "narrowed or not");
    assert_eq!(said(models(50), &["51"]), [(value(""), None)]);
    for wrong in ["0", "4", "99999999999999999999999"] {
        let (seen, replies) = session(&ask(vec![yes_or_no()]), &[wrong], 80);
        assert_eq!(replies, []);
        assert!(
            seen.contains("they go from 1 to 3.\n") && seen.matches("1. Keep one").count() == 2,
            "{seen}"
        );
    }
}

#[test]
fn an_empty_line_is_no_answer_and_brings_the_whole_list_back() {
    let (seen, replies) = session(&ask(vec![yes_or_no()]), &[""], 80);
    assert!(replies.is_empty() && seen.contains("Nothing is chosen yet."), "{seen}");
    let (seen, _) = session(&ask(vec![models(50)]), &["opus 4", ""], 80);
    let (_, after) = seen.split_once("answer: opus 4\n").unwrap();
    assert!(after.contains("7 of 51 answers, page 1 of 1."), "{after}");
    assert!(after.ends_with("20. Model opus 20\n  Page 1 of 3.\n"), "{after}");
}

#[test]
fn pages_turn_as_far_as_there_are_any() {
    let (seen, _) = session(&ask(vec![models(50)]), &["p", "n", "n", "n"], 80);
    for part in ["This is the first page.", "40. Model opus 40", "51. Decide later", "This is the last page."]
    {
        assert!(seen.contains(part), "{part} in {seen}");
    }
    assert_eq!(seen.matches("21. Model").count(), 1);
}

#[test]
fn unclear_notes_and_answers_of_ones_own_have_words() {
    for word in ["?", "Unclear", "explain more", "unclear, explain more"] {
        assert_eq!(said(yes_or_no(), &[word]), [(Said::Unclear, None)], "{word}");
    }
    assert_eq!(said(yes_or_no(), &["Note: ask Ann", "1"]), [(value("yes"), Some("ask Ann".to_owned()))]);
    assert_eq!(said(yes_or_no(), &["note: a", "note:", "1"]), [(value("yes"), None)]);
    assert_eq!(said(models(50), &["= my/model 7"]), [(value("my/model 7"), None)]);
    assert_eq!(said(models(50), &["=Unclear"]), [(Said::Unclear, None)]);
    assert_eq!(
        said(own_text(), &["speed", "= 3"]),
        [(value("3"), None)],
        "a bare text is told what to write"
    );
    for refused in ["= yes", "=", "/zzz", "zzz"] {
        assert_eq!(said(yes_or_no(), &[refused]), [], "{refused}");
    }
    assert_eq!(said(models(50), &["/n"]).len(), 0);
}

#[test]
fn screens() {
    let both = ask(vec![yes_or_no(), models(50)]);
    for columns in [80, 100, 160] {
        let (seen, _) = session(&both, &["9", "note: ask Ann", "1", "日本語 4", ""], columns);
        insta::assert_snapshot!(format!("reader-{columns}"), seen);
    }
}

proptest! {
    #[test]
    fn any_lines_answer_only_what_is_offered(lines in prop::collection::vec("([0-9]{0,3}|[np?/]|\\PC{0,9}|note: ?[a-z]{0,3})", 0..12)) {
        let own = ask(vec![yes_or_no(), yes_or_no()]);
        let safe = Safe::of(&own);
        let mut reader = Reader::of(&safe);
        for line in &lines {
            let outcome;
            (reader, outcome) = reader.step(&safe, line);
            if let Outcome::Replied(Reply { said: Said::Value(value), .. }, _) = outcome {
                prop_assert!(own.questions[0].values().any(|offered| offered == value), "{line:?}: {value}");
            }
            reader.answers(&safe, Size { rows: 24, columns: 80 }, false);
        }
    }
}
