//! What passes the check fits the screen that the limits name, as the real layout draws it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthChar;

use super::{ask, check};
use crate::interview::question::Ask;
use crate::interview::safe::Safe;
use crate::interview::view::{Frame, Layout, Line, Mode};
use crate::registry::asking::LIMITS;

/// A word: plain, wide, combining, right to left, hidden, or far too long for a line.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z]{1,12}",
        2 => "[日本語漢字]{1,8}",
        2 => "([a-z]\u{301}){1,6}",
        1 => "(한|글|\u{1100}\u{1161}){1,5}",
        1 => "[אבגدذر]{1,6}",
        1 => "(🇩🇪|👍🏽|👩\u{200d}🔬|e\u{fe0f}){1,3}",
        1 => "[a-z][a-z\u{200b}\u{202e}\t]{1,3}",
        1 => "[a-z]{70,90}",
        1 => "[日]{36,45}",
    ]
}

fn words(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec(word(), count).prop_map(|words| words.join(" "))
}

fn block() -> impl Strategy<Value = Value> {
    let lines = vec(words(1..10), 1..3).prop_map(|lines| lines.join("\n"));
    let items = vec(words(1..8), 1..3);
    prop_oneof![
        lines.prop_map(|text| json!({ "kind": "paragraph", "text": text })),
        items.prop_map(|items| json!({ "kind": "list", "items": items })),
    ]
}

fn option(number: usize) -> impl Strategy<Value = Value> {
    (words(1..4), words(1..9)).prop_map(
        move |(label, meaning)| json!({ "value": format!("v{number}"), "label": label, "meaning": meaning }),
    )
}

fn choices() -> impl Strategy<Value = Vec<Value>> {
    let one = (words(1..4), prop_oneof![Just(String::new()), words(1..16)]);
    vec(one, 1..40).prop_map(|all| {
        let choice = |(number, (label, meaning)): (usize, (String, String))| {
            json!({ "value": format!("c{number}"), "label": label, "meaning": meaning })
        };
        all.into_iter().enumerate().map(choice).collect()
    })
}

/// A call of one or two parts, most of them near the limit of rows on either side.
fn call() -> impl Strategy<Value = Ask> {
    let answers = prop_oneof![
        3 => (option(0), option(1)).prop_map(|(one, other)| json!({ "options": [one, other] })),
        1 => (option(0), option(1), option(2)).prop_map(|(a, b, c)| json!({ "options": [a, b, c] })),
        1 => choices().prop_map(|choices| json!({ "list": { "choices": choices } })),
        1 => words(1..10).prop_map(|typed| json!({ "typed": typed })),
    ];
    let texts = (words(1..5), words(1..5), words(1..8));
    let part = (vec(block(), 1..3), answers, texts, any::<bool>());
    vec(part, 1..3).prop_map(|parts| {
        let part = |(number, (material, answers, (now, later, ask), more)): (usize, _)| {
            let mut part: Value = answers;
            let more: bool = more;
            part["id"] = json!(format!("q{number}"));
            part["chip"] = json!(format!("Setup Q{}/2", number + 1));
            part["material"] = json!(material);
            part["ask"] = json!(format!("{ask}?"));
            part["now"] = json!(now);
            part["change_later"] = json!(later);
            let meaning = if more { "Nothing happens." } else { "It stays as it is until somebody says." };
            part["later"] = json!({ "value": "later", "label": "Decide later", "meaning": meaning });
            part
        };
        ask(json!({ "questions": parts.into_iter().enumerate().map(part).collect::<Vec<_>>() }))
    })
}

/// The rows that lines take on a terminal that wraps what is wider than it: every letter a cell of its own.
fn rows_on(columns: usize, lines: &[Line]) -> usize {
    lines
        .iter()
        .map(|line| {
            let (mut rows, mut used) = (1, 0);
            for letter in line.text().chars() {
                let wide = letter.width().unwrap_or(0);
                if used + wide > columns {
                    (rows, used) = (rows + 1, 0);
                }
                used += wide;
            }
            rows
        })
        .sum()
}

/// Every screen that a part can be drawn as while its answers are gone through.
fn screens(layout: &Layout<'_>) -> Vec<Vec<Line>> {
    let places: Vec<usize> = (0..layout.count()).collect();
    let mut top = 0;
    let screen = |current: usize| {
        let seen = layout.seen(&places, current, top);
        top = seen.top;
        [layout.head(), seen.lines, layout.foot()].concat()
    };
    (0..places.len()).map(screen).collect()
}

fn fits(call: &Ask) -> Result<(), String> {
    let safe = Safe::of(call);
    let (columns, rows) = (usize::from(LIMITS.columns), usize::from(LIMITS.rows));
    for tab in 0..call.questions.len() {
        for ascii in [false, true] {
            let frame = Frame { width: columns, rows, mode: Mode::Arrows, ascii, tab };
            let layout = Layout::new(&safe, frame, &LIMITS).unwrap();
            for lines in screens(&layout) {
                let taken = rows_on(columns, &lines) + usize::from(LIMITS.list_chrome_rows);
                let text: Vec<String> = lines.iter().map(Line::text).collect();
                if taken > rows || lines.iter().any(|line| line.width() > columns) {
                    return Err(format!("{taken} rows:\n{}", text.join("\n")));
                }
                if text.iter().any(|line| line.chars().any(crate::safe::is_hidden)) {
                    return Err(format!("it hides something:\n{text:?}"));
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_passes_fits_the_screen(call in call()) {
        if check(&call).is_empty() {
            prop_assert_eq!(fits(&call), Ok(()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_line_is_wider_than_its_frame(
        call in call(),
        size in (12_usize..200, 1_usize..60),
        marks in (any::<bool>(), any::<bool>()),
    ) {
        let safe = Safe::of(&call);
        let ((width, rows), (ascii, arrows)) = (size, marks);
        let mode = if arrows { Mode::Arrows } else { Mode::Numbered };
        for tab in 0..call.questions.len() {
            let layout = Layout::new(&safe, Frame { width, rows, mode, ascii, tab }, &LIMITS).unwrap();
            let around = layout.head().len() + layout.foot().len();
            for lines in screens(&layout) {
                prop_assert!(lines.len() - around <= layout.window());
                for line in lines {
                    prop_assert!(rows_on(width, std::slice::from_ref(&line)) == 1, "{:?}", line.text());
                }
            }
        }
    }
}

#[test]
fn what_is_made_up_is_taken_and_refused_and_stands_at_the_edge() {
    let mut runner = TestRunner::deterministic();
    let (mut taken, mut refused, mut full) = (0, 0, 0);
    for _ in 0..400 {
        let call = call().new_tree(&mut runner).unwrap().current();
        let found = check(&call);
        if found.is_empty() {
            taken += 1;
            let safe = Safe::of(&call);
            let frame = Frame { width: 80, rows: 24, mode: Mode::Arrows, ascii: false, tab: 0 };
            full += usize::from(Layout::new(&safe, frame, &LIMITS).unwrap().rows() >= 23);
        } else {
            assert!(found.iter().all(|found| ["rows", "label-words"].contains(&found.rule)), "{found:?}");
            refused += 1;
        }
    }
    assert!(taken > 40 && refused > 40 && full > 5, "{taken} taken, {full} of them full, {refused} refused");
}
