//! Git's own folders: what decides which programs git starts, and where the repository is.

use super::super::Unwatched;
use super::{Ground, KEPT, link, put};

#[test]
fn hooks_settings_and_branches_are_watched() {
    let ground = Ground::new();
    for (path, text) in [
        (".git/hooks/pre-commit", "#!/bin/sh\n"),
        (".git/config", "[alias]\n\tst = !evil\n"),
        (".git/config.worktree", "[core]\n\tfsmonitor = evil\n"),
        (".git/HEAD", "ref: refs/heads/evil\n"),
        (".git/packed-refs", "# pack-refs with: peeled\n"),
        (".git/refs/heads/evil", "0\n"),
        (".git/info/exclude", "*\n"),
        (".git/objects/info/alternates", "/evil\n"),
        (".git/rebase-merge/git-rebase-todo", "exec evil\n"),
    ] {
        let named = ground.named(|| ground.write(path, text));
        assert!(named.iter().any(|name| name == path), "{path}: {named:?}");
    }
}

#[test]
fn the_litter_of_git_itself_is_no_change() {
    let ground = Ground::new();
    let named = ground.named(|| {
        ground.write(".git/FETCH_HEAD", "x");
        ground.write(".git/logs/HEAD", "x");
        ground.write(".git/objects/ab/cdef", "x");
    });
    assert_eq!(named, [""; 0]);
}

#[test]
fn a_setting_cannot_blind_the_watch() {
    let ground = Ground::new();
    for setting in [
        ["core.ignoreStat", "true"],
        ["core.fileMode", "false"],
        ["core.trustctime", "false"],
        ["core.checkStat", "minimal"],
        ["status.showUntrackedFiles", "no"],
        ["core.untrackedCache", "true"],
        ["core.fsmonitor", "/bin/true"],
        ["core.excludesFile", "/dev/zero"],
        ["core.attributesFile", "/dev/zero"],
        ["core.bigFileThreshold", "1"],
    ] {
        ground.git(&["config", setting[0], setting[1]]);
    }
    ground.git(&["config", "core.excludesFile", &ground.beside("all").display().to_string()]);
    put(&ground.beside("all"), "*\n");
    let named = ground.named(|| {
        ground.write(KEPT, "fn evil() {}\n");
        ground.write("planted", "x");
    });
    assert_eq!(named, ["planted", KEPT]);
}

#[test]
fn a_git_file_that_points_elsewhere_is_named_and_not_followed() {
    let ground = Ground::new();
    let tree = ground.beside("tree");
    ground.git(&["worktree", "add", "--quiet", &tree.display().to_string()]);
    let place = crate::host::place::Repository::top(&tree).unwrap().unwrap();
    let mut watch = super::Watch::open(&ground.host, &place, &[]).unwrap();
    assert!(watch.compare(&[]).unwrap().clean());
    put(&tree.join(".git"), "gitdir: /nowhere\n");
    let found = watch.compare(&[]).unwrap();
    let [change] = found.beyond.as_slice() else { panic!("{:?}", found.beyond) };
    assert_eq!(change.path, ".git");
    assert_ne!(change.before, change.after);
    assert!(matches!(watch.renew(), Err(Unwatched::Moved(moved)) if moved == found.beyond));
}

#[test]
fn a_shared_folder_that_moves_is_named_and_not_followed() {
    let ground = Ground::new();
    let watch = ground.watch().unwrap();
    put(&ground.at(".git/commondir"), "../../elsewhere\n");
    let named: Vec<_> = watch.compare(&[]).unwrap().beyond.into_iter().map(|change| change.path).collect();
    assert_eq!(named, [".git/commondir"]);
}

#[test]
fn a_git_folder_that_is_swapped_is_named() {
    let ground = Ground::new();
    let watch = ground.watch().unwrap();
    std::fs::rename(ground.at(".git"), ground.at("old")).unwrap();
    link("old", &ground.at(".git"));
    let named: Vec<_> = watch.compare(&[]).unwrap().beyond.into_iter().map(|change| change.path).collect();
    assert_eq!(named, [".git"]);
}

