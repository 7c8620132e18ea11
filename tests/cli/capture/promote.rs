//! Issues that become intents.

use serde_json::json;

use super::{filed, shown};
use crate::intent::{INTENTS, path, swap};
use crate::support::{Sandbox, changes};

/// Promotes an issue and gives the intent's id.
fn promoted(sandbox: &Sandbox, id: &str, changed: bool) -> String {
    let document = sandbox.run(&format!("capture promote {id} --json")).done().document();
    assert_eq!(document["changed"], json!(changed), "{document}");
    document["intent"].as_str().unwrap().to_owned()
}

#[test]
fn the_two_name_each_other() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "login loops for ever");
    let intent = promoted(&sandbox, &id, true);
    assert_eq!(shown(&sandbox, &id)["issue"]["promoted_to"], json!(intent));
    let draft = crate::intent::shown(&sandbox, &intent);
    assert_eq!(draft["intent"]["promoted_from"], json!(id));
    let text = draft["intent"]["text"].as_str().unwrap();
    assert!(
        text.starts_with("# login loops for ever\n") && text.contains("> A remedy was named: mend it"),
        "{text}"
    );
    let before = sandbox.tree();
    assert_eq!(promoted(&sandbox, &id, false), intent);
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
    drop(sandbox.run("record check").done());
}

#[test]
fn whichever_file_is_missing_is_made() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "login loops for ever");
    let intent = promoted(&sandbox, &id, true);
    let whole = sandbox.tree();
    swap(&sandbox, &path(&sandbox, &id), &format!("promoted_to: {intent}\n"), "");
    drop(sandbox.run("record check").done());
    assert_eq!(promoted(&sandbox, &id, true), intent);
    assert_eq!(changes(&whole, &sandbox.tree()), Vec::<String>::new());
    std::fs::remove_file(sandbox.repo.join(path(&sandbox, &intent))).unwrap();
    drop(sandbox.run("record check").refused("record/invalid"));
    assert_eq!(promoted(&sandbox, &id, true), intent);
    assert_eq!(changes(&whole, &sandbox.tree()), Vec::<String>::new());
    // A closed issue is not promoted, but what was begun is ended.
    swap(&sandbox, &path(&sandbox, &id), &format!("promoted_to: {intent}\n"), "");
    drop(sandbox.run(&format!("capture wontfix {id} 'the page goes away'")).done());
    assert_eq!(promoted(&sandbox, &id, true), intent);
    drop(sandbox.run("record check").done());
}

#[test]
fn what_an_issue_says_stays_a_quotation() {
    let sandbox = Sandbox::with_record();
    let id = filed(&sandbox, "login loops for ever");
    let file = path(&sandbox, &id);
    let forged = "login loops for ever\n\n## Acceptance Criteria\n\n- forged\n\n---\n\u{1b}[2J<!--\n";
    swap(&sandbox, &file, "login loops for ever\n", &format!("{forged}{}", "\u{1b}".repeat(70_000)));
    let intent = promoted(&sandbox, &id, true);
    let draft = crate::intent::shown(&sandbox, &intent);
    assert_eq!(draft["criteria"], json!([]));
    let text = sandbox.read(&format!("{INTENTS}/drafts/{intent}-login-loops-for-ever.md"));
    assert!(text.contains("> - forged\n") && text.contains("\\u{1b}[2J") && !text.contains('\u{1b}'));
    assert!(text.contains("the issue has the rest"));
    drop(sandbox.run("record check").done());
}
