//! Whose answer counts, and how a bad one is refused.

use super::{file, made, record, render, repository, settings};

/// The answer to `rounds` and who gave it.
fn rounds(record: &serde_json::Value) -> (u64, &str) {
    let rounds = &record["answers"]["rounds"];
    (rounds["value"].as_u64().unwrap(), rounds["from"].as_str().unwrap())
}

#[test]
fn each_layer_is_laid_over_the_one_below_it() {
    let sandbox = repository();
    let shown = |more: &str| {
        drop(render(&sandbox, &format!("--name {more}")).done());
        let name = more.split(' ').next().unwrap();
        let text = std::fs::read_to_string(sandbox.repo.join(format!(".abcd/routines/{name}/answers.json")));
        serde_json::from_str::<serde_json::Value>(&text.unwrap()).unwrap()
    };
    assert_eq!(rounds(&shown("one")), (1, "default"));
    settings(&sandbox, "[routine]\nrounds = 2\n");
    assert_eq!(rounds(&shown("two")), (2, "person"));
    assert_eq!(rounds(&shown("one")), (2, "person"), "a recorded default is nobody's answer");
    settings(&sandbox, "[routine]\nrounds = 3\n");
    assert_eq!(rounds(&shown("one")), (2, "person"), "a recorded answer stands over the person's");
    sandbox.write("a.json", r#"{"schema_version": 1, "answers": [{"id": "rounds", "value": 3}]}"#);
    assert_eq!(rounds(&shown("two --answers a.json")), (3, "answers-file"));
    assert_eq!(rounds(&shown("two --answers a.json --set rounds=4")), (4, "set"));
    assert_eq!(rounds(&shown("two")), (4, "set"), "the record keeps who gave it");
    settings(&sandbox, "[routine]\nrounds = 2\n[routine.sweep]\nrounds = 5\n");
    assert_eq!(rounds(&shown("five")), (5, "person"));
}

#[test]
fn show_says_for_each_value_who_gave_it() {
    let sandbox = repository();
    settings(&sandbox, "[routine]\ncorners = 2\n");
    drop(render(&sandbox, "--set rounds=3").done());
    let text = made(&sandbox, "routine show sweep").run().done().stdout;
    for line in ["rounds = 3  (set)", "corners = 2  (person)", "merge = none  (default)"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn given_the_interviews_answers_when_they_come_from_a_file_the_binary_alone_makes_prompt_and_manifest() {
    let sandbox = repository();
    let answers = r#"{"schema_version": 1, "archetype": "bug-hunt", "answers": [
        {"id": "focus", "value": "security"}, {"id": "cadence", "value": "weekdays around 07:00"}, {"id": "rounds", "value": 2}]}"#;
    sandbox.write("answers.json", answers);
    // No program is on the PATH but git: nothing else is started, and nothing reaches a network.
    drop(sandbox.run("routine render bug-hunt --answers answers.json --write").done());
    let read = |name: &str| {
        std::fs::read_to_string(sandbox.repo.join(".abcd/routines/bug-hunt").join(name)).unwrap()
    };
    let schedule: serde_json::Value = serde_json::from_str(&read("schedule.json")).unwrap();
    assert_eq!(schedule["cadence"], "weekdays around 07:00");
    assert!(read("prompt.md").contains("for name in input authority secrets; do"));
    assert!(read("prompt.md").contains("at most 2 rounds"));
}

#[test]
fn an_answer_that_is_none_changes_nothing_and_says_what_is_allowed() {
    let sandbox = repository();
    drop(render(&sandbox, "").done());
    let before = sandbox.tree();
    for (set, code, key) in [
        ("rounds=9", "routine/bad-answer", "max"),
        ("rounds=+2", "routine/bad-answer", "max"),
        ("rounds=02", "routine/bad-answer", "max"),
        ("rounds=", "routine/bad-answer", "max"),
        ("merge=most", "routine/bad-answer", "allowed"),
        ("cadence=sometimes", "routine/bad-answer", "allowed"),
        ("rouns=2", "routine/unknown-question", "nearest"),
        ("=2", "routine/unknown-question", "allowed"),
    ] {
        let ran = made(&sandbox, "routine render sweep --write --json --set").arg(set).run().refused(code);
        assert!(ran.document()["facts"].get(key).is_some(), "{set}: {ran}");
    }
    assert!(before == sandbox.tree());
}

#[test]
fn a_cadence_is_written_down_in_one_spelling() {
    let sandbox = repository();
    drop(made(&sandbox, "routine render sweep --write --set").arg("cadence=every 1 hour").run().code());
    drop(made(&sandbox, "routine render sweep --write --set").arg("cadence=daily").run().done());
    assert_eq!(record(&sandbox)["answers"]["cadence"]["value"], "daily");
    assert!(file(&sandbox, "schedule.json").contains("\"cadence\": \"daily\""));
}

#[test]
fn settings_that_are_broken_stop_every_command_and_name_no_path() {
    let sandbox = repository();
    for text in ["[routine]\nrounds = 99\n", "[merge]\nceiling = \"most\"\n", "[routine\n", "rounds = 2\n"] {
        settings(&sandbox, text);
        let ran = made(&sandbox, "routine render sweep").run();
        let code = ran.code().unwrap();
        assert!(["routine/broken-config", "routine/bad-answer"].contains(&code.as_str()), "{text}: {ran}");
        assert!(ran.stderr.contains("config.toml") && ran.stdout.is_empty(), "{ran}");
    }
}
