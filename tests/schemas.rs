//! The schemas that are written: they equal what the types say, and everything that has one fits it.

#![cfg(test)]
#![expect(
    clippy::disallowed_methods,
    reason = "a test starts the built binary and reads the package's files"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::Value;

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs abcd in the package, with nothing of the developer's own around it.
fn abcd(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_abcd"));
    command.args(line.split_whitespace()).current_dir(package());
    command.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command.output().unwrap()
}

fn text(line: &str) -> String {
    let output = abcd(line);
    assert!(output.status.success(), "abcd {line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The last document of a call, whatever its exit.
fn last_document(line: &str) -> Value {
    let stdout = String::from_utf8(abcd(line).stdout).unwrap();
    serde_json::from_str(stdout.lines().last().unwrap()).unwrap()
}

fn schemas() -> BTreeMap<String, Value> {
    serde_json::from_str(&text("tables schema")).unwrap()
}

fn validator(schemas: &BTreeMap<String, Value>, name: &str) -> Validator {
    let schema = schemas.get(name).unwrap_or_else(|| panic!("`{name}` is no schema of abcd tables schema"));
    jsonschema::draft202012::new(schema).unwrap()
}

/// What is wrong with `document`, one line a problem.
fn problems(validator: &Validator, document: &Value) -> Vec<String> {
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { files(&path, ending) } else { vec![path] })
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    found.sort();
    found
}

fn document(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|end| end == "json") {
        serde_json::from_str(&text).unwrap()
    } else {
        toml::from_str(&text).unwrap()
    }
}

#[test]
fn the_written_schemas_are_the_derived_ones() {
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    for path in files(&package().join("schemas"), ".schema.json") {
        let name = path.file_name().unwrap().to_string_lossy().replace(".schema.json", "");
        written.insert(name, fs::read_to_string(path).unwrap());
    }
    let derived: BTreeMap<String, String> =
        schemas().into_keys().map(|name| (name.clone(), text(&format!("tables schema {name}")))).collect();
    let names = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<BTreeSet<_>>();
    let strangers: Vec<String> = names(&written).difference(&names(&derived)).cloned().collect();
    assert!(strangers.is_empty(), "no type has these schemas, remove them: {strangers:?}");
    let stale: Vec<&String> = derived
        .iter()
        .filter(|(name, text)| written.get(*name) != Some(text))
        .map(|(name, _)| name)
        .collect();
    assert!(stale.is_empty(), "{stale:?} differ from the types; run `abcd tables schema --write`");
}

#[test]
fn the_written_ledger_is_the_registrys() {
    let written = fs::read_to_string(package().join(".abcd/development/release/refusal-codes.json"));
    let same = written.is_ok_and(|written| written == text("tables ledger"));
    assert!(same, "the ledger differs from the tables; run `abcd tables ledger --write`");
}

#[test]
fn every_table_fits_the_schema_that_its_first_line_names() {
    let schemas = schemas();
    let tables = files(&package().join("tables"), ".toml");
    assert!(!tables.is_empty());
    for path in tables {
        let text = fs::read_to_string(&path).unwrap();
        let named = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")).unwrap_or_default();
        let schema = path.parent().unwrap().join(named);
        assert!(schema.is_file(), "{}: line 1 names a schema that is not there", path.display());
        let name = schema.file_name().unwrap().to_string_lossy().replace(".schema.json", "");
        let problems = problems(&validator(&schemas, &name), &document(&path));
        assert!(problems.is_empty(), "{}: {problems:#?}", path.display());
    }
}

#[test]
fn every_scenario_fits_its_schema() {
    let validator = validator(&schemas(), "scenario");
    for path in files(&package().join("tests/scenarios"), ".toml") {
        let problems = problems(&validator, &document(&path));
        assert!(problems.is_empty(), "{}: {problems:#?}", path.display());
    }
}

