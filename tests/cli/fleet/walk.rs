//! What a scan finds, what it leaves alone, and what it remembers.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::made::Fleet;
use crate::support::changes;
use crate::support::tree;

/// The repositories that a call lists, and its summary.
fn found(fleet: &Fleet, line: &str) -> (Vec<String>, Value) {
    let mut documents = fleet.call(line).run().done().documents();
    let summary = documents.pop().unwrap();
    let names = documents.iter().map(|row| row["repository"].as_str().unwrap().to_owned()).collect();
    (names, summary)
}

#[test]
fn it_finds_what_holds_a_routine_in_the_order_of_the_names() {
    let fleet = Fleet::of(&["b", "a/z", "a-b", "a/y"]);
    fleet.repository("no-routine");
    fleet.write("no-repository", ".abcd/routines/bug-hunt/answers.json", "{}");
    let (names, summary) = found(&fleet, "fleet scan fleet --json");
    assert_eq!(names, ["fleet/a/y", "fleet/a/z", "fleet/a-b", "fleet/b"]);
    assert_eq!((&summary["repositories"], &summary["routines"]), (&json!(4), &json!(4)));
    assert_eq!((&summary["remembered"], &summary["skipped"]), (&json!(true), &json!([])));
}

#[test]
fn it_leaves_out_links_build_trees_and_what_stands_inside_a_repository() {
    let fleet = Fleet::of(&["a", "a/clone", "node_modules/b", "x/target/c", "kept/d"]);
    symlink(fleet.folder().join("kept"), fleet.folder().join("linked")).unwrap();
    let (names, _) = found(&fleet, "fleet scan fleet --json");
    assert_eq!(names, ["fleet/a", "fleet/kept/d"]);
    let (names, _) = found(&fleet, "fleet scan fleet --nested --json");
    assert_eq!(names, ["fleet/a", "fleet/a/clone", "fleet/kept/d"]);
    let (names, summary) = found(&fleet, "fleet scan fleet --depth 1 --json");
    assert_eq!(names, ["fleet/a"]);
    assert_eq!(summary["deeper"], 1, "kept/d lies deeper; x/target is none to look for: {summary}");
    // A folder that is named is looked through, whatever it is called, and no repository is found twice.
    let (names, _) = found(&fleet, "fleet scan fleet/node_modules fleet fleet/kept fleet/a --json");
    assert_eq!(names, ["fleet/a", "fleet/kept/d", "fleet/node_modules/b"]);
}

#[test]
fn a_repository_that_is_called_like_a_build_tree_is_found() {
    let fleet = Fleet::of(&["build", "vendor", "x/target", "out/in"]);
    let (names, _) = found(&fleet, "fleet scan fleet --json");
    assert_eq!(names, ["fleet/build", "fleet/vendor", "fleet/x/target"]);
}

#[test]
fn a_worktree_a_submodule_and_a_bare_clone_are_told_apart() {
    let fleet = Fleet::of(&["a"]);
    fleet.git("a", "worktree add --quiet ../tree -b other");
    fleet.git("a", "clone --quiet --bare . ../bare.git");
    fleet.git("a", "submodule --quiet add ./ sub");
    let (names, _) = found(&fleet, "fleet scan fleet --json");
    assert_eq!(names, ["fleet/a", "fleet/tree"]);
    let (names, _) = found(&fleet, "fleet scan fleet --nested --json");
    assert_eq!(names, ["fleet/a", "fleet/a/sub", "fleet/tree"]);
}

#[test]
fn hostile_names_and_closed_folders_are_said_and_stop_nothing() {
    let fleet = Fleet::of(&["a", "closed/b", "line\nbreak", "\u{202e}evil", "z"]);
    let odd = fleet.folder().join(OsStr::from_bytes(b"\xff\xfe"));
    fs::rename(fleet.folder().join("z"), odd).unwrap();
    let Some(sandbox) = fleet.sandbox.unprivileged() else { return };
    let fleet = Fleet { sandbox };
    fs::set_permissions(fleet.folder().join("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o000))
        .unwrap();
    let (names, summary) = found(&fleet, "fleet scan fleet --json");
    let expected = ["fleet/a", "fleet/line\nbreak", "fleet/\u{202e}evil", "fleet/\u{fffd}\u{fffd}"];
    assert_eq!(names, expected);
    assert_eq!(summary["skipped"], json!([{"path": "fleet/closed", "why": "the system does not permit it"}]));
    // The odd name is remembered byte by byte.
    let ran = fleet.call("fleet status").run().done();
    assert!(ran.stdout.ends_with("4 repositories, 4 routines: 4 current\n"), "{ran}");
    fs::set_permissions(fleet.folder().join("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
}

#[test]
fn a_scan_is_remembered_until_the_next_and_what_is_broken_is_scanned_anew() {
    let fleet = Fleet::of(&["a", "b"]);
    drop(fleet.call("fleet status").run().refused("fleet/no-index"));
    drop(fleet.call("fleet scan fleet").run().done());
    let index = fleet.sandbox.home.join(".local/state/abcd/fleet.jsonl");
    let kept = fs::read_to_string(&index).unwrap();
    assert_eq!(kept.lines().count(), 2);
    let status = fleet.call("fleet status").run().done().stdout;
    assert!(status.contains("2 repositories, 2 routines: 2 current"), "{status}");
    let line = kept.lines().next().unwrap();
    for broken in [
        "{".to_owned(),
        format!("{line}\nnull\n"),
        line.replace("\"version\":1", "\"version\":2"),
        line.replace("\"a\"", "\"../a\""),
        line.replace("\"below\"", "\"bellow\""),
        line.replace("\"folder\":\"/", "\"folder\":\""),
    ] {
        assert_ne!(broken, line);
        fs::write(&index, &broken).unwrap();
        drop(fleet.call("fleet status").run().refused("fleet/no-index"));
    }
    drop(fleet.call("fleet scan fleet").run().done());
    assert_eq!(fs::read_to_string(&index).unwrap(), kept);
    // What is gone since is said, and hides nothing.
    fs::remove_dir_all(fleet.folder().join("a")).unwrap();
    let ran = fleet.call("fleet status --json").run().done();
    let documents = ran.documents();
    assert_eq!(
        (&documents[0]["state"], &documents[0]["code"]),
        (&json!("failed"), &json!("init/no-repository"))
    );
    assert_eq!(documents[1]["state"], "current");
}

#[test]
fn a_scan_and_a_status_write_nothing_below_the_folder() {
    let fleet = Fleet::of(&["a", "b"]);
    let before = tree(&fleet.folder());
    drop(fleet.call("fleet scan fleet").run().done());
    drop(fleet.call("fleet status fleet").run().done());
    assert_eq!(changes(&before, &tree(&fleet.folder())), Vec::<String>::new());
    let closed = fleet.sandbox.home.join("closed");
    fs::write(&closed, "no folder").unwrap();
    let ran = fleet.call("fleet scan fleet --json").env("XDG_STATE_HOME", closed.join("state")).run().done();
    assert_eq!(ran.document()["remembered"], false);
}
