//! What a branch may touch, and everything that it may not.

use std::os::unix::fs::symlink;

use super::branch::{
    ISSUE, LOG, barred, barred_by, commit, decision, draft, issue, no, own_issue, started, yes,
};
use crate::support::Sandbox;

/// What a sound record at the path holds.
fn sound(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap().trim_end_matches(".md");
    let (family, rest) = name.split_once('-').unwrap();
    let (number, slug) = rest.split_once('-').unwrap();
    match family {
        "iss" => issue(&format!("iss-{number}"), slug),
        "itd" => draft(number, slug),
        _ => decision(number, slug),
    }
}

/// A branch that adds a sound issue and one more file.
fn with(path: &str, text: &str) -> Sandbox {
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    sandbox.write(path, text);
    commit(&sandbox, "more");
    sandbox
}

#[test]
fn new_records_and_lines_at_the_end_of_the_log_are_eligible() {
    let sandbox = started();
    let added = [
        (ISSUE, ".abcd/work/issues/open"),
        (
            ".abcd/development/intents/drafts/itd-3102030405061235-faster.md",
            ".abcd/development/intents/drafts",
        ),
        (".abcd/development/decisions/adr-3102030405061236-one-binary.md", ".abcd/development/decisions"),
        (
            ".abcd/development/decisions/adrs/adr-3102030405061237-one-file.md",
            ".abcd/development/decisions/adrs",
        ),
    ];
    for (path, _) in added {
        sandbox.write(path, sound(path));
    }
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n- three\n");
    commit(&sandbox, "records");
    let report = yes(&sandbox);
    assert_eq!((&report["commits"], &report["changed"]), (&1.into(), &5.into()));
    for (path, place) in added.into_iter().chain([(LOG, LOG)]) {
        let judged = report["paths"].as_array().unwrap().iter().find(|judged| judged["path"] == path);
        let judged = judged.unwrap_or_else(|| panic!("{path} is not told: {report:#}"));
        assert_eq!((&judged["allowed_by"], &judged["why"]), (&place.into(), &serde_json::Value::Null));
        assert_eq!(judged["change"], if path == LOG { "changed" } else { "added" });
    }
    assert_eq!(
        (&report["record_check"]["green"], &report["record_check"]["files"]),
        (&true.into(), &4.into())
    );
    assert_eq!(report["base"], sandbox.git("rev-parse main").trim());
    assert_eq!(report["head"], sandbox.git("rev-parse HEAD").trim());
    assert_eq!(report["merged"], sandbox.git("rev-parse HEAD^{tree}").trim());
}

#[test]
fn text_that_changes_behaviour_is_not_inert() {
    for path in [
        "commands/hunt.md",
        ".claude-plugin/plugin.json",
        ".abcd/rules.json",
        ".abcd/config.toml",
        ".abcd/routines/hunt/prompt.md",
        ".markdownlint.json",
        "clippy.toml",
        "AGENTS.md",
        "CLAUDE.md",
        ".abcd/work/issues/open/AGENTS.md",
        ".github/workflows/ci.yml",
        ".github/CODEOWNERS",
        "docs/guide.md",
        "docs/DECISIONS.md",
        "CHANGELOG.md",
        ".gitattributes",
        ".abcd/.gitattributes",
        ".abcd/work/issues/open/.gitattributes",
        ".abcd/work/issues/open/iss-3102030405069999-run.sh",
        ".abcd/work/issues/open/iss-3102030405069999.md",
        ".abcd/work/issues/notes.md",
        ".abcd/development/decisions/one.md",
        ".abcd/development/decisions/itd-3102030405069999-one.md",
        ".abcd/development/intents/planned/itd-3102030405069999-one.md",
        ".ABCD/work/issues/open/iss-3102030405069999-other.md",
        ".abcd/work/issues/Open/iss-3102030405069999-other.md",
        "pkg/.abcd/work/issues/open/iss-3102030405069999-other.md",
    ] {
        let sandbox = with(path, "only documentation\n");
        let (report, reasons) = no(&sandbox);
        assert!(reasons.contains(&"path".to_owned()), "{path}: {report:#}");
        assert_eq!(report["paths"][0]["path"], path, "{report:#}");
        let why = report["paths"][0]["why"].as_str().unwrap();
        assert!(["not-listed", "misnamed"].contains(&why), "{path}: {why}");
    }
}

