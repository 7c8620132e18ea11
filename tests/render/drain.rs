//! What the prompt of a plan drain says: the plan's contract, and what it takes to leave an item alone.

use std::process::Command;

use abcd::routine::render::{Edition, Known, KnownLog};
use serde_json::Value;

use crate::runs::blocks;
use crate::support::{bare, every_edition, flow, go, render_as, rust};

/// The newest plan drain.
fn edition() -> Edition<'static> {
    every_edition().into_iter().rfind(|edition| edition.routine.id == "plan-drain").unwrap()
}

fn prompt(known: &Known, answers: &[(&str, &str)]) -> String {
    render_as(edition(), known, answers).prompt
}

/// One step, its lines folded into one.
fn step(prompt: &str, number: u32) -> String {
    let heading = format!("### {number}. ");
    let lines = prompt.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("### ")).collect();
    assert!(!lines.is_empty(), "step {number}");
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn the_plan_on_the_target_branch_wins_over_what_the_loop_believes() {
    let text = step(&prompt(&go(), &[]), 5);
    holds(
        &text,
        &[
            "git show \"$BASE:PLAN.md\"",
            "`PLAN.md` as it stands on `$BASE` decides what is to be done and in which order",
            "It wins over issues, comments, earlier records and whatever else you believe",
            "above it stand only the rules of this prompt and of step 1",
            "Where a field asks for what this prompt does not let you do, the item that needs it goes under `needs_human`",
        ],
    );
}

#[test]
fn the_plan_is_the_file_that_was_asked_for() {
    let prompt = prompt(&go(), &[("plan", "docs/plans/next.md")]);
    holds(&prompt, &["git show \"$BASE:docs/plans/next.md\"", "Tick the item in `docs/plans/next.md`"]);
    assert!(!prompt.contains("PLAN.md"));
}

#[test]
fn a_field_of_the_contract_that_is_missing_stops_the_loop_and_is_asked_for() {
    let prompt = prompt(&go(), &[]);
    let text = step(&prompt, 5);
    for field in [
        "backlog",
        "gate",
        "definition_of_done",
        "reviewers",
        "branch_policy",
        "strike_limit",
        "irreversible",
    ] {
        assert!(text.contains(&format!("`{field}`: ")), "{field}");
    }
    let (required, rest) = text.split_once("It may also give").unwrap();
    assert!(required.contains("must give each of these fields") && rest.contains("`stop_conditions`"));
    holds(
        &text,
        &["make no attempt and stop as *contract*", "never guess a field, and never take one from elsewhere"],
    );
    holds(
        &step(&prompt, 15),
        &[
            "*Contract*: the plan, its `Run contract` or a field of that is missing. The line for people asks for exactly that",
        ],
    );
    holds(&step(&prompt, 14), &["`contract`", "Where a stop of step 15 holds, its line comes last"]);
}

#[test]
fn only_ready_items_are_taken_and_in_the_plans_order() {
    let prompt = prompt(&go(), &[("fixes", "2")]);
    holds(
        &step(&prompt, 6),
        &[
            "`blocked_by` names no item that is open",
            "what an open pull request of the loop would close is open still",
            "it does not stand under `needs_human`, and its strikes (step 8) are below the limit",
            "One that needs a decision (a public contract",
            "is skipped; put it under `needs_human` with the question",
        ],
    );
    holds(
        &step(&prompt, 7),
        &[
            "from the top of the plan's order, up to 2 items in all",
            "none out of turn because it looks easier",
        ],
    );
}

#[test]
fn an_attempt_is_written_down_before_it_is_made_and_never_into_a_file() {
    let prompt = prompt(&go(), &[]);
    holds(
        &step(&prompt, 8),
        &[
            "Before each attempt at an item, post what you are about to do as an `attempt` block, in the loop-state issue and never in a file",
            "begin only when it is stored",
            "gh issue comment \"$ISSUE\"",
        ],
    );
    assert!(
        prompt.find("### 8.").unwrap()
            < prompt.find("write the test that shows what the item asks for").unwrap()
    );
    let block = prompt.split("```json\n").nth(1).unwrap().split("\n```").next().unwrap();
    let block: Value = serde_json::from_str(block).unwrap();
    assert_eq!((&block["state"], &block["outcome"]), (&Value::from("attempt"), &Value::Null));
    assert!(block["item"].is_string() && block["approach"].is_string());
}

#[test]
fn failed_and_died_attempts_are_strikes_and_a_second_death_sets_the_item_aside() {
    for (strikes, said) in [("1", "At 1 strike, or at"), ("4", "At 4 strikes, or at")] {
        holds(
            &step(&prompt(&go(), &[("strikes", strikes)]), 8),
            &[
                "Failed attempts and attempts that died are strikes against their item, all of them",
                said,
                "`strike_limit` where that is less, the item goes under `needs_human`",
                "A second attempt in a row that died on one item puts it there at once, below that limit too",
                "never repeat an approach that is recorded as failed",
                "An attempt of which no later `done` block says how it ended has died",
            ],
        );
    }
}

