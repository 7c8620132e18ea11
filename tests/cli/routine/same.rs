//! The same repository gives the same bytes, wherever and however it is asked: a matrix, a row a place.

mod place;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use place::{Bytes, bytes, files, print};

use super::repository;
use crate::support::{Call, Ran, Sandbox, changes, tree};

/// What a row does to a call.
type Turn = for<'a> fn(&'a Sandbox, Call<'a>) -> Call<'a>;

/// Rows whose calls run somewhere else, or as somebody else.
const ELSEWHERE: [(&str, Turn); 10] = [
    ("again", |_, call| call),
    ("a folder below", |_, call| call.from("src/deep")),
    ("another home", |sandbox, call| call.env("HOME", sandbox.root.join("tmp"))),
    ("no home", |_, call| call.without("HOME")),
    ("a time zone", |_, call| call.env("TZ", "Pacific/Apia")),
    ("Turkish", |_, call| call.env("LC_ALL", "tr_TR.UTF-8").env("LANG", "tr_TR.UTF-8")),
    ("C", |_, call| call.env("LC_ALL", "C").env("LANGUAGE", "de")),
    ("another day", |_, call| call.env("ABCD_NOW", "1999-12-31T23:59:59Z")),
    ("another draw", |_, call| call.env("ABCD_ENTROPY", "4711")),
    ("git told of another repository", |_, call| {
        call.env("GIT_DIR", "/nowhere").env("GIT_CEILING_DIRECTORIES", "/").env("GIT_INDEX_FILE", "/nowhere")
    }),
];

/// The repository that every row begins with, without a routine.
fn tide() -> Sandbox {
    let sandbox = repository();
    place::fill(&sandbox.repo, place::FILES.iter());
    sandbox
}

/// What stands and is printed in that repository, asked plainly.
fn plain() -> Bytes {
    bytes(&tide(), |call| call)
}

#[test]
fn wherever_it_is_asked_from() {
    let plain = plain();
    for (row, turn) in ELSEWHERE {
        let sandbox = tide();
        let there = bytes(&sandbox, |call| turn(&sandbox, call));
        place::same(row, &plain, &there);
    }
}

#[test]
fn whether_the_repository_is_named_or_stood_in() {
    let plain = plain();
    for (row, from, named) in [("from above", "..", "repo"), ("from elsewhere", "../tmp", "../repo")] {
        let sandbox = tide();
        let named = |call: Call<'_>| {
            let mut ran = call.from(from).arg("--repo").arg(named).run_lawless();
            // What follows is said of the same repository, which is all that differs.
            ran.stdout = ran.stdout.replace(" --repo '<the same folder>'", "");
            ran
        };
        place::same(row, &plain, &place::bytes_by(&sandbox, named));
    }
}

#[test]
fn whatever_the_umask_is_and_no_file_is_wider_than_it_says() {
    let plain = plain();
    for umask in [0o000, 0o022, 0o077] {
        let sandbox = tide();
        let run = |call: Call<'_>| under(umask, &call);
        place::same(&format!("umask {umask:03o}"), &plain, &place::bytes_by(&sandbox, run));
        let routine = sandbox.repo.join(".abcd/routines/bug-hunt");
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(&routine), 0o777 & !umask, "{umask:03o}");
        for name in ["prompt.md", "schedule.json", "answers.json"] {
            assert_eq!(mode(&routine.join(name)), 0o666 & !umask, "{umask:03o}: {name}");
        }
    }
}

/// Runs a call under a mask of permission bits.
fn under(umask: u32, call: &Call<'_>) -> Ran {
    let own = call.command();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("umask {umask:03o} && exec \"$0\" \"$@\""));
    shell.arg(own.get_program()).args(own.get_args());
    shell.current_dir(own.get_current_dir().unwrap()).env_clear();
    shell.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.stdin(std::process::Stdio::null());
    shell.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let words: Vec<_> = own.get_args().map(ToOwned::to_owned).collect();
    Call::end(shell, &words)
}

