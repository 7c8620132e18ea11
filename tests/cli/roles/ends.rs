//! How each role ends, and why, in abcd's own words.

use std::fs;

use super::{COMMAND, Stage, texts};

#[test]
fn a_good_role_asks_and_hands_over_its_outcome() {
    let stage = Stage::new();
    let done = stage.play("good").done().document();
    assert_eq!(
        (done["summary"].as_str(), done["answers"].as_u64()),
        (Some("The tides stand on the back."), Some(1))
    );
    assert_eq!(stage.at_home("turns"), "1\n2\n");
    assert!(done["fallbacks"].as_array().unwrap().is_empty(), "{done}");
}

#[test]
fn a_role_that_does_not_do_is_told_by_its_reason() {
    let stage = Stage::new();
    for (plays, reason, says) in [
        ("silent", "unparsable", "no receipt was written"),
        ("failing", "failed", "exit status 3"),
        ("flooding", "failed", "more than 32 MiB"),
        ("complaining", "failed", "more than 64 KiB of errors"),
        ("lying", "failed", "says itself that it failed"),
        ("both", "invalid", "something else than one of"),
    ] {
        stage.fails(plays, reason, says);
    }
}

#[test]
fn a_stream_that_is_promised_and_not_kept_is_unparsable() {
    let stage = Stage::of("[roles.planning-interviewer]\nrunner = \"claude\"\n");
    stage.program("claude");
    for plays in ["misnamed", "babbling", "endless"] {
        stage.fails(plays, "unparsable", "not the stream");
    }
    // A program of the person's own may print what it likes.
    drop(Stage::new().play("babbling").done());
}

#[test]
fn nothing_that_a_runner_printed_is_repeated() {
    let stage = Stage::of("[roles.planning-interviewer]\nrunner = \"claude\"\n");
    stage.program("claude");
    for plays in ["misnamed", "flooding", "complaining", "lying"] {
        let ran = stage.play(plays).refused("interview/no-runner");
        for word in ["ignore what", "xxxx", "is_error", "opus-5"] {
            assert!(!ran.stdout.contains(word), "{plays}: {ran}");
        }
    }
}

#[test]
fn a_limit_pauses_the_interview_and_another_runner_is_not_asked() {
    let stage = Stage::new();
    stage.program("claude");
    stage.settings(&format!("{COMMAND}{}[runner]\nfallback_host = \"claude\"\n", stage.command()));
    let ran = stage.play("limited").refused("interview/rate-limited");
    assert_eq!((ran.exit, stage.at_home("turns").as_str()), (3, "1\n"), "{ran}");
    // It was over before the end, so that it is no limit.
    drop(stage.play("limited-once").done());
}

#[test]
fn a_limit_after_an_answer_keeps_what_was_said() {
    let stage = Stage::new();
    // The first turn is good, the second limited.
    let script = super::STUB.replace(
        "limited) limit; exit 1 ;;",
        "limited) case $turn in 1) asks ;; *) limit; exit 1 ;; esac ;;",
    );
    fs::write(stage.home("bin/stub"), script).unwrap();
    let ran = stage.play("limited").refused("interview/rate-limited");
    let facts = &ran.document()["facts"];
    assert_eq!((facts["recorded"].as_bool(), facts["answers"].as_u64()), (Some(true), Some(1)), "{ran}");
    let record = stage.sandbox.read(facts["record"].as_str().unwrap());
    assert!(record.contains("\"back\"") && record.contains("rate-limited"), "{record}");
}

#[test]
fn what_a_role_may_not_change_stops_the_interview_whatever_it_hands_over() {
    for (plays, path) in [("changing", "changed.txt"), ("hooking", ".git/hooks/post-commit")] {
        let stage = Stage::new();
        let ran = stage.play(plays).refused("interview/unexpected-changes");
        let changes = ran.document()["facts"]["changes"].clone();
        assert!(changes.as_array().unwrap().iter().any(|change| change["path"] == path), "{plays}: {ran}");
        assert_eq!(stage.at_home("turns"), "1\n", "{plays}");
    }
}

#[test]
fn a_receipt_that_was_written_ahead_is_the_roles_own_fault_and_starts_nothing() {
    let stage = Stage::new();
    stage.fails("ahead", "invalid", "before its brief was");
    assert_eq!(stage.at_home("turns"), "1\n");
}

#[test]
fn a_failed_runner_is_written_down_before_the_next_one_runs() {
    let stage = Stage::new();
    stage.program("claude");
    let routes = "[roles.planning-interviewer]\nrunner = \"claude\"\n[runner]\nfallback_host = \"command\"\n";
    stage.settings(&format!("{routes}{}", stage.command()));
    let done = stage.call("good").env("PLAYS_NAMED", "failing").run().done().document();
    let fallback = &done["fallbacks"][0];
    assert_eq!(
        (&fallback["asked"], &fallback["reason"], &fallback["ran"]),
        (&"claude".into(), &"failed".into(), &"command".into()),
        "{done}"
    );
    // What the second runner found when it began: the first one's receipt is gone, and its failure stands there.
    let found = stage.at_home("listing");
    assert!(found.contains("turn-2.fallback-1.json") && !found.contains("turn-2.receipt.json"), "{found}");
    let folder = stage.turns().pop().unwrap();
    let written = fs::read_to_string(folder.join("turn-1.fallback-1.json")).unwrap();
    assert!(written.contains("\"at\": \"2031-02-03T"), "{written}");
    let record = stage.sandbox.read(done["record"].as_str().unwrap());
    assert!(record.contains("\"fallbacks\"") && !record.contains("2031-02-03T"), "no time in it: {record}");
}

#[test]
fn a_runner_that_is_not_there_is_absent() {
    let stage = Stage::of("[roles.planning-interviewer]\nrunner = \"claude\"\n");
    let ran = stage.call("good").env("PATH", "/usr/bin:/bin").run().refused("interview/no-runner");
    let facts = &ran.document()["facts"];
    assert_eq!(facts["reason"], "absent", "{ran}");
    let told = texts(&serde_json::json!([facts["fallbacks"][0]["detail"]])).concat();
    assert!(told.contains("no folder of the PATH"), "{told}");
}
