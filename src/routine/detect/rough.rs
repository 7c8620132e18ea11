//! What is in the way of reading: pipes, links, huge files, and git in its rarer states.

#![expect(clippy::disallowed_methods, reason = "a test writes its own trees and runs its own git")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::facts::{LogState, TierState};
use super::rows::Rows;
use super::{Facts, Found, History, Unread, Wants, detect, find, look};
use crate::host::env::Env;
use crate::host::files::Dir;
use crate::host::git::{Git, GitTrouble};
use crate::host::place::Repository;

fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let files: BTreeMap<String, String> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    super::cases::written(&files)
}

fn gates(facts: &Facts) -> Vec<&str> {
    facts.gates.iter().map(|gate| gate.command.as_str()).collect()
}

fn why<'a>(facts: &'a Facts, path: &str) -> Option<&'a str> {
    facts.skipped.iter().find(|skipped| skipped.path == path).map(|skipped| skipped.why.as_str())
}

fn git(dir: &Path, args: &[&str]) {
    let done = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b.c",
            "-c",
            "init.defaultBranch=trunk",
            "-c",
            "protocol.file.allow=always",
        ])
        .args(args)
        .current_dir(dir)
        .env_remove("GIT_DIR")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn whole(dir: &Path) -> Facts {
    let place = Repository::around(dir).unwrap();
    let env = Env::of_process();
    detect(&place, &Git::at(&env, &place.root), &Rows::of_tables()).unwrap()
}

#[test]
fn what_is_no_plain_file_is_left_alone_and_said() {
    let tree = tree(&[
        ("Makefile", "include more.mk\ntest:\n\tgo test ./...\n"),
        ("real", "lint:\n\tgo vet ./...\n"),
    ]);
    let at = |name: &str| tree.path().join(name);
    symlink("/dev/zero", at("package.json")).unwrap();
    symlink("real", at("more.mk")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, at("pyproject.toml"), rustix::fs::FileType::Fifo, 0o600.into(), 0)
        .unwrap();
    fs::create_dir(at("justfile")).unwrap();
    fs::write(at("Taskfile.yml"), vec![b'x'; 1024 * 1024 + 1]).unwrap();
    fs::write(at("Cargo.toml"), b"[package]\nname = \"\xff\"\n").unwrap();
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    assert_eq!(gates(&facts), ["make test"]);
    assert_eq!(why(&facts, "package.json"), Some("it is a link, which is not followed"));
    assert_eq!(why(&facts, "more.mk"), Some("it is a link, which is not followed"));
    assert_eq!(why(&facts, "pyproject.toml"), Some("it is no plain file"));
    assert_eq!(why(&facts, "Taskfile.yml"), Some("it is larger than 1 MiB"));
    assert_eq!(why(&facts, "Cargo.toml"), Some("it is no UTF-8"));
}

#[test]
fn a_manifest_that_is_no_text_has_no_customs() {
    let tree = tree(&[]);
    fs::write(tree.path().join("go.mod"), b"module \xff\n").unwrap();
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    assert_eq!(gates(&facts), Vec::<&str>::new());
    assert_eq!(why(&facts, "go.mod"), Some("it is no UTF-8"));
}

#[test]
fn many_targets_are_bounded_and_said() {
    use std::fmt::Write as _;
    let mut make = "test:\n\tgo test ./...\n".to_owned();
    for at in 0..40_000 {
        writeln!(make, "t{at}: t{}\n\techo", at + 1).unwrap();
    }
    let tree = tree(&[("Makefile", &make)]);
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    assert_eq!(gates(&facts), ["make test"]);
    assert_eq!(why(&facts, "Makefile"), Some("only its first 2000 targets are read"));
}

