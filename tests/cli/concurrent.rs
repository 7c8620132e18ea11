//! Many calls at once: every id is unique, every record stands in exactly one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Child;

use serde_json::Value;

use crate::support::Sandbox;

/// How many issues there are at first; each is resolved and wontfixed at once.
const ISSUES: usize = 60;
/// How many are filed meanwhile.
const CAPTURES: usize = 80;

/// A call that shares the clock's second with all others and draws from the system's randomness.
fn start(sandbox: &Sandbox, words: &[&str]) -> Child {
    let call = sandbox.call_of(words).arg("--json").without("ABCD_ENTROPY");
    call.env("ABCD_NOW", "2031-02-03T05:00:00Z").env("ABCD_LOCK_WAIT_MS", "110000").start()
}

/// Exit status and last document of a call.
fn end(child: Child) -> (i32, Value) {
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = String::from_utf8(output.stdout).unwrap().lines().last().map(str::to_owned);
    (output.status.code().unwrap(), serde_json::from_str(&last.unwrap()).unwrap())
}

/// A ledger of open issues, and their ids.
fn with_issues() -> (Sandbox, Vec<String>) {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    let path = format!(".abcd/work/issues/open/{id}-login-loops-for-ever.md");
    let text = sandbox.read(&path);
    let ids: Vec<String> = (1..=ISSUES).map(|number| format!("iss-{number}")).collect();
    for other in &ids {
        let path = format!(".abcd/work/issues/open/{other}-login-loops-for-ever.md");
        sandbox.write(&path, text.replace(&id, other));
    }
    std::fs::remove_file(sandbox.repo.join(path)).unwrap();
    (sandbox, ids)
}

#[test]
fn two_hundred_writers_lose_nothing_and_double_nothing() {
    let (sandbox, ids) = with_issues();
    let mut captures = Vec::new();
    let mut endings = Vec::new();
    for number in 0..ISSUES.max(CAPTURES) {
        if number < CAPTURES {
            captures.push(start(&sandbox, &["capture", "the page stays empty", "--remedy", "fill it"]));
        }
        if let Some(id) = ids.get(number) {
            let resolve =
                start(&sandbox, &["capture", "resolve", id, "redirects are capped", "--impact", "fix"]);
            let wontfix = start(&sandbox, &["capture", "wontfix", id, "the page goes away"]);
            endings.push((id, resolve, wontfix));
        }
    }
    // Readers take no lock: at every moment each issue stands somewhere, and once.
    for _ in 0..5 {
        let list = sandbox.run("capture list --all --json").done().documents();
        let listed: Vec<&str> = list.iter().filter_map(|document| document["id"].as_str()).collect();
        for id in &ids {
            assert_eq!(listed.iter().filter(|listed| *listed == id).count(), 1, "{id}: {listed:?}");
        }
        assert_eq!(list.last().unwrap()["skipped"], serde_json::json!([]));
    }
    let mut filed = BTreeSet::new();
    for child in captures {
        let (exit, document) = end(child);
        assert_eq!(exit, 0, "{document}");
        assert!(filed.insert(document["id"].as_str().unwrap().to_owned()), "{document} is not the first");
    }
    let mut stands: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, resolve, wontfix) in endings {
        let (resolved, wontfixed) = (end(resolve), end(wontfix));
        let (wins, loses) = if resolved.0 == 0 { ("resolved", wontfixed) } else { ("wontfix", resolved) };
        assert_eq!((loses.0, &loses.1["code"]), (2, &Value::from("capture/not-open")), "{}", loses.1);
        stands.insert(id, wins);
    }
    let ledger = sandbox.ledger();
    assert_eq!(ledger.len(), CAPTURES + ISSUES, "{ledger:?}");
    for id in &filed {
        assert!(ledger.contains(&format!("open/{id}-the-page-stays-empty.md")), "{id}: {ledger:?}");
    }
    for (id, folder) in stands {
        assert!(ledger.contains(&format!("{folder}/{id}-login-loops-for-ever.md")), "{id}: {ledger:?}");
    }
    drop(sandbox.run("record check").done());
}

#[test]
fn twenty_inits_at_once_make_one_record() {
    let sandbox = Sandbox::new();
    let calls: Vec<Child> = (0..20).map(|_| start(&sandbox, &["init"])).collect();
    for call in calls {
        let (exit, document) = end(call);
        assert_eq!(exit, 0, "{document}");
    }
    let alone = Sandbox::with_record();
    assert_eq!(crate::support::changes(&alone.tree(), &sandbox.tree()), Vec::<String>::new());
}

#[test]
fn changes_of_one_record_at_once_are_all_kept() {
    let (sandbox, ids) = with_issues();
    let first = ids[0].as_str();
    let calls: Vec<Child> = ids[1..21]
        .iter()
        .map(|other| start(&sandbox, &["capture", "link", first, "--blocked-by", other]))
        .collect();
    for call in calls {
        let (exit, document) = end(call);
        assert_eq!(exit, 0, "{document}");
    }
    let text = sandbox.read(&format!(".abcd/work/issues/open/{first}-login-loops-for-ever.md"));
    for other in &ids[1..21] {
        assert!(
            text.contains(&format!("{other},")) || text.contains(&format!("{other}]")),
            "{other}: {text}"
        );
    }
    drop(sandbox.run("record check").done());
}

#[test]
fn the_same_plan_and_the_same_promotion_at_once_are_made_once() {
    let sandbox = Sandbox::with_record();
    let issue = sandbox.capture("login loops for ever");
    let draft = crate::intent::whole(&sandbox, "it is one", "--impact fix");
    let both = [["capture", "promote", issue.as_str()], ["intent", "plan", draft.as_str()]];
    let calls: Vec<Child> = (0..20).map(|number| start(&sandbox, &both[number % 2])).collect();
    let mut made = BTreeMap::<&str, BTreeSet<String>>::new();
    let mut changed = 0;
    for (number, call) in calls.into_iter().enumerate() {
        let (exit, document) = end(call);
        assert_eq!(exit, 0, "{document}");
        let key = ["intent", "spec"][number % 2];
        made.entry(key).or_default().insert(document[key].as_str().unwrap().to_owned());
        changed += i32::from(document["changed"] == true);
    }
    assert_eq!(changed, 2, "one of each wrote");
    assert!(made.values().all(|ids| ids.len() == 1), "{made:?}");
    drop(sandbox.run("record check").done());
}