#[test]
fn an_existing_line_stays_as_it_is() {
    for (text, why) in [
        ("# Decisions\n\n- one\n- 2\n- three\n", "edited"),
        ("# Decisions\n\n- one\n- three\n", "edited"),
        ("# Decisions\n\n- zero\n- one\n- two\n", "edited"),
        ("# Decisions\r\n\r\n- one\r\n- two\r\n- three\r\n", "edited"),
        ("- one\n- two\n", "edited"),
        ("", "edited"),
        ("# Decisions\n\n- one\n- two\n- three", "unended"),
        ("# Decisions\n\n- one\n- two\n\0\n", "not-text"),
    ] {
        let sandbox = with(LOG, text);
        assert_eq!(barred(&sandbox), (LOG.to_owned(), why.to_owned()), "{text:?}");
    }
}

#[test]
fn a_last_line_without_an_end_is_not_continued() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.write(LOG, "- one\n- two");
    commit(&sandbox, "unended");
    sandbox.git("checkout --quiet -B work");
    sandbox.write(LOG, "- one\n- two\n- three\n");
    commit(&sandbox, "continued");
    assert_eq!(barred(&sandbox), (LOG.to_owned(), "unended".to_owned()));
}

#[test]
fn a_file_does_not_go_away_and_is_not_edited() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    sandbox.git("checkout --quiet -B work");
    sandbox.write(ISSUE, own_issue().replace("severity: minor", "severity: major"));
    commit(&sandbox, "edited");
    assert_eq!(barred(&sandbox), (ISSUE.to_owned(), "not-new".to_owned()));
    sandbox.git("reset --quiet --hard main");
    sandbox.git(&format!("rm --quiet {ISSUE}"));
    commit(&sandbox, "deleted");
    assert_eq!(barred(&sandbox), (ISSUE.to_owned(), "deleted".to_owned()));
    sandbox.git("reset --quiet --hard main");
    let other = ".abcd/work/issues/open/iss-3102030405061234-other.md";
    sandbox.git(&format!("mv {ISSUE} {other}"));
    sandbox.write(other, issue("iss-3102030405061234", "other"));
    commit(&sandbox, "renamed");
    assert_eq!(barred(&sandbox), (ISSUE.to_owned(), "deleted".to_owned()));
}

#[test]
fn a_link_a_submodule_and_a_file_that_can_be_run_are_not_inert() {
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    let link = ".abcd/development/decisions/adr-3102030405061236-link.md";
    let text = ".abcd/development/decisions/adr-3102030405061235-text.md";
    sandbox.write(text, sound(text));
    symlink("../../../src/main.rs", sandbox.repo.join(link)).unwrap();
    commit(&sandbox, "link");
    let reasons = ["path", "record-problems"];
    assert_eq!(barred_by(&sandbox, &reasons), (link.to_owned(), "symbolic-link".to_owned()));

    sandbox.git("reset --quiet --hard main");
    sandbox.write(ISSUE, own_issue());
    sandbox.mode(ISSUE, 0o755);
    commit(&sandbox, "run");
    assert_eq!(barred(&sandbox), (ISSUE.to_owned(), "executable".to_owned()));

    sandbox.git("reset --quiet --hard main");
    sandbox.mode(LOG, 0o755);
    commit(&sandbox, "mode");
    assert_eq!(barred(&sandbox), (LOG.to_owned(), "executable".to_owned()));

    sandbox.git("reset --quiet --hard main");
    let sub = ".abcd/development/decisions/adr-3102030405061236-sub.md";
    let head = sandbox.git("rev-parse HEAD");
    sandbox.git(&format!("update-index --add --cacheinfo 160000,{},{sub}", head.trim()));
    sandbox.git("commit --quiet --message sub");
    assert_eq!(barred_by(&sandbox, &reasons), (sub.to_owned(), "submodule".to_owned()));
}

#[test]
fn a_file_that_git_ignores_is_not_inert() {
    for (ignore, text) in [
        (".gitignore", "iss-*\n"),
        (".abcd/.gitignore", "/work/issues/\n"),
        (".abcd/work/issues/open/.gitignore", "*.md\n"),
        (".git/info/exclude", ".abcd/work/issues/\n"),
    ] {
        let sandbox = started();
        sandbox.git("checkout --quiet main");
        sandbox.write(ignore, text);
        commit(&sandbox, "ignore");
        sandbox.git("checkout --quiet -B work");
        sandbox.write(ISSUE, own_issue());
        commit(&sandbox, "forced");
        assert_eq!(barred(&sandbox), (ISSUE.to_owned(), "ignored".to_owned()), "{ignore}");
    }
}

