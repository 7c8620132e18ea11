//! `abcd <id>` and the board.

use serde_json::json;

use crate::support::{Sandbox, snapshot};

fn filed(sandbox: &Sandbox) -> String {
    let line = r#"capture "it is broken" --remedy "mend it" --json"#;
    sandbox.run(line).done().document()["id"].as_str().unwrap().to_owned()
}

#[test]
fn an_id_alone_says_what_can_be_done() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox);
    let shown = sandbox.run(&format!("{id} --json")).done().document();
    assert_eq!((&shown["family"], &shown["state"]), (&json!("iss"), &json!("open")));
    let moves: Vec<_> =
        shown["next_moves"].as_array().unwrap().iter().map(|step| step["run"].as_str().unwrap()).collect();
    assert_eq!(
        moves,
        [
            format!(r#"abcd capture resolve {id} "<what changed>" --impact <impact>"#),
            format!(r#"abcd capture wontfix {id} "<why it is left>""#),
            format!("abcd capture link {id} --blocked-by <other-iss-id>"),
            format!(r#"abcd capture remedy {id} "<what would fix it>""#),
            format!("abcd capture promote {id}"),
        ]
    );
    sandbox.run(&format!(r#"capture resolve {id} "done" --impact fix"#)).done();
    assert_eq!(sandbox.run(&format!("{id} --json")).done().document()["next_moves"], json!([]));
}

#[test]
fn an_id_that_is_not_there_is_refused() {
    let sandbox = Sandbox::with_record();
    for call in ["iss-404", "itd-1", "record show nonsense"] {
        sandbox.call(call).run_lawless().refused("record/unknown-id");
    }
}

#[test]
fn the_board_of_a_repository_without_a_record() {
    let sandbox = Sandbox::new();
    snapshot!(sandbox.run(""), @r"
    exit: 0
    --- stdout
    repo (on main)
      .abcd/development: absent
      .abcd/work: absent
      .abcd/.work.local: absent
    issues: 0 open, 0 resolved, 0 wontfix
    routines: none
    --- stderr
    ");
    assert_eq!(sandbox.tree().len(), 0);
}

#[test]
fn the_board_counts_and_shows_the_newest_ten() {
    let sandbox = Sandbox::with_record();
    let ids: Vec<String> = (0..12).map(|_| filed(&sandbox)).collect();
    sandbox.folder(".abcd/routines/bug-hunt");
    sandbox.write(".abcd/routines/stray", "x");
    let before = sandbox.tree();
    let board = sandbox.run("status --json").done().document();
    let newest: Vec<_> =
        board["newest"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(newest, ids.iter().rev().take(10).collect::<Vec<_>>());
    assert_eq!(board["issues"][0], json!({"state": "open", "count": 12}));
    assert_eq!(board["open"][2], json!({"severity": "minor", "count": 12}));
    assert_eq!(board["routines"], json!(["bug-hunt"]));
    assert_eq!(board["skipped"][0]["path"], ".abcd/routines/stray");
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn outside_of_a_repository_the_board_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.call("status").from("..").run_lawless().refused("init/no-repository");
}

#[test]
fn a_record_that_is_a_link_or_a_file_or_may_not_be_read() {
    let sandbox = Sandbox::new();
    sandbox.write(".abcd", "x");
    sandbox.call("status").run_lawless().refused("init/unsafe-path");
    let sandbox = Sandbox::new();
    sandbox.link(".abcd/work/issues/open", "../../../../elsewhere");
    sandbox.call("capture list --open").run_lawless().refused("init/unsafe-path");
    let Some(sandbox) = Sandbox::with_record().unprivileged() else { return };
    filed(&sandbox);
    sandbox.mode(".abcd/work/issues/open", 0o000);
    sandbox.call("capture list --open").run_lawless().faulted();
    sandbox.mode(".abcd/work/issues/open", 0o555);
    sandbox.call(r#"capture "it is broken" --remedy "mend it""#).run_lawless().faulted();
    sandbox.run("capture list --open").done();
}
