//! Calls in places that abcd cannot work in, and in odd ones in which it can.

use abcd::registry::commands::COMMANDS;

use crate::calls::{WRITES, complete};
use crate::support::{Sandbox, Tree, changes, tree};

/// Every call that is made: each command, and each writing one so that it would write.
fn calls() -> Vec<Vec<String>> {
    let all = COMMANDS.iter().filter(|row| !row.group).map(complete);
    let writes = WRITES.iter().map(|line| {
        crate::support::words(line).into_iter().map(|word| word.into_string().unwrap()).collect()
    });
    all.chain(writes).collect()
}

/// Makes every call from `folder`; each must end by the laws, and none may write.
fn nothing_is_written(sandbox: &Sandbox, from: &str, exits: &[i32]) {
    let before = everything(sandbox);
    let all = calls();
    for (number, words) in all.iter().enumerate() {
        let ran = sandbox.call_of(words).from(from).run();
        assert!(exits.contains(&ran.exit), "`{}`:\n{ran}", ran.call);
        assert!(number < all.len() - WRITES.len() || ran.exit != 0, "`{}`:\n{ran}", ran.call);
        let changed = changes(&before, &everything(sandbox));
        assert!(changed.is_empty(), "`{}` changed {changed:?}", ran.call);
    }
}

/// The home and the repository alike.
fn everything(sandbox: &Sandbox) -> Tree {
    tree(&sandbox.root)
}

#[test]
fn no_repository() {
    nothing_is_written(&Sandbox::new(), "../home", &[0, 2]);
}

#[test]
fn a_bare_repository() {
    let sandbox = Sandbox::new();
    sandbox.git("clone --quiet --bare . ../bare");
    nothing_is_written(&sandbox, "../bare", &[0, 2]);
}

#[test]
fn a_pointer_to_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("lost/.git", "gitdir: ../nowhere\n");
    nothing_is_written(&sandbox, "lost", &[0, 2]);
}

#[test]
fn a_folder_that_is_not_there() {
    let sandbox = Sandbox::new();
    for line in WRITES {
        let ran = sandbox.call(line).arg("--repo").arg("no/such/folder").run();
        assert_eq!(ran.exit, 2, "{line}: {ran}");
    }
    assert!(sandbox.tree().is_empty());
}

#[test]
fn the_record_is_a_file_a_link_or_a_pipe() {
    for make in [
        (|sandbox: &Sandbox| sandbox.write(".abcd", "a file")) as fn(&Sandbox),
        |sandbox| sandbox.link(".abcd", "../home"),
        |sandbox| sandbox.link(".abcd", "nowhere"),
        |sandbox| sandbox.link(".abcd", "."),
        |sandbox| sandbox.fifo(".abcd"),
    ] {
        let sandbox = Sandbox::new();
        make(&sandbox);
        nothing_is_written(&sandbox, ".", &[0, 2]);
    }
}

#[test]
fn a_folder_of_the_record_is_a_file_a_link_or_a_pipe() {
    for path in [".abcd/work", ".abcd/work/issues", ".abcd/work/issues/open", ".abcd/.work.local"] {
        for make in [
            (|sandbox: &Sandbox, path: &str| sandbox.write(path, "a file")) as fn(&Sandbox, &str),
            |sandbox, path| sandbox.link(path, "/"),
            |sandbox, path| sandbox.fifo(path),
        ] {
            let sandbox = Sandbox::new();
            make(&sandbox, path);
            let before = everything(&sandbox);
            let ran = sandbox.run("capture 'login loops for ever' --remedy 'cap the redirects'");
            assert_eq!(ran.code().as_deref(), Some("init/unsafe-path"), "{path}: {ran}");
            // The tier that git ignores may be made on the way to the lock; nothing else may.
            let made: Vec<String> = changes(&before, &everything(&sandbox));
            assert!(made.iter().all(|line| line == "new: repo/.abcd/.work.local"), "{path}: {made:?}");
        }
    }
}

#[test]
fn the_repository_cannot_be_read() {
    let Some(sandbox) = Sandbox::with_record().unprivileged() else { return };
    for (path, mode) in [(".git", 0o000), (".git", 0o600)] {
        sandbox.mode(path, mode);
        for line in ["status", "capture list --all", "init", "routine detect"] {
            let ran = sandbox.run(line).faulted();
            assert_eq!(ran.stderr, "abcd: `.git` may not be read: the system does not permit it\n");
        }
        sandbox.mode(path, 0o755);
    }
    drop(sandbox.run("status").done());
}

