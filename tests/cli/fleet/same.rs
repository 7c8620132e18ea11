//! One repository or all of them, one worker or many, in whatever order: the same bytes.

use super::made::Fleet;

const NAMES: [&str; 5] = ["a", "B", "c-1", "c", "z"];
const FILES: [&str; 3] = ["prompt.md", "schedule.json", "answers.json"];

/// A fleet whose routines have the first version of the template.
fn first(names: &[&str]) -> Fleet {
    let fleet = Fleet::bare(names);
    for name in names {
        for line in ["init", "routine render --write --template-version 1 --set rounds=2"] {
            drop(fleet.run_in(name, line).run().done());
        }
        fleet.commit(name);
    }
    fleet
}

/// What is laid down in every repository.
fn files(fleet: &Fleet) -> Vec<(String, String)> {
    let all = NAMES.iter().flat_map(|name| FILES.iter().map(move |file| (name, file)));
    all.map(|(name, file)| {
        let text = fleet.read(name, &format!(".abcd/routines/bug-hunt/{file}"));
        (format!("{name}/{file}"), text)
    })
    .collect()
}

#[test]
fn an_update_of_all_is_the_update_of_each() {
    let alone = first(&NAMES);
    for name in NAMES {
        drop(alone.run_in(name, "routine update").run().done());
    }
    let (before, expected) = (files(&first(&NAMES)), files(&alone));
    assert_ne!(before, expected, "an update to the newest template changes something");
    let backwards: Vec<&str> = NAMES.iter().rev().copied().collect();
    let mut said = Vec::new();
    for (row, names, more) in [
        ("all", &NAMES[..], ""),
        ("one worker", &NAMES, "--jobs 1"),
        ("many workers", &NAMES, "--jobs 16"),
        ("made backwards", &backwards, "--jobs 2"),
    ] {
        let fleet = first(names);
        let status = fleet.call(&format!("fleet status fleet --json {more}")).run();
        let ran = fleet.call(&format!("fleet update fleet --json {more}")).run().done();
        assert!(files(&fleet) == expected, "{row}: other files than those of each alone");
        said.push((row, status.stdout, ran.stdout));
    }
    let (_, status, updated) = said[0].clone();
    for (row, other, again) in said {
        assert_eq!((&other, &again), (&status, &updated), "{row}: another report");
    }
}

#[test]
fn a_render_into_all_is_the_render_into_each() {
    let alone = Fleet::bare(&NAMES);
    for name in NAMES {
        drop(alone.run_in(name, "init").run().done());
        drop(alone.run_in(name, "routine render bug-hunt --write --set rounds=2").run().done());
    }
    for more in ["", "--jobs 1", "--jobs 16"] {
        let fleet = Fleet::bare(&NAMES);
        for name in NAMES {
            drop(fleet.run_in(name, "init").run().done());
        }
        let line = format!("fleet render bug-hunt fleet --write --set rounds=2 {more}");
        drop(fleet.call(&line).run().done());
        assert!(files(&fleet) == files(&alone), "{more}");
    }
}
