//! `abcd intent` and the commands below it.

mod check;
mod documents;
mod file;
mod plan;
mod ready;

use serde_json::Value;

use crate::support::Sandbox;

/// Where intents and specs stand.
pub(crate) const INTENTS: &str = ".abcd/development/intents";
pub(crate) const SPECS: &str = ".abcd/development/specs";

/// Writes a draft down and gives its id.
pub(crate) fn drafted(sandbox: &Sandbox, text: &str, flags: &str) -> String {
    let line = format!(r#"intent new "{text}" {flags} --json"#);
    sandbox.run(&line).done().document()["id"].as_str().unwrap().to_owned()
}

/// Writes a draft with one acceptance criterion down and gives its id.
pub(crate) fn whole(sandbox: &Sandbox, text: &str, flags: &str) -> String {
    let id = drafted(sandbox, text, flags);
    swap(sandbox, &path(sandbox, &id), "<!-- One bullet", "- given a, when b, then c\n\n<!-- One bullet");
    id
}

/// Plans intents and gives the id of their spec.
pub(crate) fn planned(sandbox: &Sandbox, line: &str) -> String {
    let ran = sandbox.run(&format!("intent plan {line} --json")).done();
    ran.document()["spec"].as_str().unwrap().to_owned()
}

/// The one file of a record.
pub(crate) fn path(sandbox: &Sandbox, id: &str) -> String {
    sandbox.run(&format!("{id} --json")).done().document()["path"].as_str().unwrap().to_owned()
}

/// Replaces a text in a file, which must hold it.
pub(crate) fn swap(sandbox: &Sandbox, path: &str, from: &str, to: &str) {
    let text = sandbox.read(path);
    assert!(text.contains(from), "{path} has no {from}:\n{text}");
    sandbox.write(path, text.replace(from, to));
}

/// An intent as `show` has it.
pub(crate) fn shown(sandbox: &Sandbox, id: &str) -> Value {
    sandbox.run(&format!("intent show {id} --json")).done().document()
}
