//! What `--write` lays down, and what it leaves alone.

use std::fs;

use super::{file, made, record, render, repository, swept};
use crate::support::Sandbox;

#[test]
fn the_three_files_say_what_they_were_made_from_and_agree() {
    let sandbox = swept(1);
    let record = record(&sandbox);
    let schedule: serde_json::Value = serde_json::from_str(&file(&sandbox, "schedule.json")).unwrap();
    assert_eq!(record["archetype"], "sweep");
    assert_eq!(record["template"]["version"], 1);
    assert_eq!(record["answers"]["rounds"], serde_json::json!({"value": 1, "from": "default"}));
    assert_eq!(record["facts"]["gates"][0]["command"], "make check");
    assert_eq!(
        record["facts"]["gates"][0]["evidence"][0],
        serde_json::json!({"path": "Makefile", "line": 1})
    );
    assert_eq!(schedule["powers"], serde_json::json!(["push", "schedule"]));
    assert_eq!(schedule["prompt"]["path"], ".abcd/routines/sweep/prompt.md");
    assert_eq!(schedule["repository"]["slug"], "ada/tide");
    assert_eq!(schedule["repository"]["root"].as_str().unwrap().len(), 40);
    assert_eq!(schedule["prompt"]["sha256"], record["files"]["prompt.md"]);
    for name in ["prompt.md", "schedule.json"] {
        let path = sandbox.repo.join(".abcd/routines/sweep").join(name);
        let mut sum = std::process::Command::new("sha256sum");
        let sum = String::from_utf8(sum.arg(path).output().unwrap().stdout).unwrap();
        assert_eq!(record["files"][name].as_str(), sum.split(' ').next(), "{name}");
    }
}

#[test]
fn no_file_holds_a_time_a_user_or_an_absolute_path() {
    let sandbox = swept(1);
    for name in ["prompt.md", "schedule.json", "answers.json"] {
        let text = file(&sandbox, name);
        for word in [sandbox.home.to_str().unwrap(), sandbox.repo.to_str().unwrap(), "2031", "Ann"] {
            assert!(!text.contains(word), "{name} holds {word}");
        }
    }
}

#[test]
fn the_printed_object_has_prompt_schedule_facts_and_invariants() {
    let sandbox = repository();
    let printed = made(&sandbox, "routine render sweep --json").run().done().document();
    drop(render(&sandbox, "").done());
    assert_eq!(printed["prompt"], file(&sandbox, "prompt.md"));
    assert_eq!(
        serde_json::to_string_pretty(&printed["schedule"]).unwrap() + "\n",
        file(&sandbox, "schedule.json")
    );
    assert_eq!(printed["invariants"][0]["id"], "keep");
    assert_eq!(printed["facts"]["gates"][0]["command"], "make check");
    assert_eq!(printed["written"], serde_json::json!([]));
}

#[test]
fn writing_again_changes_nothing_and_says_so() {
    let sandbox = swept(4);
    let before = sandbox.tree();
    assert!(render(&sandbox, "").done().stdout.contains("nothing was changed"));
    assert!(before == sandbox.tree());
}

#[test]
fn what_a_person_keeps_in_the_folder_stays() {
    let sandbox = swept(1);
    sandbox.write(".abcd/routines/sweep/notes.md", "mine\n");
    sandbox.write(".abcd/routines/sweep/more/deep.txt", "mine too\n");
    drop(made(&sandbox, "routine update").run().done());
    assert_eq!(file(&sandbox, "notes.md"), "mine\n");
    assert_eq!(file(&sandbox, "more/deep.txt"), "mine too\n");
    let names = fs::read_dir(sandbox.repo.join(".abcd/routines")).unwrap();
    assert_eq!(names.map(|name| name.unwrap().file_name()).collect::<Vec<_>>(), ["sweep"]);
}

#[test]
fn two_names_of_one_archetype_stand_side_by_side() {
    let sandbox = repository();
    drop(render(&sandbox, "--name nightly --set rounds=2").done());
    drop(render(&sandbox, "--name weekly --set cadence=weekly").done());
    let all = made(&sandbox, "routine check --json").run().done().document();
    let names: Vec<_> = all["routines"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["nightly", "weekly"]);
}

#[test]
fn a_routine_is_not_laid_where_git_ignores_it_or_no_record_is() {
    let sandbox = Sandbox::new();
    drop(render(&sandbox, "").refused("init/absent"));
    drop(sandbox.run("init").done());
    sandbox.write(".abcd/.gitignore", "routines\n");
    let before = sandbox.tree();
    drop(render(&sandbox, "").refused("routine/ignored-path"));
    assert!(before == sandbox.tree());
}

#[test]
fn a_link_in_place_of_a_folder_or_a_file_is_never_followed() {
    for (link, to) in [(".abcd/routines", "../elsewhere"), (".abcd/routines/sweep", "../../elsewhere")] {
        let sandbox = repository();
        sandbox.folder("elsewhere");
        sandbox.link(link, to);
        drop(render(&sandbox, "").refused("init/unsafe-path"));
        assert_eq!(fs::read_dir(sandbox.repo.join("elsewhere")).unwrap().count(), 0, "{link}");
    }
}

#[test]
fn a_checkout_with_other_line_ends_is_the_same_routine() {
    let sandbox = swept(4);
    for name in ["prompt.md", "schedule.json", "answers.json"] {
        let text = file(&sandbox, name).replace('\n', "\r\n");
        sandbox.write(&format!(".abcd/routines/sweep/{name}"), text);
    }
    assert!(made(&sandbox, "routine check").run().done().stdout.contains("current"));
}
