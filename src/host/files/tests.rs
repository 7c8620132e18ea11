//! Tries every shape that a hostile or broken folder can have.

use std::os::unix::fs::symlink;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::{Dir, Kind, Trouble};

fn made() -> (tempfile::TempDir, Dir) {
    let folder = tempfile::tempdir().unwrap();
    let dir = Dir::open(folder.path()).unwrap();
    (folder, dir)
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

fn names(dir: &Dir) -> Vec<String> {
    dir.entries("").unwrap().into_iter().map(|entry| entry.name.into_string().unwrap()).collect()
}

#[test]
fn a_link_at_any_level_is_refused_in_reading_and_writing() {
    let (folder, dir) = made();
    dir.make_dir("real/inner").unwrap();
    dir.create("real/inner/f", b"x").unwrap();
    symlink("real", folder.path().join("outer")).unwrap();
    symlink("inner", folder.path().join("real/middle")).unwrap();
    symlink("f", folder.path().join("real/inner/leaf")).unwrap();
    for path in ["outer/inner/f", "real/middle/f", "real/inner/leaf"] {
        assert_eq!(dir.read(path, 10), Err(Trouble::Link), "read {path}");
        assert_eq!(dir.write(path, b"y"), Err(Trouble::Link), "write {path}");
    }
    assert_eq!(dir.create("outer/new", b"y"), Err(Trouble::Link));
    assert_eq!(dir.make_dir("outer/new"), Err(Trouble::Link));
    assert_eq!(dir.entries("outer"), Err(Trouble::Link));
    assert_eq!(dir.remove("outer/inner/f"), Err(Trouble::Link));
    assert_eq!(dir.rename("real/inner/f", "outer/g"), Err(Trouble::Link));
    assert_eq!(dir.read("real/inner/f", 10).unwrap(), b"x");
}

#[test]
fn a_link_onto_the_leaf_is_not_created_over() {
    let (folder, dir) = made();
    symlink("target", folder.path().join("leaf")).unwrap();
    assert_eq!(dir.create("leaf", b"x"), Err(Trouble::Exists));
    assert_eq!(names(&dir), ["leaf"]);
}

#[test]
fn what_is_no_plain_file_is_neither_read_nor_waited_for() {
    let (folder, dir) = made();
    pipe(&folder.path().join("pipe"));
    dir.make_dir("folder").unwrap();
    symlink("/dev/zero", folder.path().join("zero")).unwrap();
    assert_eq!(dir.read("pipe", 10), Err(Trouble::NotRegular));
    assert_eq!(dir.read("folder", 10), Err(Trouble::NotRegular));
    assert_eq!(dir.read("zero", 10), Err(Trouble::Link));
    assert_eq!(dir.write("pipe", b"x"), Err(Trouble::NotRegular));
    assert_eq!(dir.write("folder", b"x"), Err(Trouble::NotRegular));
    assert_eq!(Dir::open(Path::new("/dev")).unwrap().read("zero", 10), Err(Trouble::NotRegular));
}

#[test]
fn a_file_on_the_way_is_no_folder() {
    let (_folder, dir) = made();
    dir.create("file", b"x").unwrap();
    assert_eq!(dir.read("file/below", 10), Err(Trouble::NotDirectory));
    assert_eq!(dir.make_dir("file/below"), Err(Trouble::NotDirectory));
    assert_eq!(dir.make_dir("file"), Err(Trouble::NotDirectory));
    assert_eq!(dir.entries("file"), Err(Trouble::NotDirectory));
}

#[test]
fn the_cap_is_held_to_the_byte() {
    let (_folder, dir) = made();
    dir.create("f", b"12345").unwrap();
    assert_eq!(dir.read("f", 5).unwrap(), b"12345");
    assert_eq!(dir.read("f", 4), Err(Trouble::TooLarge { cap: 4 }));
}

#[test]
fn text_must_be_utf8() {
    let (_folder, dir) = made();
    dir.create("f", b"\xff").unwrap();
    assert_eq!(dir.read_text("f", 5), Err(Trouble::NotUtf8));
    assert_eq!(dir.read_text_if_there("absent", 5), Ok(None));
}

#[test]
fn nothing_outside_is_reached() {
    let (_folder, dir) = made();
    for path in ["../x", "/etc/passwd", "a/../../x", ""] {
        assert_eq!(dir.read(path, 10), Err(Trouble::Outside), "{path}");
        assert_eq!(dir.write(path, b"x"), Err(Trouble::Outside), "{path}");
    }
}

#[test]
fn a_write_replaces_and_keeps_the_mode_and_leaves_nothing_else() {
    let (folder, dir) = made();
    dir.create("f", b"one").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o640);
    std::fs::set_permissions(folder.path().join("f"), mode).unwrap();
    dir.write("f", b"two").unwrap();
    assert_eq!(dir.read("f", 10).unwrap(), b"two");
    let kept = std::fs::metadata(folder.path().join("f")).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&kept) & 0o777, 0o640);
    assert_eq!(names(&dir), ["f"]);
}

#[test]
fn nothing_is_created_or_moved_over() {
    let (_folder, dir) = made();
    dir.create("a", b"a").unwrap();
    dir.create("b", b"b").unwrap();
    assert_eq!(dir.create("a", b"c"), Err(Trouble::Exists));
    assert_eq!(dir.rename("a", "b"), Err(Trouble::Exists));
    assert_eq!(dir.read("b", 10).unwrap(), b"b");
    dir.make_dir("to").unwrap();
    dir.rename("a", "to/a").unwrap();
    assert_eq!(dir.kind("a").unwrap(), None);
    assert_eq!(dir.kind("to/a").unwrap(), Some(Kind::File));
    assert_eq!(names(&dir), ["b", "to"]);
}

#[test]
fn making_a_folder_twice_makes_it_once() {
    let (_folder, dir) = made();
    assert_eq!(dir.make_dir("a/b"), Ok(true));
    assert_eq!(dir.make_dir("a/b"), Ok(false));
}

#[test]
fn kinds_are_told_without_following() {
    let (folder, dir) = made();
    symlink("/", folder.path().join("link")).unwrap();
    pipe(&folder.path().join("pipe"));
    dir.make_dir("folder").unwrap();
    let kinds: Vec<_> = dir.entries("").unwrap().into_iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [Kind::Folder, Kind::Link, Kind::Other]);
    assert_eq!(dir.kind("nothing"), Ok(None));
    assert_eq!(dir.kind("nothing/below"), Ok(None));
}

#[test]
fn a_folder_is_staged_whole_under_a_new_name_and_never_through_a_link() {
    let (folder, dir) = made();
    dir.stage_folder("new", &[("a", b"1"), ("b", b"2")]).unwrap();
    assert_eq!(dir.read("new/a", 10).unwrap(), b"1");
    assert_eq!(dir.read("new/b", 10).unwrap(), b"2");
    symlink("new", folder.path().join("link")).unwrap();
    assert_eq!(dir.stage_folder("new", &[]), Err(Trouble::Exists));
    assert_eq!(dir.stage_folder("link", &[]), Err(Trouble::Exists));
    assert_eq!(dir.stage_folder("link/below", &[]), Err(Trouble::Link));
    dir.clear("link").unwrap();
    dir.clear("new/a").unwrap();
    assert!(dir.clear_folder("new").is_err(), "what holds something stays");
    dir.clear("new/b").unwrap();
    dir.clear_folder("new").unwrap();
    assert_eq!(names(&dir), Vec::<String>::new());
}
