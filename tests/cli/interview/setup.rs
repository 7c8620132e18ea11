//! `abcd init --interview`: both parts are answered before anything is made, and each is set in its own file.

use std::fs;

use serde_json::{Value, json};

use super::{kept, records};
use crate::support::{Sandbox, changes};

const RUN: &str = "init --interview --answers answers.json";
const ANSWERS: [(&str, &str); 9] = [
    ("decision_log", "docs/adr"),
    ("title", "Tide \"times\""),
    ("tagline", "later"),
    ("cadence", "daily"),
    ("rounds", "2"),
    ("list", "numbered"),
    ("planning_runner", "later"),
    ("reflection_runner", "claude"),
    ("ceiling", "additive"),
];

fn file(answers: &[(&str, &str)]) -> String {
    let entry = |(id, value): &(&str, &str)| json!({"id": id, "value": value});
    let answers: Vec<Value> = answers.iter().map(entry).collect();
    json!({"schema_version": 1, "interview": "setup", "answers": answers}).to_string()
}

/// The same answers but for one.
fn but(id: &str, value: &'static str) -> String {
    file(&ANSWERS.map(|(one, answer)| (one, if one == id { value } else { answer })))
}

fn answering(answers: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("answers.json", answers);
    sandbox
}

/// The person's settings.
fn settings(sandbox: &Sandbox) -> String {
    fs::read_to_string(sandbox.home.join(".config/abcd/config.toml")).unwrap_or_default()
}

fn set_settings(sandbox: &Sandbox, text: &str) {
    let folder = sandbox.home.join(".config/abcd");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), text).unwrap();
}

