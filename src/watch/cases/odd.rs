//! Odd trees: pipes, sockets, names that are no text, very deep folders, folders that cannot be read.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, OFlags, mkdirat, mknodat, openat};

use super::super::{Shape, Unwatched};
use super::{Ground, put, set_mode};
use crate::host::files::Trouble;
use crate::host::process::{self, End, Order};

fn pipe(path: &std::path::Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[test]
fn a_pipe_and_a_socket_are_watched_and_never_opened() {
    let ground = Ground::new();
    pipe(&ground.at("built/pipe"));
    pipe(&ground.at("notes/pipe"));
    let found = ground.after(|| {
        std::fs::remove_file(ground.at("built/pipe")).unwrap();
        mknodat(CWD, ground.at("notes/socket"), FileType::Socket, Mode::RUSR, 0).unwrap();
    });
    let shapes: Vec<_> = found
        .beyond
        .iter()
        .map(|change| (change.path.as_str(), change.before.as_ref().or(change.after.as_ref()).unwrap().kind))
        .collect();
    assert_eq!(shapes, [("built/pipe", Shape::Special), ("notes/socket", Shape::Special)]);
}

#[test]
fn a_file_that_becomes_a_pipe_is_named() {
    let ground = Ground::new();
    let named = ground.named(|| {
        std::fs::remove_file(ground.at(super::KEPT)).unwrap();
        pipe(&ground.at(super::KEPT));
    });
    assert_eq!(named, [super::KEPT]);
}

#[test]
fn a_pipe_that_git_would_wait_for_is_refused() {
    for path in [".git/config.worktree", ".git/info/exclude", "src/.gitignore"] {
        let ground = Ground::new();
        if ground.at(path).exists() {
            std::fs::remove_file(ground.at(path)).unwrap();
        }
        pipe(&ground.at(path));
        let refused = ground.refused();
        assert_eq!(refused, Unwatched::Unreadable { at: path.to_owned(), trouble: Trouble::NotRegular });
    }
}

#[test]
fn a_name_that_is_no_text_is_watched_and_shown() {
    let ground = Ground::new();
    let named = ground.named(|| {
        put(&ground.root.join(OsStr::from_bytes(b"built/\xff\x1b[31m")), "x");
        put(&ground.root.join("new\nline"), "x");
    });
    assert_eq!(named, ["built/\\xff\\u{1b}[31m", "new\\u{a}line"]);
}

#[test]
fn a_tree_deeper_than_a_path_may_be_is_watched_to_its_end() {
    let ground = Ground::new();
    // Deeper than folders can be open at once, and longer than any path that the system takes.
    let levels = 3000;
    let mut folder = rustix::fs::open(ground.at("built"), OFlags::DIRECTORY, Mode::empty()).unwrap();
    let mut above = Vec::new();
    for level in 0..levels {
        mkdirat(&folder, "down", Mode::RWXU).unwrap();
        mkdirat(&folder, "aside", Mode::RWXU).unwrap();
        let next = openat(&folder, "down", OFlags::DIRECTORY, Mode::empty()).unwrap();
        if level == levels / 2 {
            above.push(folder);
        }
        folder = next;
    }
    let found = ground.after(|| {
        mkdirat(&folder, "planted", Mode::RWXU).unwrap();
        mkdirat(&above[0], "planted", Mode::RWXU).unwrap();
    });
    assert_eq!(found.beyond.len(), 2);
    assert!(found.beyond.iter().all(|change| change.path.ends_with("/planted")), "{:?}", found.beyond);
    // Removed the same way, since nothing that goes by paths could.
    let order = Order {
        program: OsStr::new("rm"),
        args: vec!["-rf".into(), "built".into()],
        cwd: &ground.root,
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        stdin: None,
        deadline: Duration::from_mins(1),
        cap: 1000,
        care: process::Care::default(),
    };
    assert_eq!(process::run(order).unwrap().end, End::Exit(0));
}

#[test]
fn a_folder_that_cannot_be_listed_is_refused_or_watched_from_outside() {
    if rustix::process::geteuid().is_root() {
        eprintln!("skipped: root may read everything");
        return;
    }
    let ground = Ground::new();
    set_mode(&ground.at("built/deep"), 0o300);
    let refused = ground.refused();
    set_mode(&ground.at("built/deep"), 0o700);
    assert_eq!(refused, Unwatched::Unreadable { at: "built/deep".to_owned(), trouble: Trouble::Denied });
}
