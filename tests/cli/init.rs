//! `abcd init`, and that nothing else makes a record.

use abcd::registry::commands::COMMANDS;
use abcd::tables::model::commands::Effect;

use crate::support::{Sandbox, changes, snapshot};

#[test]
fn it_makes_three_tiers_and_one_ignore_entry_once() {
    let sandbox = Sandbox::new();
    snapshot!(sandbox.run("init"), @r#"
    exit: 0
    --- stdout
    made .abcd/development
    made .abcd/work
    made .abcd/.work.local
    made .abcd/development/README.md
    made .abcd/work/README.md
    made .abcd/.gitignore
    next: abcd capture "<what is wrong>" --remedy "<what would fix it>" (to file the first issue)
    next: abcd status (to see where the repository stands)
    --- stderr
    "#);
    let made = sandbox.tree();
    assert_eq!(
        made.keys().collect::<Vec<_>>(),
        [
            ".abcd",
            ".abcd/.gitignore",
            ".abcd/.work.local",
            ".abcd/development",
            ".abcd/development/README.md",
            ".abcd/work",
            ".abcd/work/README.md"
        ]
    );
    assert_eq!(sandbox.read(".abcd/.gitignore"), "/.work.local/\n");
    let again = sandbox.run("init --json").done().document();
    assert_eq!((&again["changed"], &again["made"]), (&false.into(), &serde_json::json!([])));
    assert_eq!(changes(&made, &sandbox.tree()), [""; 0]);
}

#[test]
fn git_ignores_the_local_tier_and_nothing_else_of_the_record() {
    let sandbox = Sandbox::with_record();
    sandbox.write(".abcd/.work.local/note", "x");
    sandbox.write(".abcd/work/note", "x");
    let seen = sandbox.git("status --porcelain --untracked-files=all");
    assert_eq!(
        seen,
        "?? .abcd/.gitignore\n?? .abcd/development/README.md\n?? .abcd/work/README.md\n?? .abcd/work/note\n"
    );
}

#[test]
fn where_git_ignores_the_record_every_command_says_so() {
    for (rules, tiers) in [(".abcd/\n", 3), ("*.md\n", 3), (".abcd/work/\n", 2)] {
        let sandbox = Sandbox::new();
        sandbox.write(".gitignore", rules);
        for call in ["init", "init"] {
            let said = sandbox.run(call).done().stdout;
            assert!(said.contains("git ignores this path: .abcd/work;"), "{rules}{said}");
        }
        let ran = sandbox.run(r#"capture "it is broken" --remedy "mend it""#).done();
        assert!(ran.stdout.contains(".md is not committed; git ignores this path"), "{rules}{ran}");
        let board = sandbox.run("status --json").done().document();
        let standing = board["tiers"].as_array().unwrap().iter().filter(|tier| tier["git"] == "ignored");
        assert_eq!(standing.count(), tiers, "{rules}{board}");
        let said = sandbox.run("status").done().stdout;
        assert!(said.contains(".abcd/work: ignored, so what is recorded there is never committed"), "{said}");
    }
}

#[test]
fn the_board_says_what_git_has_of_each_tier() {
    let sandbox = Sandbox::with_record();
    sandbox.write(".abcd/work/note", "x");
    let standing = || {
        let said = sandbox.run("status").done().stdout;
        said.lines().filter_map(|line| Some(line.split_once(".abcd/")?.1.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(standing(), ["development: untracked", "work: untracked", ".work.local: ignored"]);
    sandbox.git("add .abcd");
    assert!(standing().contains(&"work: tracked".to_owned()));
    std::fs::remove_file(sandbox.repo.join(".abcd/.gitignore")).unwrap();
    assert!(standing().iter().any(|line| line.starts_with(".work.local: not ignored")));
    std::fs::rename(sandbox.repo.join(".git/index"), sandbox.repo.join("index")).unwrap();
    sandbox.write(".git/index", "no index");
    assert!(standing().iter().any(|line| line.contains("git did not say")), "{:?}", standing());
}

#[test]
fn what_is_missing_is_made_and_what_is_there_stays() {
    let sandbox = Sandbox::new();
    sandbox.write(".abcd/.gitignore", "scratch");
    sandbox.write(".abcd/work/note", "x");
    let made = sandbox.run("init --json").done().document();
    let expected = [
        ".abcd/development",
        ".abcd/.work.local",
        ".abcd/development/README.md",
        ".abcd/work/README.md",
        ".abcd/.gitignore",
    ];
    assert_eq!(made["made"], serde_json::json!(expected));
    assert_eq!(sandbox.read(".abcd/.gitignore"), "scratch\n/.work.local/\n");
    assert_eq!(sandbox.read(".abcd/work/note"), "x");
}

#[test]
fn a_readme_of_a_tier_is_never_written_over() {
    let sandbox = Sandbox::new();
    sandbox.write(".abcd/work/README.md", "mine");
    sandbox.link(".abcd/development/README.md", "../../elsewhere");
    sandbox.run("init").done();
    assert_eq!(sandbox.read(".abcd/work/README.md"), "mine");
    assert!(!sandbox.has("elsewhere"));
}

#[test]
fn it_goes_through_no_link_and_over_no_file() {
    for path in [".abcd", ".abcd/work", ".abcd/.work.local", ".abcd/.gitignore"] {
        let sandbox = Sandbox::new();
        sandbox.link(path, "../elsewhere");
        std::fs::create_dir_all(sandbox.root.join("elsewhere")).unwrap();
        sandbox.call("init").run_lawless().refused("init/unsafe-path");
        assert_eq!(std::fs::read_dir(sandbox.root.join("elsewhere")).unwrap().count(), 0, "{path}");
    }
    for path in [".abcd", ".abcd/work"] {
        let sandbox = Sandbox::new();
        sandbox.write(path, "a file");
        sandbox.call("init").run_lawless().refused("init/unsafe-path");
        assert_eq!(sandbox.read(path), "a file");
    }
    let sandbox = Sandbox::new();
    sandbox.fifo(".abcd/.gitignore");
    sandbox.call("init").run_lawless().refused("init/unsafe-path");
}

#[test]
fn outside_of_a_working_tree_it_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.call("init").from("..").run_lawless().refused("init/no-repository");
    sandbox.git("clone --quiet --bare . ../bare.git");
    sandbox.call("init --repo ../bare.git").run_lawless().refused("init/bare-repository");
    let broken = sandbox.root.join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join(".git"), "gitdir: ../nowhere\n").unwrap();
    sandbox.call("init --repo ../broken").run_lawless().refused("init/repository-unreadable");
    assert!(!broken.join(".abcd").exists());
    assert!(!sandbox.root.join("bare.git/.abcd").exists());
}

#[test]
fn a_worktree_and_a_submodule_have_records_of_their_own() {
    let sandbox = Sandbox::new();
    sandbox.git("worktree add --quiet ../tree");
    sandbox.git("submodule --quiet add ./ sub");
    for place in ["../tree", "sub"] {
        sandbox.call("init").from(place).run().done();
        assert!(sandbox.repo.join(place).join(".abcd/work").is_dir(), "{place}");
    }
    assert!(!sandbox.has(".abcd"));
}

#[test]
fn no_other_command_makes_a_record() {
    let calls = [
        r#"capture "it is broken" --remedy "mend it""#,
        "capture resolve iss-1 done --impact fix",
        "capture wontfix iss-1 because",
        "capture link iss-1 --blocked-by iss-2",
        "capture remedy iss-1 fix",
        "capture repair",
        "capture promote iss-1",
        "intent new 'it holds on'",
        "intent plan itd-1",
        "intent link itd-1 spc-1",
        "spec close spc-1",
        "decide 'one file a record'",
    ];
    let sandbox = Sandbox::new();
    for call in calls {
        let ran = sandbox.call(call).run_lawless().refused("init/absent");
        assert_eq!(ran.next().as_deref(), Some("abcd init"));
        assert_eq!(sandbox.tree().len(), 0, "{call}");
    }
    let of_records = |path: &str| {
        ["capture", "intent", "spec", "decide"].contains(&path.split(' ').next().unwrap_or_default())
            && path != "intent interview"
    };
    let writers = COMMANDS.iter().filter(|row| row.effect == Effect::Writes && of_records(&row.path));
    assert_eq!(writers.count(), calls.len(), "a command of the record is not tried here");
}

#[test]
fn a_folder_that_may_not_be_written_to_is_a_fault() {
    let Some(sandbox) = Sandbox::new().unprivileged() else { return };
    sandbox.mode("", 0o555);
    let ran = sandbox.call("init").run_lawless().faulted();
    assert!(ran.stderr.contains("does not permit"), "{ran}");
    sandbox.mode("", 0o755);
    assert!(!sandbox.has(".abcd"));
}

#[test]
fn many_at_once_make_one_record() {
    for _ in 0..5 {
        let sandbox = Sandbox::new();
        let calls: Vec<_> = (0..8).map(|_| sandbox.call("init").start()).collect();
        for call in calls {
            let output = call.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(sandbox.tree().len(), 7);
        assert_eq!(sandbox.read(".abcd/.gitignore"), "/.work.local/\n");
    }
}

#[test]
fn a_fresh_clone_has_the_committed_tiers_and_is_written_to() {
    let sandbox = Sandbox::with_record();
    sandbox.git("add .abcd");
    sandbox.git("commit --quiet --message record");
    sandbox.git("clone --quiet . ../clone");
    for tier in [".abcd/development", ".abcd/work"] {
        assert!(sandbox.root.join("clone").join(tier).is_dir(), "{tier}");
    }
    let call = r#"capture "it is broken" --remedy "mend it""#;
    sandbox.call(call).from("../clone").run().done();
    let seen = sandbox.git_in(&sandbox.root.join("clone"), "status --porcelain --untracked-files=all");
    assert!(seen.starts_with("?? .abcd/work/issues/open/iss-") && seen.lines().count() == 1, "{seen}");
}
