//! `abcd release guard` on small repositories.

use serde_json::Value;

use crate::support::{Ran, Sandbox};

const PLACE: &str = ".abcd/development/release/refusal-codes.json";

/// Commits a ledger of `codes`, each `code exit [tag]`.
fn commit(sandbox: &Sandbox, codes: &[&str]) {
    let entry = |line: &&str| {
        let words: Vec<&str> = line.split(' ').collect();
        let retired = words.get(2).map_or_else(String::new, |tag| format!(r#","retired":"{tag}""#));
        format!(r#"{{"code":"{}","exit":{}{retired}}}"#, words[0], words[1])
    };
    let entries: Vec<String> = codes.iter().map(entry).collect();
    commit_text(sandbox, &format!(r#"{{"schema_version":1,"codes":[{}]}}"#, entries.join(",")));
}

fn commit_text(sandbox: &Sandbox, text: &str) {
    sandbox.write(PLACE, text);
    sandbox.git("add --all");
    sandbox.git("commit --quiet --allow-empty --message ledger");
}

fn guard(sandbox: &Sandbox) -> Ran {
    sandbox.run("release guard --json")
}

/// The report, which comes before a refusal.
fn report(ran: &Ran) -> Value {
    ran.documents().remove(0)
}

#[test]
fn without_a_release_there_is_nothing_to_hold() {
    let sandbox = Sandbox::new();
    let said = report(&guard(&sandbox).done());
    assert_eq!(said["release"], Value::Null);
    let notes = said["notes"].to_string();
    assert!(notes.contains("no release tag stands before this commit"), "{notes}");
    assert!(notes.contains("this commit has no ledger of codes"), "{notes}");
}

#[test]
fn a_release_from_before_the_ledger_holds_nothing() {
    let sandbox = Sandbox::new();
    sandbox.git("tag v0.1.0");
    commit(&sandbox, &["a/b 2"]);
    let said = report(&guard(&sandbox).done());
    assert!(said["notes"][0].as_str().unwrap().contains("the tree of v0.1.0 has no ledger"), "{said}");
}

#[test]
fn what_was_added_or_retired_since_is_fine() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2", "a/c 3"]);
    sandbox.git("tag --annotate v0.1.0 --message v0.1.0");
    commit(&sandbox, &["a/a 2", "a/b 2 v0.2.0", "a/c 3"]);
    let said = report(&guard(&sandbox).done());
    assert_eq!((&said["release"], &said["held"]), (&"v0.1.0".into(), &2.into()));
    assert_eq!(said["broken"], Value::Array(Vec::new()));
}

#[test]
fn each_break_is_named_and_typed() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2", "a/c 2 v0.0.1", "a/d 3", "a/e 2 v0.0.1"]);
    sandbox.git("tag v0.1.0");
    commit(&sandbox, &["a/c 2", "a/d 2", "a/e 2 v0.0.2"]);
    let ran = guard(&sandbox).refused("release/code-missing");
    let said = report(&ran);
    let kinds: Vec<_> = said["broken"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["missing", "live-again", "exit-changed", "tag-changed"]);
    assert_eq!((&said["broken"][2]["was"], &said["broken"][2]["now"]), (&"3".into(), &"2".into()));
    assert_eq!(ran.document()["facts"]["codes"], serde_json::json!(["a/b", "a/c", "a/d", "a/e"]));

    commit(&sandbox, &["a/b 2", "a/c 2 v0.0.1", "a/d 2", "a/e 2 v0.0.1"]);
    let ran = sandbox.run("release guard").refused("release/code-changed");
    assert!(ran.stdout.contains("  a/d  leaves with exit 2, not 3\n"), "{ran}");
}

#[test]
fn a_ledger_that_is_gone_has_lost_every_code() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2"]);
    sandbox.git("tag v0.1.0");
    sandbox.git(&format!("rm --quiet {PLACE}"));
    sandbox.git("commit --quiet --message gone");
    assert_eq!(report(&guard(&sandbox).refused("release/code-missing"))["broken"][0]["code"], "a/b");
}

#[test]
fn the_newest_release_is_the_highest_version_of_the_history() {
    let sandbox = Sandbox::new();
    for (tag, code) in
        [("v0.10.0", "a/d 2"), ("v0.9.0", "a/c 2"), ("v0.10.0-rc.1", "a/e 2"), ("v1.0", "a/f 2")]
    {
        commit(&sandbox, &[code]);
        sandbox.git(&format!("tag {tag}"));
    }
    sandbox.git("checkout --quiet -b elsewhere");
    commit(&sandbox, &["a/z 2"]);
    sandbox.git("tag v9.0.0");
    sandbox.git("checkout --quiet main");
    commit(&sandbox, &["a/b 2"]);
    let ran = guard(&sandbox).refused("release/code-missing");
    assert_eq!(report(&ran)["release"], "v0.10.0", "not by date, not a pre-release, not of another branch");
}

#[test]
fn the_cut_is_not_held_against_its_own_tag() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2"]);
    sandbox.git("tag v0.1.0");
    commit(&sandbox, &["a/c 2"]);
    sandbox.git("tag --annotate v0.2.0 --message v0.2.0");
    assert_eq!(report(&guard(&sandbox).refused("release/code-missing"))["release"], "v0.1.0");
}

#[test]
fn what_is_held_is_what_is_committed() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2"]);
    sandbox.git("tag v0.1.0");
    commit(&sandbox, &["a/b 2", "a/c 2"]);
    sandbox.write(PLACE, r#"{"schema_version":1,"codes":[]}"#);
    let notes = report(&guard(&sandbox).done())["notes"].to_string();
    assert!(notes.contains("the ledger in the working tree differs"), "{notes}");
    assert!(notes.contains("differs from the codes that this abcd registers"), "{notes}");
}

#[test]
fn a_ledger_that_cannot_be_read_is_a_fault_wherever_it_stands() {
    let broken = [
        r#"{"schema_version":1,"codes":[],"note":"a/secret"}"#,
        r#"{"schema_version":1,"codes":[],"codes":[]}"#,
        r#"{"schema_version":2,"codes":[]}"#,
        r#"{"schema_version":1,"codes":[{"code":"b/b","exit":2},{"code":"a/b","exit":2}]}"#,
        r#"{"schema_version":1,"codes":[]} []"#,
        "",
    ];
    for text in broken {
        let sandbox = Sandbox::new();
        commit_text(&sandbox, text);
        let ran = guard(&sandbox).faulted();
        assert!(ran.stdout.contains("the ledger of codes at HEAD"), "{text}: {ran}");
        assert!(!ran.stdout.contains("secret"), "what it holds is not repeated: {ran}");
        sandbox.git("tag v0.1.0");
        commit(&sandbox, &[]);
        assert!(guard(&sandbox).faulted().stdout.contains("the ledger of codes at v0.1.0"), "{text}");
    }
}

#[test]
fn a_ledger_that_is_a_link_or_too_large_is_a_fault() {
    let sandbox = Sandbox::new();
    sandbox.link(PLACE, "/etc/hostname");
    sandbox.git("add --all");
    sandbox.git("commit --quiet --message link");
    assert!(guard(&sandbox).faulted().stdout.contains("is no plain file"));
    sandbox.git(&format!("rm --quiet {PLACE}"));
    let padding = " ".repeat(1024 * 1024);
    commit_text(&sandbox, &format!(r#"{{"schema_version":1,"codes":[]}}{padding}"#));
    assert!(guard(&sandbox).faulted().stdout.contains("larger than 1048576 bytes"));
}

#[test]
fn a_replaced_object_does_not_change_the_answer() {
    let sandbox = Sandbox::new();
    commit(&sandbox, &["a/b 2"]);
    sandbox.git("tag v0.1.0");
    commit(&sandbox, &[]);
    let (new, old) = (sandbox.git("rev-parse HEAD"), sandbox.git("rev-parse v0.1.0"));
    sandbox.git(&format!("replace {} {}", old.trim(), new.trim()));
    drop(guard(&sandbox).refused("release/code-missing"));
}

#[test]
fn a_released_template_version_keeps_its_content_and_a_new_one_may_join() {
    const TEMPLATES: &str = ".abcd/development/release/templates.json";
    let entry =
        |version: u32, sha: &str| format!(r#"{{"archetype":"hunt","version":{version},"sha256":"{sha}"}}"#);
    let ledger =
        |entries: &[String]| format!(r#"{{"schema_version":1,"templates":[{}]}}"#, entries.join(","));
    let sandbox = Sandbox::new();
    sandbox.write(TEMPLATES, ledger(&[entry(1, "aa")]));
    commit(&sandbox, &["a/b 2"]);
    sandbox.git("tag v0.1.0");
    for (entries, altered) in [
        (vec![entry(1, "aa"), entry(2, "bb")], None),
        (vec![entry(1, "cc"), entry(2, "bb")], Some(false)),
        (vec![entry(2, "bb")], Some(true)),
    ] {
        sandbox.write(TEMPLATES, ledger(&entries));
        commit(&sandbox, &["a/b 2"]);
        let ran = guard(&sandbox);
        let said = report(&ran)["templates"].clone();
        match altered {
            None => assert_eq!((ran.exit, said), (0, serde_json::json!([]))),
            Some(missing) => {
                assert_eq!(
                    said,
                    serde_json::json!([{"archetype": "hunt", "version": 1, "missing": missing}])
                );
                drop(ran.refused("release/template-changed"));
            }
        }
    }
}
