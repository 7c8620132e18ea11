//! Under a shell with job control: stopped, and going on.

use rustix::process::Signal;

use crate::pty::{Person, Start, asked, program};
use crate::{alone, cadence};

/// Wipes the screen; what the shell writes to standard output is not on it.
const CLEAR: &str = "printf '\\033[H\\033[2J' >&2";

/// Somebody at a shell who started the program there and sees its list.
fn shell() -> Person {
    let person = shell_with("");
    person.sees("› 1. Every hour");
    person
}

/// Somebody at a shell who starts the program with these words before it.
fn shell_with(before: &str) -> Person {
    let through = ["setsid", "--ctty", "bash", "--norc", "--noprofile", "--noediting", "-i"];
    let env = vec![("PS1", "ready> "), ("HISTFILE", "/dev/null")];
    let start = Start { through: through.map(str::to_owned).to_vec(), env, ..Start::default() };
    let mut person = start.asks(&alone(&[cadence()]));
    person.sees("ready>");
    person.press(&format!("{CLEAR}; {before} {} asks.json\n", program().display()));
    person
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let mut person = shell();
    person.press("\x1b[B");
    person.sees("› 2. Every night");
    for _ in 0..2 {
        assert!(!person.attributes_are_back());
        person.press("\x1a");
        person.sees("Stopped");
        assert!(person.attributes_are_back() && !person.look(vt100::Screen::bracketed_paste));
        goes_on(&mut person);
    }
    person.press("\r");
    person.told("cadence said \"daily\"");
    person.sees("Setup Q2/6 › Every night");
    person.sees("ready>");
    assert!(person.attributes_are_back());
    person.press("exit\n");
    assert!(person.ends().success());
}

/// Wipes the screen and brings the stopped program back.
fn goes_on(person: &mut Person) {
    person.press(&format!("{CLEAR}; fg\n"));
    person.sees_no_more("Stopped");
    person.sees("› 2. Every night");
    person.sees("Narrow:");
}

#[test]
fn stopped_from_outside_it_draws_itself_anew_when_it_goes_on() {
    let mut person = shell();
    person.press("\x1b[B");
    person.sees("› 2. Every night");
    person.signal_job(Signal::STOP);
    person.sees("Stopped");
    goes_on(&mut person);
    assert!(!person.attributes_are_back(), "raw again, whatever the shell did");
    person.press("\x03");
    person.told("status 130");
    person.sees("ready>");
    assert!(person.attributes_are_back());
}

#[test]
fn a_stopped_program_can_be_ended() {
    let mut person = shell();
    person.press("\x1a");
    person.sees("Stopped");
    person.press("kill %1; fg\n");
    person.sees("Terminated");
    assert!(person.attributes_are_back());
}

#[test]
fn in_the_background_it_stops_again_and_comes_back() {
    let mut person = shell();
    person.press("\x1b[B");
    person.sees("› 2. Every night");
    person.press("\x1a");
    person.sees("Stopped");
    person.press(&format!("{CLEAR}; bg\n"));
    person.sees_no_more("Stopped");
    // Whoever calls for the job's state often enough sees it stopped again.
    person.press("until jobs -s | grep -q ask; do :; done; echo again >&2\n");
    person.sees("\nagain");
    assert!(person.attributes_are_back());
    goes_on(&mut person);
    person.press("\r");
    person.told("cadence said \"daily\"");
}

#[test]
fn numbered_lines_ask_again_when_they_go_on() {
    let mut person = shell_with("TERM=dumb");
    person.sees("Your answer:");
    person.press("\x1a");
    person.sees("Stopped");
    person.press(&format!("{CLEAR}; fg\n"));
    person.sees_no_more("Stopped");
    person.sees("Your answer:");
    person.press("2\n");
    person.told("cadence said \"daily\"");
    person.sees("ready>");
}

#[test]
fn where_no_shell_could_wake_it_ctrl_z_stops_nothing() {
    let mut person = asked(&alone(&[cadence()]));
    person.sees("› 1. Every hour");
    person.press("\x1a\x1b[B");
    person.sees("› 2. Every night");
    person.press("\r");
    person.told("cadence said \"daily\"");
    person.leaves_with(0);
}
