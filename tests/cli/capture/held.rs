//! A ledger that another call is writing to.

use super::filed;
use crate::support::Sandbox;

#[test]
fn a_held_ledger_names_its_holder() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "it is broken");
    let lock = std::fs::File::open(sandbox.repo.join(".abcd/.work.local/issues.lock")).unwrap();
    lock.lock().unwrap();
    sandbox.write(".abcd/.work.local/issues.lock", "4711 2031-02-03T04:00:00Z capture repair\n");
    let before = sandbox.tree();
    let held = |flag: &str| {
        let call = sandbox.call(&format!(r#"capture resolve {id} "done" --impact fix {flag}"#));
        call.env("ABCD_LOCK_WAIT_MS", "10").env("ABCD_NOW", "2031-02-03T04:00:07Z").run_lawless()
    };
    let text = held("").refused("capture/ledger-held").stderr;
    let first = "abcd: another abcd is writing to the ledger: process 4711, abcd capture repair, for 7 s\n";
    assert!(text.starts_with(first), "{text}");
    let document = held("--json").refused("capture/ledger-held").document();
    assert_eq!(document["exit_code"], 3);
    assert_eq!(document["next"], serde_json::Value::Null);
    let facts = serde_json::json!({"holder": 4711, "does": "capture repair", "age_seconds": 7});
    assert_eq!(document["facts"], facts);
    assert_eq!(sandbox.tree(), before);
    sandbox.write(".abcd/.work.local/issues.lock", "");
    let text = held("").refused("capture/ledger-held").stderr;
    assert!(text.starts_with("abcd: the ledger is locked by a program that left no name\n"), "{text}");
    // Readers do not wait.
    sandbox.run("capture list --open").done();
}
