//! `abcd capture` and the commands below it.

mod amend;
mod close;
mod documents;
mod file;
mod held;
mod list;
mod promote;
mod repair;

pub(crate) use documents::fits;
use serde_json::Value;

use crate::support::Sandbox;

/// Files an issue and gives its id.
fn filed(sandbox: &Sandbox, text: &str) -> String {
    filed_with(sandbox, text, "")
}

/// Files an issue with more flags and gives its id.
fn filed_with(sandbox: &Sandbox, text: &str, flags: &str) -> String {
    let line = format!(r#"capture "{text}" --remedy "mend it" {flags} --json"#);
    sandbox.run(&line).done().document()["id"].as_str().unwrap().to_owned()
}

/// The issue as `show` has it.
fn shown(sandbox: &Sandbox, id: &str) -> Value {
    sandbox.run(&format!("capture show {id} --json")).done().document()
}

/// The files of the ledger, without the folder above them.
fn files(sandbox: &Sandbox) -> Vec<String> {
    let tree = sandbox.tree();
    let below = tree.keys().filter_map(|path| path.strip_prefix(".abcd/work/issues/"));
    below.filter(|path| path.contains('/')).map(str::to_owned).collect()
}

/// Writes an issue by hand.
fn written(sandbox: &Sandbox, state: &str, number: u32, more: &str) -> String {
    let path = format!(".abcd/work/issues/{state}/iss-{number}-a-b.md");
    let head = format!(
        "---\nschema_version: 1\nid: iss-{number}\nslug: a-b\nseverity: minor\ncategory: bug\n\
         source: agent-finding\nfound_during: \"a walk\"\n{more}---\n\nIt is broken.\n"
    );
    sandbox.write(&path, head);
    path
}
