//! Calls that are interrupted, killed or doubled: each repository is the old one or the new one, and another
//! call goes on.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::made::Fleet;
use crate::support::changes;

/// More points than an update of two repositories passes.
const MANY: u32 = 400;
const ABORTED: i32 = 134;

#[test]
fn an_interrupted_call_stops_between_two_repositories_and_goes_on_when_called_again() {
    let fleet = Fleet::swept(&["a", "b", "c", "d"], 1);
    fs::write(fleet.sandbox.home.join(".gitconfig"), "[user]\n\tname = Bea\n\temail = bea@example.com\n")
        .unwrap();
    // The hook of the second repository sends the signal to the call, which is what started git, and ends
    // when the call has taken it.
    for signal in ["INT", "TERM"] {
        let taken = "while grep -q '^ShdPnd:.*[1-9a-f]' /proc/$call/status; do :; done";
        let script =
            format!("#!/bin/sh\nread -r _ _ _ call _ < /proc/$PPID/stat\nkill -{signal} $call\n{taken}\n");
        fleet.write("b", ".git/hooks/pre-commit", &script);
        fs::set_permissions(fleet.at("b", ".git/hooks/pre-commit"), fs::Permissions::from_mode(0o755))
            .unwrap();
        let ran =
            fleet.known("fleet update fleet --commit --jobs 1 --json").run().refused("fleet/interrupted");
        assert_eq!(ran.exit, 130);
        let documents = ran.documents();
        let (summary, error) = (&documents[documents.len() - 2], &documents[documents.len() - 1]);
        assert_eq!(
            (&summary["repositories"], &summary["interrupted_before"]),
            (&json!(2), &json!("fleet/c"))
        );
        assert_eq!(error["facts"]["at"], "fleet/c");
        let done: Vec<_> = documents.iter().filter(|row| row["committed"] == true).collect();
        assert_eq!(done.len(), 2, "what was begun is finished: {ran}");
        for name in ["a", "b", "c", "d"] {
            let new = fleet.files(name)[0].contains("what anybody wrote");
            assert_eq!(new, name < "c", "{name}");
        }
        for name in ["a", "b"] {
            fleet.git(name, "reset --quiet --hard HEAD~1");
        }
    }
    fs::remove_file(fleet.at("b", ".git/hooks/pre-commit")).unwrap();
    let ran = fleet.known("fleet update fleet --commit").run().done();
    assert!(ran.stdout.ends_with("4 repositories, 4 routines: 4 updated, 0 left, 0 failed\n"), "{ran}");
}

#[test]
fn killed_failed_or_broken_off_anywhere_each_repository_is_the_old_one_or_the_new_one() {
    let fleet = Fleet::swept(&["a", "b"], 1);
    let old = ["a", "b"].map(|name| fleet.files(name));
    let reset = |name: &str| {
        fs::remove_dir_all(fleet.at(name, ".abcd/routines")).unwrap();
        fleet.git(name, "checkout --quiet HEAD -- .abcd/routines");
    };
    let call = |how: &'static str, point: u32| {
        fleet.known("fleet update fleet --jobs 1").env(how, point.to_string()).run_lawless()
    };
    drop(fleet.known("fleet update fleet").run().done());
    let (new, whole) = (["a", "b"].map(|name| fleet.files(name)), fleet.tree());
    for (how, step) in [("ABCD_CRASH_AT", 1), ("ABCD_FAIL_AT", 2), ("ABCD_PANIC_AT", 5)] {
        let mut tried = 0;
        for point in (1..MANY).step_by(step) {
            for name in ["a", "b"] {
                reset(name);
            }
            let ran = call(how, point);
            let now = ["a", "b"].map(|name| fleet.files(name));
            for at in 0..2 {
                assert!(now[at] == old[at] || now[at] == new[at], "{how}={point}\n{ran}");
            }
            if how == "ABCD_PANIC_AT" && ran.exit == 1 {
                assert!(now[0] == new[0] || now[1] == new[1], "the other one is done: {how}={point}\n{ran}");
            }
            drop(fleet.known("fleet update fleet").run().done());
            assert_eq!(changes(&whole, &fleet.tree()), Vec::<String>::new(), "{how}={point}");
            let ended = if how == "ABCD_CRASH_AT" { ran.exit == ABORTED } else { ran.exit == 1 };
            // A call whose folder could not be made durable may have done without.
            if !ended && tried > 20 / step {
                break;
            }
            tried += 1;
        }
        assert!(tried > 20 / step, "{how}: {tried} points");
    }
}

#[test]
fn two_updates_at_once_end_with_every_repository_done_once() {
    let names: Vec<String> = (0..10).map(|number| format!("r{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let fleet = Fleet::swept(&names, 1);
    let start = || fleet.known("fleet update fleet --json").env("ABCD_LOCK_WAIT_MS", "60000").start();
    let both = [start(), start()];
    let mut changed = 0;
    for call in both {
        let output = call.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}");
        changed += text.matches("\"changed\":true").count();
    }
    assert_eq!(changed, names.len());
    drop(fleet.known("fleet update fleet").run().done());
}
