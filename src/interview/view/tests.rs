//! How a question looks.

use serde_json::json;

use super::{Frame, Layout, Mode, Role};
use crate::interview::question::Ask;
use crate::interview::safe::Safe;
use crate::registry::asking::LIMITS;

fn frame(width: usize) -> Frame {
    Frame { width, rows: 24, mode: Mode::Arrows, ascii: false, tab: 0 }
}

fn ask(parts: usize) -> Ask {
    let part = |number: usize| {
        json!({
            "id": format!("part-{number}"),
            "chip": format!("Setup Q{number}/{parts}"),
            "material": [
                { "kind": "paragraph", "text": "A release can be cut whenever the gates are green, and nobody has to be awake for that." },
                { "kind": "list", "items": ["日本語の説明はここにあります、長いので折り返されます。日本語の説明はここにあります。", "short"] },
            ],
            "ask": "Who may merge?",
            "options": [
                { "value": "host", "label": "The host", "meaning": "It merges when every gate is green. A gate that is wrong is found later." },
                { "value": "person", "label": "A person", "meaning": "Nothing moves while they sleep." },
            ],
            "later": { "value": "later", "label": "Decide later", "meaning": "Nothing is merged until then." },
            "now": "nobody",
            "change_later": "abcd routine update",
        })
    };
    serde_json::from_value(json!({ "questions": (1..=parts).map(part).collect::<Vec<_>>() })).unwrap()
}

fn many(count: usize) -> Ask {
    let choice = |number: usize| {
        json!({ "value": format!("m{number}"), "label": format!("model {number}"),
                "meaning": "It thinks for long, and it costs more than all of the others together do when it does." })
    };
    let mut whole = ask(1);
    whole.questions[0].options.clear();
    let choices: Vec<_> = (1..count).map(choice).collect();
    whole.questions[0].list = Some(serde_json::from_value(json!({ "choices": choices })).unwrap());
    whole
}

/// Everything of a part, as text.
fn page(ask: &Ask, frame: Frame, current: usize) -> String {
    let safe = Safe::of(ask);
    let layout = Layout::new(&safe, frame, &LIMITS).unwrap();
    let places: Vec<usize> = (0..layout.count()).collect();
    let seen = layout.seen(&places, current, 0);
    let lines = [layout.head(), seen.lines, layout.foot()].concat();
    for line in &lines {
        assert!(line.width() <= frame.width, "{:?} is wider than {}", line.text(), frame.width);
    }
    lines.iter().map(|line| line.text().trim_end().to_owned() + "\n").collect()
}

#[test]
fn a_question_at_eighty_columns_has_its_meanings_below() {
    insta::assert_snapshot!(page(&ask(1), frame(80), 0));
}

#[test]
fn a_question_at_a_hundred_columns_has_its_meanings_at_the_side() {
    insta::assert_snapshot!(page(&ask(1), frame(100), 1));
}

#[test]
fn a_wide_screen_leaves_its_right_side_free() {
    insta::assert_snapshot!(page(&ask(1), frame(160), 2));
}

#[test]
fn a_narrow_screen_wraps_everything() {
    insta::assert_snapshot!(page(&ask(2), frame(34), 1));
}

#[test]
fn parts_stand_in_one_line_and_the_shown_one_is_marked() {
    let safe_ask = ask(4);
    for (tab, strip) in [
        (0, "  › 1 Setup Q1/4 · 2 Setup Q2/4 · 3 Setup Q3/4 · 4 Setup Q4/4"),
        (2, "  1 Setup Q1/4 · 2 Setup Q2/4 · › 3 Setup Q3/4 · 4 Setup Q4/4"),
    ] {
        let text = page(&safe_ask, Frame { tab, ..frame(80) }, 0);
        assert_eq!(text.lines().next(), Some(strip));
    }
    let numbered = Frame { mode: Mode::Numbered, tab: 1, ..frame(80) };
    let text = page(&safe_ask, numbered, 0);
    assert_eq!(text.lines().next(), Some("  Setup Q2/4 (part 2 of 4)"));
    assert!(!text.contains('›'), "{text}");
    let ascii = Frame { ascii: true, ..frame(80) };
    assert!(page(&ask(1), ascii, 0).contains("\n> 1. The host\n"));
    assert!(Layout::new(&Safe::of(&safe_ask), Frame { tab: 4, ..frame(80) }, &LIMITS).is_none());
}

#[test]
fn the_roles_repeat_what_the_text_says() {
    let own = ask(1);
    let safe = Safe::of(&own);
    let layout = Layout::new(&safe, frame(80), &LIMITS).unwrap();
    let roles =
        |current| -> Vec<Role> { layout.answer(0, current)[0].spans.iter().map(|span| span.role).collect() };
    assert_eq!(roles(true), [Role::Mark, Role::Number, Role::Current]);
    assert_eq!(roles(false), [Role::Mark, Role::Number, Role::Label]);
    assert_eq!(layout.answer(2, true)[0].text(), "› 3. Decide later");
    assert!(layout.answer(3, true).is_empty());
}

#[test]
fn a_long_list_scrolls_in_the_rows_that_are_left() {
    let own = many(300);
    let safe = Safe::of(&own);
    let layout = Layout::new(&safe, frame(80), &LIMITS).unwrap();
    let places: Vec<usize> = (0..layout.count()).collect();
    assert_eq!(places.len(), 300);
    insta::assert_snapshot!(page(&own, frame(80), 100));
    let mut top = 0;
    for current in (0..300).chain((0..300).rev()) {
        let seen = layout.seen(&places, current, top);
        assert!(seen.lines.len() <= layout.window(), "{current}: {}", seen.lines.len());
        let marked: Vec<_> = seen.lines.iter().filter(|line| line.text().starts_with('›')).collect();
        assert_eq!(marked.len(), 1, "{current}");
        assert!(marked[0].text().starts_with(&format!("› {:>3}. ", current + 1)), "{current}");
        assert!(seen.top <= current && current < seen.top + seen.page, "{current}: {seen:?}");
        top = seen.top;
    }
}

#[test]
fn a_narrowed_list_keeps_the_numbers_of_the_full_one() {
    let own = many(300);
    let safe = Safe::of(&own);
    let layout = Layout::new(&safe, frame(80), &LIMITS).unwrap();
    let seen = layout.seen(&[41, 141, 299], 1, 0);
    let firsts: Vec<String> = seen.lines.iter().map(super::Line::text).collect();
    assert_eq!(firsts[0], "   42. model 42");
    assert_eq!(firsts[1], "› 142. model 142");
    assert!(firsts.last().unwrap().starts_with("  300. Decide later"), "{firsts:?}");
    assert_eq!(layout.seen(&[], 0, 0).lines, []);
}

#[test]
fn a_window_too_low_still_shows_five_answers() {
    let own = many(300);
    let safe = Safe::of(&own);
    let layout = Layout::new(&safe, Frame { rows: 3, ..frame(80) }, &LIMITS).unwrap();
    assert_eq!(layout.window(), 7);
}
