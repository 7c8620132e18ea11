//! What is kept of an interview: where, under which name, for whom, and how it is read back.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::Value;

use super::{ANSWERS, answering, file, kept, records};
use crate::support::{Call, Sandbox, changes};

const RUN: &str = "routine interview --answers answers.json";

/// A call whose clock stands still.
fn at_noon<'a>(sandbox: &'a Sandbox, line: &str) -> Call<'a> {
    sandbox.call(line).env("ABCD_NOW", "2031-02-03T12:00:00Z")
}

#[test]
fn a_record_is_named_after_its_second_and_is_for_its_owner_alone() {
    let sandbox = answering(&file(&ANSWERS));
    let done = at_noon(&sandbox, &format!("{RUN} --json")).run().done().document();
    assert_eq!(done["record"], ".abcd/.work.local/interviews/routine-20310203T120000Z.json");
    drop(at_noon(&sandbox, RUN).run().done());
    let found = records(kept(&sandbox));
    let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["routine-20310203T120000Z-2.json", "routine-20310203T120000Z.json"]);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&found[0]), 0o600);
    assert_eq!(mode(&kept(&sandbox)), 0o700);
    let texts: Vec<String> = found.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(!texts[0].contains("2031"), "a time stands in it: {}", texts[0]);
    let git = sandbox.git("status --porcelain --untracked-files=all");
    assert!(!git.contains("interviews"), "git sees it: {git}");
}

#[test]
fn the_hundredth_record_of_a_second_is_not_begun() {
    let sandbox = answering(&file(&ANSWERS));
    for number in 1..=99 {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        sandbox.write(&format!(".abcd/.work.local/interviews/routine-20310203T120000Z{suffix}.json"), "mine");
    }
    drop(at_noon(&sandbox, RUN).run().faulted());
    assert!(records(kept(&sandbox)).iter().all(|path| fs::read_to_string(path).unwrap() == "mine"));
}

#[test]
fn the_same_answers_give_the_same_bytes_whichever_door_asked() {
    let one = answering(&file(&ANSWERS));
    drop(one.run(&format!("{RUN} --answered-in 'Claude Code'")).done());
    let other = Sandbox::with_record();
    let set: Vec<String> = ANSWERS.iter().map(|(id, value)| format!("--set '{id}={value}'")).collect();
    drop(other.run(&format!("routine interview {}", set.join(" "))).done());
    let text = |sandbox: &Sandbox| fs::read_to_string(&records(kept(sandbox))[0]).unwrap();
    assert_eq!(text(&one).matches("\"answered_in\": \"Claude Code\"").count(), ANSWERS.len());
    assert_eq!(text(&one).replace("\"Claude Code\"", "\"Terminal\""), text(&other));
}

#[test]
fn a_repository_without_a_local_tier_gets_none() {
    let sandbox = Sandbox::new();
    sandbox.write("answers.json", file(&ANSWERS).to_string());
    for made in [".abcd", ".abcd/work"] {
        let before = sandbox.tree();
        drop(sandbox.run(RUN).refused("interview/no-local-tier"));
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
        sandbox.folder(made);
    }
}

#[test]
fn no_level_of_the_place_is_a_link() {
    for level in [".abcd", ".abcd/.work.local", ".abcd/.work.local/interviews"] {
        let sandbox = answering(&file(&ANSWERS));
        sandbox.folder(".abcd/.work.local/interviews");
        let path = sandbox.repo.join(level);
        let away = sandbox.root.join("away");
        fs::rename(&path, &away).unwrap();
        symlink(&away, &path).unwrap();
        let before = crate::support::tree(&away);
        drop(sandbox.run(RUN).refused("init/unsafe-path"));
        assert_eq!(changes(&before, &crate::support::tree(&away)), Vec::<String>::new(), "{level}");
    }
}

