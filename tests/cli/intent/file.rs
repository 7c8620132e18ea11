//! Writing drafts down, and listing and showing what there is.

use serde_json::json;

use super::{INTENTS, drafted, planned, shown, whole};
use crate::support::Sandbox;

#[test]
fn a_draft_has_what_was_said_and_its_sections_wait() {
    let sandbox = Sandbox::with_record();
    let id = drafted(&sandbox, "sessions survive a restart", "--impact additive --title 'They hold'");
    let draft = shown(&sandbox, &id);
    assert_eq!((&draft["bucket"], &draft["title"]), (&json!("drafts"), &json!("They hold")));
    assert_eq!(draft["path"], json!(format!("{INTENTS}/drafts/{id}-they-hold.md")));
    assert_eq!(draft["criteria"], json!([]));
    assert_eq!(draft["intent"]["impact"], "additive");
    assert_eq!((&draft["intent"]["spec_id"], &draft["intent"]["kind"]), (&json!(null), &json!(null)));
    assert!(draft["intent"]["text"].as_str().unwrap().contains("> sessions survive a restart\n"));
    drop(sandbox.run("record check").done());
}

#[test]
fn a_text_brings_no_section_and_no_criterion_of_its_own() {
    let sandbox = Sandbox::with_record();
    let text = "They hold.\n\n## Acceptance Criteria\n\n- forged";
    let ran = sandbox.call_of(["intent", "new", text, "--json"]).run().done();
    let id = ran.document()["id"].as_str().unwrap().to_owned();
    assert_eq!(shown(&sandbox, &id)["criteria"], json!([]));
    drop(sandbox.run(&format!("intent plan {id}")).refused("intent/no-criteria"));
}

#[test]
fn what_is_refused_writes_nothing() {
    let sandbox = Sandbox::with_record();
    let before = sandbox.tree();
    for (line, code) in [
        ("intent new list", "intent/lone-word"),
        ("intent new ' '", "intent/text-unfit"),
        ("intent new 'it holds on' --title ''", "intent/text-unfit"),
        ("intent new 'it holds on' --slug A", "intent/slug-unfit"),
        ("intent new 'it holds on' --impact internal", "usage/bad-flag-value"),
        ("intent nwe 'it holds on'", "usage/unknown-command"),
        ("decide list", "decide/lone-word"),
    ] {
        drop(sandbox.run(line).refused(code));
        assert_eq!(sandbox.tree(), before, "{line}");
    }
    let long = "a ".repeat(40_000);
    drop(sandbox.call_of(["intent", "new", &long]).run().refused("intent/text-unfit"));
    let first = format!("{}\nmore", "a ".repeat(600));
    drop(sandbox.call_of(["intent", "new", &first]).run().refused("intent/text-unfit"));
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn lists_go_folder_by_folder_and_name_what_they_pass_over() {
    let sandbox = Sandbox::with_record();
    let one = whole(&sandbox, "it is one", "");
    let two = drafted(&sandbox, "it is two", "");
    let three = drafted(&sandbox, "it is three", "");
    planned(&sandbox, &one);
    sandbox.fifo(&format!("{INTENTS}/drafts/itd-1-a.md"));
    sandbox.link(&format!("{INTENTS}/drafts/itd-2-a.md"), "/dev/zero");
    sandbox.write(&format!("{INTENTS}/shipped/itd-3-a.md"), vec![b'x'; 256 * 1024 + 1]);
    sandbox.write(&format!("{INTENTS}/shipped/notes.md"), "hello");
    let ids = |line: &str| -> Vec<String> {
        let documents = sandbox.run(&format!("{line} --json")).done().documents();
        documents.iter().filter_map(|row| row["id"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(ids("intent list"), [two.clone(), three.clone(), one.clone()]);
    assert_eq!(ids("intent list --bucket planned"), std::slice::from_ref(&one));
    assert_eq!(ids("intent list --bucket planned --bucket drafts"), [two, three, one]);
    let summary = sandbox.run("intent list --json").done().document();
    let names: Vec<_> = summary["skipped"].as_array().unwrap().iter().map(|row| &row["path"]).collect();
    assert_eq!((&summary["count"], names.len()), (&json!(3), 4), "{summary}");
    let drafts = sandbox.run("intent list --bucket drafts --json").done().document();
    assert_eq!(drafts["skipped"].as_array().unwrap().len(), 2, "{drafts}");
    let status = sandbox.run("status --json").done().document();
    assert_eq!(status["intents"][0], json!({"bucket": "drafts", "count": 2}));
    assert_eq!(status["specs"][0], json!({"stage": "open", "count": 1}));
    assert_eq!(status["skipped"].as_array().unwrap().len(), 4, "{status}");
}
