//! What the commands of the record print under --json is what their schemas say.

use serde_json::Value;

use super::{filed, filed_with};
use crate::support::Sandbox;

/// Says that a document is what its schema says, and no more.
pub(crate) fn fits(schema: &str, document: &Value) {
    let path = format!("{}/schemas/{schema}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let mut strict = schema.clone();
    // Keys may be added later; today's document has none that its schema does not name.
    strict["additionalProperties"] = false.into();
    let validator = jsonschema::validator_for(&strict).unwrap();
    let errors: Vec<_> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0], "{path}: {document:#}");
}

#[test]
fn every_document_fits_its_schema() {
    let sandbox = Sandbox::new();
    let said = |line: &str| sandbox.run(&format!("{line} --json")).done().documents();
    fits("init", &said("init")[0]);
    fits("capture", &said(r#"capture "it is broken" --remedy "mend it""#)[0]);
    let one = filed(&sandbox, "it is one");
    let two = filed_with(&sandbox, "it is two", &format!("--blocked-by {one} --found-at \"on a page\""));
    fits("capture-changed", &said(&format!("capture link {two} --unblock {one}"))[0]);
    fits("capture-changed", &said(&format!(r#"capture remedy {two} "cap it""#))[0]);
    fits("capture-changed", &said(&format!(r#"capture wontfix {two} "old""#))[0]);
    fits(
        "capture-changed",
        &said(&format!(r#"capture resolve {one} "done" --impact fix --commit abc1234"#))[0],
    );
    let listed = said("capture list --all");
    for row in listed.iter().take(3) {
        fits("capture-row", row);
    }
    fits("capture-list", &listed[3]);
    for id in [&one, &two] {
        fits("capture-show", &said(&format!("capture show {id}"))[0]);
        fits("record-show", &said(id)[0]);
    }
    fits("record-check", &said("record check")[0]);
    sandbox.write(".abcd/work/issues/open/iss-5-a.md", "");
    sandbox.write(".abcd/work/issues/open/stray", "");
    fits("status", &said("status")[0]);
    let broken = sandbox.call("record check --json").run_lawless().documents();
    fits("record-check", &broken[0]);
    fits("capture-repair", &said("capture repair")[0]);
}
