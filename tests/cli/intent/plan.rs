//! Planning and linking.

use serde_json::json;

use super::{INTENTS, SPECS, drafted, path, planned, shown, swap, whole};
use crate::support::{Sandbox, changes};

#[test]
fn a_plan_links_both_sides_and_says_it_twice_for_nothing() {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "");
    let spec = planned(&sandbox, &format!("{id} --impact fix"));
    let intent = shown(&sandbox, &id);
    assert_eq!(intent["path"], json!(format!("{INTENTS}/planned/{id}-it-is-one.md")));
    let head = &intent["intent"];
    assert_eq!(
        (&head["spec_id"], &head["kind"], &head["impact"]),
        (&json!(spec), &json!("standalone"), &json!("fix"))
    );
    let found = sandbox.run(&format!("spec show {spec} --json")).done().document();
    assert_eq!((&found["stage"], &found["spec"]["intents"]), (&json!("open"), &json!([id])));
    assert_eq!(found["unsaid"], json!(["Summary", "Approach", "How each criterion is met", "Steps"]));
    drop(sandbox.run("record check").done());
    let before = sandbox.tree();
    for line in [
        format!("intent plan {id}"),
        format!("intent plan {} --impact fix", id.replace("itd-", "ITD-00")),
        format!("intent link {id} {spec}"),
    ] {
        let again = sandbox.run(&format!("{line} --json")).done().document();
        assert_eq!(again["changed"], json!(false), "{line}");
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn a_bundle_is_met_by_one_spec() {
    let sandbox = Sandbox::with_record();
    let (one, two) = (whole(&sandbox, "it is one", ""), whole(&sandbox, "it is two", ""));
    let spec = planned(&sandbox, &format!("{one} {two} --bundle logins"));
    for id in [&one, &two] {
        let intent = shown(&sandbox, id)["intent"].clone();
        assert_eq!((&intent["kind"], &intent["spec_id"]), (&json!("bundle-member"), &json!(spec)));
    }
    assert_eq!(path(&sandbox, &spec), format!("{SPECS}/open/{spec}-logins.md"));
    drop(sandbox.run(&format!("intent plan {two} {one} --bundle logins")).done());
    drop(sandbox.run(&format!("intent plan {one} {two} --bundle other")).refused("intent/not-a-draft"));
    drop(sandbox.run("record check").done());
}

#[test]
fn every_state_between_is_sound_and_is_taken_from_there() {
    // What a call that breaks off can leave, made by hand: the spec alone, the kind, the move.
    let spec = |id: &str| format!("---\nid: spc-5\nslug: a\nintents: [{id}]\n---\n\n# A\n");
    for stage in 0..3 {
        let sandbox = Sandbox::with_record();
        let id = whole(&sandbox, "it is one", "");
        let file = path(&sandbox, &id);
        sandbox.write(&format!("{SPECS}/open/spc-5-a.md"), spec(&id));
        if stage > 0 {
            swap(&sandbox, &file, "kind: null", "kind: standalone");
        }
        if stage > 1 {
            sandbox.folder(&format!("{INTENTS}/planned"));
            std::fs::rename(sandbox.repo.join(&file), sandbox.repo.join(file.replace("drafts", "planned")))
                .unwrap();
        }
        drop(sandbox.run("record check").done());
        assert_eq!(planned(&sandbox, &id), "spc-5", "{stage}");
        assert_eq!(shown(&sandbox, &id)["intent"]["spec_id"], "spc-5");
        drop(sandbox.run("record check").done());
    }
}

#[test]
fn an_edit_by_hand_survives_the_plan() {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "");
    let file = path(&sandbox, &id);
    let text = sandbox
        .read(&file)
        .replace("kind: null", "# mind this\nkind: null # later\nseverity: 'major'  # kept");
    sandbox.write(&file, format!("\u{feff}{}", text.replace('\n', "\r\n")));
    planned(&sandbox, &id);
    let text = sandbox.read(&path(&sandbox, &id));
    assert!(text.starts_with("\u{feff}---\r\n"), "{text}");
    assert!(text.contains("# mind this\r\nkind: standalone\r\nseverity: 'major'  # kept\r\n"), "{text}");
    assert!(!text.replace("\r\n", "").contains('\n'), "one kind of line end: {text:?}");
    drop(sandbox.run("record check").done());
}

#[test]
fn what_is_refused_leaves_everything_as_it_was() {
    let sandbox = Sandbox::with_record();
    let bare = drafted(&sandbox, "it has no criterion", "");
    let one = whole(&sandbox, "it is one", "--impact additive");
    let done = whole(&sandbox, "it is two", "");
    planned(&sandbox, &done);
    let before = sandbox.tree();
    for (line, code) in [
        (format!("intent plan {bare}"), "intent/no-criteria"),
        (format!("intent plan {one} {bare} --bundle both"), "intent/no-criteria"),
        (format!("intent plan {one} itd-7 --bundle both"), "intent/unknown-id"),
        (format!("intent plan {one} {bare}"), "intent/bundle-missing"),
        (format!("intent plan {one} --bundle B"), "intent/bundle-unfit"),
        (format!("intent plan {one} --impact fix"), "intent/impact-differs"),
        (format!("intent plan {one} {done} --bundle both"), "intent/not-a-draft"),
        ("intent plan".to_owned(), "usage/missing-argument"),
        (format!("intent link {one} spc-7"), "intent/not-planned"),
        (format!("intent link {done} spc-7"), "spec/unknown-id"),
    ] {
        drop(sandbox.run(&line).refused(code));
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new(), "{line}");
    }
}
