//! The rounds of a loop as git sees them: the prompt's own blocks, run in clones of a repository on disk.

use std::path::Path;
use std::process::Output;

use abcd::routine::render::Known;
use tempfile::TempDir;

use crate::runs::{blocks, shell};
use crate::support::{go, rendered};

/// A repository with three commits, its bare remote `hub`, and a clone `checkout` of it.
struct World {
    scratch: TempDir,
    prompt: String,
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

impl World {
    fn new(known: &Known) -> Self {
        let world = Self { scratch: tempfile::tempdir().unwrap(), prompt: rendered(known).prompt };
        world.run(
            ".",
            "mkdir home bin && git init -q -b main seed && cd seed && for n in 1 2 3; do echo $n > file; \
             git add file; git commit -q -m $n; done && cd .. && git clone -q --bare seed hub && \
             git -C hub config uploadpack.allowAnySHA1InWant true && git clone -q hub checkout && \
             printf '#!/bin/sh\\necho \"asked: $*\" | tr -d \"\\\\n\"; echo\\n' > bin/gh && chmod +x bin/gh",
        );
        world
    }

    fn path(&self, name: &str) -> String {
        self.scratch.path().join(name).to_str().unwrap().to_owned()
    }

    fn try_run(&self, dir: &str, script: &str) -> Output {
        let path = format!("PATH=\"{}:$PATH\"\n{script}", self.path("bin"));
        shell(&self.scratch.path().join(dir), Path::new(&self.path("home")), &path)
    }

    fn run(&self, dir: &str, script: &str) -> String {
        let out = self.try_run(dir, script);
        assert!(out.status.success(), "{script}\n{}", text(&out));
        text(&out)
    }

    /// The block under a heading that holds `part`.
    fn block(&self, heading: &str, part: &str) -> String {
        let all = blocks(&self.prompt);
        let found = all.into_iter().find(|(under, block)| under.starts_with(heading) && block.contains(part));
        found.unwrap_or_else(|| panic!("no block with {part} under {heading}")).1
    }

    /// What a new shell runs first, for a round.
    fn names(&self, round: u32) -> String {
        self.block("Names", "BRANCH=").replace("ROUND=0", &format!("ROUND={round}"))
    }

    fn once(&self) -> String {
        self.block("Names", "git fetch")
    }

