//! A repository with a record on `main`, and a branch `work` that a test adds to.

use serde_json::Value;

use crate::support::{Ran, Sandbox};

/// Where a test's own issue stands.
pub(super) const ISSUE: &str = ".abcd/work/issues/open/iss-3102030405061234-login-loops.md";
/// The decision log of the record.
pub(super) const LOG: &str = ".abcd/work/DECISIONS.md";

/// A record and a decision log on `main`; the branch `work` is checked out and has nothing yet.
pub(super) fn started() -> Sandbox {
    let sandbox = Sandbox::with_record();
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n");
    sandbox.write("src/main.rs", "fn main() {}\n");
    commit(&sandbox, "record");
    sandbox.git("checkout --quiet -b work");
    sandbox
}

/// Commits everything that is there, what git ignores too.
pub(super) fn commit(sandbox: &Sandbox, message: &str) {
    sandbox.git("add --all --force");
    sandbox.git(&format!("commit --quiet --allow-empty --message {message}"));
}

/// A sound issue record of an id and a slug.
pub(super) fn issue(id: &str, slug: &str) -> String {
    let twin = Sandbox::with_record();
    drop(
        twin.run(r#"capture "login loops for ever" --remedy "cap the redirects" --slug login-loops"#).done(),
    );
    let folder = twin.repo.join(".abcd/work/issues/open");
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let path = paths.find(|path| path.extension().is_some_and(|end| end == "md")).unwrap();
    let minted = path.file_name().unwrap().to_str().unwrap().trim_end_matches("-login-loops.md").to_owned();
    let text = std::fs::read_to_string(path).unwrap();
    text.replace(&minted, id).replace("slug: login-loops", &format!("slug: {slug}"))
}

/// The issue that stands at [`ISSUE`].
pub(super) fn own_issue() -> String {
    issue("iss-3102030405061234", "login-loops")
}

/// A sound decision.
pub(super) fn decision(number: &str, slug: &str) -> String {
    format!("---\nid: adr-{number}\nslug: {slug}\nstatus: proposed\ndate: 2031-02-03\n---\n\n# Text\n")
}

/// A sound draft of an intent.
pub(super) fn draft(number: &str, slug: &str) -> String {
    format!("---\nid: itd-{number}\nslug: {slug}\nspec_id: null\nkind: null\n---\n\n# Text\n")
}

/// Judges the branch against `main`.
pub(super) fn judge(sandbox: &Sandbox) -> Ran {
    let objects = objects(sandbox);
    let ran = sandbox.run("routine eligible --base main --json");
    assert_eq!(objects, self::objects(sandbox), "the judged repository was written to");
    let left = std::fs::read_dir(sandbox.root.join("tmp")).unwrap().count();
    assert_eq!(left, 0, "a temporary folder is left");
    fits_its_schema(&ran);
    ran
}

/// Says that the report is what its schema says, whatever the answer.
#[track_caller]
fn fits_its_schema(ran: &Ran) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/routine-eligible.schema.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let report = ran.documents().remove(0);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let problems: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert_eq!(problems, Vec::<String>::new(), "{ran}");
}

/// How many objects the repository holds.
fn objects(sandbox: &Sandbox) -> String {
    sandbox.git("count-objects --verbose")
}

/// The report of a branch that may merge by itself.
#[track_caller]
pub(super) fn yes(sandbox: &Sandbox) -> Value {
    let report = judge(sandbox).done().document();
    assert_eq!((&report["eligible"], &report["reasons"]), (&true.into(), &Value::Array(Vec::new())));
    report
}

/// The report of a branch that may not, and its reasons.
#[track_caller]
pub(super) fn no(sandbox: &Sandbox) -> (Value, Vec<String>) {
    let ran = judge(sandbox).refused("routine/not-eligible");
    let report = ran.documents().remove(0);
    assert_eq!(report["eligible"], false);
    assert_eq!(ran.document()["facts"]["reasons"], report["reasons"]);
    let reasons = report["reasons"].as_array().unwrap().iter();
    let reasons = reasons.map(|reason| reason.as_str().unwrap().to_owned()).collect();
    (report, reasons)
}

/// The one path that keeps a branch from merging by itself, and why; nothing else is wrong.
#[track_caller]
pub(super) fn barred(sandbox: &Sandbox) -> (String, String) {
    barred_by(sandbox, &["path"])
}

/// The one path that keeps a branch from merging by itself, and why, beside other reasons.
#[track_caller]
pub(super) fn barred_by(sandbox: &Sandbox, expected: &[&str]) -> (String, String) {
    let (report, reasons) = no(sandbox);
    assert_eq!(reasons, expected, "{report:#}");
    let barred: Vec<&Value> =
        report["paths"].as_array().unwrap().iter().filter(|path| !path["why"].is_null()).collect();
    assert_eq!(barred.len(), 1, "{report:#}");
    let text = |key: &str| barred[0][key].as_str().unwrap().to_owned();
    (text("path"), text("why"))
}
