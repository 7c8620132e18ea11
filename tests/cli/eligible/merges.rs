//! How the commits stand to each other, and what only the merged result shows.

use super::branch::{ISSUE, LOG, barred, commit, decision, issue, no, own_issue, started, yes};
use crate::support::Sandbox;

/// A branch that adds one sound issue.
fn with_issue() -> Sandbox {
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    sandbox
}

#[test]
fn nothing_to_merge_is_not_eligible() {
    let sandbox = started();
    assert_eq!(no(&sandbox).1, ["no-commit"]);
    commit(&sandbox, "empty");
    assert_eq!(no(&sandbox).1, ["no-change"]);
}

#[test]
fn a_branch_is_one_commit() {
    let sandbox = with_issue();
    let path = ".abcd/development/decisions/adrs/adr-3102030405061236-text.md";
    sandbox.write(path, decision("3102030405061236", "text"));
    commit(&sandbox, "second");
    let (report, reasons) = no(&sandbox);
    assert_eq!((reasons, &report["commits"]), (vec!["several-commits".to_owned()], &2.into()));
    // What one commit does and another takes back is in the history for ever.
    sandbox.git("reset --quiet --hard HEAD~1");
    sandbox.write("secret.txt", "s\n");
    commit(&sandbox, "secret");
    sandbox.git("rm --quiet secret.txt");
    commit(&sandbox, "gone");
    assert_eq!(no(&sandbox).1, ["several-commits"]);
}

#[test]
fn a_merge_commit_is_not_eligible() {
    let sandbox = with_issue();
    let made = sandbox.git("commit-tree HEAD^{tree} -p main -p main~1 -m merged");
    sandbox.git(&format!("reset --quiet --hard {}", made.trim()));
    assert_eq!(no(&sandbox).1, ["no-single-parent"]);
}

#[test]
fn the_merged_result_counts_and_not_the_branch() {
    let sandbox = with_issue();
    // The base moves on; what it changed itself is no change of the branch.
    sandbox.git("checkout --quiet main");
    sandbox.write("src/main.rs", "fn main() { run() }\n");
    sandbox.write(
        ".abcd/work/issues/open/iss-3102030405061299-other.md",
        issue("iss-3102030405061299", "other"),
    );
    commit(&sandbox, "on");
    sandbox.git("checkout --quiet work");
    let report = yes(&sandbox);
    assert_eq!((&report["changed"], &report["record_check"]["files"]), (&1.into(), &2.into()));
}

#[test]
fn an_id_that_both_branches_made_shows_after_the_merge() {
    let sandbox = with_issue();
    sandbox.run("record check").done();
    sandbox.git("checkout --quiet main");
    let other = ".abcd/work/issues/open/iss-3102030405061234-other.md";
    sandbox.write(other, issue("iss-3102030405061234", "other"));
    commit(&sandbox, "same");
    sandbox.run("record check").done();
    sandbox.git("checkout --quiet work");
    let (report, reasons) = no(&sandbox);
    assert_eq!(reasons, ["path", "record-problems"], "{report:#}");
    assert_eq!(report["paths"][0]["why"], "id-taken");
    let problems = report["record_check"]["problems"].as_array().unwrap();
    assert!(problems.iter().any(|problem| problem["path"] == other), "{report:#}");
}

#[test]
fn a_log_that_both_branches_add_to_is_a_conflict() {
    let sandbox = started();
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n- ours\n");
    commit(&sandbox, "ours");
    sandbox.git("checkout --quiet main");
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n- theirs\n");
    sandbox.write(".gitattributes", "* merge=union\n");
    commit(&sandbox, "theirs");
    sandbox.git("checkout --quiet work");
    let (report, reasons) = no(&sandbox);
    assert_eq!((reasons, &report["merged"]), (vec!["conflict".to_owned()], &serde_json::Value::Null));
    // Taken up by the branch, it is an append again.
    sandbox.git("reset --quiet --hard main");
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n- theirs\n- ours\n");
    commit(&sandbox, "again");
    yes(&sandbox);
}

#[test]
fn an_append_to_a_log_whose_end_the_base_cut_off_is_no_append() {
    let sandbox = started();
    let many: String = (0..20).flat_map(|number| [format!("- {number}"), "\n".to_owned()]).collect();
    sandbox.git("checkout --quiet main");
    sandbox.write(LOG, &many);
    commit(&sandbox, "many");
    sandbox.git("checkout --quiet -B work");
    sandbox.write(LOG, format!("- first\n{many}"));
    commit(&sandbox, "top");
    sandbox.git("checkout --quiet main");
    sandbox.write(LOG, format!("{many}- last\n"));
    commit(&sandbox, "end");
    sandbox.git("checkout --quiet work");
    assert_eq!(barred(&sandbox), (LOG.to_owned(), "edited".to_owned()));
}

