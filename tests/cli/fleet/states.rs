//! Every state that a routine can have, and failures that hide no neighbour.

use std::fs;

use serde_json::{Value, json};

use super::made::{Fleet, LINE, PROMPT, SWEEP};

/// The rows of `fleet status`, by repository.
fn rows(fleet: &Fleet, more: &str) -> Vec<Value> {
    let mut documents = fleet.call(&format!("fleet status fleet --json {more}")).run().done().documents();
    documents.pop();
    documents
}

#[test]
fn each_repository_has_its_state_and_none_hides_another() {
    let fleet = Fleet::of(&[
        "broken-git",
        "broken-record",
        "current",
        "dirty",
        "drifted",
        "edited",
        "held",
        "ignored",
        "no-gate",
        "record-edited",
        "rule-gone",
        "unknown-version",
    ]);
    fs::remove_file(fleet.at("broken-git", ".git/HEAD")).unwrap();
    fleet.write("broken-record", ".abcd/routines/bug-hunt/answers.json", "{}");
    fleet.edit("dirty", PROMPT, LINE, "You keep it well.");
    fleet.edit("edited", PROMPT, LINE, "You keep it well.");
    fleet.commit("edited");
    fleet.edit("drifted", "Makefile", "check:", "verify:");
    fleet.write("ignored", ".gitignore", ".abcd/routines/\n");
    fs::remove_file(fleet.at("no-gate", "Makefile")).unwrap();
    drop(fleet.run_in("no-gate", "routine update --facts").run().done());
    fleet.edit("record-edited", ".abcd/routines/bug-hunt/answers.json", "\"value\": 180", "\"value\": 181");
    let prompt = fleet.read("rule-gone", PROMPT);
    let rule = prompt
        .lines()
        .find(|line| line.contains("never discard") || line.contains("Never"))
        .unwrap()
        .to_owned();
    fleet.edit("rule-gone", PROMPT, &rule, "Do as you like.");
    fleet.commit("rule-gone");
    fleet.edit("unknown-version", ".abcd/routines/bug-hunt/answers.json", "\"version\": ", "\"version\": 9");
    let lock = fs::File::open(fleet.at("held", ".abcd/routines")).unwrap();
    lock.lock().unwrap();
    let seen: Vec<(String, String, Value)> = rows(&fleet, "")
        .into_iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            (text("repository").replace("fleet/", ""), text("state"), row["code"].clone())
        })
        .collect();
    let expected = [
        ("broken-git", "failed", json!("init/repository-unreadable")),
        ("broken-record", "failed", json!("routine/broken-record")),
        ("current", "current", Value::Null),
        ("dirty", "dirty", json!("routine/prompt-edited")),
        ("drifted", "drifted", json!("routine/facts-drifted")),
        ("edited", "edited", json!("routine/prompt-edited")),
        ("held", "held", json!("routine/held")),
        ("ignored", "ignored-path", json!("routine/ignored-path")),
        ("no-gate", "unknown-toolchain", Value::Null),
        ("record-edited", "edited", json!("routine/record-edited")),
        ("rule-gone", "edited", json!("routine/invariants-missing")),
        ("unknown-version", "failed", json!("routine/unknown-version")),
    ];
    let expected: Vec<(String, String, Value)> =
        expected.into_iter().map(|(name, state, code)| (name.to_owned(), state.to_owned(), code)).collect();
    assert_eq!(seen, expected);
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes() {
    let names: Vec<String> = (0..30).map(|number| format!("r{number:02}")).collect();
    let fleet = Fleet::of(&["first"]);
    for (number, name) in names.iter().enumerate() {
        fs::create_dir(fleet.folder().join(name)).unwrap();
        let to = fleet.folder().join(name);
        let copied = std::process::Command::new("cp")
            .arg("-a")
            .arg(fleet.folder().join("first").join("."))
            .arg(&to)
            .status();
        assert!(copied.unwrap().success());
        match number % 3 {
            0 => fleet.edit(name, "Makefile", "check:", "verify:"),
            1 => fleet.write(name, ".abcd/routines/bug-hunt/answers.json", "[]"),
            _ => {}
        }
    }
    for more in ["", " --json"] {
        let one = fleet.call(&format!("fleet status fleet --jobs 1{more}")).run().done();
        assert!(one.stdout.contains("r29"), "{one}");
        for jobs in [2, 8, 100] {
            let many = fleet.call(&format!("fleet status fleet --jobs {jobs}{more}")).run().done();
            assert_eq!(many.stdout, one.stdout, "{jobs}");
        }
    }
}

