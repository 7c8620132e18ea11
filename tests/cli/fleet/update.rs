//! What an update does in each repository, what it leaves, and how it ends.

use std::fs;

use serde_json::{Value, json};

use super::made::{Fleet, SWEEP};
use crate::support::{Ran, changes, tree};

/// Repository, state, whether it changed, and the code of each document but the last ones.
fn rows(ran: &Ran) -> Vec<(String, String, bool, Value)> {
    let documents = ran.documents();
    let routines = documents.iter().filter(|document| document.get("repository").is_some());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    routines
        .map(|row| {
            let changed = row["update"]["changed"].as_bool().unwrap_or_default();
            (text(&row["repository"]), text(&row["state"]), changed, row["code"].clone())
        })
        .collect()
}

fn row(name: &str, state: &str, changed: bool, code: Value) -> (String, String, bool, Value) {
    (format!("fleet/{name}"), state.to_owned(), changed, code)
}

/// A fleet at version 1 in which half the repositories cannot be updated.
fn mixed() -> Fleet {
    let names =
        ["a", "clean-edit", "conflict", "current", "detached", "dirty", "drifted", "ignored", "two", "z"];
    let fleet = Fleet::swept(&names, 1);
    fleet.sweep("current", 4, "");
    fleet.edit("clean-edit", SWEEP, "Look around first.", "Look around.");
    fleet.commit("clean-edit");
    fleet.edit("conflict", SWEEP, "what somebody wrote", "what nobody wrote");
    fleet.commit("conflict");
    fleet.edit("dirty", SWEEP, "Look around first.", "Look around.");
    fleet.git("detached", "checkout --quiet --detach");
    fleet.edit("drifted", "Makefile", "check:", "verify:");
    fleet.write("ignored", ".gitignore", ".abcd/routines/\n");
    fleet.sweep("two", 1, "--name other");
    fleet.edit("two", ".abcd/routines/other/answers.json", "\"version\": 1", "\"version\": 99");
    fleet
}

#[test]
fn what_can_be_done_is_done_and_the_rest_is_left_with_its_code() {
    let fleet = mixed();
    let before = tree(&fleet.folder());
    let ahead = fleet.known("fleet update fleet --dry-run --json").run();
    assert_eq!(changes(&before, &tree(&fleet.folder())), Vec::<String>::new());
    let ran = fleet.known("fleet update fleet --json").run();
    let expected = [
        row("a", "current", true, Value::Null),
        row("clean-edit", "current", true, Value::Null),
        row("conflict", "conflict", false, json!("routine/conflict")),
        row("current", "current", true, Value::Null),
        row("detached", "detached", false, json!("fleet/detached")),
        row("dirty", "dirty", false, json!("routine/prompt-edited")),
        row("drifted", "drifted", true, json!("routine/facts-drifted")),
        row("ignored", "ignored-path", false, json!("routine/ignored-path")),
        row("two", "failed", false, json!("routine/unknown-version")),
        row("two", "behind", false, json!("routine/unknown-version")),
        row("z", "current", true, Value::Null),
    ];
    let mut expected = expected.to_vec();
    // It was rendered at the newest version already.
    expected[3].2 = false;
    assert_eq!(rows(&ran), expected);
    assert_eq!(rows(&ahead), expected, "a look ahead says the same");
    // One failed, so the call did; what was declined is counted beside it.
    drop(ran.clone().faulted());
    let summary = &ran.documents()[expected.len()];
    assert_eq!(
        (&summary["changed"], &summary["declined"], &summary["failed"]),
        (&json!(4), &json!(6), &json!(1))
    );
    let left = changes(&before, &tree(&fleet.folder()));
    let touched: Vec<&str> =
        left.iter().filter_map(|line| line.strip_prefix("other: ")?.split('/').next()).collect();
    assert!(touched.iter().all(|name| ["a", "clean-edit", "drifted", "z"].contains(name)), "{left:?}");
    assert!(!fleet.read("conflict", SWEEP).contains("<<<<"));
}

#[test]
fn declined_is_exit_2_and_nothing_left_is_exit_0() {
    let fleet = Fleet::swept(&["a", "b"], 1);
    fleet.edit("b", SWEEP, "what somebody wrote", "what nobody wrote");
    fleet.commit("b");
    let ran = fleet.known("fleet update fleet").run().refused("fleet/incomplete");
    assert!(ran.stdout.contains("fleet/b  sweep  sweep version 1 to 4: unchanged\n  conflict: "), "{ran}");
    let ran = fleet.known("fleet update fleet --only behind").run().done();
    assert!(ran.stdout.ends_with("2 repositories, 0 routines: 0 updated, 0 left, 0 failed\n"), "{ran}");
    drop(fleet.known("fleet update fleet --only conflict").run().refused("fleet/incomplete"));
    let ran = fleet.known("fleet update fleet --only conflict --take rendered").run().done();
    assert!(ran.stdout.ends_with("2 repositories, 1 routine: 1 updated, 0 left, 0 failed\n"), "{ran}");
    assert_eq!(fleet.files("a")[0], fleet.files("b")[0]);
    drop(fleet.known("fleet update fleet").run().done());
    drop(fleet.known("fleet update fleet --json").run().done());
}

