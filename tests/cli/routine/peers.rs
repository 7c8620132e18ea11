//! What other template tools do when something is wrong, a row each; here it is a refusal with a code, a hint
//! and a way on, and nothing is changed.
//!
//! Some of those tools leave with 0 and conflict markers in a file, replace an edit by the template's text, or
//! pass a misspelt key over; some end in a stack of calls. A row names the wrong, how it comes about, what is
//! asked, and the code.

use std::fs;

use super::{changed, edit, file, made, record, swept};
use crate::support::Sandbox;

/// Something that is wrong: its name, how it comes about, what is asked then, and the code.
type Row = (&'static str, fn(&Sandbox), &'static str, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("template meets local edit", local_edit, "routine update", "routine/conflict"),
    ("template meets local edit, one routine", local_edit, "routine update sweep", "routine/conflict"),
    ("template meets local edit, look ahead", local_edit, "routine update --dry-run", "routine/conflict"),
    ("conflict would be rejected", local_edit, "routine render sweep --write", "routine/conflict"),
    ("template meets local edit, in a fleet", local_edit, "fleet update .", "fleet/incomplete"),
    ("dirty tree", dirty, "fleet update . --commit --branch next", "fleet/incomplete"),
    ("no answers file", no_record, "routine update sweep", "routine/absent"),
    ("no answers file, all", no_record, "routine update", "routine/absent"),
    ("no answers file, in a pipeline", no_record, "routine check", "routine/absent"),
    ("no such file of answers", nothing, "routine render sweep --answers none.json", "routine/broken-answers"),
    ("a file of answers that is cut off", cut_answers, "routine render sweep --answers a.json", "routine/broken-answers"),
    ("record names an unknown version", unknown_version, "routine update", "routine/unknown-version"),
    ("record names an unknown version, in a pipeline", unknown_version, "routine check", "routine/unknown-version"),
    ("template moved", template_moved, "routine update", "routine/unknown-archetype"),
    ("template is another of that version", template_altered, "routine check", "routine/template-altered"),
    ("template is another, and an edit", template_altered_and_edit, "routine update", "routine/template-altered"),
    ("choice not offered", nothing, "routine render sweep --set merge=most", "routine/bad-answer"),
    ("choice not offered, in a file", bad_choice, "routine render sweep --answers a.json", "routine/bad-answer"),
    ("choice not offered, in the record", bad_record_choice, "routine update", "routine/broken-record"),
    ("wrong type", nothing, "routine render sweep --set rounds=two", "routine/bad-answer"),
    ("wrong type, in a file", wrong_type, "routine render sweep --answers a.json", "routine/bad-answer"),
    ("typo in an optional key", nothing, "routine render sweep --set rouns=2", "routine/unknown-question"),
    ("typo in an optional key, in a file", typo, "routine render sweep --answers a.json", "routine/unknown-question"),
    ("typo in a key of the file itself", typo_of_form, "routine render sweep --answers a.json", "routine/broken-answers"),
    ("typo in a key of the record", typo_of_record, "routine update", "routine/broken-record"),
    ("required answer missing, no terminal", nothing, "routine show", "usage/missing-argument"),
    ("required value missing, no terminal", nothing, "routine render sweep --set", "usage/bad-flag-value"),
    ("record edited by hand", trust, "routine check", "routine/record-edited"),
    ("record edited by hand, updated", trust, "routine update", "routine/record-edited"),
    ("record edited by hand, taken as edited", trust, "routine update --take edited", "routine/record-edited"),
    ("record edited by hand, rendered over", trust, "routine render sweep --write", "routine/record-edited"),
    ("record and prompt edited by hand", trust_and_prompt, "routine check", "routine/record-edited"),
    ("destination gitignored", ignored, "routine render sweep --write", "routine/ignored-path"),
    ("CRLF in the repository, and an edit", crlf_edit, "routine update", "routine/conflict"),
    ("mistyped subcommand", nothing, "routine updaet", "usage/unknown-command"),
    ("mistyped flag", nothing, "routine update --dry-rum", "usage/unknown-flag"),
    ("update available", nothing, "routine check", "routine/template-behind"),
    ("update available, quietly", nothing, "routine check --quiet", "routine/template-behind"),
    ("output folder leads out of the repository", led_out, "routine render sweep --write", "init/unsafe-path"),
    ("output folder leads out, all of them", all_led_out, "routine update", "init/unsafe-path"),
    ("output folder leads out, the whole record", home_led_out, "routine render sweep --write", "init/unsafe-path"),
];

