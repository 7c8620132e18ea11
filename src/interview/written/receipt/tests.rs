//! Receipts of every wrong form, and a loop of mutations over right ones.

use serde_json::{Value, json};

use super::{CAP, Receipt, Unfit, taken};
use crate::host::files::{Dir, Trouble};
use crate::interview::check::verbs;
use crate::interview::mutation::mutations;
use crate::interview::question::Ask;
use crate::registry::templates;
use crate::registry::values::FallbackReason::{self, Invalid, Unparsable};

/// An ask that passes, with a part for each chip.
pub(in crate::interview::written) fn ask_of(chips: &[&str]) -> Ask {
    let questions: Vec<Value> = chips
        .iter()
        .enumerate()
        .map(|(number, chip)| {
            json!({
                "id": format!("x{number}"), "chip": chip,
                "material": [{ "kind": "paragraph", "text": "The chart is printed once a year." }],
                "ask": "Where should the tides stand?",
                "options": [{ "value": "back", "label": "On the back", "meaning": "It has to be turned." }],
                "later": { "value": "later", "label": "Decide later", "meaning": "Nothing changes." },
                "now": "nowhere", "change_later": "before the next print",
            })
        })
        .collect();
    serde_json::from_value(json!({ "questions": questions })).unwrap()
}

fn of(text: &str) -> Result<Receipt, Unfit> {
    taken(Ok(text.as_bytes().to_vec()), &verbs())
}

fn reason(text: &str) -> FallbackReason {
    of(text).unwrap_err().reason
}

fn asking() -> String {
    json!({ "ask": ask_of(&["Product Q1"]) }).to_string()
}

#[test]
fn the_example_that_a_role_is_shown_is_taken() {
    let example = templates::text("interviews/example.json.jinja").unwrap();
    assert!(matches!(of(&example), Ok(Receipt::Ask(ask)) if ask.questions.len() == 1));
}

#[test]
fn one_of_the_two_is_taken_and_nothing_else() {
    assert!(matches!(of(&asking()), Ok(Receipt::Ask(_))));
    assert_eq!(of(r#"{"done": {"summary": "x"}}"#), Ok(Receipt::Done(json!({ "summary": "x" }))));
    let both = asking().replacen('{', r#"{"done": {}, "#, 1);
    for text in ["{}", "[]", "null", "3", r#""ask""#, r#"{"asks": {}}"#, r#"{"done": null}"#, &both] {
        assert_eq!(reason(text), Invalid, "{text}");
    }
    let unknown = asking().replacen(r#""ask":{"#, r#""ask":{"note":1,"#, 1);
    assert_eq!(reason(&unknown), Invalid, "{unknown}");
}

#[test]
fn an_unknown_key_is_refused_at_any_depth_and_so_is_a_repeated_one() {
    let text = asking();
    let opened = text.match_indices('{').map(|(at, _)| at + 1).collect::<Vec<_>>();
    assert!(opened.len() > 4);
    for at in opened {
        let (before, after) = text.split_at(at);
        let unknown = format!("{before}\"surplus\":1,{after}");
        assert_eq!(reason(&unknown), Invalid, "{unknown}");
        let twice = format!("{before}\"surplus\":1,\"surplus\":1,{after}");
        assert_eq!(reason(&twice), Unparsable, "{twice}");
    }
    assert_eq!(reason(r#"{"done": {"a": {"b": 1, "b": 1}}}"#), Unparsable);
}

#[test]
fn what_is_no_readable_file_of_whole_json_is_unparsable() {
    let text = asking();
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        assert_eq!(reason(text.get(..cut).unwrap()), Unparsable, "{cut}");
    }
    assert_eq!(reason(&format!("{text}{text}")), Unparsable);
    let latin = taken(Ok(b"{\"done\": {\"a\": \"\xe4\"}}".to_vec()), &[]);
    assert_eq!(latin.unwrap_err().reason, Unparsable);
    for trouble in [Trouble::Absent, Trouble::Link, Trouble::NotRegular, Trouble::TooLarge { cap: CAP }] {
        assert_eq!(taken(Err(trouble), &[]).unwrap_err().reason, Unparsable, "{trouble:?}");
    }
}

#[test]
fn a_link_and_a_pipe_are_not_opened_and_a_byte_too_many_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let dir = Dir::open(folder.path()).unwrap();
    dir.create("right", asking().as_bytes()).unwrap();
    std::os::unix::fs::symlink("right", folder.path().join("link")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("pipe"), rustix::fs::Mode::RWXU).unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for name in ["link", "pipe", "folder", "none"] {
        assert_eq!(taken(dir.read(name, CAP), &[]).unwrap_err().reason, Unparsable, "{name}");
    }
    let room = usize::try_from(CAP).unwrap() - asking().len();
    dir.create("full", (asking() + &" ".repeat(room)).as_bytes()).unwrap();
    dir.create("over", (asking() + &" ".repeat(room + 1)).as_bytes()).unwrap();
    assert!(taken(dir.read("full", CAP), &verbs()).is_ok());
    assert_eq!(taken(dir.read("over", CAP), &verbs()).unwrap_err().reason, Unparsable);
}

#[test]
fn a_question_that_breaks_a_rule_is_invalid_and_every_finding_comes_back() {
    let mut ask = ask_of(&["Product Q1"]);
    ask.questions[0].chip = "Nobody".to_owned();
    ask.questions[0].later.label = "\u{1b}[31mNever ever decide this at all\u{202e}".to_owned();
    let unfit = of(&json!({ "ask": ask }).to_string()).unwrap_err();
    assert_eq!(unfit.reason, Invalid);
    assert!(unfit.findings.len() > 1, "{unfit:?}");
    assert!(unfit.detail.contains("(and ") && unfit.detail.len() <= 300, "{}", unfit.detail);
    assert!(!unfit.detail.chars().any(crate::safe::is_hidden), "{}", unfit.detail);
}

#[test]
fn what_a_role_wrote_reaches_a_detail_only_bounded_and_safe() {
    let key = "\u{1b}]0;x\u{7}\u{202e}".repeat(200);
    let unfit = of(&json!({ "ask": { "questions": [], key: 1 } }).to_string()).unwrap_err();
    assert!(unfit.detail.len() <= 300 && !unfit.detail.chars().any(crate::safe::is_hidden), "{unfit:?}");
}

#[test]
fn no_mutation_of_a_receipt_is_taken_that_breaks_a_rule() {
    let verbs = verbs();
    let seeds = [asking(), json!({ "ask": ask_of(&["Tech Q1", "Tech Q2", "Setup Q3"]) }).to_string()];
    let mut took = 0;
    for bytes in mutations(&seeds, &["\"ask\":", "\"done\":{},"], 4000) {
        match taken(Ok(bytes), &verbs) {
            Ok(Receipt::Ask(ask)) => {
                took += 1;
                let again = json!({ "ask": ask }).to_string();
                assert_eq!(of(&again), Ok(Receipt::Ask(ask)), "{again}");
            }
            Ok(Receipt::Done(_)) => {}
            Err(unfit) => assert!(!unfit.detail.is_empty() && unfit.detail.len() <= 300),
        }
    }
    assert!(took > 20, "{took}");
}