#[test]
fn a_table_says_what_merges_more_than_the_person_allows() {
    let fleet = Fleet::bare(&["a"]);
    let config = fleet.sandbox.home.join(".config/abcd/config.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    fs::write(&config, "[merge]\nceiling = \"all\"\n").unwrap();
    drop(fleet.run_in("a", "init").run().done());
    fleet.commit("a");
    fleet.sweep("a", 4, "--set merge=all");
    let row = || fleet.known("fleet status fleet").run().done().stdout.lines().nth(1).unwrap().to_owned();
    assert!(row().ends_with(" current            all"), "{}", row());
    fs::write(&config, "[merge]\nceiling = \"additive\"\n").unwrap();
    assert!(row().ends_with(" behind             all (above your ceiling)"), "{}", row());
    let ran = fleet.known("fleet status fleet --json").run().done();
    assert_eq!(ran.documents()[0]["above_ceiling"], true);
    assert_eq!(ran.documents()[0]["code"], "routine/above-ceiling");
    // An update lowers it, and says so.
    let ran = fleet.known("fleet update fleet --json").run().done();
    assert_eq!(ran.documents()[0]["update"]["lowered"]["given"], "additive");
    assert!(row().ends_with(" current            additive"), "{}", row());
}

#[test]
fn a_commit_that_is_behind_with_no_branch_checked_out_is_detached_and_an_edit_in_one_line_is_a_conflict() {
    let fleet = Fleet::swept(&["a", "b", "c"], 1);
    fleet.git("a", "checkout --quiet --detach");
    fleet.edit("b", SWEEP, "what somebody wrote", "what nobody wrote");
    let ran = fleet.known("fleet status fleet --json").run().done();
    let documents = ran.documents();
    let states: Vec<&str> = documents.iter().filter_map(|row| row["state"].as_str()).collect();
    assert_eq!(states, ["detached", "conflict", "behind"]);
    assert_eq!(documents[3]["by_state"], json!({"behind": 1, "conflict": 1, "detached": 1}));
}

#[test]
fn git_is_asked_at_most_three_times_in_a_repository() {
    let fleet = Fleet::swept(&["a", "b"], 1);
    fleet.edit("b", SWEEP, "Look around first.", "Look around.");
    // A git that writes down that it was called.
    let (bin, log) = (fleet.sandbox.root.join("bin"), fleet.sandbox.root.join("calls"));
    fs::create_dir(&bin).unwrap();
    let script =
        format!("#!/bin/sh\necho \"$PWD\" >> {}\nPATH=${{PATH#*:}} exec git \"$@\"\n", log.display());
    fs::write(bin.join("git"), script).unwrap();
    fs::set_permissions(bin.join("git"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    for (line, expected) in [("fleet status fleet", [2, 3]), ("fleet update fleet", [2, 3])] {
        fs::write(&log, "").unwrap();
        let ran = fleet.known(line).env("PATH", &path).run();
        assert!(ran.stdout.contains("2 repositories"), "{ran}");
        let calls = fs::read_to_string(&log).unwrap();
        let count = |name: &str| calls.lines().filter(|line| line.ends_with(name)).count();
        assert_eq!([count("/a"), count("/b")], expected, "{line}: {calls}");
    }
}