#[test]
fn one_routine_that_is_declined_keeps_its_neighbours_as_they_are() {
    let fleet = Fleet::swept(&["a"], 1);
    fleet.sweep("a", 1, "--name other");
    fleet.edit("a", ".abcd/routines/other/prompt.md", "what somebody wrote", "what nobody wrote");
    fleet.commit("a");
    let before = tree(&fleet.folder());
    let ran = fleet.known("fleet update fleet --json").run().refused("fleet/incomplete");
    let sweep = &ran.documents()[1];
    assert_eq!((&sweep["routine"], &sweep["because"]), (&json!("sweep"), &json!("other")));
    assert_eq!((&sweep["state"], &sweep["code"]), (&json!("behind"), &json!("routine/conflict")));
    assert_eq!(changes(&before, &tree(&fleet.folder())), Vec::<String>::new());
}

#[test]
fn a_repository_that_is_held_is_left_and_the_others_are_done() {
    let fleet = Fleet::swept(&["a", "held", "z"], 1);
    let lock = fs::File::open(fleet.at("held", ".abcd/routines")).unwrap();
    lock.lock().unwrap();
    let line = "fleet update fleet --json";
    let ran = fleet.known(line).env("ABCD_LOCK_WAIT_MS", "20").run().refused("fleet/incomplete");
    let expected = [
        row("a", "current", true, Value::Null),
        row("held", "held", false, json!("routine/held")),
        row("z", "current", true, Value::Null),
    ];
    assert_eq!(rows(&ran), expected);
    drop(lock);
    drop(fleet.known(line).run().done());
}

#[test]
fn a_missing_rule_and_a_new_power_are_declined() {
    let fleet = Fleet::swept(&["power", "rule"], 4);
    let rule = fleet.read("rule", SWEEP);
    let without: Vec<&str> = rule.lines().filter(|line| !line.contains("Sweep 4 corners.")).collect();
    fleet.write("rule", SWEEP, &(without.join("\n") + "\n"));
    fleet.commit("rule");
    let to = fleet.sandbox.root.join("editions");
    let copied = std::process::Command::new("cp").arg("-r").arg(crate::routine::editions()).arg(&to).status();
    assert!(copied.unwrap().success());
    let ran = fleet.known("fleet update fleet --json").run().refused("fleet/incomplete");
    let missing = row("rule", "edited", false, json!("routine/invariants-missing"));
    assert_eq!(rows(&ran), [row("power", "current", false, Value::Null), missing]);
    // The next version lets the loop open pull requests too.
    let row_file = to.join("tables/routines/sweep.toml");
    let text = fs::read_to_string(&row_file).unwrap();
    let more = text.replace("[1, 2, 3, 4]", "[1, 2, 3, 4, 5]").replace(
        "  { id = \"push\" },\n",
        "  { id = \"push\" },\n  { id = \"open\", asked = \"opens\", without = [\"off\"] },\n",
    );
    assert_ne!(more, text);
    let asks = "[[routine.switch]]\nid = \"opens\"\nasks = \"Does it?\"\ndefault = true\nsince = 5\n";
    fs::write(&row_file, format!("{more}\n{asks}")).unwrap();
    let call = |line: &str| fleet.call(line).env("ABCD_EDITIONS", &to).run();
    let ran = call("fleet update fleet/power --json").refused("fleet/incomplete");
    assert_eq!(ran.documents()[0]["code"], "routine/new-power", "{ran}");
    drop(call("fleet update fleet/power --approve").done());
}

#[test]
fn the_order_of_what_is_said_does_not_depend_on_the_jobs() {
    let names: Vec<String> = (0..12).map(|number| format!("r{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (one, many) = (Fleet::swept(&names, 1), Fleet::swept(&names, 1));
    for fleet in [&one, &many] {
        fleet.edit("r03", SWEEP, "Look around first.", "Look around.");
        fs::remove_file(fleet.at("r07", ".git/HEAD")).unwrap();
    }
    let first = one.known("fleet update fleet --json --jobs 1").run().faulted();
    let second = many.known("fleet update fleet --json --jobs 8").run().faulted();
    assert_eq!(first.stdout, second.stdout);
    assert_eq!(changes(&one.tree(), &many.tree()), Vec::<String>::new());
}
