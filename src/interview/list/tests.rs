//! The list, key by key, and its screens.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Outcome, Picture, State, settled, step, view};
use crate::host::terminal::{Key, Size};
use crate::interview::door::{Reply, Said};
use crate::interview::question::Ask;
use crate::interview::safe::Safe;
use crate::registry::asking::LIMITS;

const SCREEN: Size = Size { rows: 24, columns: 80 };

fn cadence() -> Value {
    json!({
        "id": "cadence", "chip": "Setup Q2/6",
        "material": [{ "kind": "paragraph", "text": "A routine wakes by itself and works until its round is over." }],
        "ask": "How often may it wake?",
        "options": [
            { "value": "hourly", "label": "Every hour", "meaning": "Faults are found the same day. It costs the most." },
            { "value": "daily", "label": "Every night 日本", "meaning": "A round a day, while nobody works." },
            { "value": "weekly", "label": "Once a we\u{301}ek" },
        ],
        "later": { "value": "later", "label": "Decide later", "meaning": "Nothing is set." },
        "now": "every night", "change_later": "abcd routine interview",
    })
}

fn models(count: usize) -> Value {
    let choice = |number: usize| {
        let family = ["opus", "sonnet", "日本語"][number % 3];
        json!({ "value": format!("vendor/{family}-{number}"), "label": format!("Model {family} {number}") })
    };
    let choices: Vec<Value> = (1..=count).map(choice).collect();
    json!({
        "id": "model", "chip": "Tech Q1", "ask": "Which model writes?", "list": { "choices": choices },
        "later": { "value": "", "label": "Decide later" }, "typed": "Or type the name of another one.",
    })
}

fn own_text() -> Value {
    json!({
        "id": "focus", "chip": "Product Q3", "ask": "What matters most?", "typed": "Say it in your words.",
        "later": { "value": "later", "label": "Decide later" },
    })
}

fn ask(questions: Vec<Value>) -> Ask {
    serde_json::from_value(json!({ "questions": questions })).unwrap()
}

fn typed(text: &str) -> Vec<Key> {
    text.chars().map(Key::Char).collect()
}

/// The state after `keys`, drawn between them as on a terminal, and every reply.
fn pressed(ask: &Ask, keys: &[Key]) -> (State, Vec<Reply>) {
    let safe = Safe::of(ask);
    let mut state = State::of(&safe);
    let mut replies = Vec::new();
    for key in keys {
        let picture = view(&state, &safe, SCREEN, false);
        state = state.drawn(&picture);
        let outcome;
        (state, outcome) = step(state, key);
        if let Outcome::Replied(reply) = outcome {
            replies.push(reply);
        }
    }
    (state, replies)
}

/// What was said by these keys.
#[track_caller]
fn said(questions: Vec<Value>, keys: &[Key]) -> Vec<(String, Said, Option<String>)> {
    let (_, replies) = pressed(&ask(questions), keys);
    replies.into_iter().map(|reply| (reply.id, reply.said, reply.note)).collect()
}

/// The value that these keys answer the one question with.
#[track_caller]
fn value(question: Value, keys: &[Key]) -> Option<String> {
    let all = said(vec![question], keys);
    assert!(all.len() < 2, "{all:?}");
    all.into_iter().find_map(|(_, said, _)| match said {
        Said::Value(value) => Some(value),
        Said::Unclear => None,
    })
}

/// The screen after these keys.
fn screen(ask: &Ask, keys: &[Key], size: Size) -> String {
    let (state, _) = pressed(ask, keys);
    let picture = view(&state, &Safe::of(ask), size, false);
    let lines: Vec<String> = picture.lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
    assert!(lines.len() < size.rows, "{} lines", lines.len());
    format!("{}\n", lines.join("\n"))
}

fn keys(all: &[&[Key]]) -> Vec<Key> {
    all.concat()
}