/// Every key and every fixed text that a schema knows.
fn known(node: &Value, found: &mut BTreeSet<String>) {
    match node {
        Value::Object(object) => {
            for (key, value) in object {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => found.extend(properties.keys().cloned()),
                    ("const", Value::String(text)) => drop(found.insert(text.clone())),
                    ("enum", Value::Array(texts)) => {
                        found.extend(texts.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => {}
                }
                known(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| known(item, found)),
        _ => {}
    }
}

/// Every key and every text of a document.
fn used(node: &Value, found: &mut BTreeSet<String>) {
    match node {
        Value::Object(object) => {
            for (key, value) in object {
                found.insert(key.clone());
                used(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| used(item, found)),
        Value::String(text) => drop(found.insert(text.clone())),
        _ => {}
    }
}

#[test]
fn a_fixture_of_each_file_uses_every_key_and_every_variant() {
    let schemas = schemas();
    let folder = package().join("tests/fixtures/schemas");
    // What is read strictly is closed; a printed document may gain keys.
    let closed =
        schemas.iter().filter(|(_, schema)| schema.get("additionalProperties") == Some(&false.into()));
    for (name, schema) in closed {
        // One file cannot hold two values of one key: `config.numbered.toml` stands beside `config.toml`.
        let stem =
            |path: &PathBuf| path.file_name().unwrap().to_string_lossy().split('.').next() == Some(name);
        let paths: Vec<PathBuf> = files(&folder, "").into_iter().filter(stem).collect();
        assert!(!paths.is_empty(), "tests/fixtures/schemas/ has no fixture of `{name}`");
        let (mut keys, mut there) = (BTreeSet::new(), BTreeSet::new());
        known(schema, &mut keys);
        for path in paths {
            let document = document(&path);
            let problems = problems(&validator(&schemas, name), &document);
            assert!(problems.is_empty(), "{}: {problems:#?}", path.display());
            used(&document, &mut there);
        }
        let unused: Vec<&String> = keys.difference(&there).collect();
        assert!(unused.is_empty(), "the fixtures of `{name}` leave out {unused:?}");
    }
}

#[test]
fn a_schema_refuses_what_the_reader_refuses() {
    let schemas = schemas();
    for (name, document) in [
        ("commands", r#"{"command":[{"path":"x","colour":"red"}]}"#),
        ("commands", r#"{"refusal":[]}"#),
        ("refusals", r#"{"refusal":[{"code":"a/b","exit":"gone","summary":"","hint":"","explanation":""}]}"#),
        ("usage", r#"{"kind":[{"kind":"a","about":null,"code":"a/b"}]}"#),
        ("refusal-codes", r#"{"schema_version":1,"codes":[{"code":"a/b","exit":2,"retired":null}]}"#),
        ("refusal-codes", r#"{"schema_version":1,"codes":[],"note":""}"#),
    ] {
        let document = serde_json::from_str(document).unwrap();
        assert!(!problems(&validator(&schemas, name), &document).is_empty(), "{name}: {document}");
    }
}

#[test]
fn what_is_printed_fits_its_schema() {
    let schemas = schemas();
    for (name, line) in [
        ("explain", "explain usage/unknown-flag --json"),
        ("explain", "explain tables check --json"),
        ("explain", "explain --json"),
        ("explain", "explain --all --json"),
        ("routine-render", "routine render --json"),
        ("text", "completions bash --json"),
        ("text", "--help --json"),
        ("tables-check", "tables check --json"),
        ("refusal-codes", "tables ledger --json"),
        ("error", "explain no/such-code --json"),
        ("error", "tables schema no-such-schema --json"),
        ("error", "--no-such-flag --json"),
    ] {
        let mut document = last_document(line);
        if name == "refusal-codes" {
            // The file itself is closed; what is printed carries the next steps beside it.
            document.as_object_mut().unwrap().remove("next_steps").unwrap();
        }
        let problems = problems(&validator(&schemas, name), &document);
        assert!(problems.is_empty(), "abcd {line}: {problems:#?}");
    }
}

#[test]
fn the_written_reference_is_what_the_rows_say() {
    let pages = last_document("tables reference --json");
    for name in ["commands", "refusals", "asking"] {
        let path = package().join(format!("docs/reference/{name}.md"));
        let written = fs::read_to_string(path).unwrap_or_default();
        assert!(pages[name] == written.as_str(), "run `abcd tables reference --write`");
    }
}
