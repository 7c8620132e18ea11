//! The working tree: what is kept, what is new, what is ignored.

use std::path::PathBuf;

use super::super::{Shape, Watch};
use super::{Ground, IGNORED, KEPT, NEW, TURNS, date, link, put, set_mode};
use crate::host::git::Git;

#[test]
fn nothing_is_named_where_nothing_changed() {
    let ground = Ground::new();
    let found = ground.after(|| ());
    assert_eq!((found.beyond, found.more, found.allowed), (vec![], 0, vec![]));
}

#[test]
fn what_is_kept_is_named_with_before_and_after() {
    let ground = Ground::new();
    let found = ground.after(|| ground.write(KEPT, "fn evil() {}\n"));
    let [change] = found.beyond.as_slice() else { panic!("{:?}", found.beyond) };
    let (before, after) = (change.before.clone().unwrap(), change.after.clone().unwrap());
    assert_eq!((change.path.as_str(), before.kind, before.mode.as_str()), (KEPT, Shape::File, "0644"));
    assert_eq!((before.size, after.size), (Some(13), Some(13)));
    // As `sha256sum` prints them.
    assert_eq!(
        before.sha256.as_deref(),
        Some("68c4715accc23d5af7a23a59bf1bacd2688d1c2dd6ddcdfdb32dca6955d24b40")
    );
    assert_eq!(
        after.sha256.as_deref(),
        Some("2319d17d5aaa59be39d3f444be01e91dd936dc1c9250df94f98cd71b20a8a07c")
    );
}

#[test]
fn a_new_file_a_removed_one_and_a_mode_are_named() {
    let ground = Ground::new();
    let named = ground.named(|| {
        ground.write("src/planted.rs", "x");
        std::fs::remove_file(ground.at(NEW)).unwrap();
        set_mode(&ground.at(KEPT), 0o755);
    });
    assert_eq!(named, [NEW, KEPT, "src/planted.rs"]);
}

#[test]
fn a_file_that_was_only_touched_is_not_named() {
    let ground = Ground::new();
    assert_eq!(ground.named(|| date(&ground.at(KEPT), 1)), [""; 0]);
    let rewritten = || {
        std::fs::remove_file(ground.at(NEW)).unwrap();
        ground.write(NEW, "new\n");
    };
    assert_eq!(ground.named(rewritten), [""; 0]);
}

#[test]
fn a_change_whose_time_is_put_back_is_named() {
    for path in [KEPT, NEW, IGNORED] {
        let ground = Ground::new();
        date(&ground.at(path), 1_000_000);
        let named = ground.named(|| {
            let text = if path == IGNORED { "9876543210" } else { "fn evil() {}\n" };
            let text = if path == NEW { "neu\n" } else { text };
            ground.write(path, text);
            date(&ground.at(path), 1_000_000);
        });
        assert_eq!(named, [path]);
    }
}

#[test]
fn an_ignored_file_is_named_by_its_times() {
    let ground = Ground::new();
    let found = ground.after(|| ground.write(IGNORED, "9876543210"));
    let [change] = found.beyond.as_slice() else { panic!("{:?}", found.beyond) };
    let (before, after) = (change.before.clone().unwrap(), change.after.clone().unwrap());
    assert_eq!((change.path.as_str(), before.sha256, before.inode), (IGNORED, None, after.inode));
    assert!(before.mtime < after.mtime && before.ctime < after.ctime);
}

#[test]
fn many_quick_writes_after_the_first_reading_all_show() {
    // The file is as fresh as can be when it is first read; its times alone would not tell it from the next one.
    for round in 0..20 {
        let ground = Ground::new();
        ground.write(IGNORED, "aaaaaaaaaa");
        assert_eq!(ground.named(|| ground.write(IGNORED, "bbbbbbbbbb")), [IGNORED], "round {round}");
    }
}

#[test]
fn ignoring_a_file_or_forgetting_it_hides_nothing() {
    let ground = Ground::new();
    ground.git(&["update-index", "--assume-unchanged", KEPT]);
    let named = ground.named(|| {
        ground.write(".git/info/exclude", "*\n");
        ground.write(KEPT, "fn evil() {}\n");
        ground.write("planted", "x");
    });
    assert_eq!(named, [".git/info/exclude", "planted", KEPT]);
}

#[test]
fn an_empty_folder_and_a_folder_that_went_are_named() {
    let ground = Ground::new();
    let named = ground.named(|| {
        std::fs::create_dir(ground.at("empty")).unwrap();
        std::fs::remove_dir_all(ground.at("notes")).unwrap();
    });
    assert_eq!(named, ["empty", "notes", NEW]);
}

