//! An update: the template's change, a hand edit, a conflict, and who decides.

use std::fs;

use super::{changed, edit, file, made, record, swept};
use crate::support::Ran;

fn routine(ran: &Ran) -> serde_json::Value {
    ran.documents()[0]["routines"][0].clone()
}

#[test]
fn the_difference_is_what_the_template_changed_and_nothing_else() {
    for (from, to, expected) in [
        (
            1,
            2,
            vec![
                "-- **Rule `keep`.** You never throw away what somebody wrote.",
                "+- **Rule `keep`.** You never throw away what anybody wrote, committed or not.",
            ],
        ),
        (2, 3, vec!["+- **Rule `new`.** Sweep 4 corners."]),
        (3, 4, vec!["-- **Rule `old`.** Bring a broom."]),
    ] {
        let (older, newer) = (swept(from), swept(to));
        let before = file(&older, "prompt.md");
        let only_to = made(&older, "routine update --dry-run --json").run().done();
        assert_eq!(routine(&only_to)["to_version"], 4);
        let difference = routine(&only_to)["template_difference"].clone();
        assert!(
            expected.iter().all(|line| changed(&difference).contains(&(*line).to_owned())),
            "{difference}"
        );
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        let (old, new) = (lines(&before), lines(&file(&newer, "prompt.md")));
        let apart: Vec<String> = old.symmetric_difference(&new).cloned().collect();
        assert_eq!(apart.len(), expected.len(), "{apart:?}");
        assert_eq!(before, file(&older, "prompt.md"), "a look ahead writes nothing");
    }
}

#[test]
fn one_jump_and_a_walk_over_every_version_end_in_the_same_bytes() {
    let all = ["prompt.md", "schedule.json", "answers.json"];
    let fresh = swept(4);
    for from in 1..4 {
        let sandbox = swept(from);
        drop(made(&sandbox, "routine update").run().done());
        assert_eq!(all.map(|name| file(&sandbox, name)), all.map(|name| file(&fresh, name)), "{from}");
        drop(made(&sandbox, "routine check").run().done());
    }
}

#[test]
fn an_older_version_stays_what_it_was() {
    let sandbox = swept(1);
    let one = file(&sandbox, "prompt.md");
    drop(made(&sandbox, "routine update").run().done());
    let again = made(&sandbox, "routine render sweep --template-version 1").run().done();
    assert_eq!(again.stdout, one);
}

#[test]
fn a_hand_edit_is_merged_and_kept_through_the_next_update() {
    let sandbox = swept(1);
    edit(&sandbox, "prompt.md", "Look around first.", "Look around twice.");
    let ran = made(&sandbox, "routine update --json").run().done();
    assert_eq!(changed(&routine(&ran)["edit_difference"]), ["-Look around first.", "+Look around twice."]);
    let text = file(&sandbox, "prompt.md");
    assert!(text.contains("Look around twice.") && text.contains("committed or not"), "{text}");
    drop(made(&sandbox, "routine check").run().done());
    let before = sandbox.tree();
    drop(made(&sandbox, "routine update").run().done());
    assert!(before == sandbox.tree());
    drop(made(&sandbox, "routine render sweep --set rounds=2 --write").run().done());
    let text = file(&sandbox, "prompt.md");
    assert!(text.contains("Look around twice.") && text.contains("tidy, 2 at a time"), "{text}");
}

#[test]
fn a_conflict_changes_no_file_and_shows_both_differences() {
    let sandbox = swept(1);
    edit(&sandbox, "prompt.md", "what somebody wrote", "what I wrote");
    let before = sandbox.tree();
    let ran = made(&sandbox, "routine update sweep --json").run().refused("routine/conflict");
    assert_eq!(ran.exit, 2);
    assert!(
        routine(&ran)["template_difference"]
            .as_str()
            .unwrap()
            .contains("+- **Rule `keep`.** You never throw away what anybody")
    );
    assert!(
        routine(&ran)["edit_difference"]
            .as_str()
            .unwrap()
            .contains("+- **Rule `keep`.** You never throw away what I wrote.")
    );
    assert!(before == sandbox.tree() && !file(&sandbox, "prompt.md").contains("<<<<"));
}

