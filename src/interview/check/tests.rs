//! Each rule broken alone, all of them at once, and what stands just inside and outside of a limit.

mod alone;
mod bounds;
mod drawn;
mod hostile;

use serde_json::{Value, json};

use super::{Addressee, Asking, Finding};
use crate::interview::question::Ask;

/// A call that breaks nothing.
pub(super) fn sound() -> Value {
    json!({ "questions": [{
        "id": "merge",
        "chip": "Setup Q2/6",
        "material": [
            { "kind": "paragraph", "text": "Somebody has to say when a change goes in." },
            { "kind": "list", "items": ["a gate is a command that must end well", "a green gate is one that did"] },
        ],
        "ask": "Who may merge?",
        "options": [
            { "value": "host", "label": "The host", "meaning": "It merges when every gate is green. It never waits." },
            { "value": "person", "label": "A person", "meaning": "Nothing moves while they sleep, e.g. at night." },
        ],
        "later": { "value": "later", "label": "Decide later", "meaning": "Nothing is merged until then." },
        "now": "nobody",
        "change_later": "not applicable",
    }] })
}

/// The call with what `change` makes of its question.
pub(super) fn with(change: impl FnOnce(&mut Value)) -> Ask {
    let mut call = sound();
    change(&mut call["questions"][0]);
    ask(call)
}

pub(super) fn ask(call: Value) -> Ask {
    serde_json::from_value(call).unwrap()
}

pub(super) fn check(ask: &Ask) -> Vec<Finding> {
    check_for(ask, Addressee::Unnamed)
}

pub(super) fn check_for(ask: &Ask, addressee: Addressee) -> Vec<Finding> {
    Asking::of(addressee, &["capture", "status"]).check(ask)
}

/// The rules that an ask breaks, with the tab and the part of each.
pub(super) fn broken(ask: &Ask) -> Vec<String> {
    check(ask).iter().map(shown).collect()
}

pub(super) fn shown(finding: &Finding) -> String {
    format!("{} {}: {}", finding.tab, finding.part, finding.rule)
}

#[test]
fn a_sound_call_breaks_nothing() {
    assert_eq!(broken(&ask(sound())), [""; 0]);
}

#[test]
fn a_finding_says_what_is_there_what_it_must_be_and_what_to_do() {
    let found = check(&with(|question| question["chip"] = json!("Setup Q02")));
    let [found] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((found.tab, found.part.as_str(), found.rule), (1, "chip", "header"));
    assert_eq!(found.value, "Setup Q02");
    assert_eq!(found.limit, "`Product`, `Tech` or `Setup`, then Q and a number, in at most 12 columns");
    assert_eq!(found.remedy, "write a chip such as `Tech Q3` or `Setup Q2/6`");
    assert_eq!(
        found.to_string(),
        format!("question 1, chip (header): must be {}, and is: Setup Q02; {}", found.limit, found.remedy)
    );
}
