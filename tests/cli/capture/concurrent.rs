//! Many writers at once.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Child;

use super::{filed, files};
use crate::support::Sandbox;

/// Starts calls a few at a time and gives their exits and outputs; one that could not get the lock in
/// time calls again, as its refusal tells it to.
fn all(sandbox: &Sandbox, lines: &[String]) -> Vec<String> {
    let mut outputs = Vec::new();
    for batch in lines.chunks(50) {
        let children: Vec<(&String, Child)> =
            batch.iter().map(|line| (line, sandbox.call(line).start())).collect();
        for (line, child) in children {
            let mut output = child.wait_with_output().unwrap();
            while output.status.code() == Some(3) {
                output = sandbox.call(line).start().wait_with_output().unwrap();
            }
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success(), "{line}: {text}{}", String::from_utf8_lossy(&output.stderr));
            outputs.push(text);
        }
    }
    outputs
}

#[test]
fn two_hundred_captures_resolves_and_wontfixes_leave_every_issue_in_one_place() {
    let sandbox = Sandbox::with_record();
    let old: Vec<String> = (0..100).map(|number| filed(&sandbox, &format!("it is old {number}"))).collect();
    let mut lines = Vec::new();
    for (number, id) in old.iter().enumerate() {
        lines.push(format!(r#"capture "it is new {number}" --remedy "mend it" --json"#));
        lines.push(match number % 2 {
            0 => format!(r#"capture resolve {id} "done" --impact fix --json"#),
            _ => format!(r#"capture wontfix {id} "left" --json"#),
        });
    }
    let outputs = all(&sandbox, &lines);
    assert_eq!(outputs.len(), 200);
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files(&sandbox) {
        let (folder, name) = file.split_once('/').unwrap();
        assert!(!name.starts_with('.'), "{file} was left behind");
        let id: Vec<_> = name.splitn(3, '-').take(2).collect();
        places.entry(id.join("-")).or_default().push(folder.to_owned());
    }
    assert_eq!(places.len(), 200);
    assert!(places.values().all(|folders| folders.len() == 1), "{places:?}");
    let in_folder = |folder: &str| places.values().filter(|folders| folders[0] == folder).count();
    assert_eq!([in_folder("open"), in_folder("resolved"), in_folder("wontfix")], [100, 50, 50]);
    sandbox.run("record check").done();
}

#[test]
fn two_ways_to_close_one_issue_end_in_one_of_them() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    let children: Vec<_> = (0..10)
        .map(|number| match number % 2 {
            0 => sandbox.call(&format!(r#"capture resolve {id} "done" --impact fix"#)).start(),
            _ => sandbox.call(&format!(r#"capture wontfix {id} "left""#)).start(),
        })
        .collect();
    let exits: BTreeSet<_> =
        children.into_iter().map(|child| child.wait_with_output().unwrap().status.code()).collect();
    assert_eq!(exits, BTreeSet::from([Some(0), Some(2)]));
    assert_eq!(files(&sandbox).len(), 1);
    sandbox.run("record check").done();
}

#[test]
fn a_held_ledger_names_its_holder() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    let lock = std::fs::File::open(sandbox.repo.join(".abcd/.work.local/issues.lock")).unwrap();
    lock.lock().unwrap();
    sandbox.write(".abcd/.work.local/issues.lock", "4711 2031-02-03T04:00:00Z capture repair\n");
    let before = sandbox.tree();
    let call = sandbox.call(&format!(r#"capture resolve {id} "done" --impact fix --json"#));
    let ran = call.env("ABCD_LOCK_WAIT_MS", "10").env("ABCD_NOW", "2031-02-03T04:00:07Z").run_lawless();
    let document = ran.refused("capture/ledger-held").document();
    assert_eq!(document["exit_code"], 3);
    assert_eq!(document["next"], serde_json::Value::Null);
    let facts = serde_json::json!({"holder": 4711, "does": "capture repair", "age_seconds": 7});
    assert_eq!(document["facts"], facts);
    assert_eq!(sandbox.tree(), before);
    // Readers do not wait.
    sandbox.run("capture list --open").done();
}