#[test]
fn arrows_pages_and_the_ends_move_the_mark_no_further_than_the_ends() {
    use Key::{Down, End, Enter, Home, PageDown, PageUp, Up};
    for (keys, expected) in [
        (vec![Enter], "hourly"),
        (vec![Down, Enter], "daily"),
        (vec![Up, Enter], "hourly"),
        (vec![Down, Down, Up, Enter], "daily"),
        (vec![End, Enter], "later"),
        (vec![End, Down, Up, Enter], "weekly"),
        (vec![End, Home, Enter], "hourly"),
        (vec![PageDown, Enter], "later"),
        (vec![PageDown, PageUp, Enter], "hourly"),
    ] {
        assert_eq!(value(cadence(), &keys).as_deref(), Some(expected), "{keys:?}");
    }
    let (state, _) = pressed(&ask(vec![models(300)]), &[PageDown]);
    let first = state.parts[0].current;
    assert!((5..20).contains(&first), "a page of 24 rows: {first}");
    let (state, _) = pressed(&ask(vec![models(300)]), &[PageDown, PageDown, PageUp]);
    assert_eq!(state.parts[0].current, first);
}

#[test]
fn a_number_is_the_place_in_the_full_list() {
    let enter = [Key::Enter];
    for (text, expected) in [("3", Some("weekly")), ("4", Some("later")), ("02", Some("daily"))] {
        assert_eq!(value(cadence(), &keys(&[&typed(text), &enter])).as_deref(), expected, "{text}");
    }
    for text in ["0", "5", "99999999999999999999999999"] {
        let pressed_keys = keys(&[&typed(text), &enter]);
        assert_eq!(value(cadence(), &pressed_keys), None, "{text}");
        let shown = screen(&ask(vec![cadence()]), &pressed_keys, SCREEN);
        assert!(shown.contains("the numbers go from 1 to 4"), "{shown}");
    }
    // A number filters nothing, the mark stands on what it names, and a narrowed list shows the same numbers.
    let shown = screen(&ask(vec![models(300)]), &typed("29"), SCREEN);
    assert!(shown.contains("›  29. Model 日本語 29") && shown.contains(" 28. Model"), "{shown}");
    let shown = screen(&ask(vec![models(300)]), &typed("opus 29"), SCREEN);
    assert!(shown.contains("› 291. Model opus 291"), "{shown}");
    let narrowed = keys(&[&typed("opus 29"), &[Key::Escape], &typed("291"), &enter]);
    assert_eq!(value(models(300), &narrowed).as_deref(), Some("vendor/opus-291"));
}

#[test]
fn letters_narrow_by_label_or_value_and_the_last_answer_is_never_narrowed_away() {
    let first_of = |text: &str| value(models(300), &keys(&[&typed(text), &[Key::Enter]]));
    assert_eq!(first_of("SONNET").as_deref(), Some("vendor/sonnet-1"));
    assert_eq!(first_of("vendor/opus-1").as_deref(), Some("vendor/opus-12"), "the first with an opus-1…");
    assert_eq!(first_of("日本語 299").as_deref(), Some("vendor/日本語-299"));
    assert_eq!(first_of("nothing like it").as_deref(), Some(""));
    let shown = screen(&ask(vec![models(300)]), &typed("zz"), SCREEN);
    assert!(shown.contains("Nothing matches") && shown.contains("› 301. Decide later"), "{shown}");
    // Whoever takes letters away keeps the answer that the mark stands on.
    let wider = keys(&[&typed("sonnet 7"), &[Key::Down, Key::Backspace, Key::Backspace, Key::Enter]]);
    let narrow = keys(&[&typed("sonnet 7"), &[Key::Down, Key::Enter]]);
    assert_eq!(value(models(300), &wider), value(models(300), &narrow));
    let cleared = keys(&[&typed("sonnet 70"), &[Key::Escape], &[Key::Enter]]);
    assert_eq!(value(models(300), &cleared).as_deref(), Some("vendor/sonnet-70"));
}

#[test]
fn what_is_pasted_is_text() {
    let pasted = |text: &str| [Key::Pasted(text.to_owned()), Key::Enter];
    assert_eq!(value(cadence(), &pasted("weekly\r\n")).as_deref(), Some("weekly"));
    assert_eq!(value(cadence(), &pasted("3")).as_deref(), Some("weekly"));
    assert_eq!(value(cadence(), &[Key::Pasted("weekly\r\u{3}\u{18}".to_owned())]), None, "no key in it acts");
}

#[test]
fn unclear_is_a_key_and_no_answer() {
    let unclear = Key::Control('x');
    assert_eq!(said(vec![cadence()], &[unclear]), [("cadence".to_owned(), Said::Unclear, None)]);
    let typed_out = keys(&[&typed("unclear, explain more"), &[Key::Enter]]);
    assert_eq!(said(vec![own_text()], &typed_out), [("focus".to_owned(), Said::Unclear, None)]);
    let shown = screen(&ask(vec![cadence()]), &[], SCREEN);
    assert!(shown.contains("ctrl-x Unclear, explain more") && !shown.contains(". Unclear"), "{shown}");
}