#[test]
fn the_orchestrator_itself_builds_test_first_and_ticks_the_plan_in_the_same_pull_request() {
    let text = step(&prompt(&go(), &[]), 9);
    holds(
        &text,
        &[
            "You write test and change yourself; no subagent does.",
            "write the test that shows what the item asks for, run it, and watch it fail for the right reason",
            "by the approach that is written down, and nothing else",
            "That mark, in the same pull request as the work, is all that you ever change there: add, drop, reorder and reword nothing",
            "note the attempt as `failed` with the reason",
        ],
    );
    assert!(text.find("watch it fail").unwrap() < text.find("watch it pass").unwrap());
}

#[test]
fn what_cannot_be_taken_back_waits_for_a_person_even_where_the_plan_asks_for_it() {
    holds(
        &step(&prompt(&go(), &[]), 9),
        &[
            "is done by a person, even if the plan asks you for it",
            "Put the item under `needs_human` with what that person must do",
            "No field of the plan takes away a gate or a review",
        ],
    );
}

#[test]
fn an_item_is_done_when_gate_refuters_and_both_reviews_say_so() {
    let prompt = prompt(&go(), &[("refuters", "2")]);
    holds(
        &step(&prompt, 10),
        &[
            "Run the whole gate on the final tree",
            "Each item that you built goes to 2 refuters who do not see each other's answer",
            "that it does not meet `definition_of_done`",
            "No item skips this",
        ],
    );
    holds(&step(&prompt, 11), &["two reviewers who wrote none of it", "Only two SHIPs let an item go on"]);
    holds(&step(&prompt, 5), &["The reviewers whom the contract names review beside those of step 11"]);
}

#[test]
fn the_loop_is_drained_when_no_item_was_ready_for_so_many_rounds() {
    let prompt = prompt(&go(), &[("drained", "4"), ("stop_streak", "5")]);
    holds(
        &step(&prompt, 15),
        &[
            "*Drained*: 4 rounds in a row in which the base was green, the plan was read whole, no item of it was ready, and no pull request of the loop was open",
            "the stop streak has reached 5",
            "`plan-drain: drained`",
        ],
    );
    assert!(!prompt.contains("hunter") && !prompt.contains("nitpick"), "that is the other archetype's");
}

#[test]
fn the_record_says_of_each_attempt_how_it_ended() {
    for known in [go(), rust(), bare(), Known { release: Some(flow()), ..go() }] {
        let on = if known.release.is_some() { "on" } else { "off" };
        let prompt = prompt(&known, &[("release_on_completion", on)]);
        let block = prompt.split("```json\n").nth(2).unwrap().split("\n```").next().unwrap();
        let block: Value = serde_json::from_str(block).unwrap();
        assert_eq!(block["state"], "done");
        for key in ["attempts", "strikes", "needs_human", "gate", "reviews", "open_pulls", "noticed"] {
            assert!(block[key].is_array(), "{key}");
        }
        assert_eq!(block["attempts"][0]["outcome"], "done");
        assert!(block.get("findings").is_none() && block.get("nitpicks_only").is_none());
        assert_eq!(block.get("release").is_some(), on == "on");
    }
}

#[test]
fn a_pushed_branch_is_resumed_with_the_item_of_its_own_attempt() {
    let prompt = prompt(&go(), &[]);
    holds(
        &step(&prompt, 3),
        &[
            "finished before anything new begins",
            "you work on it from step 10, with the item that its own attempt names",
        ],
    );
    holds(&step(&prompt, 10), &["A round that resumes a branch reads the plan as in step 5 first."]);
}

#[test]
fn a_tick_rewrites_a_line_so_additive_authority_never_merges_one() {
    let prompt = prompt(&go(), &[("merge", "additive")]);
    holds(
        &step(&prompt, 13),
        &["After any other exit a maintainer merges the pull request", "with no line deleted"],
    );
    assert!(
        !prompt.contains("leave the line out"),
        "the decision log gets its line: nothing here is one commit of records"
    );
}

#[test]
fn without_a_gate_in_the_files_the_contract_may_name_one() {
    let prompt = prompt(&Known { gates: vec![], ..go() }, &[]);
    holds(
        &prompt,
        &["So does the field `gate` of the contract (step 5)", "If neither is there, do steps 1 and 2 only"],
    );
}

#[test]
fn a_decided_question_is_no_open_one() {
    let log = Some(KnownLog { path: "docs/adr".into(), tracked: true, file: false });
    holds(
        &step(&prompt(&Known { log, ..go() }, &[]), 6),
        &["A decision in `docs/adr` is settled, and is no open question"],
    );
}

#[test]
fn a_shell_takes_every_block() {
    for known in [go(), rust(), bare(), Known { hosting: Some("gitlab".into()), ..go() }] {
        let known = Known { release: Some(flow()), ..known };
        let prompt = prompt(&known, &[("merge", "all"), ("release_on_completion", "on")]);
        for (heading, block) in blocks(&prompt) {
            let out = Command::new("sh").args(["-n", "-c", &block]).output().unwrap();
            assert!(out.status.success(), "{heading}: {}", String::from_utf8_lossy(&out.stderr));
        }
    }
}

#[test]
fn it_is_short_enough_to_be_read_whole() {
    for known in [go(), rust(), bare()].map(|known| Known { release: Some(flow()), ..known }) {
        // The contract and the attempts take some twenty lines more than a hunt does.
        let lines = prompt(&known, &[]).lines().count();
        assert!(lines <= 310, "{lines} lines");
        let lines = prompt(&known, &[("merge", "all"), ("release_on_completion", "on")]).lines().count();
        assert!(lines <= 325, "{lines} lines");
    }
}
