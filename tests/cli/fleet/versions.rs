//! A fleet goes through template versions: what differs is what the template changed, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::made::{Fleet, SWEEP};
use crate::routine::editions;

const NAMES: [&str; 3] = ["edited", "other-answers", "plain"];
/// What a version takes away from its predecessor, and what it adds.
const CHANGES: [(u32, &[&str], &[&str]); 3] = [
    (
        2,
        &["- **Rule `keep`.** You never throw away what somebody wrote."],
        &["- **Rule `keep`.** You never throw away what anybody wrote, committed or not."],
    ),
    (3, &[], &["- **Rule `new`.** Sweep 4 corners."]),
    (4, &["- **Rule `old`.** Bring a broom."], &[]),
];

/// A fleet at version 1 whose repositories have gates, answers and edits of their own.
fn fleet() -> Fleet {
    let fleet = Fleet::bare(&NAMES);
    for name in NAMES {
        fleet.edit(name, "Makefile", "true lint", &format!("true {name}"));
        drop(fleet.run_in(name, "init").run().done());
        fleet.commit(name);
        fleet.sweep(name, 1, if name == "other-answers" { "--set rounds=3" } else { "" });
    }
    fleet.edit("edited", SWEEP, "Look around first.", "Look around first, and twice.");
    fleet.commit("edited");
    fleet
}

/// The made-up editions as they were when `newest` was the newest.
fn until(newest: u32, folder: &Path) -> PathBuf {
    let to = folder.join(format!("editions-{newest}"));
    assert!(std::process::Command::new("cp").arg("-r").arg(editions()).arg(&to).status().unwrap().success());
    let row = to.join("tables/routines/sweep.toml");
    let text = fs::read_to_string(&row).unwrap();
    let all: Vec<String> = (1..=newest).map(|version| version.to_string()).collect();
    let cut = text.replace("versions = [1, 2, 3, 4]", &format!("versions = [{}]", all.join(", ")));
    assert!(newest == 4 || cut != text);
    fs::write(row, cut).unwrap();
    to
}

fn lines(text: &str) -> BTreeSet<String> {
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn given_a_fleet_rendered_at_version_n_when_it_is_rendered_at_n_plus_1_then_it_differs_only_by_the_template_change()
 {
    let (stepped, jumped) = (fleet(), fleet());
    for (newest, gone, new) in CHANGES {
        let before = NAMES.map(|name| stepped.read(name, SWEEP));
        let editions = until(newest, &stepped.sandbox.root);
        let ran = stepped.call("fleet update fleet").env("ABCD_EDITIONS", editions).run().done();
        assert!(ran.stdout.ends_with("3 repositories, 3 routines: 3 updated, 0 left, 0 failed\n"), "{ran}");
        for (name, before) in NAMES.iter().zip(before) {
            let (old, now) = (lines(&before), lines(&stepped.read(name, SWEEP)));
            let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
            assert_eq!(old.difference(&now).cloned().collect::<Vec<_>>(), texts(gone), "{name} {newest}");
            assert_eq!(now.difference(&old).cloned().collect::<Vec<_>>(), texts(new), "{name} {newest}");
        }
        for name in NAMES {
            stepped.commit(name);
        }
    }
    drop(jumped.known("fleet update fleet").run().done());
    for name in NAMES {
        assert_eq!(stepped.files(name), jumped.files(name), "{name}");
    }
    assert!(stepped.read("edited", SWEEP).contains("Look around first, and twice."));
    // There is nothing left to do.
    let again = jumped.known("fleet update fleet").run().done();
    assert!(again.stdout.ends_with("3 repositories, 3 routines: 0 updated, 0 left, 0 failed\n"), "{again}");
}
