//! What the commands of the lasting tier print under --json is what their schemas say.

use serde_json::Value;

use super::{planned, whole};
use crate::capture::fits;
use crate::support::Sandbox;

#[test]
fn every_document_fits_its_schema() {
    let sandbox = Sandbox::with_record();
    let said = |line: &str| -> Vec<Value> { sandbox.run(&format!("{line} --json")).documents() };
    let issue = sandbox.capture("login loops for ever");
    fits("capture-promote", &said(&format!("capture promote {issue}"))[0]);
    fits("intent-changed", &said("intent new 'it holds on'")[0]);
    fits("decide", &said("decide 'one file a record'")[0]);
    let id = whole(&sandbox, "it is one", "");
    fits("intent-ready", &said(&format!("intent ready {id}"))[0]);
    let spec = planned(&sandbox, &id);
    fits("intent-plan", &said(&format!("intent plan {id}"))[0]);
    fits("intent-changed", &said(&format!("intent link {id} {spec}"))[0]);
    fits("intent-show", &said(&format!("intent show {id}"))[0]);
    fits("spec-show", &said(&format!("spec show {spec}"))[0]);
    for (list, row, rows) in
        [("intent-list", "intent-row", "intent list"), ("spec-list", "spec-row", "spec list")]
    {
        let listed = said(rows);
        let (summary, listed) = listed.split_last().unwrap();
        assert!(!listed.is_empty());
        for document in listed {
            fits(row, document);
        }
        fits(list, summary);
    }
    for record in [&id, &spec] {
        fits("record-show", &said(record)[0]);
    }
    fits("spec-close", &said(&format!("spec close {spec} --impact fix"))[0]);
    fits("status", &said("status")[0]);
}
