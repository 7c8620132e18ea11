//! `abcd spec` and the commands below it.

use serde_json::json;

use crate::intent::{INTENTS, SPECS, path, planned, shown, swap, whole};
use crate::support::{Sandbox, changes};

#[test]
fn a_closed_spec_ships_its_intents_once() {
    let sandbox = Sandbox::with_record();
    let (one, two) = (whole(&sandbox, "it is one", "--impact additive"), whole(&sandbox, "it is two", ""));
    let spec = planned(&sandbox, &format!("{one} {two} --bundle logins"));
    let before = sandbox.tree();
    drop(sandbox.run(&format!("spec close {spec}")).refused("spec/no-impact"));
    drop(sandbox.run(&format!("spec close {spec} --impact fix")).refused("spec/impact-differs"));
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
    let line = format!("spec close {spec} --impact additive --json");
    let closed = sandbox.run(&line).done().document();
    assert_eq!((&closed["changed"], &closed["stage"]), (&json!(true), &json!("closed")));
    for id in [&one, &two] {
        let intent = shown(&sandbox, id);
        assert_eq!((&intent["bucket"], &intent["intent"]["impact"]), (&json!("shipped"), &json!("additive")));
    }
    assert_eq!(path(&sandbox, &spec), format!("{SPECS}/closed/{spec}-logins.md"));
    drop(sandbox.run("record check").done());
    let after = sandbox.tree();
    assert_eq!(sandbox.run(&line).done().document()["changed"], json!(false));
    assert_eq!(sandbox.run(&format!("spec close {spec} --json")).done().document()["changed"], json!(false));
    assert_eq!(changes(&after, &sandbox.tree()), Vec::<String>::new());
    let stages =
        |stage: &str| sandbox.run(&format!("spec list --stage {stage} --json")).done().documents().len();
    assert_eq!((stages("open"), stages("closed")), (1, 2));
}

#[test]
fn an_intent_waits_for_every_open_spec_that_names_it() {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "--impact fix");
    let spec = planned(&sandbox, &id);
    sandbox.write(
        &format!("{SPECS}/open/spc-5-rest.md"),
        format!("---\nid: spc-5\nslug: rest\nintent: {id}\n---\n\n# Rest\n"),
    );
    drop(sandbox.run("record check").done());
    drop(sandbox.run(&format!("spec close {spec}")).done());
    assert_eq!(shown(&sandbox, &id)["bucket"], "planned");
    drop(sandbox.run("spec close spc-5").done());
    assert_eq!(shown(&sandbox, &id)["bucket"], "shipped");
    drop(sandbox.run("record check").done());
}

#[test]
fn the_two_sides_must_agree() {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "--impact fix");
    let spec = planned(&sandbox, &id);
    swap(&sandbox, &path(&sandbox, &id), &format!("spec_id: {spec}"), "spec_id: spc-9");
    let before = sandbox.tree();
    drop(sandbox.run(&format!("spec close {spec}")).refused("spec/not-linked-back"));
    // A spec that cannot be read might name the intent too.
    swap(&sandbox, &path(&sandbox, &id), "spec_id: spc-9", &format!("spec_id: {spec}"));
    sandbox.write(&format!("{SPECS}/open/spc-9-odd.md"), "no head\n");
    let ran = sandbox.run(&format!("spec close {spec} --json")).refused("record/unsound");
    assert_eq!(ran.document()["facts"]["at"], json!(format!("{SPECS}/open/spc-9-odd.md")));
    assert!(before.keys().any(|path| path.starts_with(&format!("{INTENTS}/planned/"))));
    assert_eq!(shown(&sandbox, &id)["bucket"], "planned");
}
