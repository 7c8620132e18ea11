//! However it ends, the terminal is given back and what was answered is kept.

use std::os::unix::process::ExitStatusExt;

use rustix::process::Signal;

use crate::pty::{Person, Start, asked, program};
use crate::{alone, cadence, models, together};

/// Somebody who answered one question and stands before the next.
fn halfway(start: Start) -> Person {
    let mut person = start.asks(&alone(&[cadence(), models()]));
    person.sees("1. Every hour");
    person.press("2\r");
    person.told("cadence said \"daily\"");
    person.sees("Which model writes?");
    person.sees("Narrow:");
    person
}

#[test]
fn an_interrupt_keeps_what_was_answered() {
    let mut person = halfway(Start::default());
    person.press("\x03");
    person.told("status 130");
    person.leaves_with(130);
    let mut person = halfway(Start::default());
    person.signal(Signal::INT);
    person.told("status 130");
    person.leaves_with(130);
    // A part of an ask is kept just so.
    let mut person = asked(&together(&[cadence(), models()]));
    person.sees("1. Every hour");
    person.press("2\r");
    person.told("cadence said \"daily\"");
    person.press("\x03");
    person.leaves_with(130);
}

#[test]
fn a_signal_that_ends_the_program_is_what_its_parent_sees() {
    for signal in [Signal::TERM, Signal::HUP] {
        let mut person = halfway(Start::default());
        person.signal(signal);
        person.dies_by(signal);
    }
}

#[test]
fn once_nobody_is_asked_a_signal_does_what_it_always_did() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let start = Start { args: vec!["linger"], ..Start::default() };
        let mut person = start.asks(&alone(&[cadence()]));
        person.sees("1. Every hour");
        person.press("2\r");
        person.told("lingers");
        person.signal(signal);
        person.dies_by(signal);
    }
}

#[test]
fn a_signal_ends_it_while_nobody_reads_what_it_draws() {
    let mut person = halfway(Start::default());
    person.looks_away();
    person.press(&"\x1b[B\x1b[A".repeat(100));
    person.signal(Signal::TERM);
    assert_eq!(person.ends().signal(), Some(Signal::TERM.as_raw()));
    assert!(person.attributes_are_back());
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let mut person = Start { args: vec!["panic"], ..Start::default() }.asks(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    person.press("\r");
    person.told("status 1");
    person.leaves_with(1);
}

#[test]
fn the_end_of_the_input_is_no_answer() {
    let mut person = halfway(Start::default());
    person.press("\x04");
    person.told("status 4");
    person.leaves_with(4);
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let through = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let ignoring = ["setsid", "--ctty", "sh", "-c", "trap '' HUP; exec \"$@\"", "sh"];
    // With a hang-up, with one that is ignored, and on a terminal that sends none.
    for words in [&["setsid", "--ctty"][..], &ignoring, &["setsid"]] {
        let mut person = halfway(Start { through: through(words), ..Start::default() });
        person.hang_up();
        let status = person.ends();
        assert!(!status.success(), "{words:?}: {status:?}");
    }
    let dumb = Start { env: vec![("TERM", "dumb")], through: through(&ignoring), ..Start::default() };
    let mut person = dumb.asks(&alone(&[cadence()]));
    person.sees("Your answer:");
    person.hang_up();
    assert!(!person.ends().success());
}

#[test]
fn nobody_is_asked_where_nobody_sits() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("asks.json"), alone(&[cadence()]).to_string()).unwrap();
    let output =
        std::process::Command::new(program()).arg("asks.json").current_dir(folder.path()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(5), Vec::new()));
}