    /// A round that commits and pushes one file, without a pull request.
    fn push_round(&self, dir: &str, round: u32) {
        let (names, start) = (self.names(round), self.block("4.", "worktree add"));
        let work = format!("echo {round} > round-{round} && git add . && git commit -q -m fix");
        let push = self.block("12.", "git push").lines().next().unwrap().to_owned();
        self.run(dir, &format!("{}\n{names}\n{start}\n{work}\n{push}", self.once()));
    }
}

fn worlds() -> [World; 2] {
    [World::new(&go()), World::new(&Known { default_branch: None, hosting: None, ..go() })]
}

#[test]
fn a_whole_round_runs_in_new_shells_and_leaves_no_worktree() {
    for world in worlds() {
        let names = world.names(7);
        world.push_round("checkout", 7);
        let start = world.run("checkout", &format!("{names}\necho \"start $START\""));
        world.run("checkout", &format!("{names}\ncd \"$TREE\"\n{}", world.block("5.", "for name in")));
        world.run(
            "seed",
            "echo later > later && git add . && git commit -q -m later && git push -q ../hub main",
        );
        let merge = world.block("13.", "git merge");
        let merge: Vec<&str> = merge.lines().take(3).collect();
        let again =
            format!("{names}\ncd \"$TREE\"\necho \"start $START\"\n{}\ntest -f later", merge.join("\n"));
        let again = world.run("checkout", &again);
        let first = start.lines().find(|line| line.starts_with("start ")).unwrap();
        assert!(again.contains(first), "a new shell knows where the round began: {again}");
        let cleared = world.run("checkout", &format!("{names}\n{}", world.block("14.", "worktree remove")));
        let left = world.run("checkout", "git worktree list");
        assert_eq!(left.lines().count(), 1, "{cleared}{left}");
    }
}

#[test]
fn a_worktree_with_work_in_it_stays_and_is_named() {
    let world = World::new(&go());
    world.push_round("checkout", 7);
    let names = world.names(7);
    world.run("checkout", &format!("{names}\necho more > \"$TREE/more\""));
    let said = world.run("checkout", &format!("{names}\n{}", world.block("14.", "worktree remove")));
    assert!(
        said.contains("left: ")
            && world.run("checkout", &format!("{names}\ncat \"$TREE/more\"")).contains("more")
    );
}

#[test]
fn a_branch_that_a_dead_run_pushed_is_found_and_finished_in_any_checkout() {
    for world in worlds() {
        world.push_round("checkout", 9);
        world.push_round("checkout", 10);
        world.run(
            ".",
            "git clone -q --depth 1 --single-branch \"file://$PWD/hub\" shallow && git clone -q hub stale",
        );
        world.run(
            "stale",
            "git branch bug-hunt/round-9 main && git remote add other ../hub && git fetch -q other",
        );
        let (find, finish) = (world.block("3.", "ls-remote"), world.block("3.", "worktree add"));
        for dir in ["checkout", "shallow", "stale"] {
            let names = world.names(9);
            let found = world.run(dir, &format!("{}\n{names}\n{find}", world.once()));
            let rounds: Vec<_> = found.lines().filter(|line| line.starts_with("bug-hunt/round-")).collect();
            assert_eq!(rounds, ["bug-hunt/round-9", "bug-hunt/round-10"], "{dir}: the oldest first");
            let asked = if world.prompt.contains("gh pr") { 2 } else { 0 };
            assert_eq!(
                found.matches("asked: pr list --state all --head bug-hunt/round-").count(),
                asked,
                "{found}"
            );
            let finished =
                format!("rm -rf \"$HOME/.abcd\"\ngit worktree prune\n{names}\n{finish}\ncat round-9");
            assert!(world.run(dir, &finished).lines().any(|line| line == "9"), "{dir}");
            let push = world.block("12.", "git push").lines().next().unwrap().to_owned();
            world.run(dir, &format!("{names}\ncd \"$TREE\"\n{push}"));
        }
    }
}

#[test]
fn work_that_a_dead_run_left_in_its_worktree_is_shown_and_not_lost() {
    let world = World::new(&go());
    world.push_round("checkout", 9);
    let names = world.names(9);
    world.run("checkout", &format!("{names}\ncd \"$TREE\" && echo kept > local && git add . && git commit -q -m local && echo loose > loose"));
    let said = world.run("checkout", &format!("{names}\n{}\ncat local", world.block("3.", "worktree add")));
    assert!(said.contains("?? loose") && said.ends_with("kept\n"), "{said}");
}

#[test]
fn a_branch_that_went_another_way_is_not_overwritten() {
    let world = World::new(&go());
    world.push_round("checkout", 9);
    world.run(".", "git clone -q hub other && cd other && git switch -q bug-hunt/round-9 && echo x > x && git add . && git commit -q -m x && git push -q origin HEAD");
    let names = world.names(9);
    world.run("checkout", &format!("{names}\ncd \"$TREE\" && echo y > y && git add . && git commit -q -m y"));
    let out = world
        .try_run("checkout", &format!("{}\n{names}\n{}", world.once(), world.block("3.", "worktree add")));
    assert!(!out.status.success() && text(&out).contains("fast-forward"), "{}", text(&out));
    assert!(world.run("checkout", &format!("{names}\ncat \"$TREE/y\"")).contains('y'));
}

#[test]
fn the_folder_of_the_loop_does_not_move_with_the_depth_or_the_branch_of_a_checkout() {
    for world in worlds() {
        world.run(".", "git clone -q --depth 1 \"file://$PWD/hub\" shallow && cd shallow && git checkout -q --orphan lone && echo > lone && git add . && git commit -q -m lone");
        let place = |dir| {
            world.run(dir, &world.once());
            let said = world.run(dir, &format!("{}\necho \"$LOOP\"", world.names(1)));
            said.lines().last().unwrap().to_owned()
        };
        assert_eq!(place("checkout"), place("shallow"));
        assert!(place("checkout").ends_with("/bug-hunt"));
    }
}

#[test]
fn when_every_fix_is_reverted_nothing_is_proposed() {
    let world = World::new(&go());
    world.push_round("checkout", 7);
    let test = world.prompt.lines().find(|line| line.starts_with("If `git diff --quiet")).unwrap();
    let test = test.split('`').nth(1).unwrap();
    let names = world.names(7);
    assert!(!world.try_run("checkout", &format!("{names}\ncd \"$TREE\"\n{test}")).status.success());
    world.run("checkout", &format!("{names}\ncd \"$TREE\"\ngit revert --no-edit HEAD\n{test}\ngit push -q"));
    let waits = world.prompt.lines().find(|line| line.contains("nothing waits on it if")).unwrap();
    let waits = waits.split('`').nth(1).unwrap();
    world.run("checkout", &format!("{}\n{names}\n{waits}", world.once()));
}

#[test]
fn the_rules_of_a_repository_are_found_however_they_are_spelt() {
    let world = World::new(&go());
    let names = [
        "Agents.md",
        "docs/Contributing.rst",
        ".github/copilot-instructions.md",
        ".github/PULL_REQUEST_TEMPLATE/fix.md",
        "Security.md",
        "CLAUDE.md",
    ];
    let make = names.map(|name| format!("mkdir -p \"$(dirname {name})\" && echo > {name}\n")).concat();
    let rules = world.prompt.split('`').find(|code| code.starts_with("git ls-files")).unwrap();
    let said = world.run("checkout", &format!("{make}git add .\n{rules}"));
    for name in names {
        assert!(said.lines().any(|line| line == name), "{name}: {said}");
    }
    assert!(!said.contains("file\n"));
}

#[test]
fn the_search_for_what_a_host_adds_finds_it_and_passes_plain_text() {
    let world = World::new(&go());
    let (names, search) = (world.names(7), world.block("Text that others can read", "grep"));
    let search = search.lines().find(|line| line.starts_with("grep ")).unwrap();
    for (text, found) in [
        ("Fixed by x.\n\nhttps://host.example/code/session_01ABCdef234567\n", true),
        ("See https://host.example/s?session_id=3f2a9c1e-77aa-4b1c-9d2e-000000000000\n", true),
        ("\u{1f916} Generated with [a tool](https://host.example)\n", true),
        ("> _Generated by [a tool](https://host.example)_\n", true),
        ("Co-Authored-By: A Tool <tool@example.com>\n", true),
        ("The session cookie was sent over http; the cookie of https://host.example/ too.\n", false),
        (
            "See https://docs.example.org/user/advanced/#session-objects and /session-management-guide\n",
            false,
        ),
        ("The parser is generated by the build, and generated with bison where it is there.\n", false),
        ("A trailer such as Co-authored-by is asked for.\n", false),
    ] {
        std::fs::create_dir_all(world.scratch.path().join("text")).unwrap();
        std::fs::write(world.scratch.path().join("text/stored.md"), text).unwrap();
        let out = world.try_run("checkout", &format!("{names}\nLOOP=\"{}\"\n{search}", world.path("text")));
        assert_eq!(out.status.success(), found, "{text}");
    }
}

#[test]
fn only_commits_that_are_not_pushed_yet_are_searched() {
    let world = World::new(&go());
    world.run("seed", "echo 4 > file && git commit -q -a -m four -m 'Co-authored-by: B <b@example.com>' && git push -q ../hub main");
    world.push_round("checkout", 7);
    let names = world.names(7);
    let search = world.block("Text that others can read", "git log");
    let search = search.lines().find(|line| line.starts_with("git log")).unwrap();
    let look = format!("{names}\ncd \"$TREE\"\n{search}");
    assert!(!world.try_run("checkout", &look).status.success(), "what others pushed is theirs");
    world.run(
        "checkout",
        &format!(
            "{names}\ncd \"$TREE\"\ngit commit -q --allow-empty -m x -m 'Co-authored-by: T <t@example.com>'"
        ),
    );
    assert!(world.run("checkout", &look).contains("T <t@example.com>"));
}
