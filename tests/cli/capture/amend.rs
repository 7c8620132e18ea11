//! Links and remedies.

use super::{filed, filed_with, shown};
use crate::support::Sandbox;

fn blocked_by(sandbox: &Sandbox, id: &str) -> serde_json::Value {
    shown(sandbox, id)["issue"]["blocked_by"].clone()
}

#[test]
fn links_are_taken_away_first_and_then_added() {
    let sandbox = Sandbox::with_record();
    let (one, two) = (filed(&sandbox, "it is one"), filed(&sandbox, "it is two"));
    let three = filed_with(&sandbox, "it is three", &format!("--blocked-by {one}"));
    sandbox.run(&format!("capture link {three} --blocked-by {two} --unblock {one}")).done();
    assert_eq!(blocked_by(&sandbox, &three), serde_json::json!([two]));
    let again = sandbox.run(&format!("capture link {three} --blocked-by {two} --json")).done();
    assert_eq!(again.document()["changed"], false);
    sandbox.run(&format!("capture link {three} --blocked-by {one},{two}")).done();
    assert_eq!(blocked_by(&sandbox, &three), serde_json::json!([two, one]));
    sandbox.run(&format!("capture link {three} --unblock {one} --unblock {two}")).done();
    assert_eq!(blocked_by(&sandbox, &three), serde_json::json!([]));
    sandbox.run("record check").done();
}

#[test]
fn nothing_comes_to_wait_for_itself() {
    let sandbox = Sandbox::with_record();
    let one = filed(&sandbox, "it is one");
    let two = filed_with(&sandbox, "it is two", &format!("--blocked-by {one}"));
    let three = filed_with(&sandbox, "it is three", &format!("--blocked-by {two}"));
    let itself = format!("capture link {one} --blocked-by {one}");
    sandbox.call(&itself).run_lawless().refused("capture/own-blocker");
    let around = format!("capture link {one} --blocked-by {three} --json");
    let ran = sandbox.call(&around).run_lawless().refused("capture/link-cycle");
    assert_eq!(ran.document()["facts"]["way"], serde_json::json!([one, three, two, one]));
    assert_eq!(blocked_by(&sandbox, &one), serde_json::json!([]));
}

#[test]
fn a_link_that_is_not_there_or_names_nothing_is_refused() {
    let sandbox = Sandbox::with_record();
    let one = filed(&sandbox, "it is one");
    let two = filed_with(&sandbox, "it is two", &format!("--blocked-by {one}"));
    let ran = sandbox.call(&format!("capture link {two} --unblock {two} --json")).run_lawless();
    assert_eq!(ran.code().as_deref(), Some("capture/not-linked"));
    assert_eq!(ran.document()["facts"]["recorded"], serde_json::json!([one]));
    let call = format!("capture link {one} --unblock {two}");
    sandbox.call(&call).run_lawless().refused("capture/not-blocked");
    sandbox.call(&format!("capture link {two}")).run_lawless().refused("capture/link-missing");
}

#[test]
fn a_remedy_is_rewritten() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    sandbox.run(&format!(r#"capture remedy {id} "cap it""#)).done();
    assert_eq!(shown(&sandbox, &id)["issue"]["remedy"], "cap it");
    sandbox.call(&format!(r#"capture remedy {id} """#)).run_lawless().refused("capture/remedy-unfit");
    assert_eq!(shown(&sandbox, &id)["issue"]["remedy"], "cap it");
}