#[test]
fn in_whatever_order_a_folder_lists_its_names() {
    let plain = plain();
    let sandbox = repository();
    place::fill(&sandbox.repo, place::FILES.iter().rev());
    place::same("made backwards", &plain, &bytes(&sandbox, |call| call));
    // A file system in memory lists the newest name first, where many others go by a hash of the name.
    let memory = Path::new("/dev/shm");
    if !memory.is_dir() {
        println!("not tried here: no file system in memory");
        return;
    }
    for (row, backwards) in [("in memory", false), ("in memory, made backwards", true)] {
        let sandbox = repository();
        let keep = tempfile::Builder::new().prefix("abcd-test-").tempdir_in(memory).unwrap();
        let copy = keep.path().join("repo");
        assert!(Command::new("cp").arg("-r").arg(&sandbox.repo).arg(&copy).status().unwrap().success());
        let names: Vec<_> = place::FILES.iter().collect();
        let names = if backwards { names.into_iter().rev().collect() } else { names };
        place::fill(&copy, names.into_iter());
        let there = place::bytes_in(&copy, &sandbox, |call| call.from(&copy).run());
        place::same(row, &plain, &there);
    }
}

#[test]
fn a_recorded_routine_stands_whatever_the_remote_is_called_and_wherever_it_points() {
    for (row, lines) in [
        ("another name", vec!["remote rename origin upstream"]),
        ("a fork", vec!["remote set-url origin https://github.com/bob/tide.git"]),
        (
            "a fork that keeps its source",
            vec!["remote rename origin upstream", "remote add origin git@github.com:bob/tide.git"],
        ),
        ("another forge", vec!["remote set-url origin https://gitlab.com/ada/tide.git"]),
        ("no remote", vec!["remote remove origin"]),
    ] {
        let sandbox = tide();
        drop(sandbox.run("routine render --write").done());
        for line in lines {
            sandbox.git(line);
        }
        stands(row, &sandbox);
    }
}

#[test]
fn a_clone_and_a_checkout_with_other_line_ends_hold_the_same_routine() {
    let source = tide();
    source.git("add --all -- :!.abcd");
    source.git("commit --quiet --message files");
    drop(source.run("routine render --write").done());
    source.git("add --all");
    source.git("commit --quiet --message routine");
    for (row, how) in [
        ("a clone", ""),
        ("CRLF", "-c core.autocrlf=true"),
        ("CRLF, by eol", "-c core.eol=crlf -c core.autocrlf=true"),
        ("a shallow clone", "--depth 1"),
    ] {
        let sandbox = Sandbox::new();
        std::fs::remove_dir_all(&sandbox.repo).unwrap();
        let from = format!("file://{}", source.repo.display());
        sandbox.git_in(&sandbox.root, &format!("clone --quiet {how} {from} repo"));
        sandbox.git("remote set-url origin https://github.com/ada/tide.git");
        assert_eq!(sandbox.read("Makefile").contains('\r'), row.starts_with("CRLF"), "{row}");
        stands(row, &sandbox);
        assert_eq!(sandbox.git("status --porcelain"), "", "{row}");
        let facts = |sandbox: &Sandbox| {
            let facts = print(sandbox.call("routine show bug-hunt"));
            (facts, sandbox.read(".abcd/routines/bug-hunt/prompt.md").replace("\r\n", "\n"))
        };
        assert_eq!(facts(&sandbox), facts(&source), "{row}");
    }
}

/// Says that the laid routine is current, and that neither an update nor a second render touches it.
#[track_caller]
fn stands(row: &str, sandbox: &Sandbox) {
    let before = tree(&sandbox.repo);
    for line in ["routine check", "routine update", "routine update --facts", "routine render --write"] {
        let ran = sandbox.run(line);
        assert_eq!(ran.exit, 0, "{row}: {line}\n{ran}");
        let changes = changes(&before, &tree(&sandbox.repo));
        assert!(changes.is_empty(), "{row}: {line} wrote {changes:?}\n{ran}");
    }
}

#[test]
fn the_matrix_sees_a_difference() {
    let (one, other) = (tide(), tide());
    other.write("Makefile", "verify:\n\tcargo test\n");
    let (one, other) = (bytes(&one, |call| call), bytes(&other, |call| call));
    assert_ne!(one, other);
    assert!(files(&one).iter().zip(files(&other)).any(|(one, other)| *one != other));
}