#[test]
fn what_holds_here_and_what_holds_on_the_machine_are_set_apart_and_kept_apart() {
    let sandbox = answering(&file(&ANSWERS));
    set_settings(&sandbox, "# mine\n[merge]\n# so far\nceiling = 'none' # careful\n");
    let done = sandbox.run(&format!("{RUN} --json")).done().document();
    assert_eq!(done["setup"]["answered"]["ceiling"], "additive");
    assert_eq!(
        sandbox.read(".abcd/config.toml"),
        "decision_log = \"docs/adr\"\n\n[identity]\ntitle = 'Tide \"times\"'\n\n[routine]\ncadence = \"daily\"\nrounds = \"2\"\n"
    );
    assert_eq!(
        settings(&sandbox),
        "# mine\n[merge]\n# so far\nceiling = \"additive\" # careful\n\n[interview]\nlist = \"numbered\"\n\n[roles.reflection-composer]\nrunner = \"claude\"\n"
    );
    let record = |folder: std::path::PathBuf| -> Value {
        let found = records(folder);
        assert_eq!(found.len(), 1, "{found:?}");
        serde_json::from_str(&fs::read_to_string(&found[0]).unwrap()).unwrap()
    };
    let (here, machine) = (record(kept(&sandbox)), record(sandbox.home.join(".abcd/interviews")));
    let ids = |record: &Value| -> Vec<String> {
        record["answers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!((&here["target"], &machine["target"]), (&"repository".into(), &"machine".into()));
    assert_eq!(ids(&here), ["decision_log", "title", "tagline", "cadence", "rounds"]);
    assert_eq!(ids(&machine), ["list", "planning_runner", "reflection_runner", "ceiling"]);
    // What is set is how it stands now, and the same answers set nothing new.
    let before = (sandbox.read(".abcd/config.toml"), settings(&sandbox));
    let asked = sandbox.run("init --interview --questions --json").done().document();
    assert!(asked["questions"][3]["text"].as_str().unwrap().contains("Now: daily\n"), "{asked}");
    drop(sandbox.run(RUN).done());
    assert_eq!(before, (sandbox.read(".abcd/config.toml"), settings(&sandbox)));
    drop(sandbox.run("runner list").done());
}

#[test]
fn a_slip_in_either_part_makes_nothing() {
    for (answers, code) in [
        (but("title", "two\nlines"), "interview/not-offered"),
        (but("decision_log", "../outside"), "interview/not-offered"),
        (but("rounds", "6"), "interview/not-offered"),
        (but("ceiling", "most"), "interview/not-offered"),
        (file(&ANSWERS[..8]), "interview/unanswered"),
    ] {
        let sandbox = answering(&answers);
        let before = sandbox.tree();
        drop(sandbox.run(RUN).refused(code));
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
        assert!(settings(&sandbox).is_empty() && !sandbox.home.join(".abcd").exists());
    }
}

#[test]
fn what_stands_in_the_way_of_a_key_makes_nothing() {
    let sandbox = answering(&file(&ANSWERS));
    set_settings(&sandbox, "roles = { reflection-composer = { runner = 3 } }\n");
    drop(sandbox.run(RUN).refused("runner/bad-setting"));
    assert!(!sandbox.has(".abcd"));
    set_settings(&sandbox, "# mine\n");
    sandbox.write(".abcd/config.toml", "identity = 3\n");
    drop(sandbox.run(RUN).refused("init/broken-settings"));
    assert_eq!(settings(&sandbox), "# mine\n");
}

#[test]
fn everything_left_for_later_sets_nothing() {
    let sandbox = answering(&file(&ANSWERS.map(|(id, _)| (id, "later"))));
    let done = sandbox.run(&format!("{RUN} --json")).done().document();
    assert_eq!(done["setup"]["set"], json!([]));
    assert!(!sandbox.has(".abcd/config.toml") && settings(&sandbox).is_empty());
    assert_eq!(done["setup"]["records"].as_array().unwrap().len(), 2);
}

#[test]
fn the_repositorys_defaults_narrow_what_the_person_allows_and_never_widen_it() {
    let sandbox = Sandbox::with_record();
    let rendered = |sandbox: &Sandbox| sandbox.run("routine render --json").done().document();
    sandbox.write(
        ".abcd/config.toml",
        "[routine]\nrounds = 3\ncadence = \"weekly\"\nmerge = \"all\"\nrelease_on_completion = true\n[routine.bug-hunt]\nfocus = \"docs\"\n",
    );
    let answers = rendered(&sandbox)["answers"].clone();
    assert_eq!(
        (&answers["rounds"], &answers["focus"], &answers["cadence"]),
        (&3.into(), &"docs".into(), &"weekly".into())
    );
    assert_eq!((&answers["merge"], &answers["release_on_completion"]), (&"none".into(), &false.into()));
    set_settings(
        &sandbox,
        "[merge]\nceiling = \"all\"\n[routine]\nmerge = \"additive\"\ncadence = \"by hand\"\n",
    );
    let answers = rendered(&sandbox)["answers"].clone();
    assert_eq!((&answers["merge"], &answers["cadence"]), (&"additive".into(), &"by hand".into()));
    sandbox.write(".abcd/config.toml", "[routine]\nmerge = \"none\"\n");
    assert_eq!(rendered(&sandbox)["answers"]["merge"], "none");
    drop(sandbox.run("routine render --write").done());
    let shown = sandbox.run("routine show bug-hunt").done().stdout;
    assert!(shown.contains("repository"), "{shown}");
}

#[test]
fn the_log_that_a_repository_names_is_the_one_that_is_found() {
    let sandbox = Sandbox::with_record();
    for path in ["docs/adr/one.md", "records/why/one.md"] {
        sandbox.write(path, "x");
    }
    sandbox.git("add .");
    sandbox.git("commit --quiet --message logs");
    let found = || sandbox.run("routine detect --json").done().document()["decision_log"]["path"].clone();
    assert_eq!(found(), "docs/adr");
    sandbox.write(".abcd/config.toml", "decision_log = \"records/why\"\n");
    assert_eq!(found(), "records/why");
}
