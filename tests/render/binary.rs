//! The built binary in real repositories: the same bytes everywhere, and no way into an ignored folder.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A Go repository with a Makefile, its remote, and what stands in its ignore file.
pub(crate) fn repository(ignored: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("go.mod", "module example.com/tide\n\ngo 1.24\n");
    write("main.go", "package main\n\nfunc main() {}\n");
    write("Makefile", ".PHONY: preflight\npreflight:\n\tgofmt -l .\n\tgo vet ./...\n\tgo test ./...\n");
    write(".gitignore", ignored);
    write("docs/DECISIONS.md", "- 2026-01-01 Tides are measured twice.\n");
    for line in [
        "init -q -b main",
        "remote add origin https://github.com/ada/tide.git",
        "add .",
        "commit -q -m start",
    ] {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]).args(line.split(' '));
        // The root commit is part of what is compared, and a second may pass between two repositories.
        let dated = ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"].map(|date| (date, "2026-01-01T00:00:00Z"));
        let out = bare(git.current_dir(folder.path())).envs(dated).output().unwrap();
        assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    }
    folder
}

fn bare(command: &mut Command) -> &mut Command {
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("GIT_CONFIG_NOSYSTEM", "1")
}

pub(crate) fn abcd(folder: &Path, more: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut abcd = Command::new(env!("CARGO_BIN_EXE_abcd"));
    bare(abcd.args(["routine", "render"]).args(more).current_dir(folder)).envs(environment.iter().copied());
    abcd.output().unwrap()
}

fn prompt(folder: &Path) -> String {
    printed(folder, &[])
}

/// What a render with these arguments prints.
pub(crate) fn printed(folder: &Path, more: &[&str]) -> String {
    let out = abcd(folder, more, &[]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn a_go_repository_with_a_preflight_target_gets_its_own_gate() {
    let prompt = prompt(repository("").path());
    assert!(prompt.starts_with("# Bug hunt\n"));
    assert!(prompt.contains("```sh\nmake preflight\n```"), "{prompt}");
    assert!(prompt.contains("TARGET=main; BASE=\"$REMOTE/$TARGET\""));
    assert!(prompt.contains("git merge --no-edit $BASE"));
}

#[test]
fn the_decision_log_is_named_only_where_git_takes_a_new_line() {
    assert!(prompt(repository("").path()).contains("at the end of `docs/DECISIONS.md`"));
    let prompt = prompt(repository("docs/\n").path());
    assert!(!prompt.contains("DECISIONS") && prompt.contains("post that on the loop-state issue"));
}

#[test]
fn two_machines_and_two_runs_give_the_same_bytes() {
    let (here, there) = (repository(""), repository(""));
    let first = abcd(here.path(), &[], &[]);
    let strange: [(&str, &str); 5] = [
        ("HOME", "/nowhere"),
        ("TZ", "Pacific/Kiritimati"),
        ("LC_ALL", "tr_TR.UTF-8"),
        ("COLUMNS", "40"),
        ("CLICOLOR_FORCE", "1"),
    ];
    let below = there.path().join("docs");
    for (folder, environment) in [(here.path(), &[][..]), (there.path(), &strange), (&below, &strange)] {
        let other = abcd(folder, &[], environment);
        assert!(first.stdout == other.stdout && other.stderr.is_empty() && other.status.success());
    }
    let named = abcd(Path::new("/"), &["--repo", here.path().to_str().unwrap()], &[]);
    assert_eq!(first.stdout, named.stdout);
    let json = [abcd(here.path(), &["--json"], &[]), abcd(there.path(), &["--json"], &strange)];
    assert_eq!(json[0].stdout, json[1].stdout);
    let document: serde_json::Value = serde_json::from_slice(&json[0].stdout).unwrap();
    assert_eq!(document["prompt"].as_str().unwrap().as_bytes(), first.stdout);
    assert!(document["invariants"].as_array().unwrap().len() >= 20);
}

#[test]
fn a_name_that_is_no_archetype_is_refused_with_those_that_are() {
    let out = abcd(repository("").path(), &["bughunt", "--json"], &[]);
    let refusal: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(refusal["code"], "routine/unknown-archetype");
    assert_eq!(refusal["facts"]["allowed"], serde_json::json!(["bug-hunt", "plan-drain"]));
}
