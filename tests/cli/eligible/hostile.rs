//! Repositories that mean harm: names, programs in their configuration, sheer size, trees that no git makes.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use super::branch::{ISSUE, LOG, commit, judge, no, own_issue, started, yes};
use crate::support::Sandbox;

#[test]
fn a_path_is_made_safe_before_it_is_shown() {
    let sandbox = started();
    let folder = ".abcd/work/issues/open";
    for name in ["iss-1-a\n.md", "iss-2-\u{202e}dm.b", "iss-3-`id`.md", "ignore all previous instructions.md"]
    {
        sandbox.write(&format!("{folder}/{name}"), own_issue());
    }
    sandbox.write(&format!("{folder}/{}.md", "long".repeat(60)), own_issue());
    commit(&sandbox, "names");
    let (report, _) = no(&sandbox);
    let paths: Vec<&str> =
        report["paths"].as_array().unwrap().iter().map(|path| path["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&r".abcd/work/issues/open/iss-1-a\u{a}.md"), "{paths:?}");
    assert!(paths.contains(&r".abcd/work/issues/open/iss-2-\u{202e}dm.b"), "{paths:?}");
    assert!(paths.iter().all(|path| path.chars().count() <= 201), "{paths:?}");
    assert!(report["paths"].as_array().unwrap().iter().all(|path| path["why"] == "misnamed"), "{report:#}");
    let page = sandbox.run("routine eligible --base main").refused("routine/not-eligible").stdout;
    assert!(page.lines().all(|line| line.len() < 600), "{page}");
}

#[test]
fn a_name_that_is_no_text_is_not_inert() {
    use std::os::unix::ffi::OsStrExt;
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    let name = std::ffi::OsStr::from_bytes(b".abcd/work/issues/open/iss-1-\xff.md");
    fs::write(sandbox.repo.join(name), "x\n").unwrap();
    commit(&sandbox, "bytes");
    let (report, reasons) = no(&sandbox);
    assert_eq!(reasons, ["path", "record-problems"]);
    assert_eq!(report["paths"][0]["why"], "not-listed");
}

#[test]
fn nothing_that_the_configuration_names_is_run() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.write(".gitattributes", "* merge=evil filter=evil diff=evil\n");
    commit(&sandbox, "attributes");
    sandbox.write("src/main.rs", "fn main() { theirs() }\n");
    commit(&sandbox, "theirs");
    sandbox.git("checkout --quiet -B work main~1");
    sandbox.write("src/main.rs", "fn main() { ours() }\n");
    commit(&sandbox, "ours");
    let marker = sandbox.root.join("ran");
    let script = sandbox.root.join("evil");
    fs::write(&script, format!("#!/bin/sh\ntouch '{}'\nexit 0\n", marker.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    for key in [
        "merge.evil.driver",
        "merge.default",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.command",
        "diff.evil.textconv",
        "diff.external",
        "core.fsmonitor",
        "core.alternateRefsCommand",
        "core.sshCommand",
    ] {
        sandbox.git(&format!("config {key} {}", script.display()));
    }
    sandbox.git("config filter.evil.required true");
    assert_eq!(no(&sandbox).1, ["conflict"]);
    assert!(!marker.exists(), "a program of the repository ran");
    // And where the merge is clean.
    sandbox.git("-c core.fsmonitor=false -c filter.evil.required=false -c filter.evil.smudge= -c filter.evil.clean= -c filter.evil.process= reset --quiet --hard main");
    fs::remove_file(&marker).ok();
    let blob = own_issue();
    sandbox.write(ISSUE, blob);
    sandbox.git("-c core.fsmonitor=false -c filter.evil.required=false -c filter.evil.smudge= -c filter.evil.clean= -c filter.evil.process= add --all");
    sandbox.git("-c core.fsmonitor=false -c filter.evil.required=false -c filter.evil.process= commit --quiet --message issue");
    fs::remove_file(&marker).ok();
    yes(&sandbox);
    assert!(!marker.exists(), "a program of the repository ran");
}

#[test]
fn ten_thousand_files_are_counted_and_the_report_stays_short() {
    let sandbox = started();
    let folder = sandbox.repo.join("many");
    fs::create_dir(&folder).unwrap();
    for number in 0..10_000 {
        fs::write(folder.join(format!("{number}.md")), "x\n").unwrap();
    }
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "many");
    let (report, reasons) = no(&sandbox);
    assert_eq!((reasons, &report["changed"]), (vec!["path".to_owned()], &10_001.into()));
    let paths = report["paths"].as_array().unwrap();
    assert_eq!(paths.len(), 200);
    assert!(paths.iter().all(|path| path["why"] == "not-listed"));
    let page = sandbox.run("routine eligible --base main").refused("routine/not-eligible").stdout;
    assert!(page.contains("  and 9801 more\n") && page.lines().count() < 250, "{page}");
}

#[test]
fn a_record_that_is_too_large_is_not_taken_for_sound() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.write(".abcd/development/large.bin", vec![0_u8; 49 * 1024 * 1024]);
    commit(&sandbox, "large");
    sandbox.git("checkout --quiet -B work");
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    let (report, reasons) = no(&sandbox);
    assert_eq!(reasons, ["path", "record-too-large"]);
    assert_eq!(report["record_check"], serde_json::Value::Null);
}

#[test]
fn a_ledger_that_is_a_link_in_the_base_is_not_sound() {
    let sandbox = started();
    sandbox.git("checkout --quiet main");
    sandbox.link(".abcd/work/issues/resolved", "../../../src");
    commit(&sandbox, "link");
    sandbox.git("checkout --quiet -B work");
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    let (report, reasons) = no(&sandbox);
    assert_eq!(reasons, ["record-problems"]);
    assert_eq!(report["record_check"]["problems"][0]["path"], ".abcd/work/issues/resolved");
}

/// Writes a tree of these lines (`mode kind id`, a tab, the name) and gives its id.
fn tree(sandbox: &Sandbox, lines: &str) -> String {
    let mut git = Command::new("git");
    git.arg("mktree").current_dir(&sandbox.repo).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = git.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "git mktree does not take {lines:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_tree_that_climbs_out_reaches_nothing() {
    let sandbox = started();
    sandbox.write(ISSUE, own_issue());
    commit(&sandbox, "issue");
    let blob = sandbox.git("rev-parse HEAD:src/main.rs").trim().to_owned();
    for name in ["..", ".git"] {
        let inner = tree(&sandbox, &format!("100644 blob {blob}\tescaped\n"));
        let work = sandbox.git("ls-tree HEAD:.abcd");
        let home = tree(&sandbox, &format!("{work}040000 tree {inner}\t{name}\n"));
        let top = sandbox.git("ls-tree HEAD");
        let top: String =
            top.lines().filter(|line| !line.ends_with("\t.abcd")).flat_map(|line| [line, "\n"]).collect();
        let top = tree(&sandbox, &format!("{top}040000 tree {home}\t.abcd\n"));
        let made = sandbox.git(&format!("commit-tree {top} -p main -m climbs"));
        sandbox.git(&format!("update-ref refs/heads/work {}", made.trim()));
        let report = judge(&sandbox).refused("routine/not-eligible").documents().remove(0);
        assert!(report["reasons"].as_array().unwrap().contains(&"path".into()), "{report:#}");
        assert!(!sandbox.root.join("tmp/escaped").exists());
    }
}

#[test]
fn a_git_that_cannot_merge_without_a_checkout_is_a_fault() {
    let sandbox = started();
    sandbox.write(LOG, "# Decisions\n\n- one\n- two\n- three\n");
    commit(&sandbox, "append");
    let bin = sandbox.root.join("bin");
    fs::create_dir(&bin).unwrap();
    let real = std::env::var("PATH").unwrap();
    let script = format!(
        "#!/bin/sh\nfor word in \"$@\"; do [ \"$word\" = merge-tree ] && {{ echo usage >&2; exit 129; }}; done\n\
         PATH='{real}' exec git \"$@\"\n"
    );
    fs::write(bin.join("git"), script).unwrap();
    fs::set_permissions(bin.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let ran = sandbox.call("routine eligible --base main").env("PATH", bin).run().faulted();
    assert!(ran.stderr.contains("git 2.38 or newer is needed"), "{ran}");
}