#[test]
fn what_is_larger_than_a_record_is_not_one() {
    let path = ".abcd/development/decisions/adr-3102030405061236-large.md";
    let filled = |bytes: usize| format!("{}{}", sound(path), "x".repeat(bytes - sound(path).len()));
    let sandbox = with(path, &filled(256 * 1024 + 1));
    let reasons = ["path", "record-problems"];
    assert_eq!(barred_by(&sandbox, &reasons), (path.to_owned(), "too-large".to_owned()));
    let sandbox = with(path, &filled(256 * 1024));
    yes(&sandbox);
}

#[test]
fn an_id_is_taken_by_any_record_of_the_base() {
    for (there, here) in [
        (
            ".abcd/development/intents/shipped/itd-3102030405061235-old.md",
            ".abcd/development/intents/drafts/itd-3102030405061235-new.md",
        ),
        (
            ".abcd/development/decisions/adrs/adr-3102030405061235-old.md",
            ".abcd/development/decisions/adr-3102030405061235-new.md",
        ),
    ] {
        let sandbox = started();
        sandbox.git("checkout --quiet main");
        let text = sound(there).replace("kind: null", "kind: standalone\nimpact: fix");
        sandbox.write(there, text.replace("spec_id: null", "spec_id: spc-1"));
        commit(&sandbox, "old");
        sandbox.git("checkout --quiet -B work");
        sandbox.write(here, sound(here));
        commit(&sandbox, "new");
        let reasons = ["path", "record-problems"];
        assert_eq!(barred_by(&sandbox, &reasons), (here.to_owned(), "id-taken".to_owned()));
    }
}

#[test]
fn a_name_that_differs_in_letter_case_alone_is_taken() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.write(".abcd/development/decisions/ADR-3102030405061235-Text.md", "old\n");
    commit(&sandbox, "old");
    sandbox.git("checkout --quiet -B work");
    let path = ".abcd/development/decisions/adr-3102030405061235-text.md";
    sandbox.write(path, sound(path));
    commit(&sandbox, "new");
    assert_eq!(barred(&sandbox), (path.to_owned(), "name-taken".to_owned()));
}

#[test]
fn a_record_that_is_not_sound_is_not_eligible() {
    for path in [
        ".abcd/work/issues/open/iss-3102030405061235-other.md",
        ".abcd/development/intents/drafts/itd-3102030405061235-other.md",
        ".abcd/development/decisions/adr-3102030405061235-other.md",
        ".abcd/development/decisions/adrs/adr-3102030405061235-other.md",
    ] {
        for text in ["no head\n".to_owned(), sound(path).replace("slug: ", "rule: ")] {
            let (report, reasons) = no(&with(path, &text));
            assert_eq!(reasons, ["record-problems"], "{report:#}");
            assert_eq!(report["record_check"]["problems"][0]["path"], path);
        }
    }
}

#[test]
fn only_the_log_that_the_repository_keeps_grows() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.git(&format!("rm --quiet {LOG}"));
    sandbox.write("docs/DECISIONS.md", "- one\n");
    sandbox.write("DECISIONS.md", "- one\n");
    commit(&sandbox, "logs");
    sandbox.git("checkout --quiet -B work");
    sandbox.write("docs/DECISIONS.md", "- one\n- two\n");
    commit(&sandbox, "first");
    assert_eq!(yes(&sandbox)["paths"][0]["allowed_by"], "docs/DECISIONS.md");
    sandbox.git("reset --quiet --hard main");
    sandbox.write("DECISIONS.md", "- one\n- two\n");
    commit(&sandbox, "other");
    assert_eq!(barred(&sandbox), ("DECISIONS.md".to_owned(), "not-listed".to_owned()));
    sandbox.git("reset --quiet --hard main");
    sandbox.write(LOG, "- one\n");
    commit(&sandbox, "made");
    assert_eq!(barred(&sandbox), (LOG.to_owned(), "no-log".to_owned()));
}

#[test]
fn what_is_not_committed_does_not_count() {
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    sandbox.write("src/main.rs", "fn main() { evil() }\n");
    sandbox.write("AGENTS.md", "do as I say\n");
    sandbox.git("add src/main.rs");
    sandbox.write(".gitignore", "*\n");
    yes(&sandbox);
    let page = sandbox.run("routine eligible --base main").done().stdout;
    assert!(
        page.contains("eligible  yes\n") && page.contains("what is not committed was not looked at\n"),
        "{page}"
    );
}
