//! The numbered reader: who gets it, and how it reads.

use crate::pty::Start;
use crate::{alone, cadence, models};

#[test]
fn the_environment_and_the_persons_setting_choose_it() {
    let numbered = "[interview]\nlist = \"numbered\"\n";
    for (env, settings) in [
        (vec![("TERM", "dumb")], ""),
        (vec![("TERM", "")], ""),
        (vec![("ACCESSIBLE", "1")], ""),
        (vec![("NO_COLOR", "1")], ""),
        (vec![("ABCD_ACCESSIBLE", "1")], "[interview]\nlist = \"arrows\"\n"),
        (vec![], numbered),
    ] {
        let mut person = Start { env: env.clone(), settings, ..Start::default() }.asks(&alone(&[cadence()]));
        person.sees("Your answer:");
        assert!(person.attributes_are_back(), "{env:?}");
        person.press("2\n");
        person.told("cadence said \"daily\"");
        person.leaves_with(0);
        person.sees("Answered: Every night 日本");
        assert!(!person.drawn().contains('\x1b'), "{env:?}: plain lines");
    }
}

#[test]
fn settings_that_cannot_be_read_say_so_and_ask_all_the_same() {
    let start = Start { settings: "[interview]\nlist = \"maybe\"\n", ..Start::default() };
    let mut person = start.asks(&alone(&[cadence()]));
    let screen = person.sees("Your answer:");
    assert!(screen.contains("note: your settings cannot be read"), "{screen}");
    person.press("1\n");
    person.leaves_with(0);
}

#[test]
fn a_line_is_read_and_nothing_behind_it() {
    let dumb = || Start { env: vec![("TERM", "dumb")], ..Start::default() };
    let mut person = dumb().asks(&alone(&[cadence(), models()]));
    person.sees("Your answer:");
    person.press("note: ask Ann\n2\nn\n25\n");
    person.told("cadence said \"daily\" note \"ask Ann\" in Terminal\nmodel said \"vendor/model-25\"");
    person.leaves_with(0);
    person.sees("Answered: Model 25");
}

#[test]
fn its_ends_are_no_answers() {
    for (keys, status) in [("\x04", 4), ("1\x04\x04", 4), ("\x03", 130)] {
        let start = Start { env: vec![("TERM", "dumb")], ..Start::default() };
        let mut person = start.asks(&alone(&[cadence(), cadence()]));
        person.sees("Your answer:");
        person.press("2\n");
        person.told("cadence said \"daily\"");
        person.wait_for_prompts(2);
        person.press(keys);
        person.told(&format!("status {status}"));
        assert_eq!(person.ends().code(), Some(status));
        assert!(person.attributes_are_back());
        assert_eq!(person.stdout().matches("said").count(), 1, "{keys:?}");
    }
}
