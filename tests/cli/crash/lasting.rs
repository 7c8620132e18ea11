//! Verbs that write several files of the lasting tier: killed anywhere, the record is sound, and the same call
//! finishes it.

use super::{Verb, at_every_point, before_or_after, call, files};
use crate::intent::{path, planned, swap, whole};
use crate::support::{Sandbox, changes};

/// Wherever it breaks off the record is sound, once what lies about is cleared, and the same call ends where
/// one that nothing happened to does.
fn sound_and_finished(verb: &Verb) {
    let done = verb.start.twin();
    drop(call(&done, &verb.line, None).done());
    let after = files(&done);
    assert_ne!(files(&verb.start), after, "`{}` changes nothing", verb.line);
    at_every_point(verb, |sandbox, what, succeeded| {
        assert!(!succeeded || files(sandbox) == after, "{what}: it said that it was done");
        let checked = sandbox.twin();
        drop(checked.run("capture repair").done());
        drop(checked.run("record check").done());
        drop(call(sandbox, &verb.line, None).done());
        assert_eq!(changes(&after, &files(sandbox)), Vec::<String>::new(), "{what}: after the same call");
        drop(sandbox.run("record check").done());
    });
}

#[test]
fn a_draft() {
    let start = Sandbox::with_record();
    before_or_after(&Verb { start, line: "intent new 'sessions survive a restart'".to_owned() });
}

#[test]
fn a_decision() {
    let start = Sandbox::with_record();
    before_or_after(&Verb { start, line: "decide 'one file a record'".to_owned() });
}

#[test]
fn a_plan() {
    let start = Sandbox::with_record();
    let id = whole(&start, "it is one", "");
    sound_and_finished(&Verb { start, line: format!("intent plan {id} --impact fix") });
}

#[test]
fn a_plan_of_a_bundle() {
    let start = Sandbox::with_record();
    let (one, two) = (whole(&start, "it is one", ""), whole(&start, "it is two", ""));
    sound_and_finished(&Verb { start, line: format!("intent plan {one} {two} --bundle both") });
}

#[test]
fn a_link() {
    let start = Sandbox::with_record();
    let id = whole(&start, "it is one", "");
    let spec = planned(&start, &id);
    swap(&start, &path(&start, &id), &format!("spec_id: {spec}"), "spec_id: null");
    sound_and_finished(&Verb { start, line: format!("intent link {id} {spec}") });
}

#[test]
fn a_close() {
    let start = Sandbox::with_record();
    let id = whole(&start, "it is one", "");
    let spec = planned(&start, &id);
    sound_and_finished(&Verb { start, line: format!("spec close {spec} --impact fix") });
}

#[test]
fn a_promotion() {
    let start = Sandbox::with_record();
    let id = start.capture("login loops for ever");
    sound_and_finished(&Verb { start, line: format!("capture promote {id}") });
}