#[test]
fn unrelated_histories_are_not_eligible() {
    let sandbox = started();
    sandbox.git("checkout --quiet --orphan alone");
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "alone");
    let (report, reasons) = no(&sandbox);
    assert_eq!(reasons, ["no-single-parent", "unrelated"], "{report:#}");
}

#[test]
fn without_a_record_in_the_base_the_answer_is_no() {
    let sandbox = Sandbox::new();
    sandbox.git("checkout --quiet -b work");
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    assert_eq!(no(&sandbox).1, ["no-record"]);
    // A record in the working tree alone is none either.
    let sandbox = Sandbox::new();
    sandbox.git("checkout --quiet -b work");
    drop(sandbox.run("init").done());
    sandbox.write("README.md", "text\n");
    sandbox.git("add README.md");
    sandbox.git("commit --quiet --message readme");
    assert!(no(&sandbox).1.contains(&"no-record".to_owned()));
}

#[test]
fn a_linked_worktree_is_judged_by_its_own_head() {
    let sandbox = with_issue();
    sandbox.git("checkout --quiet main");
    sandbox.git("worktree add --quiet ../tree work");
    let ran = sandbox.call("routine eligible --base main --json").from("../tree").run().done();
    assert_eq!(ran.document()["head"], sandbox.git("rev-parse work").trim());
    sandbox.run("routine eligible --base main").refused("routine/not-eligible");
}

#[test]
fn a_shallow_clone_is_judged_by_what_is_in_sight() {
    let sandbox = with_issue();
    for (depth, reasons) in [(2, None), (1, Some(["no-single-parent", "unrelated"]))] {
        let name = format!("../shallow{depth}");
        sandbox.git(&format!(
            "clone --quiet --no-local --depth {depth} --no-single-branch --branch work . {name}"
        ));
        let call = sandbox.call("routine eligible --base origin/main --json").from(&name).run();
        match reasons {
            None => assert_eq!(call.done().document()["eligible"], true),
            Some(reasons) => {
                let report = call.refused("routine/not-eligible").documents().remove(0);
                assert_eq!(report["reasons"], serde_json::json!(reasons));
            }
        }
    }
}

#[test]
fn a_repository_of_longer_ids_is_judged_too() {
    let sandbox = Sandbox::new();
    let repo = sandbox.root.join("long");
    sandbox.git("init --quiet --object-format=sha256 --initial-branch=main ../long");
    let call = |line: &str| sandbox.call(line).from(&repo).run();
    drop(call("init").done());
    sandbox.git_in(&repo, "add --all");
    sandbox.git_in(&repo, "commit --quiet --message record");
    sandbox.git_in(&repo, "checkout --quiet -b work");
    drop(call(r#"capture "login loops for ever" --remedy "cap the redirects""#).done());
    sandbox.git_in(&repo, "add --all");
    sandbox.git_in(&repo, "commit --quiet --message issue");
    assert_eq!(call("routine eligible --base main --json").done().document()["eligible"], true);
}

#[test]
fn the_base_is_the_default_branch_of_the_remote() {
    let sandbox = with_issue();
    sandbox.git("checkout --quiet main");
    sandbox.git("clone --quiet . ../clone");
    let clone = sandbox.root.join("clone");
    let call = |line: &str| sandbox.call(line).from(&clone).run();
    sandbox.git_in(&clone, "checkout --quiet work");
    assert_eq!(
        call("routine eligible --json").done().document()["base"],
        sandbox.git("rev-parse main").trim()
    );
    // CI checks out without the remote's own word; the only usual name is what is left.
    sandbox.git_in(&clone, "remote set-head origin --delete");
    assert_eq!(
        call("routine eligible --json").done().document()["base"],
        sandbox.git("rev-parse main").trim()
    );
    sandbox.git_in(&clone, "remote remove origin");
    call("routine eligible").refused("routine/base-unknown");
    for base in
        ["--base=-x", "--base=--output=x", "--base=main~1", "--base=main..work", "--base=", "--base=gone"]
    {
        sandbox.call("routine eligible").arg(base).from(&clone).run().refused("routine/base-unknown");
    }
}
