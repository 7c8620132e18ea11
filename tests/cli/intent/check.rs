//! `abcd record check` over intents, specs and decisions.

use super::{INTENTS, SPECS, path, planned, whole};
use crate::support::Sandbox;

const ADRS: &str = ".abcd/development/decisions/adrs";

/// A sound record of each kind: an intent that is planned, its spec, a decision; their files.
fn sound() -> (Sandbox, String, String, String) {
    let sandbox = Sandbox::with_record();
    let id = whole(&sandbox, "it is one", "");
    let spec = planned(&sandbox, &id);
    let decision = sandbox.run("decide 'one file a record' --json").done().document();
    drop(sandbox.run("record check").done());
    let files = (path(&sandbox, &id), path(&sandbox, &spec));
    let decision = decision["path"].as_str().unwrap().to_owned();
    (sandbox, files.0, files.1, decision)
}

/// The problems that the check names, each with its place.
fn problems(sandbox: &Sandbox) -> Vec<(String, String)> {
    let report = sandbox.run("record check --json").refused("record/invalid").documents().remove(0);
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    report["problems"].as_array().unwrap().iter().map(|row| (text(row, "path"), text(row, "what"))).collect()
}

#[test]
fn each_breach_is_named_with_its_place() {
    for (kind, from, to, what) in [
        (0, "kind: standalone", "kind: null", "where `kind` is standalone or bundle-member"),
        (0, "kind: standalone", "kind: odd", "`kind` must be one of"),
        (0, "kind: standalone", "kind: standalone\ncolour: red", "`colour` is no field"),
        (0, "kind: standalone", "kind: standalone\nkind: standalone", "twice"),
        (0, "kind: standalone", "kind: standalone\nimpact: internal", "`impact` must be one of additive"),
        (
            0,
            "kind: standalone",
            "kind: standalone\nbuilds_on: [itd-7]",
            "`builds_on` names itd-7, which does not exist",
        ),
        (
            0,
            "kind: standalone",
            "kind: standalone\nblocked_by: [iss-7]",
            "`blocked_by` names iss-7, which does not exist",
        ),
        (0, "kind: standalone", "kind: standalone\nrelated_adrs: [adr-7]", "`related_adrs` names adr-7"),
        (0, "slug: it-is-one", "slug: it-is-two", "its name must be `itd-"),
        (0, "spec_id: ", "spec_id: spc-7 # ", "`spec_id` names spc-7, which does not exist"),
        (1, "intents: [", "intents: [] # [", "`intents` names no intent"),
        (1, "intents: [", "intents: [itd-7] # [", "`intents` names itd-7, which does not exist"),
        (1, "slug: it-is-one", "slug: it-is-one\nstatus: open", "`status` is no field"),
        (2, "status: proposed", "status: maybe", "`status` must be one of proposed, accepted, superseded"),
        (2, "status: proposed", "status: superseded\nsuperseded_by: adr-7", "`superseded_by` names adr-7"),
        (2, "date: ", "date: no # ", "`date` is no day"),
    ] {
        let (sandbox, intent, spec, decision) = sound();
        let file = [intent, spec, decision][kind].clone();
        let text = sandbox.read(&file);
        assert!(text.contains(from), "{from}: {text}");
        sandbox.write(&file, text.replacen(from, to, 1));
        let found = problems(&sandbox);
        assert!(found.iter().any(|(path, said)| *path == file && said.contains(what)), "{what}: {found:?}");
    }
}

#[test]
fn what_is_no_record_and_what_stands_twice_is_named() {
    let (sandbox, intent, spec, decision) = sound();
    let copy = |from: &str, to: &str| sandbox.write(to, sandbox.read(from));
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (shipped, closed) =
        (format!("{INTENTS}/drafts/{}", name(&intent)), format!("{SPECS}/closed/{}", name(&spec)));
    copy(&intent, &shipped);
    copy(&spec, &closed);
    let number = name(&decision).replace("adr-", "000");
    copy(&decision, &format!(".abcd/development/decisions/{number}"));
    sandbox.fifo(&format!("{SPECS}/open/spc-7-a.md"));
    sandbox.link(&format!("{ADRS}/0008-a.md"), "/dev/zero");
    sandbox.write(&format!("{INTENTS}/shipped/README.md"), "x");
    sandbox.write(&format!("{ADRS}/notes.txt"), "x");
    sandbox.write(&format!("{INTENTS}/drafts/.tmp-0123"), "x");
    // Other files may stand in the folder above the decisions' own.
    sandbox.write(".abcd/development/decisions/README.md", "x");
    let found = problems(&sandbox);
    for path in [&intent, &shipped, &spec, &closed, &decision] {
        assert!(
            found.iter().any(|(at, what)| at == path && what.contains("stands in another file")),
            "{path}: {found:?}"
        );
    }
    for path in ["spc-7-a.md", "0008-a.md", "shipped/README.md", "notes.txt", "drafts/.tmp-0123"] {
        assert!(found.iter().any(|(at, _)| at.ends_with(path)), "{path}: {found:?}");
    }
    assert!(!found.iter().any(|(at, _)| at.ends_with("decisions/README.md")), "{found:?}");
    drop(sandbox.run("capture repair").refused("capture/unrepaired"));
    assert!(!sandbox.has(&format!("{INTENTS}/drafts/.tmp-0123")), "a repair clears what broke off");
    for line in [&name(&intent), &name(&spec), &name(&decision)] {
        let id: Vec<_> = line.splitn(3, '-').take(2).collect();
        drop(sandbox.run(&id.join("-")).refused("record/unsound"));
    }
}

#[test]
fn a_folder_that_is_a_link_is_refused_by_readers_and_writers() {
    for folder in ["intents/drafts", "specs/open", "decisions/adrs", "intents"] {
        let sandbox = Sandbox::with_record();
        sandbox.folder("elsewhere");
        sandbox.link(&format!(".abcd/development/{folder}"), "../../elsewhere");
        for line in ["record check", "intent new 'it holds on'", "decide 'one file a record'", "status"] {
            let ran = sandbox.run(line);
            assert_eq!(ran.code().as_deref(), Some("init/unsafe-path"), "{folder}: {ran}");
        }
        assert_eq!(std::fs::read_dir(sandbox.repo.join("elsewhere")).unwrap().count(), 0);
    }
}
