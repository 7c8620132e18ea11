//! How far a loop may merge is for the person alone to say.

use super::{edit, file, made, record, render, repository, settings};
use crate::support::Sandbox;

fn authority(sandbox: &Sandbox) -> String {
    record(sandbox)["authority"].as_str().unwrap().to_owned()
}

#[test]
fn nothing_in_the_repository_or_the_call_raises_it() {
    let sandbox = repository();
    sandbox.write("a.json", r#"{"schema_version": 1, "answers": [{"id": "merge", "value": "all"}]}"#);
    for more in ["--set merge=all", "--answers a.json"] {
        let ran = render(&sandbox, more).done();
        assert!(ran.stderr.contains("merge `all` was asked for and `none` is rendered"), "{ran}");
        assert!(ran.stderr.contains("github.com/ada/tide"), "the key that raises it: {ran}");
        assert_eq!(authority(&sandbox), "none");
        assert!(file(&sandbox, "prompt.md").contains("Merge: none."));
        assert!(!file(&sandbox, "schedule.json").contains("merge"));
    }
}

#[test]
fn the_persons_settings_raise_it_by_repository_and_pattern() {
    for (rules, given) in [
        ("[merge]\nceiling = \"all\"\n", "all"),
        ("[[merge.repository]]\nmatch = \"github.com/ada/tide\"\nceiling = \"additive\"\n", "additive"),
        ("[[merge.repository]]\nmatch = \"github.com/ada/*\"\nceiling = \"all\"\n", "all"),
        ("[[merge.repository]]\nmatch = \"gitlab.com/ada/*\"\nceiling = \"all\"\n", "none"),
        ("[[merge.repository]]\nmatch = \"github.com/a/*\"\nceiling = \"all\"\n", "none"),
    ] {
        let sandbox = repository();
        settings(&sandbox, rules);
        drop(render(&sandbox, "--set merge=all").done());
        assert_eq!(authority(&sandbox), given, "{rules}");
    }
}

#[test]
fn a_record_that_asks_for_more_is_lowered_by_the_next_update() {
    let sandbox = repository();
    settings(&sandbox, "[merge]\nceiling = \"all\"\n");
    drop(render(&sandbox, "--set merge=all").done());
    settings(&sandbox, "[merge]\nceiling = \"additive\"\n");
    drop(made(&sandbox, "routine check").run().refused("routine/above-ceiling"));
    let ran = made(&sandbox, "routine update").run().done();
    assert!(ran.stderr.contains("`additive` is rendered"), "{ran}");
    assert_eq!(authority(&sandbox), "additive");
    drop(made(&sandbox, "routine check").run().done());
}

#[test]
fn a_record_whose_authority_was_raised_by_hand_is_found_out() {
    let sandbox = repository();
    drop(render(&sandbox, "").done());
    edit(&sandbox, "answers.json", "\"authority\": \"none\"", "\"authority\": \"all\"");
    drop(made(&sandbox, "routine check").run().refused("routine/record-edited"));
    drop(made(&sandbox, "routine update --take rendered").run().done());
    assert_eq!(authority(&sandbox), "none");
}

#[test]
fn a_remote_that_only_looks_like_a_trusted_one_is_not_it() {
    for url in [
        "https://github.com.evil.example/ada/tide.git",
        "https://evil.example/github.com/ada/tide.git",
        "https://github.com@evil.example/ada/tide.git",
    ] {
        let sandbox = repository();
        sandbox.git("remote remove origin");
        sandbox.git(&format!("remote add origin {url}"));
        settings(&sandbox, "[[merge.repository]]\nmatch = \"github.com/ada/*\"\nceiling = \"all\"\n");
        drop(render(&sandbox, "--set merge=all").done());
        assert_eq!(authority(&sandbox), "none", "{url}");
    }
}

#[test]
fn a_power_that_an_answer_adds_needs_leave() {
    let sandbox = repository();
    drop(made(&sandbox, "routine render sweep --write --set").arg("cadence=by hand").run().done());
    let before = sandbox.tree();
    let ran = render(&sandbox, "--set cadence=daily --json").refused("routine/new-power");
    assert_eq!(ran.document()["facts"]["added"], serde_json::json!(["schedule"]));
    assert!(before == sandbox.tree());
    drop(render(&sandbox, "--set cadence=daily --approve").done());
    assert!(file(&sandbox, "schedule.json").contains("\"schedule\""));
}
