//! From the bytes of a terminal to keys, wherever the bytes are cut.
//!
//! Where one sequence ends is decided here, since it can reach abcd in two reads and a foreign one must go as a
//! whole; what a sequence means is `termina`'s to say. A control byte inside a sequence ends it and counts by
//! itself, so an interrupt always comes through.

use std::str;
use std::time::Duration;

use termina::event::{KeyCode, KeyEventKind, Modifiers};
use termina::{Event, Parser};

use super::key::Key;

const ESCAPE: u8 = 0x1b;
const INTERRUPT: u8 = 0x03;
/// What begins and ends a paste.
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";
/// How long the rest of a sequence is waited for before its first byte was the escape key.
const LONE: Duration = Duration::from_millis(500);
/// How long after that a rest that comes in one piece is still taken for one.
const LATE: Duration = Duration::from_millis(2500);
/// The longest sequence that can be a key, and the longest answer of a terminal that is passed over.
const SEQUENCE: usize = 64;
const STRING: usize = 4096;
/// How much of one paste is kept, in bytes.
const KEPT: usize = 64 * 1024;

/// Holds what of a key has come so far.
#[derive(Debug, Default)]
pub struct Decoder {
    state: State,
    held: Vec<u8>,
    /// How many bytes of the end of a paste were seen.
    ending: usize,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// The first bytes of a letter that takes this many.
    Letter(usize),
    /// After an escape.
    Escape,
    /// In a control sequence, up to its final byte.
    Control,
    /// After `ESC O`.
    Single,
    /// In a string that a terminal answers with, up to its terminator.
    Text,
    /// Bytes of a foreign sequence that are still to come.
    Skip(usize),
    Paste,
    /// The escape key was taken for pressed; the rest of a sequence may be late.
    Late,
}

impl Decoder {
    /// Takes the bytes of one read.
    pub fn feed(&mut self, bytes: &[u8], keys: &mut Vec<Key>) {
        let mut bytes = bytes;
        match (self.state, bytes) {
            // Two interrupts, the second alone: somebody waits for the end of a paste that never comes.
            (State::Paste, [INTERRUPT]) if self.held.last() == Some(&INTERRUPT) => self.rest(),
            (State::Late, [b'[', rest @ ..]) if whole(rest) => {
                self.state = State::Control;
                self.held = vec![ESCAPE, b'['];
                bytes = rest;
            }
            (State::Late, _) => self.rest(),
            _ => {}
        }
        for byte in bytes {
            self.take(*byte, keys);
        }
    }

