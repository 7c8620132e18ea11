//! Every write is killed, and made to fail, at each of its file-system calls.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{filed, filed_with, files, written};
use crate::support::Sandbox;

/// The exit of a process that was aborted.
const ABORTED: i32 = 134;

/// What a reader sees of the ledger.
fn seen(sandbox: &Sandbox) -> Vec<Value> {
    let list = sandbox.run("capture list --all --json").done();
    let mut rows = list.documents();
    rows.pop();
    rows.sort_by_key(ToString::to_string);
    rows.iter()
        .map(|row| {
            let id = row["id"].as_str().unwrap();
            sandbox.run(&format!("capture show {id} --json")).done().document()
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Runs `line` in the state that `sandbox` is in, broken off by `switch` at each point in turn.
fn at_each_point(sandbox: &Sandbox, line: &str, switch: &'static str, broken_off: i32) {
    let (home, saved) = (sandbox.repo.join(".abcd"), sandbox.root.join("saved"));
    copy(&home, &saved);
    let run = |at: Option<u32>| {
        fs::remove_dir_all(&home).unwrap();
        copy(&saved, &home);
        let call = sandbox.call(line).env("ABCD_NOW", "2031-06-01T00:00:00Z").env("ABCD_ENTROPY", "1");
        match at {
            Some(at) => call.env(switch, at.to_string()).run_lawless(),
            None => call.run_lawless(),
        }
    };
    let before = seen(sandbox);
    run(None).done();
    let after = seen(sandbox);
    assert_ne!(before, after, "{line} changes something");
    for point in 1..200 {
        let ran = run(Some(point));
        if ran.exit == 0 {
            assert!(point > 3, "{line} passes points");
            fs::remove_dir_all(&saved).unwrap();
            return;
        }
        assert_eq!(ran.exit, broken_off, "{line} at {point}: {ran}");
        let now = seen(sandbox);
        assert!(now == before || now == after, "{line} at {point}: between\n{now:#?}");
        sandbox.run("record check").done();
        // Whoever comes next finds it usable and sweeps what was left.
        let again = sandbox.call(line).env("ABCD_NOW", "2031-06-01T00:00:00Z").env("ABCD_ENTROPY", "1");
        again.run_lawless().done();
        let left: Vec<_> = files(sandbox).into_iter().filter(|file| file.contains("/.")).collect();
        assert_eq!(left, [""; 0], "{line} at {point}");
        sandbox.run("record check").done();
    }
    panic!("{line} never came to its end");
}

fn tried(line: impl Fn(&Sandbox) -> String) {
    for (switch, broken_off) in [("ABCD_CRASH_AT", ABORTED), ("ABCD_FAIL_AT", 1)] {
        let sandbox = Sandbox::with_record();
        let line = line(&sandbox);
        at_each_point(&sandbox, &line, switch, broken_off);
    }
}

#[test]
fn a_capture() {
    tried(|_| r#"capture "it is broken" --remedy "mend it""#.to_owned());
}

#[test]
fn a_resolve() {
    tried(|sandbox| format!(r#"capture resolve {} "it works" --impact fix"#, filed(sandbox, "it is broken")));
}

#[test]
fn a_wontfix() {
    tried(|sandbox| format!(r#"capture wontfix {} "it is old""#, filed(sandbox, "it is broken")));
}

#[test]
fn a_link() {
    tried(|sandbox| {
        let one = filed(sandbox, "it is one");
        let two = filed_with(sandbox, "it is two", &format!("--blocked-by {one}"));
        let three = filed(sandbox, "it is three");
        format!("capture link {two} --blocked-by {three}")
    });
}

#[test]
fn a_remedy() {
    tried(|sandbox| format!(r#"capture remedy {} "cap it""#, filed(sandbox, "it is broken")));
}

#[test]
fn an_init() {
    let sandbox = Sandbox::new();
    let whole = [".abcd", ".abcd/.gitignore", ".abcd/.work.local", ".abcd/development", ".abcd/work"];
    for point in 1..100 {
        drop(fs::remove_dir_all(sandbox.repo.join(".abcd")));
        let ran = sandbox.call("init").env("ABCD_CRASH_AT", point.to_string()).run_lawless();
        if ran.exit == 0 {
            assert!(point > 5);
            return;
        }
        assert_eq!(ran.exit, ABORTED);
        if sandbox.has(".abcd") {
            let tree = sandbox.tree();
            assert_eq!(tree.keys().collect::<Vec<_>>(), whole, "at {point}");
        }
        sandbox.run("init").done();
        let tree = sandbox.tree();
        assert_eq!(tree.keys().collect::<Vec<_>>(), whole, "after {point}");
    }
    panic!("it never came to its end");
}

#[test]
fn a_repair() {
    let sandbox = Sandbox::with_record();
    let broken = |sandbox: &Sandbox| {
        drop(fs::remove_dir_all(sandbox.repo.join(".abcd")));
        sandbox.run("init").done();
        written(sandbox, "open", 7, "");
        written(sandbox, "resolved", 7, "resolution: done\n");
        let path = written(sandbox, "open", 8, "resolution: done\n");
        assert!(sandbox.has(&path));
    };
    for point in 1..100 {
        broken(&sandbox);
        let ran = sandbox.call("capture repair").env("ABCD_CRASH_AT", point.to_string()).run_lawless();
        if ran.exit == 0 {
            assert!(point > 3);
            return;
        }
        assert_eq!(ran.exit, ABORTED);
        sandbox.run("capture repair").done();
        assert_eq!(files(&sandbox), ["resolved/iss-7-a-b.md", "resolved/iss-8-a-b.md"], "at {point}");
    }
    panic!("it never came to its end");
}
