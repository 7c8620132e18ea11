//! The four checks.

use serde_json::{Value, json};

use super::{SPECS, drafted, path, planned, swap, whole};
use crate::support::Sandbox;

/// The report of an intent, and whether it says yes.
fn report(sandbox: &Sandbox, id: &str) -> Vec<Value> {
    let ran = sandbox.run(&format!("intent ready {id} --json"));
    let report = ran.documents().remove(0);
    assert_eq!(report["ready"], json!(ran.exit == 0), "{ran}");
    let checks = report["checks"].as_array().unwrap().clone();
    let names: Vec<_> = checks.iter().map(|check| check["name"].clone()).collect();
    assert_eq!(names, ["bucket", "acceptance_criteria", "spec_link", "spec_body"]);
    for check in &checks {
        assert!(check["detail"].as_str().is_some_and(|detail| detail.len() > 5), "{check}");
        assert_eq!(check["ok"], json!(check["remedy"].is_null()), "{check}");
        let remedy = &check["remedy"];
        assert!(remedy.is_null() || remedy["run"].is_string() != remedy["edit"].is_string(), "{check}");
    }
    checks
}

fn oks(checks: &[Value]) -> Vec<bool> {
    checks.iter().map(|check| check["ok"].as_bool().unwrap()).collect()
}

/// Writes the sections that a spec must have.
pub(crate) fn write(sandbox: &Sandbox, spec: &str) {
    let file = path(sandbox, spec);
    for section in ["Summary", "Approach", "How each criterion is met", "Steps"] {
        let heading = format!("## {section}\n");
        swap(sandbox, &file, &heading, &format!("{heading}\nIt is written.\n"));
    }
}

#[test]
fn each_check_comes_to_hold_by_its_remedy() {
    let sandbox = Sandbox::with_record();
    let id = drafted(&sandbox, "it is one", "");
    let before = sandbox.tree();
    let checks = report(&sandbox, &id);
    assert_eq!(oks(&checks), [false; 4]);
    assert_eq!(checks[0]["remedy"]["run"], json!(format!("abcd intent plan {id}")));
    assert_eq!(checks[1]["remedy"]["edit"], json!(path(&sandbox, &id)));
    assert_eq!(sandbox.tree(), before);
    swap(
        &sandbox,
        &path(&sandbox, &id),
        "## Acceptance Criteria\n",
        "## Acceptance Criteria\n\n* it holds\n",
    );
    assert_eq!(oks(&report(&sandbox, &id)), [false, true, false, false]);
    let spec = planned(&sandbox, &id);
    let checks = report(&sandbox, &id);
    assert_eq!(oks(&checks), [true, true, true, false]);
    assert_eq!(checks[3]["remedy"]["edit"], json!(path(&sandbox, &spec)));
    write(&sandbox, &spec);
    assert_eq!(oks(&report(&sandbox, &id)), [true; 4]);
    let text = sandbox.run(&format!("intent ready {id}")).done().stdout;
    assert!(text.starts_with(&format!("{id}: ready\n  ok  bucket: ")), "{text}");
}

#[test]
fn a_link_that_is_broken_says_how() {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "");
    let spec = planned(&sandbox, &id);
    write(&sandbox, &spec);
    let (file, found) = (path(&sandbox, &id), path(&sandbox, &spec));
    let whole_spec = sandbox.read(&found);
    swap(&sandbox, &file, &format!("spec_id: {spec}"), "spec_id: null");
    let checks = report(&sandbox, &id);
    assert_eq!(checks[2]["remedy"]["run"], json!(format!("abcd intent link {id} {spec}")));
    drop(sandbox.run(&format!("intent link {id} {spec}")).done());
    assert_eq!(oks(&report(&sandbox, &id)), [true; 4]);
    sandbox.write(&found, whole_spec.replace(&format!("[{id}]"), "[itd-7]"));
    assert_eq!(report(&sandbox, &id)[2]["remedy"]["edit"], json!(found));
    sandbox.write(&found, whole_spec.replace("slug: ", "rule: "));
    assert_eq!(report(&sandbox, &id)[2]["remedy"]["run"], "abcd record check");
    std::fs::remove_file(sandbox.repo.join(&found)).unwrap();
    assert_eq!(report(&sandbox, &id)[2]["remedy"]["edit"], json!(file));
    sandbox.write(&found.replace("/open/", "/closed/"), &whole_spec);
    assert!(found.starts_with(SPECS));
    assert_eq!(oks(&report(&sandbox, &id)), [true, true, false, true]);
}
