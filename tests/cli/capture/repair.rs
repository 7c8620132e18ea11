//! What a repair mends, and what it leaves.

use serde_json::json;

use super::{filed, files, written};
use crate::support::Sandbox;

const LEDGER: &str = ".abcd/work/issues";

fn problems(sandbox: &Sandbox) -> usize {
    let ran = sandbox.call("record check --json").run_lawless();
    assert_eq!(ran.exit, if ran.code().is_some() { 2 } else { 0 });
    ran.documents()[0]["problems"].as_array().unwrap().len()
}

#[test]
fn a_sound_ledger_is_left_alone() {
    let sandbox = Sandbox::with_record();
    written(&sandbox, "open", 5, "");
    let done = sandbox.run("capture repair --json").done().document();
    assert_eq!((&done["mended"], &done["left"]), (&json!([]), &json!([])));
    assert_eq!(files(&sandbox), ["open/iss-5-a-b.md"]);
}

#[test]
fn of_many_files_with_one_id_each_problem_names_a_few() {
    let sandbox = Sandbox::with_record();
    for number in 0..30 {
        sandbox.write(&format!("{LEDGER}/open/iss-5-{number}.md"), "");
    }
    let ran = sandbox.call("record check").run_lawless().refused("record/invalid");
    let named = ran.stdout.matches("another file too: ").count();
    assert_eq!(named, 30, "{ran}");
    assert!(ran.stdout.lines().all(|line| line.matches(".md").count() <= 4), "{ran}");
    assert!(ran.stdout.contains(".md and more\n"), "{ran}");
}

#[test]
fn a_folder_where_a_writer_sweeps_is_named() {
    let sandbox = Sandbox::with_record();
    for name in [".tmp-1", ".next-iss-5-a.md"] {
        let place = format!("{LEDGER}/open/{name}");
        sandbox.folder(&place);
        let ran = sandbox.call("capture repair --json").run_lawless().refused("init/unsafe-path");
        assert_eq!(ran.document()["facts"]["at"], *place);
        std::fs::remove_dir(sandbox.repo.join(&place)).unwrap();
    }
}

#[test]
fn of_two_copies_the_closed_one_stays_and_the_other_is_set_aside() {
    let sandbox = Sandbox::with_record();
    let open = written(&sandbox, "open", 5, "");
    written(&sandbox, "resolved", 5, "resolution: done\n");
    let text = sandbox.read(&open);
    assert_eq!(problems(&sandbox), 2);
    for call in ["capture show iss-5", r#"capture resolve iss-5 "again" --impact fix"#, "iss-5"] {
        let ran = sandbox.call(call).run_lawless().refused("capture/record-unsound");
        assert_eq!(ran.next().as_deref(), Some("abcd capture repair"));
    }
    let done = sandbox.run("capture repair --json").done().document();
    assert_eq!(done["mended"].as_array().unwrap().len(), 1);
    assert_eq!(files(&sandbox), ["resolved/iss-5-a-b.md"]);
    assert_eq!(sandbox.read(".abcd/.work.local/repaired/1-iss-5-a-b.md"), text);
    assert_eq!(problems(&sandbox), 0);
}

#[test]
fn a_record_goes_where_its_words_ask_for() {
    let sandbox = Sandbox::with_record();
    written(&sandbox, "open", 5, "resolution: done\n");
    written(&sandbox, "resolved", 6, "");
    written(&sandbox, "wontfix", 7, "resolution: done\n");
    sandbox.write(&format!("{LEDGER}/open/iss-0008-x.md"), sandbox.read(&written(&sandbox, "open", 8, "")));
    std::fs::remove_file(sandbox.repo.join(format!("{LEDGER}/open/iss-8-a-b.md"))).unwrap();
    sandbox.write(&format!("{LEDGER}/open/iss-9-a.md"), "");
    assert_eq!(problems(&sandbox), 6);
    sandbox.run("capture repair").done();
    let expected =
        ["open/iss-6-a-b.md", "open/iss-8-a-b.md", "resolved/iss-5-a-b.md", "resolved/iss-7-a-b.md"];
    assert_eq!(files(&sandbox), expected);
    assert_eq!(problems(&sandbox), 0);
}

#[test]
fn what_is_not_certain_is_named_and_stays() {
    let sandbox = Sandbox::with_record();
    let path = written(&sandbox, "open", 5, "");
    let other = sandbox.read(&path).replace("It is broken.", "It is something else.");
    sandbox
        .write(&path.replace("/open/", "/wontfix/"), other.replace("---\n\n", "wontfix_reason: no\n---\n\n"));
    written(&sandbox, "open", 6, "colour: red\n");
    written(&sandbox, "resolved", 7, "resolution: a\n");
    written(&sandbox, "wontfix", 7, "wontfix_reason: b\n");
    let before = sandbox.tree();
    let ran = sandbox.call("capture repair --json").run_lawless().refused("capture/unrepaired");
    assert_eq!(ran.documents()[0]["left"].as_array().unwrap().len(), 5);
    assert_eq!(ran.next(), None);
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn an_issue_that_two_branches_closed_is_named_with_what_differs() {
    let sandbox = Sandbox::with_record();
    let resolved = written(&sandbox, "resolved", 7, "impact: fix\nresolution: a\n");
    let left = written(&sandbox, "wontfix", 7, "wontfix_reason: b\n");
    let ran = sandbox.call("capture repair --json").run_lawless().refused("capture/unrepaired");
    let clash = json!([{
        "id": "iss-7",
        "files": [resolved, left],
        "keys": ["impact", "resolution", "wontfix_reason"]
    }]);
    assert_eq!(ran.documents()[0]["clashes"], clash);
    assert_eq!(ran.documents()[1]["facts"]["clashes"], clash);
    let said = sandbox.call("capture repair").run_lawless().refused("capture/unrepaired").stdout;
    let what = "which differ in impact, resolution, wontfix_reason; remove one, then repair again";
    assert!(said.contains(&format!("iss-7 stands in {resolved} and {left}, {what}")), "{said}");
    std::fs::remove_file(sandbox.repo.join(&left)).unwrap();
    sandbox.run("capture repair").done();
}

#[test]
fn what_a_call_that_broke_off_left_is_named_and_swept() {
    let sandbox = Sandbox::with_record();
    filed(&sandbox, "it is broken");
    for name in [".next-iss-7-a-b.md", ".tmp-1"] {
        let path = format!(".abcd/work/issues/resolved/{name}");
        sandbox.write(&path, "half");
        let ran = sandbox.call("record check").run_lawless().refused("record/invalid");
        assert!(ran.stdout.contains(&format!("{path}: a call that broke off left it")), "{ran}");
        sandbox.run("capture repair").done();
        assert!(!sandbox.has(&path));
        sandbox.run("record check").done();
    }
}

#[test]
fn the_check_names_file_and_line() {
    let sandbox = Sandbox::with_record();
    written(&sandbox, "open", 6, "colour: red\nblocked_by: [iss-99]\n");
    written(&sandbox, "open", 7, "blocked_by: [iss-99]\n");
    let ran = sandbox.call("record check --json").run_lawless().refused("record/invalid");
    let expected = json!([
        {"path": ".abcd/work/issues/open/iss-6-a-b.md", "line": 9, "what": "`colour` is no field of this record"},
        {"path": ".abcd/work/issues/open/iss-7-a-b.md", "line": 9, "what": "`blocked_by` names iss-99, which does not exist"},
    ]);
    assert_eq!(ran.documents()[0]["problems"], expected);
    assert_eq!(ran.document()["facts"]["count"], 2);
}