#[test]
fn the_record_cannot_be_read() {
    let Some(sandbox) = Sandbox::with_record().unprivileged() else { return };
    sandbox.mode(".abcd", 0o000);
    let before = everything(&sandbox);
    for line in WRITES.iter().filter(|line| !line.starts_with("tables")) {
        let ran = sandbox.call(line).run();
        assert_ne!(ran.exit, 0, "{line}: {ran}");
    }
    for line in ["status", "capture list --all", "record check"] {
        let ran = sandbox.run(line);
        assert!(ran.exit == 1 || ran.exit == 2, "a record that cannot be read is not an empty one: {ran}");
    }
    assert_eq!(changes(&before, &everything(&sandbox)), Vec::<String>::new());
    sandbox.mode(".abcd", 0o755);
    drop(sandbox.run("capture 'login loops for ever' --remedy 'cap the redirects'").done());
}

#[test]
fn the_record_cannot_be_written() {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    let Some(sandbox) = sandbox.unprivileged() else { return };
    let folders = [".abcd", ".abcd/work", ".abcd/work/issues", ".abcd/work/issues/open", ".abcd/.work.local"];
    for path in folders {
        sandbox.mode(path, 0o555);
    }
    let before = everything(&sandbox);
    for line in [
        "capture 'the page stays empty' --remedy 'fill it'".to_owned(),
        format!("capture resolve {id} 'redirects are capped' --impact fix"),
        format!("capture wontfix {id} 'the page goes away'"),
        format!("capture remedy {id} 'cap them'"),
    ] {
        drop(sandbox.run(&line).faulted());
        assert_eq!(changes(&before, &everything(&sandbox)), Vec::<String>::new(), "{line}");
    }
    let list = sandbox.run("capture list --open --json").done().documents();
    assert_eq!(list[0]["id"], id.as_str(), "reading needs no right to write");
    for path in folders {
        sandbox.mode(path, 0o755);
    }
}

#[test]
fn a_worktree_has_a_record_of_its_own() {
    let sandbox = Sandbox::new();
    sandbox.git("worktree add --quiet ../tree");
    for line in ["init", "capture 'login loops for ever' --remedy 'cap the redirects'"] {
        drop(sandbox.call(line).from("../tree").run().done());
    }
    assert!(sandbox.tree().is_empty(), "the main working tree is not touched");
    assert!(sandbox.root.join("tree/.abcd/work/issues/open").is_dir());
    let list = sandbox.call("capture list --open --json").from("../tree/.abcd/work").run().done();
    assert_eq!(list.document()["count"], 1);
}

#[test]
fn a_submodule_has_a_record_of_its_own() {
    let sandbox = Sandbox::new();
    sandbox.git("clone --quiet . ../other");
    sandbox.git("submodule --quiet add ../other sub");
    for line in ["init", "capture 'login loops for ever' --remedy 'cap the redirects'"] {
        drop(sandbox.call(line).from("sub").run().done());
    }
    assert!(sandbox.has("sub/.abcd/work/issues/open") && !sandbox.has(".abcd"));
    drop(sandbox.run("capture list --all").refused("init/absent"));
}

#[test]
fn the_environment_of_git_points_elsewhere_in_vain() {
    let sandbox = Sandbox::with_record();
    sandbox.git("clone --quiet . ../other");
    for line in ["capture 'login loops for ever' --remedy 'cap the redirects'", "status", "release guard"] {
        let other = sandbox.root.join("other");
        let ran = sandbox
            .call(line)
            .env("GIT_DIR", other.join(".git"))
            .env("GIT_WORK_TREE", &other)
            .env("GIT_INDEX_FILE", other.join("index"))
            .env("GIT_CEILING_DIRECTORIES", "/")
            .run();
        assert_eq!(ran.exit, 0, "{ran}");
    }
    assert!(!sandbox.root.join("other/.abcd").exists());
    assert_eq!(sandbox.run("capture list --all --json").done().document()["count"], 1);
}

#[test]
fn a_home_that_is_missing_or_relative_is_no_matter() {
    let sandbox = Sandbox::with_record();
    for home in [None, Some(""), Some("relative"), Some("/nowhere/at/all")] {
        let call = sandbox.call("status --json").without("HOME");
        let call = match home {
            Some(home) => call.env("HOME", home),
            None => call,
        };
        assert_eq!(call.run().done().document()["repository"], "repo", "{home:?}");
    }
}

#[test]
fn a_second_init_changes_nothing() {
    let sandbox = Sandbox::with_record();
    let before = sandbox.tree();
    let again = sandbox.run("init --json").done().document();
    assert_eq!(again["changed"], false);
    assert_eq!(again["made"], serde_json::json!([]));
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
    assert_eq!(sandbox.git("status --porcelain --ignored=no"), "?? .abcd/\n");
}
