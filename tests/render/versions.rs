//! What the template versions of the bug hunt have apart, and that the older one still renders as it did.

use abcd::routine::render::{Edition, Known};

use crate::support::{edition, every_edition, go, render_as, rust};

fn first() -> Edition<'static> {
    let mut all = every_edition().into_iter();
    all.find(|edition| edition.routine.id == "bug-hunt" && edition.version == 1).unwrap()
}

/// The same repository, cloned from a fork under another name for its remote.
fn fork(known: &Known) -> Known {
    Known { slug: Some("bea/tide-fork".into()), remote: Some("fork".into()), ..known.clone() }
}

#[test]
fn a_fork_and_a_renamed_remote_have_the_same_prompt() {
    assert_eq!(edition().version, 2);
    for known in [go(), rust(), Known { hosting: Some("gitlab".into()), ..go() }] {
        let here = render_as(edition(), &known, &[]);
        assert_eq!(here, render_as(edition(), &fork(&known), &[]));
        assert_eq!(here, render_as(edition(), &Known { slug: None, remote: None, ..known }, &[]));
        assert!(!here.prompt.contains("ada/"), "no prompt says whose the repository is");
    }
}

#[test]
fn version_one_writes_out_what_detection_told_it() {
    let prompt = render_as(first(), &rust(), &[]).prompt;
    assert!(prompt.starts_with("# Bug hunt in `ada/reef`\n"));
    assert!(
        prompt.contains("export GH_REPO=ada/reef") && prompt.contains("git merge --no-edit upstream/develop")
    );
    assert_ne!(prompt, render_as(first(), &fork(&rust()), &[]).prompt);
    let unplaced = render_as(first(), &Known { slug: None, ..rust() }, &[]).prompt;
    assert!(unplaced.contains("set up for GitHub") && !unplaced.contains("GH_REPO"));
    let unknown = render_as(first(), &Known::default(), &[]).prompt;
    assert!(unknown.contains("**First task: a remote.**") && unknown.contains("**Then: ask for the gate.**"));
}

#[test]
fn version_one_asks_nothing_that_came_later() {
    let asked: Vec<_> = first().choices().map(|ask| ask.id.as_ref()).collect();
    assert_eq!(asked, ["focus"]);
    assert_eq!(first().switches().count(), 0);
    let rules: Vec<_> = render_as(first(), &go(), &[]).invariants.into_iter().map(|rule| rule.id).collect();
    assert!(!rules.contains(&"release-under-gates".to_owned()) && rules.len() == 20, "{rules:?}");
}
