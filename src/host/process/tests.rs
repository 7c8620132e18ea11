//! Programs as they end: by themselves, at the deadline, with all that they started.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};

use super::{Care, End, Order, Ran, run};
use crate::host::files::Trouble;

fn sh(script: &str, deadline: Duration, cap: usize) -> Ran {
    let env = vec![(OsString::from("PATH"), OsString::from("/usr/bin:/bin"))];
    let args = vec![OsString::from("-c"), OsString::from(script)];
    let order = Order {
        program: OsStr::new("sh"),
        args,
        cwd: Path::new("/"),
        env,
        stdin: None,
        deadline,
        cap,
        care: Care::default(),
    };
    run(order).unwrap()
}

#[test]
fn output_and_exit_are_told_apart() {
    let ran = sh("echo out; echo err >&2; exit 3", Duration::from_mins(1), 100);
    assert_eq!(ran.end, End::Exit(3));
    assert_eq!((ran.stdout.bytes.as_slice(), ran.stderr.bytes.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
    assert!(!ran.stdout.cut);
}

#[test]
fn more_than_the_cap_is_cut_and_said() {
    let ran = sh("printf 123456", Duration::from_mins(1), 5);
    assert_eq!((ran.stdout.bytes.as_slice(), ran.stdout.cut), (&b"12345"[..], true));
    let ran = sh("printf 12345", Duration::from_mins(1), 5);
    assert_eq!((ran.stdout.bytes.as_slice(), ran.stdout.cut), (&b"12345"[..], false));
}

/// Whether the process whose id is in `output` ends; it may take the system a moment to reap it.
fn ends(output: &[u8]) -> bool {
    let pid = String::from_utf8_lossy(output).trim().parse().ok().and_then(Pid::from_raw).unwrap();
    (0..2000).any(|_| {
        std::thread::yield_now();
        let stat = Path::new("/proc").join(pid.as_raw_nonzero().to_string()).join("stat");
        let state = std::fs::File::open(stat).and_then(std::io::read_to_string).unwrap_or_default();
        state.contains(") Z ") || test_kill_process(pid).is_err()
    })
}

#[test]
fn the_deadline_ends_the_group_with_a_grandchild_that_holds_the_pipe() {
    let ran = sh("trap '' TERM; sleep 600 & echo $!; wait; sleep 600", Duration::from_millis(300), 100);
    assert_eq!(ran.end, End::Deadline);
    assert!(ends(&ran.stdout.bytes), "the grandchild is gone");
}

#[test]
fn a_leader_that_ends_first_takes_its_group_along() {
    let ran = sh("sleep 600 & echo $!; exit 0", Duration::from_mins(1), 100);
    assert_eq!(ran.end, End::Exit(0));
    assert!(ends(&ran.stdout.bytes), "the child is gone");
}

#[test]
fn standard_input_is_empty_or_what_is_given() {
    assert_eq!(sh("cat", Duration::from_mins(1), 100).stdout.bytes, b"");
    let env = vec![(OsString::from("PATH"), OsString::from("/usr/bin:/bin"))];
    let order = Order {
        program: OsStr::new("cat"),
        args: Vec::new(),
        cwd: Path::new("/"),
        env,
        stdin: Some(b"given".to_vec()),
        deadline: Duration::from_mins(1),
        cap: 100,
        care: Care::default(),
    };
    assert_eq!(run(order).unwrap().stdout.bytes, b"given");
}

#[test]
fn much_is_told_and_heard_at_once_and_a_program_may_close_its_ears() {
    let tell = |script: &str, stdin: Vec<u8>| {
        run(Order {
            program: OsStr::new("sh"),
            args: vec!["-c".into(), script.into()],
            cwd: Path::new("/"),
            env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            stdin: Some(stdin),
            deadline: Duration::from_mins(1),
            cap: 8 * 1024 * 1024,
            care: Care::default(),
        })
        .unwrap()
    };
    let much: Vec<u8> = (0..3_000_000_u32).map(|at| (at % 251) as u8).collect();
    assert!(tell("cat", much.clone()).stdout.bytes == much, "every byte comes back");
    let ran = tell("exec <&-; echo deaf", much);
    assert_eq!((ran.end, ran.stdout.bytes.as_slice()), (End::Exit(0), &b"deaf\n"[..]));
}

#[test]
fn many_at_once_each_see_their_own_end() {
    let ended: Vec<_> = std::thread::scope(|scope| {
        let calls: Vec<_> = (1..=12)
            .map(|code| scope.spawn(move || sh(&format!("exit {code}"), Duration::from_mins(1), 10).end))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    assert_eq!(ended, (1..=12).map(End::Exit).collect::<Vec<_>>());
}

#[test]
fn a_program_beside_the_call_is_not_the_one_that_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let dir = crate::host::files::Dir::open(folder.path()).unwrap();
    dir.create("sh", b"#!/bin/sh\necho planted\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("sh"), mode).unwrap();
    for (path, said) in [(".:/usr/bin:/bin", "real\n"), (":/usr/bin:/bin", "real\n")] {
        let order = Order {
            program: OsStr::new("sh"),
            args: vec!["-c".into(), "echo real".into()],
            cwd: folder.path(),
            env: vec![("PATH".into(), path.into())],
            stdin: None,
            deadline: Duration::from_mins(1),
            cap: 100,
            care: Care::default(),
        };
        assert_eq!(run(order).unwrap().stdout.bytes, said.as_bytes(), "{path}");
    }
}

#[test]
fn a_program_that_is_not_there_is_absent() {
    let order = Order {
        program: OsStr::new("no-such-program-of-abcd"),
        args: Vec::new(),
        cwd: Path::new("/"),
        env: Vec::new(),
        stdin: None,
        deadline: Duration::from_secs(1),
        cap: 1,
        care: Care::default(),
    };
    assert_eq!(run(order), Err(Trouble::Absent));
}
