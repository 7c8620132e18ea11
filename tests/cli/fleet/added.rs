//! A routine added to many repositories at once.

use std::fs;

use serde_json::{Value, json};

use super::made::Fleet;
use crate::support::{changes, tree};

#[test]
fn it_is_laid_where_it_can_be_and_what_is_there_stays() {
    let fleet = Fleet::swept(&["there"], 1);
    for name in ["bare", "ignored", "with-record"] {
        fleet.repository(name);
    }
    fs::create_dir(fleet.folder().join("no-repository")).unwrap();
    fleet.write("ignored", ".gitignore", ".abcd/routines/\n");
    for name in ["ignored", "with-record"] {
        drop(fleet.run_in(name, "init").run().done());
    }
    let before = tree(&fleet.folder());
    let rows = |line: &str| -> Vec<(String, String, Value)> {
        let documents = fleet.known(line).run().documents();
        let rows = documents.iter().filter(|row| row.get("result").is_some());
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        rows.map(|row| (text(&row["repository"]), text(&row["result"]), row["code"].clone())).collect()
    };
    let row = |name: &str, result: &str, code| (format!("fleet/{name}"), result.to_owned(), code);
    let ignored = || row("ignored", "left", json!("routine/ignored-path"));
    let there = || row("there", "there", Value::Null);
    let ahead = rows("fleet render sweep fleet --json");
    let left = row("bare", "left", json!("init/absent"));
    assert_eq!(ahead, [left.clone(), ignored(), there(), row("with-record", "would-be-added", Value::Null)]);
    assert_eq!(changes(&before, &tree(&fleet.folder())), Vec::<String>::new());
    let done = rows("fleet render sweep fleet --write --json --set rounds=2");
    assert_eq!(done, [left, ignored(), there(), row("with-record", "added", Value::Null)]);
    assert!(fleet.files("with-record")[0].contains("tidy, 2 at a time."));
    let done = rows("fleet render sweep fleet --write --init --json --set rounds=2");
    let (bare, now) = (row("bare", "added", Value::Null), row("with-record", "there", Value::Null));
    assert_eq!(done, [bare, ignored(), there(), now]);
    // It is what one call in the repository alone makes of it.
    fleet.repository("alone");
    drop(fleet.run_in("alone", "init").run().done());
    fleet.sweep("alone", 4, "--set rounds=2");
    assert_eq!(fleet.files("bare"), fleet.files("alone"));
    let index = changes(&before, &tree(&fleet.folder()));
    assert!(!index.iter().any(|line| line.contains("ignored/") || line.contains("there/")), "{index:?}");
}

#[test]
fn what_was_left_is_no_success() {
    let fleet = Fleet::bare(&["a", "b"]);
    drop(fleet.call("fleet render bug-hunt fleet --write").run().refused("fleet/incomplete"));
    let ran = fleet.call("fleet render bug-hunt fleet --write --init --jobs 8").run().done();
    assert!(ran.stdout.ends_with("2 repositories, 2 routines: 2 added, 0 left, 0 failed\n"), "{ran}");
    let ran = fleet.call("fleet render bug-hunt fleet --write").run().done();
    assert!(ran.stdout.ends_with("2 repositories, 2 routines: 0 added, 0 left, 0 failed\n"), "{ran}");
}
