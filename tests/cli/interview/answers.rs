//! An answers file is read strictly and held to the whole plan before anything is written.

use std::process::Stdio;

use serde_json::{Value, json};

use super::{ANSWERS, answering, file, piped};
use crate::support::{Sandbox, changes};

const RUN: &str = "routine interview --answers answers.json";

/// The good file with one text in the place of another.
fn with(from: &str, to: &str) -> String {
    let good = file(&ANSWERS).to_string();
    assert!(good.contains(from), "{from}: {good}");
    good.replacen(from, to, 1)
}

#[test]
fn every_slip_has_its_code_and_writes_nothing() {
    let good = file(&ANSWERS).to_string();
    let more = |entry: &str| with("]", &format!(",{entry}]"));
    let focus = r#"{"id":"focus","value":"docs"}"#;
    for (code, text) in [
        ("answers-not-json", with("]}", "]")),
        ("answers-not-json", String::new()),
        ("answers-trailing", format!("{good}\n{good}")),
        ("repeated-key", with(r#""schema_version":1"#, r#""schema_version":1,"schema_version":1"#)),
        ("repeated-key", with(r#""value":"docs""#, r#""value":"docs","value":"docs""#)),
        ("repeated-key", with(r#""value":"docs""#, r#""value":"docs","note":{"a":[{"b":1,"b":1}]}"#)),
        ("unknown-key", with(r#""interview""#, r#""Interview":"routine","interview""#)),
        ("unknown-key", with(r#""value":"docs""#, r#""value":"docs","answer":"x""#)),
        ("other-schema", with(r#""schema_version":1"#, r#""schema_version":2"#)),
        ("other-schema", with(r#""schema_version":1"#, r#""schema_version":"1""#)),
        ("other-schema", with(r#""schema_version":1,"#, "")),
        ("other-interview", with(r#""routine""#, r#""setup""#)),
        ("other-interview", with(r#""interview":"routine","#, "")),
        ("answers-malformed", with(r#""docs""#, "null")),
        ("answers-malformed", with(focus, "3")),
        ("answers-malformed", "[]".to_owned()),
        (
            "answers-malformed",
            json!({"schema_version": 1, "interview": "routine", "answers": {}}).to_string(),
        ),
        ("missing-id", with(focus, r#"{"value":"docs"}"#)),
        ("missing-id", with(focus, r#"{"id":" ","value":"docs"}"#)),
        ("missing-value", with(focus, r#"{"id":"focus"}"#)),
        ("missing-value", with(r#""docs""#, r#""""#)),
        ("answered-twice", more(focus)),
        ("not-offered", with(r#""docs""#, r#""Docs""#)),
        ("not-offered", with(r#""2""#, r#""6""#)),
        ("not-offered", with(r#""2""#, r#""02""#)),
        ("not-offered", with(r#""daily""#, r#""now and then""#)),
        ("not-offered", with(r#""value":"none""#, r#""value":"additive""#)),
        ("unclear-value", with(r#""docs""#, r#""unclear""#)),
        ("unclear-value", with(r#""docs""#, r#""Unclear, explain more""#)),
        ("bad-answered-in", with(r#""docs""#, r#""docs","answered_in":"claude code""#)),
        ("bad-answered-in", with(r#""docs""#, r#""docs","answered_in":7"#)),
        ("unknown-question", more(r#"{"id":"Focus","value":"docs"}"#)),
        ("not-asked", more(r#"{"id":"release_on_completion","value":"on"}"#)),
        ("not-asked", more(r#"{"id":"plan","value":"PLAN.md"}"#)),
        ("unanswered", with(&format!("{focus},"), "")),
    ] {
        let sandbox = Sandbox::with_record();
        sandbox.write("answers.json", &text);
        let before = sandbox.tree();
        for flag in ["", " --json"] {
            drop(sandbox.run(&format!("{RUN}{flag}")).refused(&format!("interview/{code}")));
        }
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_no_file_of_text_is_refused_as_what_it_is() {
    let sandbox = Sandbox::with_record();
    sandbox.write("bytes.json", b"{\"interview\": \"\xff\"}");
    sandbox.folder("folder.json");
    sandbox.link("link.json", "bytes.json");
    sandbox.fifo("fifo.json");
    for (path, code) in [
        ("bytes.json", "answers-not-utf8"),
        ("folder.json", "answers-unreadable"),
        ("link.json", "answers-unreadable"),
        ("fifo.json", "answers-unreadable"),
        ("nowhere.json", "answers-unreadable"),
    ] {
        let ran = sandbox.run(&format!("routine interview --answers {path}"));
        drop(ran.refused(&format!("interview/{code}")));
    }
}

#[test]
fn one_byte_more_than_a_mebibyte_is_too_much_from_a_file_and_from_a_pipe() {
    const MOST: usize = 1024 * 1024;
    let sandbox = Sandbox::with_record();
    let mut text = file(&ANSWERS).to_string();
    text.push_str(&" ".repeat(MOST - text.len()));
    for (more, code) in [("", None), (" ", Some("interview/answers-too-large".to_owned()))] {
        let text = format!("{text}{more}");
        sandbox.write("answers.json", &text);
        assert_eq!(sandbox.run(RUN).code(), code);
        assert_eq!(piped(sandbox.call("routine interview --answers -"), text.as_bytes()).code(), code);
    }
}

#[test]
fn every_problem_of_a_file_is_named_at_once_and_the_first_decides_the_code() {
    let answers = json!({
        "schema_version": 1,
        "interview": "routine",
        "answers": [
            {"id": "focus", "value": "dogs"},
            {"id": "merge", "value": "all"},
            {"id": "rounds", "value": "one", "note": "why \u{1b}[31m not"},
            {"id": "rounds", "value": "1"},
            {"id": "secret-word-of-mine", "value": "x"},
            {"id": "host"},
        ],
    });
    let sandbox = answering(&answers);
    let ran = sandbox.run(&format!("{RUN} --json")).refused("interview/missing-value");
    let error = ran.document();
    let problems: Vec<(&str, &str)> = error["facts"]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| (problem["code"].as_str().unwrap(), problem["at"].as_str().unwrap()))
        .collect();
    assert_eq!(
        problems,
        [
            ("interview/missing-value", "answers[5].value"),
            ("interview/not-offered", "answers[0].value"),
            ("interview/not-offered", "answers[1].value"),
            ("interview/not-offered", "answers[2].value"),
            ("interview/answered-twice", "answers[3].id"),
            ("interview/unknown-question", "answers[4].id"),
            ("interview/unanswered", "cadence"),
            ("interview/unanswered", "host"),
        ]
    );
    assert!(!ran.stdout.contains("secret-word"), "it repeats what the file says: {ran}");
}

#[test]
fn an_unanswered_question_is_named_with_its_id_its_flag_and_its_key() {
    let sandbox = answering(&file(&ANSWERS[1..]));
    for line in [RUN.to_owned(), "routine interview".to_owned()] {
        let ran = sandbox.run(&line).refused("interview/unanswered");
        for part in ["focus", "--set focus=<value>", "{\"id\": \"focus\", \"value\": "] {
            assert!(ran.stderr.contains(part), "{part}: {ran}");
        }
        let facts = &sandbox.run(&format!("{line} --json")).document()["facts"];
        assert_eq!(facts["question"], "focus");
        assert_eq!(facts["flag"], "--set focus=<value>");
        assert_eq!(facts["allowed"], json!(["security", "correctness", "docs", "all", "later"]));
    }
}

#[test]
fn a_call_without_answers_never_waits_for_a_pipe() {
    let sandbox = Sandbox::with_record();
    let mut command = sandbox.call("routine interview").command();
    // The writing end stays open until the call has ended.
    let (read, write) = std::io::pipe().unwrap();
    let mut child = command.stdin(Stdio::from(read)).spawn().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    drop(write);
}

#[test]
fn a_flag_answers_and_one_answer_too_many_is_refused() {
    let sandbox = answering(&file(&ANSWERS[1..]));
    drop(sandbox.run(&format!("{RUN} --set focus=all --set rounds=3")).refused("interview/answered-twice"));
    drop(sandbox.run(&format!("{RUN} --set focus")).refused("interview/malformed-set"));
    drop(
        sandbox
            .run(&format!("{RUN} --set focus=all --answered-in Bash"))
            .refused("interview/bad-answered-in"),
    );
    let done = sandbox.run(&format!("{RUN} --set focus=all --json")).done().document();
    assert_eq!(done["answered"]["focus"], "all");
}

#[test]
fn the_questions_are_one_document_that_a_host_can_ask_and_hand_back() {
    let sandbox = Sandbox::with_record();
    let before = sandbox.tree();
    let text = sandbox.run("routine interview --questions").done();
    let asked: Value = serde_json::from_str(&text.stdout).unwrap();
    let mut document = sandbox.run("routine interview --questions --json").done().document();
    drop(document.as_object_mut().unwrap().remove("next_steps"));
    assert_eq!(asked, document);
    let quiet = sandbox.run("routine interview --questions --quiet").done();
    assert_eq!(quiet.stdout, text.stdout);
    let mut answers = asked["answers_file"].clone();
    for (at, question) in asked["questions"].as_array().unwrap().iter().enumerate() {
        assert!(question["text"].as_str().unwrap().ends_with('?'), "{question}");
        assert!(question["header"].as_str().unwrap().starts_with("Setup Q"), "{question}");
        let option = &question["options"][0];
        assert!(option["label"].is_string() && option["description"].is_string(), "{option}");
        assert_eq!(answers["answers"][at]["id"], question["id"]);
        answers["answers"][at]["value"] = option["value"].clone();
    }
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
    // Unfilled, the file answers nothing; filled in, it is taken.
    sandbox.write("answers.json", asked["answers_file"].to_string());
    drop(sandbox.run(RUN).refused("interview/missing-value"));
    sandbox.write("answers.json", answers.to_string());
    drop(sandbox.run(RUN).done());
}