#[test]
fn what_may_change_is_told_apart_and_only_as_a_plain_file() {
    let ground = Ground::new();
    let found = ground.after(|| ground.write("src/may.md", "record\n"));
    assert!(found.clean(), "{:?}", found.beyond);
    assert_eq!(found.allowed.iter().map(|change| change.path.as_str()).collect::<Vec<_>>(), ["src/may.md"]);
    let found = ground.after(|| ground.write("src/may.md", "changed\n"));
    assert_eq!((found.beyond.len(), found.allowed.len()), (0, 1));
    let swapped = || {
        std::fs::remove_file(ground.at("src/may.md")).unwrap();
        link("../../outside", &ground.at("src/may.md"));
    };
    assert_eq!(ground.named(swapped), ["src/may.md"]);
    assert_eq!(ground.named(|| std::fs::remove_file(ground.at("src/may.md")).unwrap()), ["src/may.md"]);
}

#[test]
fn the_turn_folder_and_known_litter_may_change() {
    let ground = Ground::new();
    ground.write(".claude/settings.json", "{}");
    let named = ground.named(|| {
        ground.write(&format!("{TURNS}/turn-1.receipt.json"), "{}");
        ground.write("src/.DS_Store", "x");
        ground.write(".DS_Store", "x");
        ground.write(".claude/scheduled_tasks.lock", "x");
    });
    assert_eq!(named, [""; 0]);
}

#[test]
fn nothing_hides_behind_the_name_of_known_litter() {
    let ground = Ground::new();
    let named = ground.named(|| {
        ground.write("src/.DS_Store/evil", "x");
        ground.write("src/.claude/scheduled_tasks.lock", "x");
        std::fs::remove_dir_all(ground.at(TURNS)).unwrap();
        link("/", &ground.at(TURNS));
    });
    let turns =
        [TURNS, "src/.DS_Store", "src/.DS_Store/evil", "src/.claude", "src/.claude/scheduled_tasks.lock"];
    assert_eq!(named, turns);
}

#[test]
fn another_run_beside_this_one_is_no_part_of_it() {
    let ground = Ground::new();
    let other = ".abcd/.work.local/interview-turns/two/turn-1.receipt.json";
    let named = ground.named(|| ground.write(other, "{}"));
    assert_eq!(named, [".abcd/.work.local/interview-turns/two", other]);
}

#[test]
fn what_is_staged_is_watched_and_a_refreshed_index_is_not_a_change() {
    let ground = Ground::new();
    let refreshed = || {
        date(&ground.at(KEPT), 5);
        ground.git(&["update-index", "--refresh"]);
    };
    assert_eq!(ground.named(refreshed), [""; 0]);
    assert_eq!(ground.named(|| ground.git(&["add", NEW])), [".git/index"]);
    assert_eq!(ground.named(|| ground.git(&["update-index", "--skip-worktree", KEPT])), [".git/index"]);
}

#[test]
fn a_nested_repository_is_watched_with_its_git_folder() {
    let ground = Ground::new();
    let nested = ground.at("vendor/nested");
    std::fs::create_dir_all(&nested).unwrap();
    ground.git_in(&nested, &["init", "--quiet"]);
    put(&nested.join("inner.txt"), "inner");
    let named = ground.named(|| {
        put(&nested.join("inner.txt"), "other");
        put(&nested.join(".git/hooks/pre-commit"), "#!/bin/sh\n");
    });
    let path = |name: &str| format!("vendor/nested/{name}");
    assert_eq!(named, [path(".git/hooks/pre-commit"), path("inner.txt")]);
}

#[test]
fn a_second_dispatch_is_judged_by_what_stood_before_it() {
    let ground = Ground::new();
    let mut watch = ground.watch().unwrap();
    ground.write(NEW, "by a person\n");
    assert_eq!(watch.compare(&[]).unwrap().beyond.len(), 1);
    watch.renew().unwrap();
    assert!(watch.compare(&[]).unwrap().clean());
    ground.write(NEW, "by a role!!\n");
    assert_eq!(watch.compare(&[]).unwrap().beyond.len(), 1);
}

#[test]
fn a_repository_without_a_commit_is_watched() {
    let ground = Ground::new();
    let root = ground.beside("fresh");
    std::fs::create_dir(&root).unwrap();
    assert!(Git::at(&ground.host.env, &root).run(["init", "--quiet"]).unwrap().ok());
    let place = crate::host::place::Repository::top(&root).unwrap().unwrap();
    let watch = Watch::open(&ground.host, &place, &[] as &[PathBuf]).unwrap();
    put(&root.join("first"), "x");
    assert_eq!(watch.compare(&[]).unwrap().beyond.len(), 1);
}