fn nothing(_: &Sandbox) {}

fn local_edit(sandbox: &Sandbox) {
    edit(sandbox, "prompt.md", "You never throw away what somebody wrote.", "You keep what is good.");
}

fn dirty(sandbox: &Sandbox) {
    sandbox.git("config user.name Ann");
    sandbox.git("config user.email ann@example.com");
    sandbox.git("add --all");
    sandbox.git("commit --quiet --message routine");
    sandbox.write("Makefile", "check:\n\tcargo test\n\n# half a thought\n");
}

fn no_record(sandbox: &Sandbox) {
    fs::remove_file(sandbox.repo.join(".abcd/routines/sweep/answers.json")).unwrap();
}

fn cut_answers(sandbox: &Sandbox) {
    sandbox.write("a.json", r#"{"schema_version": 1, "answers": [{"id": "rounds", "#);
}

fn unknown_version(sandbox: &Sandbox) {
    edit(sandbox, "answers.json", "\"version\": 1", "\"version\": 99");
}

fn template_moved(sandbox: &Sandbox) {
    edit(sandbox, "answers.json", "\"archetype\": \"sweep\"", "\"archetype\": \"broom\"");
}

fn template_altered(sandbox: &Sandbox) {
    let digest = record(sandbox)["template"]["sha256"].as_str().unwrap().to_owned();
    edit(sandbox, "answers.json", &digest, &"0".repeat(64));
}

fn template_altered_and_edit(sandbox: &Sandbox) {
    template_altered(sandbox);
    local_edit(sandbox);
}

fn answers(sandbox: &Sandbox, id: &str, value: &str) {
    let text = format!(r#"{{"schema_version": 1, "answers": [{{"id": "{id}", "value": {value}}}]}}"#);
    sandbox.write("a.json", text);
}

fn bad_choice(sandbox: &Sandbox) {
    answers(sandbox, "merge", "\"most\"");
}

fn wrong_type(sandbox: &Sandbox) {
    answers(sandbox, "rounds", "true");
}

fn typo(sandbox: &Sandbox) {
    answers(sandbox, "rouns", "2");
}

fn typo_of_form(sandbox: &Sandbox) {
    sandbox.write("a.json", r#"{"schema_version": 1, "answer": []}"#);
}

fn typo_of_record(sandbox: &Sandbox) {
    edit(sandbox, "answers.json", "\"authority\"", "\"autority\"");
}

/// The answer by which a routine is trusted with more than the prompt says.
fn trust(sandbox: &Sandbox) {
    edit(sandbox, "answers.json", "\"authority\": \"none\"", "\"authority\": \"all\"");
}

fn trust_and_prompt(sandbox: &Sandbox) {
    trust(sandbox);
    edit(sandbox, "prompt.md", "Merge: none.", "Merge: all.");
}

fn bad_record_choice(sandbox: &Sandbox) {
    edit(sandbox, "answers.json", "\"value\": \"none\"", "\"value\": \"most\"");
}

fn ignored(sandbox: &Sandbox) {
    sandbox.write(".gitignore", ".abcd/routines/\n");
}

fn crlf(sandbox: &Sandbox) {
    for name in ["prompt.md", "schedule.json", "answers.json"] {
        let text = file(sandbox, name).replace('\n', "\r\n");
        sandbox.write(&format!(".abcd/routines/sweep/{name}"), text);
    }
}

fn crlf_edit(sandbox: &Sandbox) {
    crlf(sandbox);
    local_edit(sandbox);
}

/// Moves a folder of the repository out of it and puts a link in its place.
fn lead_out(sandbox: &Sandbox, path: &str) {
    let away = sandbox.root.join("away");
    fs::rename(sandbox.repo.join(path), &away).unwrap();
    sandbox.link(path, away.to_str().unwrap());
}

fn led_out(sandbox: &Sandbox) {
    lead_out(sandbox, ".abcd/routines/sweep");
}

fn all_led_out(sandbox: &Sandbox) {
    lead_out(sandbox, ".abcd/routines");
}

fn home_led_out(sandbox: &Sandbox) {
    lead_out(sandbox, ".abcd");
}

#[test]
fn each_wrong_is_refused_with_a_code_a_hint_and_a_way_on_and_changes_nothing() {
    let mut failed = Vec::new();
    for (row, wrong, line, code) in ROWS {
        for form in ["", " --json"] {
            if let Err(why) = judged(*wrong, &format!("{line}{form}"), code) {
                failed.push(format!("{row}: `{line}{form}`: {why}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn judged(wrong: fn(&Sandbox), line: &str, code: &str) -> Result<(), String> {
    let sandbox = swept(1);
    wrong(&sandbox);
    let (before, away) = (sandbox.tree(), crate::support::tree(&sandbox.root.join("away")));
    // That the hint and the row's own offer are shown is a law that every run is held to.
    let ran = made(&sandbox, line).run();
    if ran.exit != 2 || ran.code().as_deref() != Some(code) {
        return Err(format!("not refused with {code}\n{ran}"));
    }
    if line.ends_with("--json") {
        let error = ran.document();
        let text = |key: &str| error[key].as_str().is_some_and(|text| !text.is_empty());
        if !text("hint") || !text("next") {
            return Err(format!("no hint, or no next command\n{ran}"));
        }
    }
    if before != sandbox.tree() || away != crate::support::tree(&sandbox.root.join("away")) {
        return Err(format!("something was changed\n{ran}"));
    }
    Ok(())
}

#[test]
fn no_prompt_ever_holds_a_marker_and_an_edit_stays_until_somebody_decides() {
    for line in ["routine update", "routine update --facts", "routine render sweep --write"] {
        let sandbox = swept(1);
        local_edit(&sandbox);
        drop(made(&sandbox, line).run().refused("routine/conflict"));
        let prompt = file(&sandbox, "prompt.md");
        assert!(prompt.contains("You keep what is good."), "{line}");
        assert!(!prompt.contains("<<<<") && !prompt.contains(">>>>") && !prompt.contains("===="), "{line}");
        assert_eq!(record(&sandbox)["template"]["version"], 1, "{line}: it does not claim a newer version");
    }
}

#[test]
fn a_tree_with_other_changes_in_it_is_updated_and_they_stay() {
    let sandbox = swept(1);
    sandbox.write("src/lib.rs", "half a thought");
    sandbox.git("add src/lib.rs");
    sandbox.write("src/lib.rs", "more of it");
    let status = sandbox.git("status --porcelain -- src");
    drop(made(&sandbox, "routine update").run().done());
    drop(made(&sandbox, "routine check").run().done());
    assert_eq!(sandbox.read("src/lib.rs"), "more of it");
    assert_eq!(sandbox.git("status --porcelain -- src"), status);
}

#[test]
fn a_dirty_tree_is_named_as_what_stopped_the_commit_and_stays_dirty() {
    let sandbox = swept(1);
    dirty(&sandbox);
    let (head, status) = (sandbox.git("rev-parse HEAD"), sandbox.git("status --porcelain"));
    let ran =
        made(&sandbox, "fleet update . --commit --branch next --json").run().refused("fleet/incomplete");
    assert_eq!(ran.documents()[0]["code"], "fleet/unclean-tree", "{ran}");
    assert_eq!((sandbox.git("rev-parse HEAD"), sandbox.git("status --porcelain")), (head, status));
    assert_eq!(sandbox.git("branch --list next"), "");
}

#[test]
fn a_checkout_with_other_line_ends_conflicts_in_the_line_that_was_edited_alone() {
    let sandbox = swept(1);
    crlf_edit(&sandbox);
    let ran = made(&sandbox, "routine update --json").run().refused("routine/conflict");
    let edits = changed(&ran.documents()[0]["routines"][0]["edit_difference"]);
    assert_eq!(edits.len(), 2, "one line out and one in: {edits:?}");
    let sandbox = swept(1);
    crlf(&sandbox);
    drop(made(&sandbox, "routine update").run().done());
    drop(made(&sandbox, "routine check").run().done());
}

#[test]
fn a_slip_of_the_finger_is_answered_by_what_was_meant() {
    let sandbox = swept(1);
    for (line, meant) in [
        ("routine updaet", "update"),
        ("rotuine", "routine"),
        ("routine update --dry-rum", "--dry-run"),
        ("routine render sweep --set rouns=2", "rounds"),
    ] {
        let error = made(&sandbox, &format!("{line} --json")).run().document();
        assert_eq!(error["facts"]["nearest"], meant, "{line}: {error}");
    }
}
