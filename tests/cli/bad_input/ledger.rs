//! Files in the ledger that nobody should have put there. The others are read, and nothing is thrown away.

use std::fs;

use serde_json::Value;

use crate::support::Sandbox;

const OPEN: &str = ".abcd/work/issues/open";
/// The largest record that is read, in bytes; `docs` of the record say so.
const CAP: usize = 256 * 1024;

/// A ledger with one sound issue; its id, and the text of its file.
fn with_one() -> (Sandbox, String, String) {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    let text = sandbox.read(&format!("{OPEN}/{id}-login-loops-for-ever.md"));
    (sandbox, id, text)
}

/// The sound issue is listed, shown and closed whatever stands beside it; `path` is named with a reason.
fn is_passed_over(sandbox: &Sandbox, id: &str, path: &str) {
    let before = sandbox.tree().get(path).cloned();
    let list = sandbox.run("capture list --all --json").done().documents();
    assert!(list.iter().any(|document| document["id"] == id), "{list:?}");
    let skipped = list.last().unwrap()["skipped"].as_array().unwrap().clone();
    assert_eq!(skipped.iter().filter(|skipped| skipped["path"] == path).count(), 1, "{skipped:?}");
    assert!(skipped[0]["why"].as_str().is_some_and(|why| why.len() > 5), "{skipped:?}");
    let check = sandbox.run("record check --json").refused("record/invalid").documents().remove(0);
    let places: Vec<&Value> = check["problems"].as_array().unwrap().iter().map(|row| &row["path"]).collect();
    assert!(places.iter().all(|place| *place == path) && !places.is_empty(), "{check}");
    drop(sandbox.run(&format!("capture show {id}")).done());
    drop(sandbox.run("status").done());
    drop(sandbox.run(&format!("capture remedy {id} 'cap them'")).done());
    sandbox.capture("the page stays empty");
    drop(sandbox.run(&format!("capture resolve {id} 'redirects are capped' --impact fix")).done());
    assert_eq!(sandbox.tree().get(path), before.as_ref(), "what could not be read was touched");
}

#[test]
fn what_is_no_plain_file() {
    for make in [
        (|sandbox: &Sandbox, path: &str| sandbox.fifo(path)) as fn(&Sandbox, &str),
        |sandbox, path| sandbox.link(path, "/dev/zero"),
        |sandbox, path| sandbox.link(path, "../resolved"),
        |sandbox, path| sandbox.link(path, "nowhere"),
        |sandbox, path| sandbox.folder(path),
    ] {
        let (sandbox, id, _) = with_one();
        let path = format!("{OPEN}/iss-7-odd.md");
        make(&sandbox, &path);
        is_passed_over(&sandbox, &id, &path);
    }
}

