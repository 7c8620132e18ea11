//! What git reads and starts outside of the tree: through links, hooks folders and included settings.

use super::{Ground, link, put};

#[test]
fn a_hook_that_is_a_link_is_watched_where_it_leads() {
    let ground = Ground::new();
    put(&ground.beside("home/tools/check.sh"), "#!/bin/sh\n");
    link("../../../home/tools/check.sh", &ground.at(".git/hooks/pre-commit"));
    let named = ground.named(|| put(&ground.beside("home/tools/check.sh"), "#!/bin/sh\nevil\n"));
    assert_eq!(named, ["(what .git/hooks/pre-commit leads to)"]);
    let named = ground.named(|| {
        std::fs::remove_file(ground.at(".git/hooks/pre-commit")).unwrap();
        link("../../evil", &ground.at(".git/hooks/pre-commit"));
    });
    assert_eq!(named, ["(what .git/hooks/pre-commit leads to)", ".git/hooks/pre-commit"]);
}

#[test]
fn a_link_that_leads_nowhere_is_watched_until_it_does() {
    let ground = Ground::new();
    link(ground.beside("later/hook"), &ground.at(".git/hooks/pre-push"));
    let named = ground.named(|| put(&ground.beside("later/hook"), "#!/bin/sh\n"));
    assert_eq!(named, ["(what .git/hooks/pre-push leads to)"]);
}

#[test]
fn a_hooks_folder_outside_is_watched_with_what_its_links_lead_to() {
    let ground = Ground::new();
    put(&ground.beside("home/hooks/pre-commit"), "#!/bin/sh\n");
    put(&ground.beside("home/real/push.sh"), "#!/bin/sh\n");
    link("../real/push.sh", &ground.beside("home/hooks/pre-push"));
    link("hooks", &ground.beside("home/linked"));
    ground.git(&["config", "core.hooksPath", "~/linked"]);
    let named = ground.named(|| {
        put(&ground.beside("home/hooks/pre-commit"), "#!/bin/sh\nevil\n");
        put(&ground.beside("home/hooks/post-merge"), "#!/bin/sh\n");
        put(&ground.beside("home/real/push.sh"), "#!/bin/sh\nevil\n");
    });
    let expected = [
        "(hooks ~/linked)/post-merge",
        "(hooks ~/linked)/pre-commit",
        "(what (hooks ~/linked)/pre-push leads to)",
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_hooks_folder_in_the_tree_is_watched_once_and_its_links_too() {
    let ground = Ground::new();
    ground.write("built/hooks/pre-commit", "#!/bin/sh\n");
    put(&ground.beside("real.sh"), "#!/bin/sh\n");
    link("../../../real.sh", &ground.at("built/hooks/pre-push"));
    ground.git(&["config", "core.hooksPath", "built/hooks"]);
    let named = ground.named(|| {
        ground.write("built/hooks/pre-commit", "#!/bin/sh\nevil\n");
        put(&ground.beside("real.sh"), "#!/bin/sh\nevil\n");
    });
    assert_eq!(named, ["(what built/hooks/pre-push leads to)", "built/hooks/pre-commit"]);
}

#[test]
fn settings_that_are_included_or_of_the_person_are_watched_even_before_they_are_there() {
    let ground = Ground::new();
    ground.git(&["config", "include.path", "../../shared.inc"]);
    ground.git(&["config", "includeIf.onbranch:main.path", "~/branch.inc"]);
    put(&ground.beside("shared.inc"), "[user]\n\tname = x\n");
    let named = ground.named(|| {
        put(&ground.beside("shared.inc"), "[alias]\n\tst = !evil\n");
        put(&ground.beside("home/branch.inc"), "[core]\n\thooksPath = evil\n");
        put(&ground.beside("home/.gitconfig"), "[core]\n\thooksPath = evil\n");
        put(&ground.beside("home/.config/git/config"), "[core]\n\thooksPath = evil\n");
    });
    let expected = [
        "(settings ~/.config/git/config)",
        "(settings ~/.gitconfig)",
        "(settings ~/branch.inc)",
        "(settings …/shared.inc)",
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_link_in_the_tree_is_not_followed_out() {
    let ground = Ground::new();
    put(&ground.beside("outside/file"), "x");
    link("../outside", &ground.at("out"));
    link("/", &ground.at("built/everything"));
    assert_eq!(ground.named(|| put(&ground.beside("outside/file"), "y")), [""; 0]);
    let named = ground.named(|| {
        std::fs::remove_file(ground.at("out")).unwrap();
        link("../home", &ground.at("out"));
    });
    assert_eq!(named, ["out"]);
}

#[test]
fn links_in_a_circle_end() {
    let ground = Ground::new();
    link("../../../circle/a", &ground.at(".git/hooks/pre-commit"));
    link("b", &ground.beside("circle/a"));
    link("a", &ground.beside("circle/b"));
    link("../hooks", &ground.at(".git/hooks/self"));
    let named = ground.named(|| ground.write(".git/hooks/post-merge", "x"));
    assert_eq!(named, [".git/hooks/post-merge"]);
}

#[test]
fn a_submodule_whose_settings_name_hooks_is_watched_there() {
    let ground = Ground::new();
    ground.git(&["submodule", "--quiet", "add", "./", "sub"]);
    let hooks = ground.beside("home/sub-hooks");
    put(&hooks.join("pre-commit"), "#!/bin/sh\n");
    ground.git_in(&ground.at("sub"), &["config", "core.hooksPath", &hooks.display().to_string()]);
    let named = ground.named(|| put(&hooks.join("pre-commit"), "#!/bin/sh\nevil\n"));
    assert_eq!(named, ["(hooks ~/sub-hooks)/pre-commit"]);
}
