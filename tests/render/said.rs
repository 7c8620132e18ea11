//! What the prompt says so that no round loops, loses its state or breaks a repository's own rules.

use abcd::routine::render::Known;

use crate::support::{answered, flow, gate, go, rendered, rust};

/// The text of one step or section, by a part of its heading.
fn section(prompt: &str, heading: &str) -> String {
    let start = prompt.lines().skip_while(|line| !(line.starts_with("###") && line.contains(heading)));
    let lines: Vec<&str> =
        start.skip(1).take_while(|line| !line.starts_with("## ") && !line.starts_with("### ")).collect();
    assert!(!lines.is_empty(), "{heading}");
    lines.join("\n")
}

fn holds(prompt: &str, heading: &str, parts: &[&str]) {
    let section = section(prompt, heading);
    for part in parts {
        assert!(section.contains(part), "{heading} lacks {part:?}:\n{section}");
    }
}

#[test]
fn a_repository_that_forbids_a_step_is_left_alone_before_anything_is_posted() {
    let prompt = rendered(&rust()).prompt;
    let rules = "Read the repository's own rules before you post anything";
    holds(
        &prompt,
        "### 1.",
        &[rules, "If they forbid what a step below does", "post nothing, name the rule"],
    );
    assert!(prompt.find(rules).unwrap() < prompt.find("gh issue create").unwrap());
}

#[test]
fn disclosure_takes_the_form_that_the_repository_asks_for() {
    let prompt = rendered(&rust()).prompt;
    assert!(!prompt.contains("nowhere else"));
    holds(
        &prompt,
        "Text that others can read",
        &[
            "where it asks for it and in the form that it asks for",
            "unless it is a trailer or a disclosure that the repository itself asks for",
            "git log --format=%B HEAD --not --remotes=$REMOTE",
        ],
    );
}

#[test]
fn only_a_finished_round_is_the_state_and_a_started_one_after_it_failed() {
    let prompt = rendered(&rust()).prompt;
    holds(&prompt, "### 1.", &["The newest JSON block with `\"state\": \"done\"` is the state"]);
    holds(
        &prompt,
        "### 2.",
        &["A `resume` that is newer than the state sets `stop_streak` and `drained_streak` to 0"],
    );
    holds(
        &prompt,
        "### 3.",
        &["so is each `started` block between it and your own", "If that reaches 3, go to step 14"],
    );
    holds(&prompt, "### 14.", &["to the newest `done` block before it"]);
}

#[test]
fn every_round_says_that_it_started_before_it_resumes_anything() {
    let prompt = rendered(&rust()).prompt;
    holds(&prompt, "### 2.", &["Now post the block of step 14 with only", "`\"state\": \"started\"`"]);
    assert!(!section(&prompt, "### 4.").contains("started"));
}

#[test]
fn a_resumed_branch_has_an_end_and_the_oldest_goes_first() {
    let prompt = rendered(&rust()).prompt;
    holds(
        &prompt,
        "### 3.",
        &[
            "from the oldest round to the newest",
            "the oldest branch to be finished is this round",
            "name the others in the record",
            "If it still has no pull request when the round ends, for any reason but a red base, it goes under `needs_human`",
            "push nothing and put the pull request under `needs_human`",
            "a trusted `bug-hunt: clear ITEM` names after it was closed",
        ],
    );
    holds(
        &prompt,
        "### 11.",
        &["Fix a blocked one here once", "If it is blocked again, take it out with `git revert`"],
    );
}

#[test]
fn nothing_left_opens_nothing_and_a_conflict_is_told() {
    let prompt = rendered(&rust()).prompt;
    holds(
        &prompt,
        "### 12.",
        &["If `git diff --quiet $BASE...HEAD` succeeds", "open nothing, and go to step 14"],
    );
    holds(
        &prompt,
        "### 13.",
        &[
            "prints a name. Right after a push there may be none yet.",
            "\n\nFix a check",
            "otherwise `git merge --abort`",
        ],
    );
}