#[test]
fn a_link_to_a_sound_record_is_not_followed() {
    let (sandbox, id, text) = with_one();
    let path = format!("{OPEN}/iss-7-odd.md");
    fs::write(sandbox.home.join("odd.md"), text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd"))
        .unwrap();
    sandbox.link(&path, "../../../../../home/odd.md");
    is_passed_over(&sandbox, &id, &path);
    let ran = sandbox.run("capture show iss-7");
    assert_eq!(ran.exit, 2, "{ran}");
}

#[test]
fn a_file_that_is_a_byte_too_large() {
    let (sandbox, id, text) = with_one();
    let head = text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd");
    let path = format!("{OPEN}/iss-7-odd.md");
    let filled = |bytes: usize| format!("{head}{}\n", "x".repeat(bytes - head.len() - 1));
    sandbox.write(&path, filled(CAP + 1));
    is_passed_over(&sandbox, &id, &path);
    sandbox.write(&path, filled(CAP));
    let list = sandbox.run("capture list --all --json").done().documents();
    assert!(list.iter().any(|document| document["id"] == "iss-7"), "at the cap it is read whole");
    assert_eq!(list.last().unwrap()["skipped"], serde_json::json!([]));
}

#[test]
fn text_that_is_no_record() {
    let (_, id, text) = with_one();
    let text = text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd");
    let swapped = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        text.replace(from, to)
    };
    for (what, text) in [
        ("empty", String::new()),
        ("blank", "\n\n".to_owned()),
        ("prose", "login loops for ever\n".to_owned()),
        ("no end of the head", swapped("\n---\n", "\n")),
        ("an unknown field", swapped("severity:", "sevreity:")),
        ("a field twice", swapped("severity: minor", "severity: minor\nseverity: major")),
        ("another severity", swapped("severity: minor", "severity: awful")),
        ("no severity", swapped("severity: minor\n", "")),
        ("a null", swapped("severity: minor", "severity: null")),
        ("a quoted null", swapped("found_during: unspecified", "found_during: \"\"")),
        ("another version", swapped("schema_version: 1", "schema_version: 2")),
        ("no version", swapped("schema_version: 1\n", "")),
        ("another id than its name", swapped("id: iss-7", "id: iss-8")),
        ("an id of another family", swapped("id: iss-7", "id: itd-7")),
        ("another slug than its name", swapped("slug: odd", "slug: odder")),
        (
            "a closing word in an open issue",
            swapped("severity: minor", "severity: minor\nresolution: \"done\""),
        ),
        ("an escape sequence", swapped("remedy: \"mend it\"", "remedy: \"mend \u{1b}[31m it\"")),
        ("a comment first", swapped("---\nschema_version", "# note\n---\nschema_version")),
    ] {
        let (sandbox, id, _) = with_one();
        let path = format!("{OPEN}/iss-7-odd.md");
        sandbox.write(&path, &text);
        println!("{what}");
        is_passed_over(&sandbox, &id, &path);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let (sandbox, id, _) = with_one();
    let path = format!("{OPEN}/iss-7-odd.md");
    sandbox.write(&path, b"---\nid: iss-7\xff\n---\n");
    is_passed_over(&sandbox, &id, &path);
}

#[test]
fn names_that_are_no_ids() {
    for name in [
        "notes.md",
        "iss-007-odd.md",
        "ISS-7-odd.md",
        "iss-7.md",
        "iss-7-odd.txt",
        "iss-99999999999999999999-odd.md",
    ] {
        let (sandbox, id, text) = with_one();
        let path = format!("{OPEN}/{name}");
        sandbox.write(&path, text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd"));
        is_passed_over(&sandbox, &id, &path);
    }
}

#[test]
fn line_ends_a_mark_and_a_missing_last_line_break_are_read_and_kept() {
    let (_, id, text) = with_one();
    let text = text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd");
    for (what, text) in [
        ("CRLF", text.replace('\n', "\r\n")),
        ("no line break at the end", text.trim_end().to_owned()),
        ("many at the end", format!("{text}\n\n")),
    ] {
        let sandbox = Sandbox::with_record();
        sandbox.write(&format!("{OPEN}/iss-7-odd.md"), &text);
        let shown = sandbox.run("capture show iss-7 --json").done().document();
        assert_eq!(
            shown["issue"]["text"].as_str().or(shown["text"].as_str()).map(str::trim),
            Some("login loops for ever"),
            "{what}: {shown}"
        );
        drop(sandbox.run("record check").done());
        drop(sandbox.run("capture resolve iss-7 'redirects are capped' --impact fix").done());
        let closed = sandbox.read(".abcd/work/issues/resolved/iss-7-odd.md");
        assert!(closed.contains("redirects are capped"), "{what}: {closed:?}");
        let bare = closed.replace("\r\n", "").contains('\n');
        assert!(what != "CRLF" || !bare, "one kind of line end: {closed:?}");
        drop(sandbox.run("record check").done());
    }
}

#[test]
fn a_byte_order_mark_is_read_or_named_and_never_lost() {
    let (_, id, text) = with_one();
    let text = format!("\u{feff}{}", text.replace(&id, "iss-7").replace("login-loops-for-ever", "odd"));
    let sandbox = Sandbox::with_record();
    let path = format!("{OPEN}/iss-7-odd.md");
    sandbox.write(&path, &text);
    let list = sandbox.run("capture list --all --json").done().documents();
    let listed = list.iter().any(|document| document["id"] == "iss-7");
    let named = list.last().unwrap()["skipped"][0]["path"] == path.as_str();
    assert!(listed != named, "{list:?}");
    let check = sandbox.run("record check");
    assert_eq!(check.exit == 0, listed, "the reader and the gate agree: {check}");
}

#[test]
fn one_id_in_two_files_is_named_by_both_and_nothing_moves() {
    let (sandbox, id, text) = with_one();
    let other = format!(".abcd/work/issues/resolved/{id}-login-loops-for-ever.md");
    sandbox.write(
        &other,
        text.replace("schema_version: 1", "schema_version: 1\nresolution: \"done\"\nimpact: fix"),
    );
    let second = sandbox.capture("the page stays empty");
    let before = sandbox.ledger();
    for line in [
        format!("capture show {id}"),
        format!("capture resolve {id} 'redirects are capped' --impact fix"),
        format!("capture wontfix {id} 'the page goes away'"),
        format!("capture remedy {id} 'cap them'"),
        format!("record show {id}"),
    ] {
        let document = sandbox.run(&format!("{line} --json")).refused("capture/record-unsound").document();
        assert_eq!(document["facts"]["files"].as_array().map(Vec::len), Some(2), "{document}");
    }
    assert_eq!(sandbox.ledger(), before);
    drop(sandbox.run(&format!("capture show {second}")).done());
    drop(sandbox.run("capture list --all").done());
    let report = sandbox.run("record check").refused("record/invalid").stdout;
    assert!(report.contains(&other) && report.contains(OPEN), "{report}");
}

#[test]
fn two_thousand_files_are_listed_one_by_one() {
    let (sandbox, id, text) = with_one();
    for number in 1..=2_000 {
        let text = text.replace(&id, &format!("iss-{number}")).replace("login-loops-for-ever", "odd");
        fs::write(sandbox.repo.join(format!("{OPEN}/iss-{number}-odd.md")), text).unwrap();
    }
    let list = sandbox.run("capture list --open --json").done().documents();
    assert_eq!(list.len(), 2_002);
    assert_eq!(list.last().unwrap()["count"], 2_001);
}
