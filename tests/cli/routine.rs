//! `abcd routine render --write`, `show`, `check` and `update`: a routine as it stands in a repository.

mod answers;
mod audit;
mod authority;
mod facts;
mod forged;
mod killed;
mod laid;
mod peers;
mod same;
mod update;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Call, Ran, Sandbox};

/// Template versions that nobody released, of an archetype called `sweep`: the second rewords a rule, the
/// third adds one and a question, the fourth removes one.
pub(crate) fn editions() -> String {
    format!("{}/tests/fixtures/editions", env!("CARGO_MANIFEST_DIR"))
}

/// A call that knows the made-up template versions.
pub(crate) fn made<'a>(sandbox: &'a Sandbox, line: &str) -> Call<'a> {
    sandbox.call(line).env("ABCD_EDITIONS", editions())
}

/// A repository with a record, a Makefile and a remote.
pub(crate) fn repository() -> Sandbox {
    let sandbox = Sandbox::with_record();
    sandbox.write("Makefile", "check:\n\tcargo test\n");
    sandbox.git("remote add origin https://github.com/ada/tide.git");
    sandbox
}

/// The same with a routine of this template version of `sweep`.
pub(crate) fn swept(version: u32) -> Sandbox {
    let sandbox = repository();
    drop(render(&sandbox, &format!("--template-version {version}")).done());
    sandbox
}

/// Lays down the sweep.
pub(crate) fn render(sandbox: &Sandbox, more: &str) -> Ran {
    made(sandbox, &format!("routine render sweep --write {more}")).run()
}

/// A file of the sweep.
pub(crate) fn file(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(folder(sandbox).join(name)).unwrap()
}

/// The sweep's record.
pub(crate) fn record(sandbox: &Sandbox) -> Value {
    serde_json::from_str(&file(sandbox, "answers.json")).unwrap()
}

/// Replaces a text in a file of the sweep that holds it.
pub(crate) fn edit(sandbox: &Sandbox, name: &str, from: &str, to: &str) {
    let text = file(sandbox, name);
    assert!(text.contains(from), "{from}:\n{text}");
    fs::write(folder(sandbox).join(name), text.replacen(from, to, 1)).unwrap();
}

/// Writes the person's settings.
pub(crate) fn settings(sandbox: &Sandbox, text: &str) {
    let folder = sandbox.home.join(".config/abcd");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), text).unwrap();
}

fn folder(sandbox: &Sandbox) -> std::path::PathBuf {
    Path::new(&sandbox.repo).join(".abcd/routines/sweep")
}

/// The lines that a difference adds and takes away, without its head.
pub(crate) fn changed(difference: &Value) -> Vec<String> {
    let lines = difference.as_str().unwrap().lines().skip(2);
    lines.filter(|line| line.starts_with(['+', '-'])).map(str::to_owned).collect()
}
