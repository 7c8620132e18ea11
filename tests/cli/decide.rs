//! `abcd decide`.

use serde_json::json;

use crate::support::Sandbox;

#[test]
fn a_decision_is_proposed_with_its_day() {
    let sandbox = Sandbox::with_record();
    let call = sandbox.call("decide 'One file a record' --json").env("ABCD_NOW", "2031-02-03T23:59:59Z");
    let made = call.run().done().document();
    let id = made["id"].as_str().unwrap();
    let path = format!(".abcd/development/decisions/adrs/{id}-one-file-a-record.md");
    assert_eq!(
        (&made["path"], &made["status"], &made["date"]),
        (&json!(path), &json!("proposed"), &json!("2031-02-03"))
    );
    let text = sandbox.read(&path);
    let head = format!(
        "---\nid: {id}\nslug: one-file-a-record\nstatus: proposed\ndate: \"2031-02-03\"\n---\n\n# One file a record\n"
    );
    assert!(text.starts_with(&head), "{text}");
    drop(sandbox.run("record check").done());
    let shown = sandbox.run(&format!("{id} --json")).done().document();
    assert_eq!(
        (&shown["family"], &shown["state"], &shown["title"]),
        (&json!("adr"), &json!("proposed"), &json!("One file a record"))
    );
    assert_eq!(sandbox.run("status --json").done().document()["decisions"], json!(1));
}

#[test]
fn a_title_may_be_in_any_script_and_must_say_something() {
    let sandbox = Sandbox::with_record();
    let made = sandbox.run("decide '記録は一件一ファイル' --slug one-file --json").done().document();
    assert!(made["path"].as_str().unwrap().ends_with("-one-file.md"), "{made}");
    for title in ["", "  ", "--- !", "one\ntwo", "bell \u{7} rings"] {
        drop(sandbox.call_of(["decide", "--", title]).run().refused("decide/title-unfit"));
    }
    drop(sandbox.run("decide").refused("usage/missing-argument"));
    drop(sandbox.run("record check").done());
}

#[test]
fn an_older_one_is_found_by_its_number() {
    let sandbox = Sandbox::with_record();
    sandbox.write(
        ".abcd/development/decisions/adrs/0007-one-file.md",
        "---\nid: 7\nslug: one-file\nstatus: accepted\ndate: 2031-02-03\n---\n\n# One file\n",
    );
    drop(sandbox.run("record check").done());
    let shown = sandbox.run("adr-007 --json").done().document();
    assert_eq!((&shown["id"], &shown["state"]), (&json!("adr-7"), &json!("accepted")));
}
