//! What stands just inside and just outside of a limit, and limits that are others.

use serde_json::json;

use super::{ask, broken, check_for, sound, with};
use crate::interview::check::words::{sentences, urges};
use crate::interview::check::{Addressee, Asking};
use crate::registry::asking::LIMITS;
use crate::tables::model::asking::Limits;

#[test]
fn sentences_are_counted_as_a_reader_would() {
    for (text, count) in [
        ("", 0),
        ("One", 1),
        ("One.", 1),
        ("One. Two", 2),
        ("Really?! Yes.", 2),
        ("Well... then", 2),
        ("See e.g. this, i.e. that.", 1),
        ("Cats, dogs etc. and more.", 1),
        ("Cats, dogs (e.g. small ones) etc.", 1),
        ("Version 1.2 is out.", 1),
        ("Say a.b.c now", 1),
        ("One.\nTwo.\tThree.", 3),
    ] {
        assert_eq!(sentences(text, &LIMITS), count, "{text:?}");
    }
}

#[test]
fn a_star_inside_a_label_urges_nothing() {
    for label in ["Five * stars", "a ★ b", "recommended", "Not (recommended"] {
        assert!(!urges(label, &LIMITS), "{label}");
    }
    for label in ["★", "* x", "x ☆", "⭐ x", "x (RECOMMENDED)", "\u{fe0f}⭐\u{fe0f}x"] {
        assert!(urges(label, &LIMITS), "{label}");
    }
}

#[test]
fn a_list_of_three_hundred_is_not_counted() {
    let choices: Vec<_> =
        (0..300).map(|n| json!({ "value": format!("m{n}"), "label": format!("model {n}") })).collect();
    let list = with(|question| {
        question["options"] = json!([]);
        question["list"] = json!({ "choices": choices });
    });
    assert_eq!(broken(&list), [""; 0]);
}

#[test]
fn a_typed_answer_is_one_more_way_to_answer() {
    let typed = with(|question| {
        question["options"] = json!([]);
        question["typed"] = json!("Write the name of a branch.");
    });
    assert_eq!(broken(&typed), [""; 0]);
}

#[test]
fn everyday_words_are_for_the_product_alone() {
    let inside = |chip: &str| {
        with(|question| {
            question["chip"] = json!(chip);
            question["now"] = json!("as abcd status says");
        })
    };
    let rules = |chip, addressee| check_for(&inside(chip), addressee).len();
    assert_eq!(rules("Product Q1", Addressee::Unnamed), 1);
    assert_eq!(rules("Tech Q1", Addressee::Unnamed), 0);
    assert_eq!(rules("Tech Q1", Addressee::ProductThinker), 1);
    assert_eq!(rules("Product Q1", Addressee::Facilitator), 0);
}

#[test]
fn the_last_row_counts() {
    // The material is the only part that grows; a row of it more is a row of the question more.
    let tall = |lines: usize| {
        let text = vec!["a line"; lines].join("\n");
        with(|question| question["material"] = json!([{ "kind": "paragraph", "text": text }]))
    };
    let most = (1..30).take_while(|lines| broken(&tall(*lines)).is_empty()).count();
    assert_eq!(broken(&tall(most + 1)), ["1 question: rows"]);
    // 8 rows around it, 2 blank, 2 lines of how it stands, the question, 3 answers of 2 rows.
    assert_eq!(most, 24 - 8 - 2 - 2 - 1 - 6);
}

#[test]
fn a_line_breaks_where_the_columns_end() {
    for (letter, columns) in [("x", 1), ("日", 2)] {
        // A text as wide as a host's line is one row, the least wider one is two.
        let room = usize::from(LIMITS.host_text_columns) / columns;
        let rows = |letters: usize| {
            let line = letter.repeat(letters);
            let text = [line.as_str(); 5].join("\n");
            broken(&with(|question| question["material"] = json!([{ "kind": "paragraph", "text": text }])))
        };
        assert_eq!(rows(room), [""; 0]);
        assert_eq!(rows(room + 1), ["1 question: rows"]);
    }
}

/// The rules that the sound call breaks under limits that are a little other.
fn under(change: impl FnOnce(&mut Limits)) -> Vec<(&'static str, String)> {
    let mut limits = LIMITS.clone();
    change(&mut limits);
    let asking = Asking { limits: &limits, addressee: Addressee::Unnamed, verbs: &[] };
    asking.check(&ask(sound())).into_iter().map(|found| (found.rule, found.limit)).collect()
}

#[test]
fn another_limit_is_another_check() {
    let found = |rule: &'static str, limit: &str| vec![(rule, limit.to_owned())];
    assert_eq!(under(|_| {}), []);
    let roles = "`Product`, `Tech` or `Setup`, then Q and a number, in at most 9 columns";
    assert_eq!(under(|limits| limits.header_columns = 9), found("header", roles));
    assert_eq!(under(|limits| limits.most_options = 2), found("options", "2 to 2 options"));
    let rows = "22 rows of 80 columns, with what is drawn around the question";
    assert_eq!(under(|limits| limits.rows = 22), found("rows", rows));
    assert_eq!(under(|limits| limits.list_chrome_rows += 2).len(), 1);
    let later = "exactly one option called `Not yet`, as the last";
    assert_eq!(
        under(|limits| limits.later_labels = vec!["Not yet".into()].into()),
        found("decide-later", later)
    );
}
