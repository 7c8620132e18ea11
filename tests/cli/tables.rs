//! `abcd tables`: the report of the build without a compiler, and what is written from the tables.

use abcd::tables::source::Source;
use abcd::tables::{check, load, report};
use serde_json::Value;

use crate::support::{Ran, Sandbox, snapshot};

const SOUND: &str = r#"#:schema ../schemas/values.schema.json

[[set]]
id = "colour"
about = "The colours."
value = [{ name = "red", means = "Like a rose." }]
"#;

const BROKEN: &str = r#"#:schema ../../schemas/refusals.schema.json

[[refusal]]
code = "Paint/wall-wet"
exit = "refused"
summary = "The wall is wet."
hint = "wait"
explanation = "It runs."
colour = "ünknown"
"#;

/// A place where `tables/` has problems.
fn broken() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("tables/values.toml", SOUND.replace("red", "Red"));
    sandbox.write("tables/refusals/paint.toml", BROKEN);
    sandbox
}

fn findings(ran: &Ran) -> Vec<Value> {
    ran.documents()[0]["findings"].as_array().unwrap().clone()
}

#[test]
fn the_report_is_what_the_build_prints() {
    let sandbox = broken();
    let source = |path: &str| Source { path: path.to_owned(), text: sandbox.read(path) };
    let (tables, mut problems) =
        load::load(vec![source("tables/refusals/paint.toml"), source("tables/values.toml")]);
    problems.extend(check::check(&tables));
    let built: String =
        report::findings(&problems, &tables.sources).iter().map(|one| one.text() + "\n\n").collect();
    let ran = sandbox.run("tables check").refused("tables/invalid");
    assert_eq!(ran.stdout, built);
    snapshot!(ran, @r#"
    exit: 2
    --- stdout
    tables/refusals/paint.toml:9:1: unknown field `colour`, expected one of `code`, `exit`, `summary`, `hint`, `explanation`, `next`, `next_none`, `retired`, `replaced_by`
      |
    9 | colour = "ünknown"
      | ^^^^^^
      = help: a row is strict: see the schema on line 1 for the keys of `[[refusal]]`

    tables/values.toml:6:19: `Red` is not lower-case kebab-case
      |
    6 | value = [{ name = "Red", means = "Like a rose." }]
      |                   ^^^^^
      = help: values are typed by hand: keep them plain

    --- stderr
    abcd: the tables have problems
    abcd: mend each problem at its place, and check the same folder again — try: abcd tables check <dir> (abcd explain tables/invalid)
    "#);
}

#[test]
fn the_report_as_a_document() {
    let sandbox = broken();
    let ran = sandbox.run("tables check --json").refused("tables/invalid");
    let found = findings(&ran);
    assert_eq!(found.len(), 2);
    let last = found.last().unwrap();
    assert_eq!((&last["path"], &last["line"]), (&"tables/values.toml".into(), &6.into()));
    assert_eq!(last["column"], 19);
    assert_eq!(ran.documents()[0]["files"], 2);
    assert_eq!(ran.document()["facts"]["findings"], 2);
}

#[test]
fn the_tables_are_found_from_a_folder_below_and_by_name() {
    let sandbox = broken();
    sandbox.folder("deep/down");
    let here = sandbox.run("tables check").refused("tables/invalid");
    let below = sandbox.call("tables check").from("deep/down").run().refused("tables/invalid");
    let named = sandbox.call("tables check ../tables").from("deep").run().refused("tables/invalid");
    assert_eq!(here.stdout, below.stdout);
    assert_eq!(here.stdout, named.stdout);
}

#[test]
fn a_file_that_cannot_be_read_is_a_problem_and_never_opened() {
    let sandbox = Sandbox::new();
    sandbox.write("tables/values.toml", SOUND);
    sandbox.write("tables/full.toml", "#".repeat(256 * 1024));
    assert_eq!(sandbox.run("tables check --json").done().document()["files"], 2);
    sandbox.write("tables/over.toml", "#".repeat(256 * 1024 + 1));
    sandbox.write("tables/bytes.toml", b"a = \"\xff\"\n");
    sandbox.fifo("tables/pipe.toml");
    sandbox.link("tables/zero.toml", "/dev/zero");
    sandbox.link("tables/refusals", "../elsewhere");
    sandbox.write("elsewhere/paint.toml", BROKEN);
    let ran = sandbox.run("tables check --json").refused("tables/invalid");
    let paths: Vec<Value> = findings(&ran).iter().map(|one| one["path"].clone()).collect();
    let expected = ["bytes.toml", "over.toml", "pipe.toml", "refusals", "zero.toml"];
    assert_eq!(paths, expected.map(|name| format!("tables/{name}")));
}

#[test]
fn a_name_that_hides_something_is_shown() {
    let sandbox = Sandbox::new();
    sandbox.write("tables/a\u{1b}[31m\u{202e}.toml", "x");
    let ran = sandbox.run("tables check").refused("tables/invalid");
    assert!(ran.stdout.contains("a\\u{1b}[31m\\u{202e}.toml:1:"), "{ran}");
}

#[test]
fn a_folder_that_may_not_be_opened_is_absent() {
    let sandbox = Sandbox::new();
    sandbox.write("tables/values.toml", SOUND);
    let Some(sandbox) = sandbox.unprivileged() else { return };
    sandbox.mode("tables", 0o000);
    let ran = sandbox.run("tables check --json").refused("tables/absent");
    sandbox.mode("tables", 0o755);
    assert_eq!(ran.document()["facts"]["reason"], "the system does not permit it");
}

#[test]
fn an_unknown_schema_is_refused_with_the_known_ones() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run("tables schema colours --json").refused("usage/bad-flag-value");
    let all: Value = serde_json::from_str(&sandbox.run("tables schema").done().stdout).unwrap();
    let names: Vec<&String> = all.as_object().unwrap().keys().collect();
    assert_eq!(ran.document()["facts"]["allowed"], serde_json::to_value(names).unwrap());
}