#[test]
fn many_tasks_of_a_build_and_aliases_that_stand_for_each_other_end() {
    use std::fmt::Write as _;
    let (mut rake, mut sbt) = ("task default: :test\n".to_owned(), String::new());
    for at in 0..20_000 {
        writeln!(rake, "task t{at}: :t{}", at + 1).unwrap();
        writeln!(sbt, "addCommandAlias(\"a{at}\", \"a{}; a{at}\")", at + 1).unwrap();
    }
    let goals = "check ".repeat(30_000);
    let tree = tree(&[
        ("Rakefile", &rake),
        ("build.sbt", &sbt),
        ("Makefile", &format!("lint:\n\tgo vet ./...\ntest:\n\tgradle {goals}\n")),
    ]);
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    assert!(gates(&facts).contains(&"make lint"), "{:?}", gates(&facts));
    assert!(!gates(&facts).contains(&"make test"), "{:?}", gates(&facts));
    for path in ["Rakefile", "build.sbt"] {
        assert_eq!(why(&facts, path), Some("only its first 2000 targets are read"));
    }
}

#[test]
fn variables_and_scripts_that_call_each_other_end() {
    let tree = tree(&[
        (
            "Makefile",
            "A = $(B) $(B) $(B) $(B)\nB = $(A) $(A) $(A) $(A)\ntest:\n\t$(A)\n\tsh a.sh\nlint:\n\tgo vet ./...\n",
        ),
        ("a.sh", "sh b.sh\n"),
        ("b.sh", "sh a.sh\nmake test\n"),
    ]);
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    assert!(gates(&facts).contains(&"make lint"), "{:?}", gates(&facts));
}

fn origin() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let at = home.path().join("origin");
    fs::create_dir(&at).unwrap();
    git(&at, &["init", "-q"]);
    fs::write(at.join("go.mod"), "module x\n").unwrap();
    git(&at, &["add", "."]);
    git(&at, &["commit", "-qm", "a"]);
    git(&at, &["commit", "-q", "--allow-empty", "-m", "b"]);
    (home, at)
}

#[test]
fn every_state_of_a_repository_answers() {
    let (home, origin) = origin();
    let url = format!("file://{}", origin.display());
    let at = |name: &str| home.path().join(name);
    git(home.path(), &["clone", "-q", "--depth", "1", &url, "shallow"]);
    git(&at("shallow"), &["checkout", "-q", "-b", "feature"]);
    git(&at("shallow"), &["worktree", "add", "-q", "-b", "other", "../tree"]);
    git(home.path(), &["clone", "-q", &url, "detached"]);
    git(&at("detached"), &["checkout", "-q", "--detach", "HEAD~1"]);
    git(&at("detached"), &["submodule", "add", "-q", &url, "sub"]);
    git(home.path(), &["init", "-q", "empty"]);
    for name in ["shallow", "tree", "detached", "detached/sub", "empty"] {
        let facts = whole(&at(name));
        assert_eq!(facts.repository.default_branch.as_deref(), Some("trunk"), "{name}");
        assert_eq!(
            facts.tiers.iter().map(|tier| tier.state).collect::<Vec<_>>(),
            [TierState::Absent; 3],
            "{name}"
        );
        assert_eq!(facts.gates.is_empty(), name == "empty", "{name}");
    }
}

#[test]
fn the_default_branch_is_not_the_one_that_is_checked_out() {
    let (home, origin) = origin();
    git(&origin, &["branch", "main"]);
    git(&origin, &["checkout", "-q", "-b", "wip"]);
    assert_eq!(whole(&origin).repository.default_branch.as_deref(), Some("main"));
    git(&origin, &["branch", "master"]);
    assert_eq!(whole(&origin).repository.default_branch, None, "two usual names, and nothing decides");
    let config = origin.join(".git/config");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(
        config,
        format!("{text}[remote \"origin\"]\n\turl = https://me:ghp_secret@github.com/o/r.git\n"),
    )
    .unwrap();
    let facts = whole(&origin);
    assert_eq!(facts.repository.slug.as_deref(), Some("o/r"));
    assert_eq!(facts.repository.hosting.as_deref(), Some("github"));
    assert!(!serde_json::to_string(&facts).unwrap().contains("secret"));
    drop(home);
}