#[test]
fn a_conflict_is_decided_by_either_side_or_by_a_merged_file() {
    for (how, holds, lacks) in [
        ("--take edited", "what I wrote", "committed or not"),
        ("--take rendered", "committed or not", "what I wrote"),
        ("--merged mine.md", "what I and anybody wrote", "what I wrote"),
    ] {
        let sandbox = swept(1);
        edit(&sandbox, "prompt.md", "what somebody wrote", "what I wrote");
        let merged = file(&sandbox, "prompt.md").replace("what I wrote", "what I and anybody wrote");
        sandbox.write("mine.md", merged);
        drop(made(&sandbox, &format!("routine update sweep {how}")).run().done());
        let text = file(&sandbox, "prompt.md");
        assert!(text.contains(holds) && !text.contains(lacks), "{how}: {text}");
        assert_eq!(record(&sandbox)["template"]["version"], 4);
        let again = made(&sandbox, &format!("routine update sweep {how} --dry-run --json")).run().done();
        assert_eq!(routine(&again)["changed"], false, "{how}");
    }
}

#[test]
fn a_prompt_that_lost_a_rule_is_found_in_every_form() {
    for (from, to) in [
        ("- **Rule `keep`.** You never throw away what anybody wrote, committed or not.\n", ""),
        ("You never throw", "You throw"),
        ("never throw", "rarely throw"),
        ("- **Rule `keep`", "> - **Rule `keep`"),
    ] {
        let sandbox = swept(4);
        edit(&sandbox, "prompt.md", from, to);
        let ran = made(&sandbox, "routine check --json").run().refused("routine/invariants-missing");
        assert_eq!(routine(&ran)["missing"], serde_json::json!(["keep"]), "{to}");
    }
}

#[test]
fn no_update_writes_a_prompt_whose_hand_edit_broke_a_rule_unless_it_is_told_to() {
    for call in ["routine update", "routine render sweep --write"] {
        let sandbox = swept(4);
        edit(&sandbox, "prompt.md", "You never throw", "You throw");
        let before = sandbox.tree();
        drop(made(&sandbox, call).run().refused("routine/invariants-missing"));
        assert!(before == sandbox.tree(), "{call}");
        drop(made(&sandbox, "routine update sweep --take edited").run().done());
        assert!(file(&sandbox, "prompt.md").contains("You throw"), "{call}");
    }
}

#[test]
fn one_declined_routine_keeps_the_others_of_the_repository_as_they_are() {
    let sandbox = swept(1);
    drop(super::render(&sandbox, "--name second --template-version 1").done());
    edit(&sandbox, "prompt.md", "what somebody wrote", "what I wrote");
    let before = sandbox.tree();
    drop(made(&sandbox, "routine update").run().refused("routine/conflict"));
    assert!(before == sandbox.tree());
    drop(made(&sandbox, "routine update second").run().done());
}

#[test]
fn a_template_that_changed_under_its_version_is_said() {
    let sandbox = swept(1);
    let other = sandbox.root.join("editions");
    let copied = std::process::Command::new("cp").arg("-r").arg(super::editions()).arg(&other).status();
    assert!(copied.unwrap().success());
    let rule = other.join("templates/1/invariants/keep.md.jinja");
    fs::write(&rule, fs::read_to_string(&rule).unwrap().replace("somebody", "someone")).unwrap();
    let call = |line: &str| sandbox.call(line).env("ABCD_EDITIONS", other.as_os_str()).run();
    drop(call("routine check").refused("routine/template-altered"));
    drop(call("routine update").done());
    drop(call("routine check").done());
    assert!(file(&sandbox, "prompt.md").contains("committed or not"));
}

#[test]
fn a_gone_prompt_is_an_edited_one_and_comes_back() {
    let sandbox = swept(4);
    let text = file(&sandbox, "prompt.md");
    fs::remove_file(sandbox.repo.join(".abcd/routines/sweep/prompt.md")).unwrap();
    drop(made(&sandbox, "routine check").run().refused("routine/invariants-missing"));
    drop(made(&sandbox, "routine update --take rendered").run().done());
    assert_eq!(file(&sandbox, "prompt.md"), text);
}