    /// How long the next byte is waited for; for ever where this is nothing.
    pub fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Escape | State::Single | State::Text => Some(LONE),
            State::Late => Some(LATE),
            _ => None,
        }
    }

    /// Says that the next byte did not come in time.
    pub fn expire(&mut self, keys: &mut Vec<Key>) {
        match self.state {
            State::Escape => {
                keys.push(Key::Escape);
                self.rest();
                self.state = State::Late;
            }
            State::Single | State::Text => self.typed(keys),
            State::Late => self.rest(),
            _ => {}
        }
    }

    fn rest(&mut self) {
        self.state = State::Ground;
        self.held.clear();
    }

    fn take(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match self.state {
            State::Ground | State::Late => self.begin(byte, keys),
            State::Letter(long) => self.letter(byte, long, keys),
            State::Escape => self.escaped(byte, keys),
            State::Control => self.control(byte, keys),
            State::Single => self.single(byte, keys),
            State::Text => self.text(byte, keys),
            State::Skip(more) => {
                self.state = if more > 1 { State::Skip(more - 1) } else { State::Ground };
            }
            State::Paste => self.paste(byte, keys),
        }
    }

    fn begin(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.held.clear();
        let long = match byte {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        self.state = match byte {
            ESCAPE => State::Escape,
            0x80.. if long > 1 => State::Letter(long),
            _ => State::Ground,
        };
        if self.state != State::Ground {
            self.held.push(byte);
        } else if byte < 0x80 {
            keys.extend(meaning(&[byte]));
        }
    }

    fn letter(&mut self, byte: u8, long: usize, keys: &mut Vec<Key>) {
        if !(0x80..0xc0).contains(&byte) {
            return self.begin(byte, keys);
        }
        self.held.push(byte);
        if self.held.len() == long {
            let letter = str::from_utf8(&self.held).ok().and_then(|text| text.chars().next());
            keys.extend(letter.filter(|letter| !letter.is_control()).map(Key::Char));
            self.rest();
        }
    }

    /// No key is bound to a letter with alt, so an escape before what cannot follow it is a key of its own.
    fn escaped(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.state = match byte {
            b'[' => State::Control,
            b'O' => State::Single,
            b'P' | b'X' | b']' | b'^' | b'_' => State::Text,
            _ => {
                keys.push(Key::Escape);
                return self.begin(byte, keys);
            }
        };
        self.held.push(byte);
    }

    fn control(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match byte {
            0x20..=0x3f => {
                if self.held.len() <= SEQUENCE {
                    self.held.push(byte);
                }
            }
            // The console's function keys have one more byte, a report of the mouse has three.
            b'[' if self.held.len() == 2 => self.state = State::Skip(1),
            b'M' if self.held.len() == 2 => self.state = State::Skip(3),
            0x40..=0x7e => {
                self.held.push(byte);
                if self.held == PASTE {
                    self.held.clear();
                    self.ending = 0;
                    self.state = State::Paste;
                    return;
                }
                if self.held.len() <= SEQUENCE && is_key(byte) {
                    keys.extend(meaning(&self.held));
                }
                self.rest();
            }
            _ => self.begin(byte, keys),
        }
    }

    fn single(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match byte {
            // Enter on the number pad of a terminal that an earlier program left so.
            b'M' => keys.push(Key::Enter),
            _ if is_key(byte) => {
                self.held.push(byte);
                keys.extend(meaning(&self.held));
            }
            _ => {
                self.typed(keys);
                return self.take(byte, keys);
            }
        }
        self.rest();
    }

    fn text(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match (byte, self.held.last()) {
            (0x07, _) | (b'\\', Some(&ESCAPE)) => self.rest(),
            (_, Some(&ESCAPE)) => {
                self.held.pop();
                self.typed(keys);
                self.begin(ESCAPE, keys);
                self.take(byte, keys);
            }
            (ESCAPE | 0x20.., _) => {
                if self.held.len() < STRING {
                    self.held.push(byte);
                } else {
                    // What is kept of one so long is its end, as far as it can be a terminator.
                    self.held.pop();
                    self.held.push(byte);
                }
            }
            _ => {
                self.typed(keys);
                self.take(byte, keys);
            }
        }
    }

    /// What looked like a sequence was typed behind an escape.
    fn typed(&mut self, keys: &mut Vec<Key>) {
        let held = std::mem::take(&mut self.held);
        self.state = State::Ground;
        keys.push(Key::Escape);
        for byte in held.iter().skip(1) {
            self.take(*byte, keys);
        }
    }

    fn paste(&mut self, byte: u8, keys: &mut Vec<Key>) {
        if PASTED.get(self.ending) == Some(&byte) {
            self.ending += 1;
            if self.ending == PASTED.len() {
                keys.push(Key::Pasted(String::from_utf8_lossy(&self.held).into_owned()));
                self.rest();
            }
            return;
        }
        let seen = PASTED.get(..self.ending).unwrap_or_default();
        self.ending = usize::from(byte == ESCAPE);
        let own = if self.ending == 1 { None } else { Some(byte) };
        let room = KEPT.saturating_sub(self.held.len());
        self.held.extend(seen.iter().copied().chain(own).take(room));
    }
}

/// Whether this is one control sequence from behind its `[` on, to its end.
fn whole(rest: &[u8]) -> bool {
    let Some((last, before)) = rest.split_last() else { return false };
    (0x40..=0x7e).contains(last) && before.iter().all(|byte| (0x20..=0x3f).contains(byte))
}

/// Whether a sequence that ends so can be a key; others are answers of a terminal, a mouse or a window.
fn is_key(last: u8) -> bool {
    matches!(last, b'A'..=b'D' | b'F' | b'H' | b'P'..=b'S' | b'Z' | b'u' | b'~')
}

/// What one whole sequence or byte means; nothing where it is no key that abcd knows.
fn meaning(sequence: &[u8]) -> Option<Key> {
    let mut parser = Parser::default();
    parser.parse(sequence, false);
    let Event::Key(key) = parser.pop()? else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(Modifiers::CONTROL);
    match key.code {
        // Enter that was typed before the terminal was raw, which made a line end of it.
        KeyCode::Char('j') if control => Some(Key::Enter),
        KeyCode::Char(letter) if control => Some(Key::Control(letter.to_ascii_lowercase())),
        KeyCode::Char(letter) => (!letter.is_control()).then_some(Key::Char(letter)),
        KeyCode::Enter => Some(Key::Enter),
        KeyCode::Tab if key.modifiers.contains(Modifiers::SHIFT) => Some(Key::BackTab),
        KeyCode::Tab => Some(Key::Tab),
        KeyCode::BackTab => Some(Key::BackTab),
        KeyCode::Backspace => Some(Key::Backspace),
        KeyCode::Escape => Some(Key::Escape),
        KeyCode::Up => Some(Key::Up),
        KeyCode::Down => Some(Key::Down),
        KeyCode::Left => Some(Key::Left),
        KeyCode::Right => Some(Key::Right),
        KeyCode::Home => Some(Key::Home),
        KeyCode::End => Some(Key::End),
        KeyCode::PageUp => Some(Key::PageUp),
        KeyCode::PageDown => Some(Key::PageDown),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
