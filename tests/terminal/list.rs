//! The list as a person sees and uses it.

use crate::pty::{Start, asked};
use crate::{alone, cadence, models, together};

#[test]
fn arrows_choose_and_the_question_becomes_one_line() {
    let mut person = asked(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    assert!(!person.attributes_are_back() && person.look(vt100::Screen::bracketed_paste));
    person.press("\x1b[B");
    let screen = person.sees("› 2. Every night 日本");
    insta::assert_snapshot!("list", screen);
    person.press("\r");
    person.told("cadence said \"daily\" in Terminal\nstatus 0");
    person.leaves_with(0);
    person.sees_only("Setup Q2/6 › Every night 日本");
    assert!(!person.drawn().contains("?1049"), "another screen would hide what stood above");
}

#[test]
fn three_hundred_answers_are_narrowed_counted_and_typed_past() {
    let mut person = asked(&alone(&[models(), models(), models()]));
    person.sees("290 more below");
    person.press("MODEL-29");
    let screen = person.sees("›  29. Model 29");
    assert!(screen.contains("290. Model 290") && !screen.contains(" 28. "), "{screen}");
    person.press("\x7f\x7f7\r");
    person.told("model said \"vendor/model-7\"");
    person.sees("290 more below");
    person.press("301\r");
    person.told("model said \"none\"");
    person.sees("290 more below");
    person.press("\x14my own\r");
    person.told("model said \"my own\"");
    person.leaves_with(0);
}

#[test]
fn a_sequence_and_a_letter_that_come_in_pieces_are_one_key() {
    let mut person = asked(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    for piece in [&b"\x1b"[..], b"[", b"B"] {
        person.send(piece);
        person.has_read();
    }
    person.sees("› 2. Every night");
    let [first, second, third] = *"日".as_bytes() else { panic!("three bytes") };
    for byte in [first, second, third] {
        person.send(&[byte]);
        person.has_read();
    }
    let screen = person.sees("Narrow: 日");
    assert!(screen.contains("› 2. Every night") && !screen.contains("3. Once a week"), "{screen}");
    person.press("\r");
    person.told("cadence said \"daily\"");
    person.leaves_with(0);
}

#[test]
fn what_is_pasted_is_text_and_presses_nothing() {
    let mut person = asked(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    person.press("\x1b[200~weekly\r\x03\x1b[B\x1b[201~");
    person.sees("Narrow: weekly   [B");
    person.press("\x15");
    person.sees_no_more("weekly   [B");
    person.press("\x1b[200~wee\x1b[201~");
    person.sees("› 3. Once a week");
    person.press("\r");
    person.told("cadence said \"weekly\"");
    person.leaves_with(0);
}

#[test]
fn another_size_draws_the_question_anew() {
    let mut person = asked(&alone(&[cadence()]));
    let screen = person.sees("Narrow:");
    assert!(screen.contains("\n     Faults are found"), "{screen}");
    person.resize(120);
    let screen = person.sees("Every night 日本  A round a day");
    assert_eq!(screen.matches("Setup Q2/6").count(), 1, "{screen}");
    person.resize(80);
    person.sees_no_more("Every night 日本  A round a day");
    person.press("2\r");
    person.told("cadence said \"daily\"");
    person.leaves_with(0);
}

#[test]
fn parts_are_tabs_and_each_answer_is_kept_when_it_is_given() {
    let mut person = asked(&together(&[cadence(), models()]));
    person.sees("› 1 Setup Q2/6 · 2 Tech Q1");
    person.press("\t");
    person.sees("1 Setup Q2/6 · › 2 Tech Q1");
    person.press("12\r");
    person.told("model said \"vendor/model-12\"");
    person.sees("› 1 Setup Q2/6 · ✓ 2 Tech Q1");
    person.press("\x18");
    person.told("cadence unclear");
    person.leaves_with(0);
    person.sees_only("Setup Q2/6 › Unclear, explain more\n  Tech Q1 › Model 12");
}

#[test]
fn what_is_typed_ahead_is_there_for_the_next_question() {
    let mut person = asked(&alone(&[cadence(), models()]));
    person.sees("› 1. Every hour");
    person.press("3\r17\r");
    person.told("cadence said \"weekly\" in Terminal\nmodel said \"vendor/model-17\" in Terminal\n");
    person.leaves_with(0);
}

#[test]
fn colour_is_there_and_can_be_refused_and_marks_need_no_unicode() {
    let mut person = asked(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    assert!(person.drawn().contains("\x1b[36m"));
    person.press("\x03");
    person.leaves_with(130);
    let settings = "[interview]\nlist = \"arrows\"\n";
    let plain = Start { env: vec![("NO_COLOR", "1"), ("LANG", "C")], settings, ..Start::default() };
    let mut person = plain.asks(&together(&[cadence(), models()]));
    let screen = person.sees("> 1. Every hour");
    assert!(screen.contains("> 1 Setup Q2/6 | 2 Tech Q1"), "{screen}");
    person.press("1\r\x1b[B");
    person.sees(">   2. Model 2");
    let sequences = person.drawn();
    let looks = sequences.split('\x1b').skip(1).find(|rest| {
        let end =
            rest.trim_start_matches(|letter: char| letter == '[' || letter == '?' || letter.is_ascii_digit());
        !end.starts_with(['A', 'K', 'C', 'h'])
    });
    assert_eq!(looks, None, "a sequence that is no place");
    person.press("\r");
    person.leaves_with(0);
}
