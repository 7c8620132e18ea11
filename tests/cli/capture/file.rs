//! Filing an issue, and what is refused before anything is written.

use super::{filed, files};
use crate::support::{Sandbox, changes};

#[test]
fn an_issue_is_one_file_under_open() {
    let sandbox = Sandbox::with_record();
    sandbox.write("src/door.rs", "x");
    let call = r#"capture "Login loops, for ever" --remedy "stop after three" --severity major --found-at src/door.rs:4"#;
    let ran = sandbox.run(call).done();
    let file = files(&sandbox).pop().unwrap();
    let id = file.strip_prefix("open/").unwrap().strip_suffix("-login-loops-for-ever.md").unwrap();
    // The second of the call, as the harness sets it, and four digits that are drawn.
    let digits = id.strip_prefix("iss-310203040").unwrap();
    assert!(digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
    insta::assert_snapshot!(ran.to_string().replace(id, "ID"), @r#"
    exit: 0
    --- stdout
    filed ID (major bug)
    .abcd/work/issues/open/ID-login-loops-for-ever.md is not committed yet; commit it with your next change
    next: abcd capture show <iss-id> (to read the record back)
    next: abcd capture resolve <iss-id> "<what changed>" --impact <impact> (once the fix is in)
    --- stderr
    "#);
    insta::assert_snapshot!(sandbox.read(&format!(".abcd/work/issues/{file}")).replace(id, "ID"), @r#"
    ---
    schema_version: 1
    id: ID
    slug: login-loops-for-ever
    severity: major
    category: bug
    source: agent-finding
    found_during: unspecified
    production_mode: autonomous
    found_at: "src/door.rs:4"
    remedy: "stop after three"
    ---

    Login loops, for ever
    "#);
    sandbox.run("record check").done();
}

#[test]
fn what_is_refused_leaves_nothing_behind() {
    let sandbox = Sandbox::with_record();
    sandbox.write("there.txt", "x");
    let before = sandbox.tree();
    let long = "x y ".repeat(20_000);
    let longer = "x".repeat(1001);
    for (words, code) in [
        (vec!["login loops for ever"], "capture/remedy-missing"),
        (vec!["login loops for ever", "--remedy", "  "], "capture/remedy-missing"),
        (vec!["bug", "--remedy", "mend it"], "capture/lone-word"),
        (vec!["lst", "--remedy", "mend it"], "capture/mistyped-command"),
        (vec!["resolv iss-12", "--remedy", "mend it"], "capture/mistyped-command"),
        (vec!["reslove ISS-12 it is done", "--remedy", "mend it"], "capture/mistyped-command"),
        (vec![&long, "--remedy", "mend it"], "capture/text-unfit"),
        (vec!["it is broken", "--remedy", &longer], "capture/text-unfit"),
        (vec!["it is broken", "--remedy", "two\nlines"], "capture/text-unfit"),
        (vec!["it \u{1b}[31m is red", "--remedy", "mend it"], "capture/text-unfit"),
        (vec!["it \u{202e} is turned", "--remedy", "mend it"], "capture/text-unfit"),
        (vec!["it is broken", "--remedy", "zero\u{200b}width"], "capture/text-unfit"),
        (vec!["it is broken", "--remedy", "mend it", "--slug", "Not A Slug"], "capture/slug-unfit"),
        (vec!["it is broken", "--remedy", "mend it", "--found-during", " "], "capture/text-unfit"),
        (vec!["it is broken", "--remedy", "mend it", "--found-at", "gone.txt"], "capture/place-absent"),
        (vec!["it is broken", "--remedy", "mend it", "--found-at", "../there.txt"], "capture/place-absent"),
        (vec!["it is broken", "--remedy", "mend it", "--found-at", "/etc/passwd"], "capture/place-absent"),
        (vec!["it is broken", "--remedy", "mend it", "--found-at", ".git/config:1"], "capture/place-absent"),
        (vec!["it is broken", "--remedy", "mend it", "--found-at", "./.git"], "capture/place-absent"),
        (vec!["it is broken", "--remedy", "mend it", "--lapsed-at", "tomorrow"], "capture/time-unfit"),
        (vec!["it is broken", "--remedy", "mend it", "--blocked-by", "iss-9"], "capture/unknown-id"),
        (vec!["it is broken", "--remedy", "mend it", "--blocked-by", "spc-9"], "capture/unknown-id"),
    ] {
        let ran = sandbox.call_of(["capture"].iter().chain(&words)).run_lawless().refused(code);
        assert_eq!(changes(&before, &sandbox.tree()), [""; 0], "{ran}");
    }
}

#[test]
fn a_mistyped_command_is_named() {
    let sandbox = Sandbox::with_record();
    let ran = sandbox.call(r#"capture "remdy iss-4 cap it" --json"#).run_lawless();
    let facts = ran.document()["facts"].clone();
    assert_eq!(facts["nearest"], "capture remedy");
    assert_eq!(
        facts["allowed"],
        serde_json::json!(["link", "list", "promote", "remedy", "repair", "resolve", "show", "wontfix"])
    );
}

#[test]
fn prose_that_starts_with_a_command_is_filed() {
    let sandbox = Sandbox::with_record();
    for text in ["list breaks on an empty ledger", "show prints the head twice", "link rot in the manual"] {
        filed(&sandbox, text);
    }
    assert_eq!(files(&sandbox).len(), 3);
}

#[test]
fn a_place_is_words_or_a_file_from_the_top() {
    let sandbox = Sandbox::with_record();
    sandbox.write("src/door.rs", "x");
    let call = r#"capture "it is broken" --remedy "mend it" --found-at door.rs:3:7 --json"#;
    let id = sandbox.call(call).from("src").run().done().document()["id"].as_str().unwrap().to_owned();
    assert_eq!(super::shown(&sandbox, &id)["issue"]["found_at"], "src/door.rs:3:7");
    let id = super::filed_with(&sandbox, "it is broken too", r#"--found-at "on the login page""#);
    assert_eq!(super::shown(&sandbox, &id)["issue"]["found_at"], "on the login page");
}

#[test]
fn a_home_in_the_text_is_in_no_file_name() {
    let sandbox = Sandbox::with_record();
    let text = format!("it breaks in {}/x.rs and here", sandbox.home.display());
    let ran = sandbox.call_of(["capture", &text, "--remedy", "mend it"]).run().done();
    assert!(ran.stdout.contains("-it-breaks-in-and-here.md"), "{ran}");
}

#[test]
fn a_clash_draws_another_id() {
    let sandbox = Sandbox::with_record();
    let file = |text: &str| {
        let call = sandbox.call(&format!(r#"capture "{text}" --remedy "mend it" --json"#));
        let call = call.env("ABCD_NOW", "2031-01-01T00:00:00Z").env("ABCD_ENTROPY", "5");
        call.run().done().document()["id"].clone()
    };
    let ids: Vec<_> = ["it is one", "it is two", "it is three"].map(file).to_vec();
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
    assert_eq!(files(&sandbox).len(), 3);
}

#[test]
fn quotes_and_many_lines_come_back_as_they_went_in() {
    let sandbox = Sandbox::with_record();
    let text = "It says \"no\" \\ twice: # not a comment\n\n- a list\n---\nand a rule ❤️";
    let call = ["capture", text, "--remedy", "say: \"yes\" # once", "--json"];
    let id = sandbox.call_of(call).run().done().document()["id"].as_str().unwrap().to_owned();
    let issue = super::shown(&sandbox, &id)["issue"].clone();
    assert_eq!((issue["text"].as_str(), issue["remedy"].as_str()), (Some(text), Some("say: \"yes\" # once")));
}
