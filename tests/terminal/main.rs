//! Questions at a terminal, through a program that runs in a pseudo-terminal.
//!
//! Nothing waits by the clock: a test waits for what is on the screen, and fails when that does not come.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "a test starts programs and writes files as a person does")]

mod ends;
mod lines;
mod list;
mod pty;
mod suspend;

use serde_json::{Value, json};

/// How often a routine wakes: three options.
fn cadence() -> Value {
    json!({
        "id": "cadence", "chip": "Setup Q2/6",
        "material": [{ "kind": "paragraph", "text": "A routine wakes by itself and works until its round is over." }],
        "ask": "How often may it wake?",
        "options": [
            { "value": "hourly", "label": "Every hour", "meaning": "Faults are found the same day. It costs the most." },
            { "value": "daily", "label": "Every night 日本", "meaning": "A round a day, while nobody works." },
            { "value": "weekly", "label": "Once a week", "meaning": "Little is found and little is spent." },
        ],
        "later": { "value": "later", "label": "Decide later", "meaning": "Nothing is set." },
        "now": "every night", "change_later": "not applicable",
    })
}

/// Which of many models writes, or another one that is typed.
fn models() -> Value {
    let choices: Vec<Value> = (1..=300)
        .map(
            |number| json!({ "value": format!("vendor/model-{number}"), "label": format!("Model {number}") }),
        )
        .collect();
    json!({
        "id": "model", "chip": "Tech Q1", "ask": "Which model writes?", "list": { "choices": choices },
        "later": { "value": "none", "label": "Decide later" }, "typed": "Or type the name of another one.",
    })
}

/// One ask for each question.
fn alone(questions: &[Value]) -> Value {
    questions.iter().map(|question| json!({ "questions": [question] })).collect()
}

/// One ask of these parts.
fn together(questions: &[Value]) -> Value {
    json!([{ "questions": questions }])
}
