//! Interviews as a caller sees them: the answers that are handed over, what is written, what is kept.

mod answers;
mod person;
mod record;
mod routine;
mod setup;

use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Call, Ran, Sandbox};

/// Answers to every question of the routine interview in a bare repository.
pub(crate) const ANSWERS: [(&str, &str); 5] =
    [("focus", "docs"), ("cadence", "daily"), ("merge", "none"), ("rounds", "2"), ("host", "cron")];

/// An answers file of the routine interview.
pub(crate) fn file(answers: &[(&str, &str)]) -> Value {
    let entry = |(id, value): &(&str, &str)| json!({"id": id, "value": value});
    json!({
        "schema_version": 1,
        "interview": "routine",
        "answers": answers.iter().map(entry).collect::<Vec<_>>(),
    })
}

/// A repository with a record and an answers file.
pub(crate) fn answering(answers: &Value) -> Sandbox {
    let sandbox = Sandbox::with_record();
    sandbox.write("answers.json", answers.to_string());
    sandbox
}

/// Runs a call whose standard input is `bytes`.
pub(crate) fn piped(call: Call<'_>, bytes: &[u8]) -> Ran {
    let mut command = call.command();
    command.stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    Ran::of(&child.wait_with_output().unwrap())
}

/// The records in a folder, sorted.
pub(crate) fn records(folder: PathBuf) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// The folder of the repository's records.
pub(crate) fn kept(sandbox: &Sandbox) -> PathBuf {
    sandbox.repo.join(".abcd/.work.local/interviews")
}
