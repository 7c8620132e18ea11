//! What a prompt lets its loop merge and release: the steps that each answer brings, and no others.

use abcd::routine::render::{Answers, Cannot, Known, KnownLog, render};

use crate::runs::blocks;
use crate::support::{answered, bare, edition, flow, go, rust};

fn merging(known: &Known, merge: &str) -> String {
    answered(known, &[("merge", merge)]).prompt
}

/// The lines of code that a prompt has its reader run, and its code in sentences.
fn code(prompt: &str) -> String {
    let blocks: String = blocks(prompt).into_iter().map(|(_, block)| block).collect();
    let spans = prompt.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    spans.fold(blocks, |all, span| all + span + "\n")
}

#[test]
fn without_authority_nothing_is_set_to_merge() {
    for hosting in ["github", "gitlab", "forgejo"] {
        let prompt = merging(&Known { hosting: Some(hosting.into()), ..go() }, "none");
        let code = code(&prompt);
        for step in ["pr merge", "mr merge", "abcd routine eligible", "--auto-merge", "--disable-auto"] {
            assert!(!code.contains(step), "{hosting}: {step}");
        }
        assert!(prompt.contains("You may not merge, tag"), "{hosting}");
        assert!(prompt.contains("Then leave the pull request open: a maintainer merges it."), "{hosting}");
        assert!(
            prompt.contains("Set no pull request of this loop to merge by itself, not even one"),
            "{hosting}"
        );
        assert!(!prompt.contains("Have the forge merge it"), "{hosting}");
    }
}

#[test]
fn added_records_alone_merge_only_after_a_yes_of_the_allowlist() {
    let prompt = merging(&go(), "additive");
    let (asked, merged) =
        (prompt.find("ask `abcd routine eligible --base $BASE`"), prompt.find("gh pr merge"));
    assert!(asked.unwrap() < merged.unwrap(), "first the question, then the merge");
    assert!(
        prompt
            .contains("Set a pull request that passed as eligible to merge by itself when all of this holds")
    );
    assert!(prompt.contains("Exit 0 is yes") && prompt.contains("After any other exit a maintainer merges"));
    assert!(
        prompt
            .contains("in one commit, with no line deleted, `abcd record check` green on the merged result")
    );
    assert!(prompt.contains("carries one for added records alone"));
}

#[test]
fn where_no_record_is_kept_additive_merges_nothing() {
    for known in [rust(), bare()] {
        let prompt = merging(&known, "additive");
        assert!(!code(&prompt).contains("gh pr merge") && !prompt.contains("abcd routine eligible"));
        assert!(prompt.contains("and this repository keeps no such records"));
        assert!(prompt.contains("leave the pull request open: a maintainer merges it"));
    }
}

#[test]
fn with_full_authority_a_merge_still_waits_for_every_gate() {
    for (hosting, command) in
        [("github", "gh pr merge \"$PR\" --auto"), ("gitlab", "glab mr merge \"$PR\" --auto-merge")]
    {
        let prompt = merging(&Known { hosting: Some(hosting.into()), ..rust() }, "all");
        assert!(code(&prompt).contains(command), "{hosting}");
        assert!(prompt.contains("two SHIPs, a green gate, `$BASE` fetched anew and contained"));
        assert!(prompt.contains("no check red or running, no trusted reviewer who asks for changes"));
        assert!(prompt.contains("merge over a check or a rule that says no, never push to `$TARGET`"));
        assert!(prompt.contains("No kind of change goes round step 13."));
        assert!(!prompt.contains("abcd routine eligible"));
    }
    let prompt = merging(&Known { hosting: Some("forgejo".into()), ..rust() }, "all");
    assert!(
        prompt
            .contains("Have the forge merge it with your client once its checks pass, bound to that commit")
    );
}

#[test]
fn no_merge_is_forced_and_none_is_immediate() {
    for merge in ["none", "additive", "all"] {
        for known in [go(), rust(), Known { hosting: Some("gitlab".into()), ..go() }] {
            let prompt = merging(&known, merge);
            for line in code(&prompt).lines().filter(|line| line.contains(" merge \"$PR\"")) {
                let bound = ["--match-head-commit", "--sha", "--disable-auto"];
                assert!(bound.iter().any(|flag| line.contains(flag)), "bound to the commit seen: {line}");
            }
            assert!(
                !code(&prompt).lines().any(|line| line.contains("gh pr merge") && line.contains("--admin"))
            );
        }
    }
}

#[test]
fn a_release_begins_only_where_it_is_switched_on_and_a_way_is_known() {
    let known = Known { release: Some(flow()), ..go() };
    for (answer, begins) in [("off", false), ("on", true)] {
        let prompt = answered(&known, &[("release_on_completion", answer)]).prompt;
        for step in [
            "git worktree add --no-track -b \"bug-hunt/release-$ROUND\"",
            "git describe --tags",
            "docs/RELEASING.md",
            "begin a release as step 14 says",
            "\"release\": null",
        ] {
            assert_eq!(prompt.contains(step), begins, "{answer}: {step}");
        }
        assert!(prompt.contains("tag, publish, deploy"), "{answer}");
    }
    let mut answers = Answers::by_default(edition());
    answers.set(edition(), "release_on_completion", "on").unwrap();
    assert_eq!(render(edition(), "bug-hunt", &go(), &answers), Err(Cannot::NoReleaseFlow));
}

#[test]
fn a_decision_log_and_an_eligible_commit_do_not_clash() {
    let text = "leave the line out: eligible is one commit";
    assert!(merging(&go(), "additive").contains(text));
    assert!(!merging(&go(), "all").contains(text) && !merging(&go(), "none").contains(text));
    let folder =
        Known { log: Some(KnownLog { path: "docs/adr".into(), tracked: true, file: false }), ..go() };
    assert!(!merging(&folder, "additive").contains(text));
}