#[test]
fn a_note_is_kept_beside_the_answer_and_decides_nothing() {
    let note = keys(&[&[Key::Control('n')], &typed("ask Ann"), &[Key::Enter, Key::Down, Key::Enter]]);
    let expected = ("cadence".to_owned(), Said::Value("daily".to_owned()), Some("ask Ann".to_owned()));
    assert_eq!(said(vec![cadence()], &note), [expected]);
    let left = keys(&[&[Key::Control('n')], &typed("3"), &[Key::Escape, Key::Enter]]);
    assert_eq!(
        said(vec![cadence()], &left),
        [("cadence".to_owned(), Said::Value("hourly".to_owned()), None)]
    );
    // A note on a part that is answered already replaces its reply.
    let again = keys(&[&[Key::Enter, Key::BackTab, Key::Control('n')], &typed("x"), &[Key::Enter]]);
    let all = said(vec![cadence(), models(3)], &again);
    assert_eq!(all[1], ("cadence".to_owned(), Said::Value("hourly".to_owned()), Some("x".to_owned())));
}

#[test]
fn an_answer_of_ones_own_is_taken_where_the_question_takes_one() {
    let own = keys(&[&[Key::Control('t')], &typed(" my/model 7 "), &[Key::Enter]]);
    assert_eq!(value(models(300), &own).as_deref(), Some("my/model 7"));
    let shown = screen(&ask(vec![cadence()]), &[Key::Control('t')], SCREEN);
    assert!(shown.contains("takes one of its answers only"), "{shown}");
    // Where nothing else is offered, the answer is written at once, and a number in it is a text.
    assert_eq!(value(own_text(), &keys(&[&typed("1"), &[Key::Enter]])).as_deref(), Some("1"));
    assert_eq!(value(own_text(), &[Key::Enter]), None, "an empty text is none");
    assert_eq!(value(own_text(), &[Key::Escape, Key::Enter]).as_deref(), Some("later"));
}

#[test]
fn every_part_is_answered_and_one_can_be_answered_anew() {
    let parts = || vec![cadence(), models(3), own_text()];
    let through = keys(&[&[Key::Enter, Key::Enter], &typed("speed"), &[Key::Enter]]);
    let (state, replies) = pressed(&ask(parts()), &through);
    let ids: Vec<&str> = replies.iter().map(|reply| reply.id.as_str()).collect();
    assert_eq!((ids, state.is_done()), (vec!["cadence", "model", "focus"], true));
    // From the second part on, back over the first, which is chosen anew.
    let turned = keys(&[&[Key::Right, Key::Enter], &[Key::Escape, Key::Tab, Key::Down, Key::Enter]]);
    let (state, replies) = pressed(&ask(parts()), &turned);
    let all: Vec<(&str, &Said)> = replies.iter().map(|reply| (reply.id.as_str(), &reply.said)).collect();
    assert_eq!(all[0].0, "model");
    assert_eq!(all[1], ("cadence", &Said::Value("daily".to_owned())));
    assert_eq!(state.answered(), [true, true, false]);
    assert!(!state.is_done());
    // From a part whose answer is written, tab goes on too.
    let written = [Key::BackTab, Key::Char('x'), Key::Tab, Key::Down, Key::Enter];
    let (_, replies) = pressed(&ask(parts()), &written);
    assert_eq!(replies[0].said, Said::Value("daily".to_owned()));
    let anew = keys(&[&[Key::Enter, Key::Left, Key::End, Key::Enter]]);
    let (state, replies) = pressed(&ask(vec![cadence(), models(3)]), &anew);
    assert_eq!(replies[1].said, Said::Value("later".to_owned()));
    assert_eq!(state.answered(), [true, false]);
}

#[test]
fn ends_are_told_apart() {
    let own = ask(vec![cadence()]);
    let state = || State::of(&Safe::of(&own));
    for (key, expected) in
        [('c', Outcome::Interrupt), ('z', Outcome::Suspend), ('d', Outcome::Ended), ('q', Outcome::Goes)]
    {
        assert_eq!(step(state(), &Key::Control(key)).1, expected, "{key}");
    }
}

