//! With `--commit`: one commit a repository, by the person's identity, through their hooks, or none at all.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::made::{Fleet, SWEEP};
use crate::support::{changes, tree};

/// A fleet at version 1 whose person is known to git.
fn named(names: &[&str]) -> Fleet {
    let fleet = Fleet::swept(names, 1);
    fs::write(fleet.sandbox.home.join(".gitconfig"), "[user]\n\tname = Bea\n\temail = bea@example.com\n")
        .unwrap();
    fleet
}

fn hook(fleet: &Fleet, name: &str, script: &str) {
    fleet.write(name, ".git/hooks/pre-commit", &format!("#!/bin/sh\n{script}\n"));
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(fleet.at(name, ".git/hooks/pre-commit"), mode).unwrap();
}

#[test]
fn there_is_one_commit_of_the_routines_files_and_nothing_else() {
    let fleet = named(&["a"]);
    fleet.write("a", "mine.txt", "staged\n");
    fleet.git("a", "add mine.txt");
    fleet.edit("a", "Makefile", "cargo test", "cargo test --all");
    hook(&fleet, "a", "touch hook-ran");
    let ran = fleet.known("fleet update fleet --commit --json").run().done();
    assert_eq!(ran.documents()[0]["committed"], true);
    assert_eq!(fleet.git("a", "log -1 --format=%an/%ae/%cn"), "Bea/bea@example.com/Bea\n");
    assert_eq!(fleet.git("a", "rev-list --count HEAD~1..HEAD"), "1\n");
    let files = fleet.git("a", "show --name-only --format= HEAD");
    assert!(
        files.lines().all(|file| file.starts_with(".abcd/routines/sweep/")) && !files.is_empty(),
        "{files}"
    );
    let status = fleet.git("a", "status --porcelain");
    assert_eq!(status, " M Makefile\nA  mine.txt\n?? hook-ran\n");
    assert_eq!(fleet.git("a", "branch --show-current"), "main\n");
    // There is nothing left to commit.
    let again = fleet.known("fleet update fleet --commit --json").run().done();
    assert_eq!(again.documents()[0]["committed"], false);
}

#[test]
fn a_hook_that_declines_leaves_everything_as_it_was() {
    for more in ["", " --branch abcd/routines"] {
        let fleet = named(&["a", "b"]);
        hook(&fleet, "a", "exit 1");
        let look = || {
            let refs = fleet.git("a", "for-each-ref");
            (tree(&fleet.folder().join("a")), refs, fleet.git("a", "status --porcelain --branch"))
        };
        let before = look();
        let ran = fleet
            .known(&format!("fleet update fleet --commit --json{more}"))
            .run()
            .refused("fleet/incomplete");
        let documents = ran.documents();
        assert_eq!(
            (&documents[0]["code"], &documents[0]["left"]),
            (&json!("fleet/commit-refused"), &json!(true))
        );
        assert_eq!(documents[0]["update"]["changed"], false);
        assert_eq!(documents[1]["committed"], true, "{ran}");
        let after = look();
        assert_eq!(changes(&before.0, &after.0), Vec::<String>::new());
        assert_eq!((before.1, before.2), (after.1, after.2));
    }
}

#[test]
fn without_a_name_there_is_no_commit_and_the_files_are_put_back() {
    let fleet = Fleet::swept(&["a"], 1);
    let before = fleet.files("a");
    let call = fleet.known("fleet update fleet --commit --json").env("EMAIL", "");
    let ran = call.run().refused("fleet/incomplete");
    assert_eq!(ran.documents()[0]["code"], "fleet/commit-refused");
    assert_eq!(fleet.files("a"), before);
}

#[test]
fn a_branch_takes_the_commit_and_the_one_that_was_checked_out_stays() {
    let fleet = named(&["detached", "plain", "taken", "unclean", "untracked"]);
    fleet.git("taken", "branch abcd/routines");
    fleet.edit("unclean", "Makefile", "cargo test", "cargo test --all");
    fleet.write("untracked", "new.txt", "mine\n");
    fleet.git("detached", "checkout --quiet --detach");
    let main = fleet.git("plain", "rev-parse main");
    let line = "fleet update fleet --commit --branch abcd/routines --json";
    let ran = fleet.known(line).run().refused("fleet/incomplete");
    let codes: Vec<_> = ran.documents().iter().take(5).map(|row| row["code"].clone()).collect();
    let (taken, unclean) = (json!("fleet/branch-taken"), json!("fleet/unclean-tree"));
    assert_eq!(codes, [json!(null), json!(null), taken, unclean, json!(null)]);
    for name in ["detached", "plain", "untracked"] {
        assert_eq!(fleet.git(name, "branch --show-current"), "abcd/routines\n", "{name}");
        assert!(fleet.git(name, "show HEAD:.abcd/routines/sweep/prompt.md").contains("what anybody wrote"));
    }
    assert_eq!(fleet.git("plain", "rev-parse main"), main);
    assert_eq!(fleet.git("unclean", "branch --show-current"), "main\n");
    assert_eq!(fleet.read("untracked", "new.txt"), "mine\n");
    // Called again it goes on: what is done stays done.
    fleet.git("taken", "branch --delete --force abcd/routines");
    fleet.commit("unclean");
    drop(fleet.known(line).run().done());
}

#[test]
fn what_an_earlier_call_wrote_and_did_not_commit_is_committed() {
    let fleet = named(&["a"]);
    drop(fleet.known("fleet update fleet").run().done());
    assert_ne!(fleet.git("a", "status --porcelain"), "");
    let ran = fleet.known("fleet update fleet --commit --json").run().done();
    assert_eq!(
        (&ran.documents()[0]["committed"], &ran.documents()[0]["update"]["changed"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(fleet.git("a", "status --porcelain"), "");
    assert!(fleet.git("a", &format!("show HEAD:{SWEEP}")).contains("what anybody wrote"));
}
