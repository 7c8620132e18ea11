//! Closing issues.

use super::{filed, filed_with, files, shown, written};
use crate::support::{Sandbox, changes};

#[test]
fn a_resolved_issue_moves_with_its_note() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    let call =
        format!(r#"capture resolve {id} "it \"works\"" --impact fix --commit abc1234 --intent itd-7 --json"#);
    let call = call.replace("\\\"", "");
    let done = sandbox.run(&call).done().document();
    assert_eq!((&done["state"], &done["changed"]), (&"resolved".into(), &true.into()));
    assert_eq!(files(&sandbox), [format!("resolved/{id}-it-is-broken.md")]);
    let issue = shown(&sandbox, &id)["issue"].clone();
    assert_eq!(issue["resolution"], "it works");
    assert_eq!(issue["impact"], "fix");
    assert_eq!(
        issue["resolved_by"],
        serde_json::json!({"intent": "itd-7", "spec": null, "commit": "abc1234"})
    );
    sandbox.run("record check").done();
}

#[test]
fn the_same_words_again_change_nothing_and_others_are_refused() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    sandbox.run(&format!(r#"capture resolve {id} "it works" --impact fix"#)).done();
    let before = sandbox.tree();
    let again = sandbox.run(&format!(r#"capture resolve {id} " it works " --impact fix --json"#)).done();
    assert_eq!(again.document()["changed"], false);
    for call in [
        format!(r#"capture resolve {id} "it works now" --impact fix --json"#),
        format!(r#"capture resolve {id} "it works" --impact breaking --json"#),
        format!(r#"capture wontfix {id} "it works" --json"#),
        format!(r#"capture remedy {id} "another" --json"#),
        format!(r"capture link {id} --blocked-by {id} --json"),
    ] {
        let ran = sandbox.call(&call).run_lawless().refused("capture/not-open");
        let facts = ran.document()["facts"].clone();
        assert_eq!((&facts["state"], &facts["recorded"]), (&"resolved".into(), &"it works".into()), "{ran}");
    }
    let said = sandbox.call(&format!(r#"capture remedy {id} "another""#)).run_lawless().stderr;
    let first = "abcd: the issue is closed already, as resolved with impact fix: it works (at: ";
    assert!(said.starts_with(first), "{said}");
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn a_closed_issue_is_shown_with_all_that_was_said_of_it() {
    let sandbox = Sandbox::with_record();
    let other = filed(&sandbox, "it is broken");
    let id = filed_with(&sandbox, "it is broken too", &format!("--blocked-by {other}"));
    sandbox.run(&format!("capture resolve {id} done --impact fix --commit 0123abc --spec spc-4")).done();
    let said = sandbox.run(&format!("capture show {id}")).done().stdout;
    for line in [&format!("blocked by: {other}"), "resolution: done", "commit: 0123abc", "spec: spc-4"] {
        assert!(said.lines().any(|shown| shown == line), "{line}: {said}");
    }
    let twin = filed(&sandbox, "it is broken again");
    sandbox.run(&format!("capture wontfix {twin} twice --duplicates {other}")).done();
    let said = sandbox.run(&format!("capture show {twin}")).done().stdout;
    assert!(said.contains(&format!("duplicates: {other}\n")), "{said}");
}

#[test]
fn the_same_words_with_something_that_is_not_recorded_are_refused() {
    let sandbox = Sandbox::with_record();
    let (id, left, other) =
        (filed(&sandbox, "it is broken"), filed(&sandbox, "it breaks"), filed(&sandbox, "it broke"));
    let call = format!(r#"capture resolve {id} "it works" --impact fix --commit abc1234"#);
    sandbox.run(&call).done();
    sandbox.run(&format!(r#"capture wontfix {left} "said twice""#)).done();
    let before = sandbox.tree();
    sandbox.run(&call).done();
    sandbox.run(&format!(r#"capture resolve {id} "it works" --impact fix"#)).done();
    for call in [
        call.replace("abc1234", "def5678"),
        format!("{call} --spec spc-3"),
        format!("{call} --intent itd-3"),
        format!(r#"capture wontfix {left} "said twice" --duplicates {other}"#),
    ] {
        sandbox.call(&call).run_lawless().refused("capture/not-open");
    }
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn an_issue_that_is_left_keeps_its_reason_and_its_twins() {
    let sandbox = Sandbox::with_record();
    let (id, other) = (filed(&sandbox, "it is broken"), filed(&sandbox, "it breaks"));
    let call = format!(r#"capture wontfix {id} "said twice" --duplicates {other}"#);
    sandbox.run(&call).done();
    sandbox.run(&call).done();
    let issue = shown(&sandbox, &id);
    assert_eq!(
        (&issue["state"], &issue["issue"]["wontfix_reason"]),
        (&"wontfix".into(), &"said twice".into())
    );
    assert_eq!(issue["issue"]["duplicates"], serde_json::json!([other]));
    sandbox.run("record check").done();
}

#[test]
fn what_is_refused_leaves_the_issue_open() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    let before = sandbox.tree();
    for (call, code) in [
        (format!(r#"capture resolve {id} " " --impact fix"#), "capture/note-unfit"),
        (format!(r#"capture wontfix {id} """#), "capture/reason-unfit"),
        (format!(r#"capture resolve {id} "done" --impact fix --commit ABCDEF1"#), "capture/provenance-unfit"),
        (format!(r#"capture resolve {id} "done" --impact fix --commit abc12"#), "capture/provenance-unfit"),
        (format!(r#"capture resolve {id} "done" --impact fix --spec iss-1"#), "capture/provenance-unfit"),
        (format!(r#"capture wontfix {id} "said twice" --duplicates iss-5"#), "capture/unknown-id"),
        (r#"capture resolve iss-5 "done" --impact fix"#.to_owned(), "capture/unknown-id"),
        (r#"capture resolve nonsense "done" --impact fix"#.to_owned(), "capture/unknown-id"),
        (format!(r#"capture resolve {id} "done""#), "usage/missing-required-flag"),
    ] {
        sandbox.call(&call).run_lawless().refused(code);
        assert_eq!(sandbox.tree(), before, "{call}");
    }
}

#[test]
fn a_move_that_fails_leaves_nothing_lying() {
    let Some(sandbox) = Sandbox::with_record().unprivileged() else { return };
    let id = filed(&sandbox, "it is broken");
    sandbox.folder(".abcd/work/issues/resolved");
    sandbox.mode(".abcd/work/issues/open", 0o555);
    let before = sandbox.tree();
    sandbox.call(&format!("capture resolve {id} done --impact fix")).run_lawless().faulted();
    assert_eq!(changes(&before, &sandbox.tree()), [""; 0]);
}

#[test]
fn any_spelling_of_an_id_is_the_id() {
    let sandbox = Sandbox::with_record();
    written(&sandbox, "open", 12, "");
    sandbox.run(r#"capture resolve ISS-0012 "it works" --impact fix"#).done();
    assert_eq!(files(&sandbox), ["resolved/iss-12-a-b.md"]);
}

#[test]
fn an_edit_by_hand_survives_the_move() {
    let sandbox = Sandbox::with_record();
    let path = written(&sandbox, "open", 12, "# mind this\r\nremedy: 'as it was'  # kept\r\n");
    sandbox.run(r#"capture resolve iss-12 "it works" --impact fix"#).done();
    let moved = sandbox.read(&path.replace("/open/", "/resolved/"));
    assert!(moved.contains("# mind this\r\nremedy: 'as it was'  # kept\r\n"), "{moved}");
    assert!(moved.contains("resolution: \"it works\"\n"), "{moved}");
}