#[test]
fn one_schema_is_the_one_among_all() {
    let sandbox = Sandbox::new();
    let all = sandbox.run("tables schema --json").done().document();
    for name in ["commands", "error"] {
        let one = sandbox.run(&format!("tables schema {name}")).done();
        assert_eq!(serde_json::from_str::<Value>(&one.stdout).unwrap(), all[name]);
    }
}

#[test]
fn what_is_written_is_what_is_printed_and_the_second_time_nothing() {
    let sandbox = Sandbox::with_record();
    let ran = sandbox.run("tables schema usage --write").done();
    assert_eq!(ran.stdout, "wrote schemas/usage.schema.json\n");
    assert_eq!(sandbox.read("schemas/usage.schema.json"), sandbox.run("tables schema usage").done().stdout);
    let ran = sandbox.run("tables ledger --write --json").done();
    let place = ".abcd/development/release/refusal-codes.json";
    assert_eq!(ran.document()["written"], serde_json::json!([place]));
    assert_eq!(sandbox.read(place), sandbox.run("tables ledger").done().stdout);
    assert_eq!(sandbox.run("tables ledger --write --quiet").done().stdout, "");
    let before = sandbox.tree();
    let ran = sandbox.run("tables ledger --write --json").done();
    assert_eq!(ran.document()["unchanged"], serde_json::json!([place]));
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn nothing_is_written_without_a_record_or_through_a_link() {
    let sandbox = Sandbox::new();
    for line in ["tables schema --write", "tables ledger --write"] {
        drop(sandbox.run(line).refused("init/absent"));
        assert!(sandbox.tree().is_empty(), "{line}");
    }
    let sandbox = Sandbox::with_record();
    sandbox.folder("elsewhere");
    sandbox.link("schemas", "elsewhere");
    let ran = sandbox.run("tables schema --write --json").refused("init/unsafe-path");
    assert_eq!(ran.document()["facts"]["at"], "schemas/commands.schema.json");
    sandbox.write("kept", "kept");
    sandbox.folder(".abcd/development/release");
    sandbox.link(".abcd/development/release/refusal-codes.json", "../../../kept");
    drop(sandbox.run("tables ledger --write").refused("init/unsafe-path"));
    assert_eq!(sandbox.read("kept"), "kept");
}
