//! What the maintainers of a fleet asked for, one test a criterion, through the built binary where it can be.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{abcd, printed, repository};
use crate::runs::blocks;

/// Every rule that an archetype must carry, but for the two of which the number of rounds picks one.
const RULES: [&str; 20] = [
    "additive-allowlist",
    "bounded-ci-wait",
    "host-makes-platform-calls",
    "maintainer-trust",
    "needs-human",
    "never-discard-what-is-read",
    "no-credential-in-abcd",
    "proof-of-work",
    "public-text-ban",
    "refuter-count",
    "release-under-gates",
    "resume-pushed-branch",
    "rewrites-need-authority",
    "stop-conditions",
    "stored-reread",
    "strict-up-to-date",
    "structural-attempt-same-gates",
    "update-the-branch",
    "wait-for-all",
    "worktree-per-subagent",
];

/// What only a loop with a plan carries.
const PLAN_RULES: [&str; 4] = ["irreversible-needs-human", "plan-wins", "strike-limit", "write-ahead"];

/// The archetypes that a caller can render.
const ARCHETYPES: [&str; 2] = ["bug-hunt", "plan-drain"];

fn folded(folder: &Path, more: &[&str]) -> String {
    printed(folder, more).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

/// The names of the rules in a render's JSON, each of which stands in its prompt.
fn rules(folder: &Path, more: &[&str]) -> Vec<String> {
    let out = abcd(folder, &[more, &["--json"]].concat(), &[]);
    let document: Value = serde_json::from_slice(&out.stdout).unwrap();
    let prompt = document["prompt"].as_str().unwrap();
    let rules = document["invariants"].as_array().unwrap().iter();
    rules
        .map(|rule| {
            assert!(prompt.contains(rule["text"].as_str().unwrap()), "{rule}");
            rule["id"].as_str().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn given_a_go_repository_with_a_preflight_target_the_prompt_has_its_gate_and_every_rule_and_stays_the_same() {
    let folder = repository("");
    for archetype in ARCHETYPES {
        for (rounds, pace) in [("1", "one-round"), ("4", "multi-round-cap")] {
            let asked = [archetype, "--set", &format!("rounds={rounds}")].map(ToOwned::to_owned);
            let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
            let first = printed(folder.path(), &asked);
            let gate = blocks(&first).into_iter().find(|(heading, _)| heading == "The gate").unwrap();
            assert_eq!(gate.1, "make preflight\n", "{archetype}");
            let own = if archetype == "plan-drain" { &PLAN_RULES[..] } else { &[] };
            let mut expected = [&RULES[..], own, &[pace]].concat();
            expected.sort_unstable();
            assert_eq!(rules(folder.path(), &asked), expected, "{archetype}");
            for rule in expected {
                assert_eq!(first.matches(&format!("**Rule `{rule}`.**")).count(), 1, "{archetype}: {rule}");
            }
            assert_eq!(first, printed(folder.path(), &asked));
        }
    }
}

#[test]
fn given_an_ignored_decision_log_records_go_to_the_loop_state_issue_and_nothing_is_committed_there() {
    let folder = repository("docs/\n.abcd/\n");
    fs::create_dir_all(folder.path().join(".abcd/work/issues/open")).unwrap();
    fs::write(folder.path().join(".abcd/work/DECISIONS.md"), "- a decision\n").unwrap();
    for archetype in ARCHETYPES {
        let prompt = printed(folder.path(), &[archetype]);
        for path in ["docs/", "DECISIONS", ".abcd/work/", ".abcd/development", "abcd capture"] {
            assert!(!prompt.contains(path), "{archetype}: {path}");
        }
        let name = format!("the `{archetype}` loop: a comment a round");
        holds(&prompt, &[&name, "It goes into the loop-state issue, never into a file"]);
        assert!(printed(repository("").path(), &[archetype]).contains("`docs/DECISIONS.md`"), "{archetype}");
    }
}

#[test]
fn given_the_defaults_there_is_no_release_step() {
    for archetype in ARCHETYPES {
        let prompt = printed(repository("").path(), &[archetype]);
        for (heading, block) in blocks(&prompt) {
            let step = ["release", "git tag", "git describe"].into_iter().find(|step| block.contains(step));
            assert_eq!(step, None, "{archetype}: {heading}");
        }
        holds(&prompt, &["This loop makes no release, and no round or stop of it is a reason for one."]);
        assert!(!prompt.contains("begin a release"), "{archetype}");
    }
}

#[test]
fn given_release_on_completion_the_closing_round_starts_the_flow_that_was_found_under_every_gate_of_it() {
    let folder = repository("");
    fs::write(folder.path().join("RELEASING.md"), "# Releasing\n\nTag it, then wait.\n").unwrap();
    let given =
        ["only if a fix above `nitpick` has merged since", "only if an item of the plan has merged since"];
    for (archetype, given) in ARCHETYPES.into_iter().zip(given) {
        let out = abcd(folder.path(), &[archetype, "--set", "release_on_completion=on"], &[]);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let prompt = String::from_utf8(out.stdout).unwrap();
        holds(
            &prompt,
            &[
                "Begin a release only in the round that stops the loop as *drained*, and only if",
                given,
                "in every other round, and after every other stop, release nothing",
                "`RELEASING.md`) and pass every gate of it as anybody must: skip, force or answer none of them",
                "read `RELEASING.md` whole and begin the release there",
                "which ends with the line of the stop as always",
            ],
        );
    }
}

#[test]
fn given_release_on_completion_where_no_flow_was_found_there_is_no_prompt() {
    let out = abcd(repository("").path(), &["--set", "release_on_completion=on", "--json"], &[]);
    let refusal: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((out.status.code(), &refusal["code"]), (Some(2), &Value::from("routine/no-release-flow")));
}

#[test]
fn given_any_archetype_public_text_is_clean_and_each_stored_text_is_read_again_and_stripped() {
    for archetype in ARCHETYPES {
        let prompt = printed(repository("").path(), &[archetype]);
        holds(
            &prompt,
            &[
                "Commit messages, branch names, pull requests, issues and comments carry no session URL or session id, no footer or badge of the tool that wrote them",
                "Each time that you create or edit a pull request, an issue or a comment, read back what the forge stored, not what you sent",
                "Strip what the ban forbids by an edit and read again, before the round goes on",
            ],
        );
        let (_, reading) =
            blocks(&prompt).into_iter().find(|(under, _)| under.starts_with("Text that")).unwrap();
        holds(
            &reading,
            &[
                "gh pr view \"$PR\"",
                "gh issue view \"$ISSUE\"",
                "issues/comments/$COMMENT",
                "grep -nEi \"$BAN\"",
            ],
        );
        holds(&prompt, &["`gh pr edit \"$PR\"", "`gh issue edit \"$ISSUE\"", "`gh api --method PATCH"]);
    }
}

#[test]
fn given_several_subagents_each_has_its_own_worktree_and_all_return_before_anything_is_touched() {
    for archetype in ARCHETYPES {
        let text = folded(repository("").path(), &[archetype]);
        holds(
            &text,
            &[
                "works in a git worktree of its own: never in your checkout, never in another's",
                "While a subagent is out, neither change nor discard what it may be reading",
                "wait until every one has returned, or was ended by you and noted as failed, before you act on the answer of any",
                "git worktree add --detach \"$TREE-review-1\" \"$BRANCH\"",
            ],
        );
    }
    holds(
        &folded(repository("").path(), &[]),
        &[
            "do git worktree add --detach \"$TREE-$name\" \"$START\"; done",
            "git worktree add --detach \"$TREE-refuter-1\"",
        ],
    );
}

#[test]
fn given_a_second_block_on_one_coupling_a_structural_attempt_passes_the_same_gates_before_the_streak_counts()
{
    for archetype in ARCHETYPES {
        let text = folded(repository("").path(), &[archetype]);
        holds(
            &text,
            &[
                "A second BLOCK with the same root cause, in this round or an earlier one, is progress: take the first off the streak, count neither",
                "The next round first attempts the structural fix that removes that coupling instead of adding a case, through the same gate and the same two reviews, none of them relaxed",
                "Only a BLOCK on that attempt counts, and the pair with it",
                "The `structural_next` of the state comes first.",
                "\"structural_next\": null",
            ],
        );
    }
}

#[test]
fn given_an_item_out_of_reach_it_is_marked_once_and_left_alone_until_a_person_clears_it() {
    for archetype in ARCHETYPES {
        let text = folded(repository("").path(), &[archetype]);
        let cleared =
            format!("Only a trusted `{archetype}: clear ITEM` that is newer than the record takes it off");
        holds(
            &text,
            &[
                "An item or pull request that a stop or a failed structural fix has put out of your reach stands once under `needs_human` in the record",
                "do not pick it, do not resume its branch or pull request, and do not argue it again",
                &cleared,
                "Leave out what stands under `needs_human`.",
                "the item then goes under `needs_human`",
                "\"needs_human\": [{\"item\"",
            ],
        );
    }
}
