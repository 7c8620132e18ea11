//! Lists: their order, their summary, and that no file hides the others.

use std::os::unix::ffi::OsStrExt;

use super::{filed, filed_with, written};
use crate::support::Sandbox;

fn ids(sandbox: &Sandbox, filter: &str) -> Vec<String> {
    let documents = sandbox.run(&format!("capture list {filter} --json")).done().documents();
    documents.iter().filter_map(|row| row["id"].as_str().map(str::to_owned)).collect()
}

#[test]
fn open_issues_come_in_the_order_to_take_them() {
    let sandbox = Sandbox::with_record();
    let minor = filed(&sandbox, "it is minor");
    let critical =
        filed_with(&sandbox, "it is critical", &format!("--severity critical --blocked-by {minor}"));
    let major = filed_with(&sandbox, "it is major", "--severity major");
    let later = filed_with(&sandbox, "it is major too", "--severity major");
    assert_eq!(ids(&sandbox, "--open"), [major.clone(), later.clone(), minor.clone(), critical.clone()]);
    sandbox.run(&format!(r#"capture resolve {minor} "done" --impact fix"#)).done();
    assert_eq!(ids(&sandbox, "--open"), [critical, major, later]);
    assert_eq!(ids(&sandbox, "--resolved"), std::slice::from_ref(&minor));
    assert_eq!(ids(&sandbox, "--wontfix"), [""; 0]);
    assert_eq!(ids(&sandbox, "--all").len(), 4);
}

#[test]
fn exactly_one_filter_is_taken() {
    let sandbox = Sandbox::with_record();
    sandbox.call("capture list").run_lawless().refused("usage/missing-required-flag");
    sandbox.call("capture list --open --all").run_lawless().refused("usage/flag-conflict");
}

#[test]
fn what_cannot_be_read_is_named_and_hides_nothing() {
    let sandbox = Sandbox::with_record();
    let good = filed(&sandbox, "it is broken");
    let ledger = ".abcd/work/issues";
    sandbox.fifo(&format!("{ledger}/open/iss-1-a.md"));
    sandbox.link(&format!("{ledger}/open/iss-2-a.md"), "/dev/zero");
    sandbox.write(&format!("{ledger}/open/iss-3-a.md"), vec![b'x'; 256 * 1024 + 1]);
    sandbox.write(&format!("{ledger}/open/iss-4-a.md"), b"\xff");
    sandbox.write(&format!("{ledger}/open/iss-5-a.md"), "");
    sandbox.write(&format!("{ledger}/open/read me.md"), "hello");
    let unnamed = std::ffi::OsStr::from_bytes(b"iss-7-\xff.md");
    std::fs::write(sandbox.repo.join(format!("{ledger}/open")).join(unnamed), "").unwrap();
    sandbox.folder(&format!("{ledger}/open/iss-6-a.md"));
    written(&sandbox, "open", 7, "colour: red\n");
    written(&sandbox, "open", 8, "resolution: done\n");
    written(&sandbox, "open", 9, "");
    written(&sandbox, "wontfix", 9, "wontfix_reason: no\n");
    let documents = sandbox.run("capture list --open --json").done().documents();
    assert_eq!(documents.len(), 2, "one issue and the summary");
    assert_eq!(documents[0]["id"], *good);
    let skipped = documents[1]["skipped"].as_array().unwrap();
    let paths: Vec<_> =
        skipped.iter().map(|row| row["path"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
    let expected = ["iss-1-a.md", "iss-2-a.md", "iss-3-a.md", "iss-4-a.md", "iss-5-a.md", "iss-6-a.md"];
    let rest = ["iss-7-a-b.md", "iss-7-\u{fffd}.md", "iss-8-a-b.md", "iss-9-a-b.md", "read me.md"];
    let expected: Vec<_> = expected.into_iter().chain(rest).collect();
    assert_eq!(paths, expected);
    assert!(skipped.iter().all(|row| !row["why"].as_str().unwrap().is_empty()));
    let status = sandbox.run("status --json").done().document();
    assert_eq!(status["skipped"].as_array().unwrap().len(), 12, "{status}");
    assert_eq!(status["newest"][0]["id"], *good);
    let counts = |state: &str| {
        let rows = status["issues"].as_array().unwrap();
        rows.iter().find(|row| row["state"] == state).unwrap()["count"].clone()
    };
    assert_eq!((counts("open"), counts("wontfix")), (1.into(), 0.into()), "only what was read is counted");
    let all = sandbox.run("capture list --all --json").done().documents().pop().unwrap();
    assert_eq!((&all["count"], &all["skipped"]), (&1.into(), &status["skipped"]));
}

#[test]
fn every_form_of_a_plain_file_is_read() {
    let sandbox = Sandbox::with_record();
    let path = written(&sandbox, "open", 5, "");
    let text = sandbox.read(&path);
    for form in [
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
        text.trim_end().to_owned(),
        text.replace("minor", "'minor'").replace("found_during", "# why\nremedy: NULL\nfound_during"),
    ] {
        sandbox.write(&path, &form);
        assert_eq!(ids(&sandbox, "--open"), ["iss-5"], "{form:?}");
        sandbox.run("record check").done();
    }
}

#[test]
fn text_from_a_file_is_made_safe() {
    let sandbox = Sandbox::with_record();
    let path = written(&sandbox, "open", 5, "");
    sandbox.write(&path, sandbox.read(&path).replace("It is broken.", "\u{1b}[2Jgone \u{202e}back"));
    for call in ["capture list --open", "capture show iss-5", "status", "iss-5", "capture list --all --json"]
    {
        let ran = sandbox.run(call).done();
        assert!(ran.stdout.contains("gone"), "{ran}");
    }
}
