//! What stands just inside and just outside of a limit, and limits that are others.

use serde_json::json;

use super::{ask, broken, check_for, sound, with};
use crate::interview::check::words::{sentences, urges};
use crate::interview::check::{Addressee, Asking};
use crate::registry::asking::LIMITS;

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

#[test]
fn another_limit_is_another_check() {
    let mut limits = LIMITS.clone();
    limits.header_columns = 9;
    let verbs = [];
    let asking = Asking { limits: &limits, addressee: Addressee::Unnamed, verbs: &verbs };
    let found = asking.check(&ask(sound()));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].rule, "header");
    assert!(found[0].limit.ends_with("in at most 9 columns"), "{}", found[0].limit);
}