#[test]
fn a_broken_record_is_named_and_hides_no_other() {
    let sandbox = answering(&file(&ANSWERS));
    drop(at_noon(&sandbox, RUN).run().done());
    let folder = ".abcd/.work.local/interviews";
    let good = fs::read_to_string(&records(kept(&sandbox))[0]).unwrap();
    for (name, text) in [
        ("a-20310203T120000Z.json", "{"),
        ("b-20310203T120000Z.json", good.as_str()),
        ("routine-20310203T120000Z-3.json", &good.replacen("\"id\"", "\"id\": \"x\", \"id\"", 1)),
        ("routine-20310203T120000Z-4.json", &good.replace("\"schema_version\": 1", "\"schema_version\": 9")),
        ("notes.txt", "mine"),
        (".tmp-0123", "half"),
    ] {
        sandbox.write(&format!("{folder}/{name}"), text);
    }
    sandbox.folder(&format!("{folder}/c-20310203T120000Z.json"));
    sandbox.link(&format!("{folder}/d-20310203T120000Z.json"), "routine-20310203T120000Z.json");
    sandbox.fifo(&format!("{folder}/e-20310203T120000Z.json"));
    let documents = sandbox.run("interview list --json").done().documents();
    let (summary, rows) = documents.split_last().unwrap();
    assert_eq!(rows.iter().map(|row| &row["name"]).collect::<Vec<_>>(), ["routine-20310203T120000Z"]);
    assert_eq!((&rows[0]["answers"], &rows[0]["target"]), (&5.into(), &"bug-hunt".into()));
    let skipped: Vec<&str> = summary["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["path"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(
        skipped,
        [
            "a-20310203T120000Z.json",
            "b-20310203T120000Z.json",
            "c-20310203T120000Z.json",
            "d-20310203T120000Z.json",
            "e-20310203T120000Z.json",
            "notes.txt",
            "routine-20310203T120000Z-3.json",
            "routine-20310203T120000Z-4.json",
        ]
    );
    for name in ["a-20310203T120000Z", "b-20310203T120000Z", "routine-20310203T120000Z-4"] {
        drop(sandbox.run(&format!("interview show {name}")).refused("interview/broken-record"));
    }
    drop(sandbox.run("interview show ../answers").refused("interview/absent"));
    let shown = sandbox.run("interview show routine-20310203T120000Z.json --json").done().document();
    assert_eq!(shown["record"], serde_json::from_str::<Value>(&good).unwrap());
    let page = sandbox.run("interview show routine-20310203T120000Z").done().stdout;
    assert!(page.contains("What does the loop look for?\n  docs (Documents)\n"), "{page}");
}

#[test]
fn outside_of_a_repository_the_homes_records_are_listed() {
    let sandbox = Sandbox::new();
    let folder = sandbox.home.join(".abcd/interviews");
    fs::create_dir_all(&folder).unwrap();
    let text = r#"{"schema_version": 1, "interview": "setup", "target": "machine", "answers": []}"#;
    fs::write(folder.join("setup-20310203T120000Z.json"), text).unwrap();
    for from in ["../tmp", ""] {
        let listed = sandbox.call("interview list").from(from).run().done().stdout;
        assert!(listed.starts_with("setup-20310203T120000Z  home  machine  0 answers\n"), "{listed}");
    }
    drop(sandbox.run("interview show setup-20310203T120000Z --place repository").refused("interview/absent"));
    drop(sandbox.run("interview show setup-20310203T120000Z --place home").done());
}

#[test]
fn two_interviews_at_once_keep_two_records() {
    let sandbox = answering(&file(&ANSWERS));
    let running: Vec<_> = (0..4).map(|_| at_noon(&sandbox, RUN).start()).collect();
    for mut child in running {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    let found = records(kept(&sandbox));
    assert_eq!(found.len(), 4, "{found:?}");
    let texts: Vec<String> = found.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(
        texts.iter().all(|text| serde_json::from_str::<Value>(text).unwrap()["answers"]
            .as_array()
            .unwrap()
            .len()
            == 5)
    );
}