#[test]
fn a_tier_is_what_git_would_do_with_a_new_file() {
    let (home, repo) = origin();
    for (path, text) in [
        (".abcd/development/a.md", "x"),
        (".abcd/work/a.md", "x"),
        ("docs/adr/1.md", "x"),
        ("docs/decisions/1.md", "x"),
    ] {
        let path = repo.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    git(&repo, &["add", "."]);
    git(&repo, &["commit", "-qm", "records"]);
    fs::write(repo.join(".gitignore"), "**/adr/*\n!keep.md\n.abcd/.work.local/\n").unwrap();
    fs::write(repo.join(".abcd/.gitignore"), "work/\n").unwrap();
    let facts = whole(&repo);
    let states: Vec<TierState> = facts.tiers.iter().map(|tier| tier.state).collect();
    // A tracked file in an ignored folder says nothing of a new one beside it.
    assert_eq!(states, [TierState::Tracked, TierState::Ignored, TierState::Ignored]);
    let log = facts.decision_log.unwrap();
    assert_eq!((log.path.as_str(), log.state), ("docs/decisions", LogState::Tracked));
    fs::remove_dir_all(repo.join("docs/decisions")).unwrap();
    git(&repo, &["rm", "-rq", "--cached", "docs/decisions"]);
    let log = whole(&repo).decision_log.unwrap();
    assert_eq!((log.path.as_str(), log.state), ("docs/adr", LogState::Ignored));
    drop(home);
}

#[test]
fn the_tiers_are_those_that_the_record_lays() {
    let rows = Rows::of_tables();
    let rows: Vec<&str> = rows.tiers.iter().map(|row| row.path.as_ref()).collect();
    assert_eq!(rows, crate::records::home::TIERS.map(|tier| tier.path()));
}

#[test]
fn without_history_two_processes_of_git_tell_everything() {
    use std::os::unix::fs::PermissionsExt as _;
    let (home, repo) = origin();
    fs::create_dir_all(repo.join(".abcd/work")).unwrap();
    fs::write(repo.join(".gitignore"), ".abcd/routines/nightly/\nout/*\n!out/kept.md\n").unwrap();
    symlink("..", repo.join("loop")).unwrap();
    let bin = home.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let real = Command::new("sh").args(["-c", "command -v git"]).output().unwrap().stdout;
    let (log, real) = (home.path().join("log"), String::from_utf8(real).unwrap());
    fs::write(
        bin.join("git"),
        format!("#!/bin/sh\necho call >> {}\nexec {} \"$@\"\n", log.display(), real.trim()),
    )
    .unwrap();
    fs::set_permissions(bin.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let env = Env { path: Some(bin.into()), ..Env::of_process() };
    let place = Repository::around(&repo).unwrap();
    let files = [
        "out/kept.md",
        "loop/x.md",
        "out/x.md",
        ".abcd/routines/nightly/prompt.md",
        ".abcd/routines/weekly/prompt.md",
    ];
    let files = files.map(str::to_owned);
    let asked = |history| {
        fs::write(&log, "").unwrap();
        let wants = Wants { history, files: &files };
        let found = find(&place, &Git::at(&env, &place.root), &Rows::of_tables(), wants).unwrap();
        (found, fs::read_to_string(&log).unwrap().lines().count())
    };
    let (Found { facts, ignored }, calls) = asked(History::Unasked);
    assert_eq!((ignored.as_slice(), calls), (&[files[3].clone(), files[2].clone()][..], 2));
    assert_eq!((facts.repository.root, facts.gates.is_empty()), (None, false));
    let (found, calls) = asked(History::Root);
    assert!(found.facts.repository.root.is_some() && calls == 3, "{calls}");
    let (found, calls) = asked(History::Whole);
    assert!(found.facts.repository.root.is_some() && calls == 3, "{calls}");
    drop(home);
}

#[test]
fn without_the_word_of_git_there_are_no_facts() {
    use std::os::unix::fs::PermissionsExt as _;
    let (home, repo) = origin();
    let place = Repository::around(&repo).unwrap();
    let mut env = Env::of_process();
    env.path = Some(home.path().join("bin").into());
    let asked = |env: &Env| detect(&place, &Git::at(env, &place.root), &Rows::of_tables()).unwrap_err();
    assert_eq!(asked(&env), Unread::Git(GitTrouble::Missing));
    assert!(asked(&env).to_string().contains("not on the PATH"));
    fs::create_dir(home.path().join("bin")).unwrap();
    let git = home.path().join("bin/git");
    fs::write(
        &git,
        "#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '/x'\" >&2\nexit 128\n",
    )
    .unwrap();
    fs::set_permissions(&git, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(asked(&env), Unread::Ownership);
    assert!(asked(&env).to_string().contains("safe.directory"));
    fs::write(&git, "#!/bin/sh\nexit 128\n").unwrap();
    assert_eq!(asked(&env), Unread::Refused(128));
    drop(home);
}

#[test]
fn nothing_of_the_repository_is_run() {
    let (home, repo) = origin();
    let trap = home.path().join("trap");
    let touch = format!("touch {}", trap.display());
    fs::write(repo.join("Makefile"), format!("X := $(shell {touch})\ntest:\n\t{touch}\n\tgo test ./...\n"))
        .unwrap();
    let config = repo.join(".git/config");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(
        &config,
        format!("{text}[core]\n\tfsmonitor = \"{touch}\"\n\thooksPath = hooks\n[filter \"x\"]\n\tclean = \"{touch}\"\n"),
    )
    .unwrap();
    fs::write(repo.join(".gitattributes"), "* filter=x\n").unwrap();
    let facts = whole(&repo);
    assert!(!facts.gates.is_empty());
    assert!(!trap.exists());
    drop(home);
}

#[test]
fn texts_that_are_made_to_grow_end() {
    let many = |piece: &str, times: usize| piece.repeat(times);
    let wide = format!("A = {}\nB = {}\n", many("$(B)", 2_000), many("$(A)", 2_000));
    let recipes = format!("test:\n{}", many("\t$(A)\n", 100_000));
    let star: String = (0..60_000).fold("all:".to_owned(), |line, at| line + " t" + &at.to_string());
    let scripts: Vec<String> = (0..30_000).map(|at| format!("\"s{at}\": \"npm run s{}\"", at + 1)).collect();
    let jobs = many("      - run: pytest; mypy; ruff check\n", 20_000);
    let tree = tree(&[
        ("Makefile", &format!("{wide}{recipes}{star}\n{}", many("a b c d:: e f\n", 30_000))),
        ("justfile", &format!("test:\n    {}\n", many("<<A ", 200_000))),
        ("package.json", &format!("{{\"scripts\": {{{}}}}}", scripts.join(","))),
        ("noxfile.py", &format!("@nox.session\ndef a(session):\n{}", many("session.run(", 80_000))),
        ("tox.ini", &format!("[tox]\nenvlist = {}\n[testenv]\ncommands = pytest\n", many("{a,b}", 100_000))),
        ("Taskfile.yml", &many("[", 900_000)),
        ("pyproject.toml", &format!("a = {}", many("[", 400_000))),
        ("deno.json", &many("{\"a\":", 150_000)),
        ("CONTRIBUTING.md", &many("`$($(`", 150_000)),
        (".github/workflows/a.yml", &format!("on: [pull_request]\njobs:\n  a:\n    steps:\n{jobs}")),
    ]);
    let facts = look(&Dir::open(tree.path()).unwrap(), &Rows::of_tables());
    for path in ["package.json", "Taskfile.yml", "pyproject.toml", "deno.json"] {
        assert!(why(&facts, path).is_some(), "{path}: {:?}", facts.skipped);
    }
    assert!(gates(&facts).contains(&"ruff check"), "{:?}", gates(&facts));
}