#[test]
fn a_working_tree_elsewhere_is_refused() {
    let ground = Ground::new();
    std::fs::create_dir(ground.beside("other")).unwrap();
    ground.git(&["config", "core.worktree", &ground.beside("other").display().to_string()]);
    assert_eq!(ground.refused(), Unwatched::Elsewhere);
}

#[test]
fn settings_and_hooks_of_a_submodule_are_watched() {
    let ground = Ground::new();
    ground.git(&["submodule", "--quiet", "add", "./", "lib/sub"]);
    let named = ground.named(|| {
        ground.write(".git/modules/lib/sub/config", "[core]\n\tfsmonitor = evil\n");
        ground.write(".git/modules/lib/sub/hooks/post-checkout", "#!/bin/sh\n");
        ground.write(".git/modules/other/hooks/pre-push", "#!/bin/sh\n");
        ground.write(".git/modules/lib/sub/FETCH_HEAD", "litter\n");
    });
    let expected = [
        ".git/modules/lib/sub/config",
        ".git/modules/lib/sub/hooks/post-checkout",
        ".git/modules/other",
        ".git/modules/other/hooks",
        ".git/modules/other/hooks/pre-push",
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_submodule_is_watched_as_a_repository_of_its_own() {
    let ground = Ground::new();
    ground.git(&["submodule", "--quiet", "add", "./", "sub"]);
    let place = crate::host::place::Repository::top(&ground.at("sub")).unwrap().unwrap();
    let watch = super::Watch::open(&ground.host, &place, &[]).unwrap();
    ground.write("sub/planted", "x");
    ground.write(".git/modules/sub/hooks/pre-commit", "x");
    let named: Vec<_> = watch.compare(&[]).unwrap().beyond.into_iter().map(|change| change.path).collect();
    assert_eq!(named, ["(shared git folder)/hooks/pre-commit", "planted"]);
}

#[test]
fn another_worktree_that_is_registered_or_changed_is_named() {
    let ground = Ground::new();
    ground.git(&["worktree", "add", "--quiet", &ground.beside("tree").display().to_string()]);
    let named = ground.named(|| {
        ground.write(".git/worktrees/tree/gitdir", "/evil/.git\n");
        ground.write(".git/worktrees/planted/gitdir", "/evil/.git\n");
        ground.write(".git/worktrees/tree/index.lock", "litter");
        put(&ground.beside("tree/.git"), "gitdir: /evil\n");
    });
    let expected = [
        "(worktree tree)/.git",
        ".git/worktrees/planted",
        ".git/worktrees/planted/gitdir",
        ".git/worktrees/tree/gitdir",
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_receipt_planted_in_any_worktree_is_named() {
    let ground = Ground::new();
    let receipt = ".abcd/.work.local/preflight-receipts/planted.json";
    ground.git(&["worktree", "add", "--quiet", &ground.beside("tree").display().to_string()]);
    let named = ground.named(|| {
        put(&ground.beside("tree").join(receipt), "{}");
        ground.write(receipt, "{}");
    });
    assert!(named.contains(&format!("(worktree tree)/{receipt}")), "{named:?}");
    assert!(named.contains(&receipt.to_owned()), "{named:?}");
    // From the linked worktree, the main one is the other.
    let place = crate::host::place::Repository::top(&ground.beside("tree")).unwrap().unwrap();
    let watch = super::Watch::open(&ground.host, &place, &[]).unwrap();
    ground.write(receipt, "{ }");
    let found = watch.compare(&[]).unwrap().beyond;
    assert_eq!(
        found.iter().map(|change| change.path.clone()).collect::<Vec<_>>(),
        [format!("(main worktree)/{receipt}")]
    );
}
