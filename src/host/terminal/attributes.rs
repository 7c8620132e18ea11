//! The attributes of the terminal: as they were found, and raw while a list is drawn.
//!
//! What was found is kept in one place for the whole process, so that the terminal is given back from wherever
//! the process ends: a return, an unwinding, the panic hook, the thread that takes signals.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::getpgrp;
use rustix::stdio::{stderr, stdin};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

use super::screen;
use crate::host::files::Trouble;

/// The attributes before they were made raw; nothing where they are not raw.
static FOUND: Mutex<Option<Termios>> = Mutex::new(None);

/// Asks the terminal to mark what is pasted, and to leave that.
const MARK_PASTES: &[u8] = b"\x1b[?2004h";
const LEAVE_PASTES: &[u8] = b"\x1b[?2004l";
/// The same on a new line behind a list that stays as it is.
const LEAVE_ON_A_NEW_LINE: &[u8] = b"\x1b[0m\x1b[?2004l\r\n";

fn found() -> MutexGuard<'static, Option<Termios>> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the terminal raw, again where a shell gave it other attributes meanwhile.
pub(super) fn make_raw() -> Result<(), Trouble> {
    let mut found = found();
    let plain = match found.take() {
        Some(plain) => plain,
        None => tcgetattr(stdin())?,
    };
    let mut raw = plain.clone();
    raw.make_raw();
    // What is typed ahead stays: nobody who types fast loses a key.
    tcsetattr(stdin(), OptionalActions::Now, &raw)?;
    *found = Some(plain);
    screen::write(MARK_PASTES).ok();
    Ok(())
}

/// Gives the terminal back as it was found; nothing where that has happened.
pub(super) fn give_back() {
    leave(LEAVE_PASTES);
}

/// Gives the terminal back from wherever a call breaks off, below what is drawn; nothing where it was given
/// back already.
pub fn restore() {
    leave(LEAVE_ON_A_NEW_LINE);
}

fn leave(with: &[u8]) {
    let mut found = found();
    let Some(plain) = found.take() else { return };
    if !in_front() {
        return;
    }
    // Whoever does not read what is drawn shall not keep the attributes from being given back.
    if screen::takes_more() {
        screen::write(with).ok();
    }
    tcsetattr(stdin(), OptionalActions::Now, &plain).ok();
}

/// Whether the terminal is this process's to change. In the background it is another's, and to change it would
/// stop the process. A terminal that no job is in front of is anybody's.
pub(super) fn in_front() -> bool {
    tcgetpgrp(stdin()).map_or(true, |front| front == getpgrp())
}

/// Whether somebody sits here: both what is read and what is drawn on is a terminal.
pub(super) fn there() -> bool {
    rustix::termios::isatty(stdin()) && rustix::termios::isatty(stderr())
}