#[test]
fn an_answered_part_leaves_one_line() {
    let own = ask(vec![cadence(), models(3)]);
    let note = keys(&[&[Key::Control('n')], &typed("ask Ann"), &[Key::Enter, Key::Enter, Key::Control('x')]]);
    let (state, _) = pressed(&own, &note);
    let line = |tab| settled(&state, &Safe::of(&own), tab, 40, false).unwrap().text();
    assert_eq!(line(0), "  Setup Q2/6 › Every hour (ask Ann)");
    assert_eq!(line(1), "  Tech Q1 › Unclear, explain more");
    assert_eq!(settled(&State::of(&Safe::of(&own)), &Safe::of(&own), 0, 40, false), None);
}

#[test]
fn the_check_of_rows_counts_these_lines_and_the_row_left_free() {
    let own = ask(vec![cadence()]);
    let lines = Picture::own(&State::of(&Safe::of(&own)));
    assert_eq!(lines + 1, usize::from(LIMITS.list_chrome_rows));
}

#[test]
fn work_per_key_does_not_grow_with_what_is_not_seen() {
    let own = ask(vec![models(300)]);
    let picture = view(&State::of(&Safe::of(&own)), &Safe::of(&own), SCREEN, false);
    let answers = picture.lines.iter().filter(|line| line.text().contains("Model ")).count();
    assert!((5..=16).contains(&answers), "{answers} of 300 are laid out");
    assert!(picture.page <= 16);
}

#[test]
fn screens() {
    let tabs = || ask(vec![cadence(), models(300), own_text()]);
    let answered = keys(&[&[Key::Enter], &typed("日本"), &[Key::Down]]);
    for columns in [80, 100, 160] {
        let size = Size { rows: 24, columns };
        insta::assert_snapshot!(
            format!("options-{columns}"),
            screen(&ask(vec![cadence()]), &[Key::Down], size)
        );
        insta::assert_snapshot!(
            format!("list-{columns}"),
            screen(&ask(vec![models(300)]), &typed("sonnet"), size)
        );
        insta::assert_snapshot!(format!("tabs-{columns}"), screen(&tabs(), &answered, size));
    }
    let small = Size { rows: 10, columns: 40 };
    insta::assert_snapshot!("small", screen(&ask(vec![cadence()]), &[Key::Down], small));
    insta::assert_snapshot!(
        "own-text",
        screen(&ask(vec![own_text()]), &typed("What costs the least"), SCREEN)
    );
}

fn any_key() -> impl Strategy<Value = Key> {
    prop_oneof![
        4 => prop::char::range(' ', '~').prop_map(Key::Char),
        1 => any::<char>().prop_map(Key::Char),
        2 => prop::sample::select(vec!['n', 't', 'u', 'w', 'x', 'a', 'z']).prop_map(Key::Control),
        1 => "\\PC{0,12}[\r\n\t]{0,2}".prop_map(Key::Pasted),
        8 => prop::sample::select(vec![
            Key::Enter, Key::Tab, Key::BackTab, Key::Backspace, Key::Escape, Key::Up, Key::Down, Key::Left,
            Key::Right, Key::Home, Key::End, Key::PageUp, Key::PageDown,
        ]),
    ]
}

proptest! {
    /// Whatever is pressed on whatever screen: nothing breaks, no line is too wide, no more lines than rows, the
    /// mark is seen, and nothing is answered that is not offered where nothing may be typed.
    #[test]
    fn any_keys_on_any_screen(
        pressed in prop::collection::vec(any_key(), 0..40), rows in 2_usize..30, columns in 20_usize..100,
    ) {
        let own = ask(vec![cadence(), models(40)]);
        let safe = Safe::of(&own);
        let size = Size { rows, columns };
        let mut state = State::of(&safe);
        for key in &pressed {
            let picture = view(&state, &safe, size, false);
            prop_assert!(picture.lines.len() < rows.max(2), "{} lines in {rows}", picture.lines.len());
            prop_assert!(picture.lines.iter().all(|line| line.width() <= columns));
            state = state.drawn(&picture);
            let outcome;
            (state, outcome) = step(state, key);
            if let Outcome::Replied(Reply { id, said: Said::Value(value), .. }) = outcome
                && id == "cadence"
            {
                prop_assert!(own.questions[0].values().any(|offered| offered == value), "{value}");
            }
            for part in &state.parts {
                prop_assert!(part.current < part.places.len());
                prop_assert_eq!(part.places.last(), Some(&(part.count() - 1)), "the last is always left");
            }
        }
    }
}
