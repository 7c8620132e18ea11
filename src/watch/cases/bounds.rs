//! Each bound is refused before what is over it is read, and its largest part is named.

use super::super::{Unwatched, Watch};
use super::{Ground, link, put, sparse};
use crate::registry::values::WatchBound;

const GIB: u64 = 1024 * 1024 * 1024;

#[test]
fn more_paths_than_are_watched_name_the_fullest_folder() {
    let ground = Ground::new();
    for number in 0..100 {
        ground.write(&format!("built/many/{number}"), "");
    }
    let most = |bound: WatchBound| if bound == WatchBound::Paths { 90 } else { bound.most() };
    let refused = Watch::within(&ground.host, &ground.place(), &[], most).map(|_| ()).unwrap_err();
    let Unwatched::Over { bound: WatchBound::Paths, at } = refused else { panic!("{refused:?}") };
    assert_eq!(at, "built/many");
}

#[test]
fn a_huge_file_that_git_would_keep_is_named_and_not_read() {
    let ground = Ground::new();
    sparse(&ground.at("notes/huge"), 1024 * GIB);
    let Unwatched::Over { bound: WatchBound::Content, at } = ground.refused() else { panic!() };
    assert_eq!(at, "notes/huge");
    // Ignored, it is watched by its times.
    ground.write(".git/info/exclude", "huge\n");
    assert_eq!(ground.named(|| sparse(&ground.at("notes/huge"), 1023 * GIB)), ["notes/huge"]);
}

#[test]
fn a_file_that_grew_huge_is_named_without_being_read() {
    let ground = Ground::new();
    let found = ground.after(|| sparse(&ground.at(super::KEPT), 1024 * GIB));
    let [change] = found.beyond.as_slice() else { panic!("{:?}", found.beyond) };
    let after = change.after.clone().unwrap();
    assert_eq!((after.size, after.sha256), (Some(1024 * GIB), None));
}

#[test]
fn huge_files_of_git_are_refused_before_git_reads_them() {
    for path in [".git/config.worktree", ".git/packed-refs", ".git/info/exclude"] {
        let ground = Ground::new();
        sparse(&ground.at(path), 1024 * GIB);
        let Unwatched::Over { bound: WatchBound::Content, at } = ground.refused() else { panic!() };
        assert_eq!(at, path);
    }
}

#[test]
fn a_link_to_something_huge_is_named() {
    let ground = Ground::new();
    sparse(&ground.beside("huge"), GIB);
    link("../../../huge", &ground.at(".git/hooks/pre-commit"));
    let Unwatched::Over { bound: WatchBound::OutsideBytes, at } = ground.refused() else { panic!() };
    assert_eq!(at, "(what .git/hooks/pre-commit leads to)");
}

#[test]
fn a_link_to_a_folder_of_everything_is_named() {
    let ground = Ground::new();
    for number in 0..1100 {
        put(&ground.beside(&format!("farm/{number}")), "");
    }
    link("../../../farm", &ground.at(".git/hooks/all"));
    let Unwatched::Over { bound: WatchBound::Outside, at } = ground.refused() else { panic!() };
    assert_eq!(at, "(what .git/hooks/all leads to)");
}

#[test]
fn a_farm_of_links_is_bounded() {
    let ground = Ground::new();
    for number in 0..1100 {
        put(&ground.beside(&format!("farm/{number}")), "");
        link(format!("../../../farm/{number}"), &ground.at(&format!(".git/hooks/{number:04}")));
    }
    let refused = ground.refused();
    let Unwatched::Over { bound: WatchBound::Outside, at } = refused else { panic!("{refused:?}") };
    assert!(at.starts_with("(what .git/hooks/"), "{at}");
}

#[test]
fn too_many_receipts_name_the_worktree() {
    let ground = Ground::new();
    ground.git(&["worktree", "add", "--quiet", &ground.beside("tree").display().to_string()]);
    for number in 0..1100 {
        put(&ground.beside(&format!("tree/.abcd/.work.local/preflight-receipts/{number}")), "");
    }
    let Unwatched::Over { bound: WatchBound::Receipts, at } = ground.refused() else { panic!() };
    assert_eq!(at, "(worktree tree)");
}

#[test]
fn a_pointer_over_its_bound_is_refused_and_one_that_grew_is_named() {
    let ground = Ground::new();
    let watch = ground.watch().unwrap();
    put(&ground.at(".git/commondir"), &"x".repeat(65 * 1024));
    let named: Vec<_> = watch.compare(&[]).unwrap().beyond.into_iter().map(|change| change.path).collect();
    assert_eq!(named, [".git/commondir"]);
    let place = watch.place.clone();
    let refused = Watch::open(&ground.host, &place, &[]).map(|_| ()).unwrap_err();
    assert!(matches!(refused, Unwatched::Over { bound: WatchBound::Pointer, .. }), "{refused:?}");
}

#[test]
fn more_changes_than_are_named_are_counted() {
    let ground = Ground::new();
    let found = ground.after(|| (0..1100).for_each(|number| ground.write(&format!("many/{number:04}"), "")));
    assert_eq!((found.beyond.len(), found.more), (1000, 101));
    assert_eq!(found.beyond[0].path, "many");
}