#[test]
fn no_command_waits_longer_than_one_call() {
    for known in [go(), rust(), Known { hosting: Some("gitlab".into()), ..go() }] {
        let prompt = rendered(&known).prompt;
        assert!(!prompt.contains("sleep "));
        holds(&prompt, "### 13.", &["once a minute, each time in a call of its own", "-mmin +30"]);
    }
}

#[test]
fn the_record_holds_what_a_later_round_needs_to_know_a_finding_again() {
    let prompt = rendered(&rust()).prompt;
    holds(
        &prompt,
        "### 14.",
        &[
            r#""findings": [{"id": "r7-1", "claim": "CLAIM", "at": "PATH:LINE", "severity""#,
            r#""open_pulls": [{"number""#,
            "`null` where it did not run",
            "`failed-rounds`, `harm` or `budget`",
            "Where a stop of step 15 holds, its line comes last.",
        ],
    );
    holds(&prompt, "### 7.", &["what `git hash-object` prints for that file", "$LOOP/private/ID.md"]);
    holds(&prompt, "### 6.", &["of all earlier blocks", "the files in `$LOOP/private`"]);
}

#[test]
fn a_block_of_the_record_is_json() {
    for known in [go(), rust()] {
        let prompt = rendered(&known).prompt;
        let block = prompt.split("```json\n").nth(1).unwrap().split("\n```").next().unwrap();
        let block: serde_json::Value = serde_json::from_str(block).unwrap();
        assert_eq!(block["state"], "done");
    }
}

#[test]
fn the_loops_own_account_is_looked_up_and_each_branch_is_asked_for() {
    let prompt = rendered(&rust()).prompt;
    holds(&prompt, "### 1.", &["gh api user --jq .login", "an app or a bot often has no such right"]);
    holds(&prompt, "### 3.", &["gh pr list --state all --head \"$branch\" --json"]);
    assert!(!prompt.contains("--limit"));
}

#[test]
fn a_gate_without_tests_says_so_and_what_a_fix_does_then() {
    let lint = Known { gates: vec![gate("make lint", ".", false)], ..go() };
    holds(
        &rendered(&lint).prompt,
        "The gate",
        &["This command is not known to run tests. Where step 9 runs a test"],
    );
    for known in [go(), rust(), Known { gates: vec![], ..go() }] {
        assert!(!rendered(&known).prompt.contains("known to run tests"));
    }
}

#[test]
fn what_a_gate_command_rewrites_in_the_rounds_own_files_is_committed() {
    holds(&rendered(&rust()).prompt, "### 10.", &["commit what it changed in yours and run the gate again"]);
}

#[test]
fn ci_that_was_not_read_is_named_where_its_result_is_looked_at() {
    holds(
        &rendered(&rust()).prompt,
        "### 13.",
        &["not all of it is in the gate: `.github/workflows/cross.yml`. Look at the results"],
    );
    let two = Known { unread: vec!["ci/a.yml".into(), "ci/b.yml".into()], ..go() };
    holds(&rendered(&two).prompt, "### 13.", &["These files also say", "`ci/a.yml`, `ci/b.yml`. Look"]);
    assert!(!rendered(&go()).prompt.contains("also say"));
    let hostile = Known { unread: vec!["ci/`a`.yml".into()], ..go() };
    let out = rendered(&hostile);
    assert!(!out.prompt.contains("also say") && out.left_out[0].what == "the name of a CI file");
}

#[test]
fn a_prompt_is_short_enough_to_be_read_whole() {
    let known = [go(), rust(), Known { gates: vec![], default_branch: None, remote: None, ..rust() }];
    for known in known.map(|known| Known { release: Some(flow()), ..known }) {
        let lines = rendered(&known).prompt.lines().count();
        assert!(lines <= 290, "{lines} lines");
        // What a maintainer switches on brings its own block: one to merge, one to release.
        let lines =
            answered(&known, &[("merge", "all"), ("release_on_completion", "on")]).prompt.lines().count();
        assert!(lines <= 310, "{lines} lines");
    }
}
