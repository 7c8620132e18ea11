//! `abcd routine detect` as a caller sees it: in every state of a repository, and of what is said about it.

mod facts;
mod flow;
mod hostile;
mod parts;
mod states;

use serde_json::Value;

use crate::support::Sandbox;

/// What is said of the repository in `folder`.
fn facts(sandbox: &Sandbox, folder: &str) -> Value {
    sandbox.call("routine detect --json").from(folder).run().done().document()
}
