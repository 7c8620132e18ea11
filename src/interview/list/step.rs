//! One key further.
//!
//! Letters narrow the list, so whatever else a key does takes control: `ctrl-x` asks for an explanation,
//! `ctrl-n` writes a note, `ctrl-t` types an answer, and `ctrl-u` and `ctrl-w` take text away as in a shell.

use super::entry::Entry;
use super::part::{Part, Told, Writing, Written};
use super::{Outcome, State};
use crate::host::terminal::Key;
use crate::interview::door::Said;
use crate::interview::unclear::is_unclear;

/// The state after `key`, and what the key led to.
pub(in crate::interview) fn step(mut state: State, key: &Key) -> (State, Outcome) {
    let several = state.parts.len() > 1;
    let Some(part) = state.parts.get_mut(state.tab) else { return (state, Outcome::Ended) };
    part.told = None;
    match key {
        Key::Control('c') => return (state, Outcome::Interrupt),
        Key::Control('z') => return (state, Outcome::Suspend),
        Key::Control('d') => return (state, Outcome::Ended),
        Key::Control('x') => return state.says(Said::Unclear),
        _ => {}
    }
    match (&part.writing, key) {
        (Writing::Choice, Key::Right) | (Writing::Choice | Writing::Answer(_), Key::Tab) if several => {
            state.turn(true);
        }
        (Writing::Choice, Key::Left) | (Writing::Choice | Writing::Answer(_), Key::BackTab) if several => {
            state.turn(false);
        }
        (Writing::Choice, Key::Enter) => match chosen(part) {
            Ok(said) => return state.says(said),
            Err(told) => part.told = Some(told),
        },
        (Writing::Choice, _) => choose(part, key),
        (Writing::Answer(entry), Key::Enter) if entry.said().is_empty() => part.told = Some(Told::Empty),
        (Writing::Answer(entry), Key::Enter) => {
            let said = of_own(entry.said());
            return state.says(said);
        }
        (Writing::Note(entry), Key::Enter) => {
            let note = entry.said().to_owned();
            part.note = Some(note).filter(|note| !note.is_empty());
            part.writing = part.writes();
            // A note on what was answered before makes it another answer.
            if let Some(reply) = part.reply() {
                return (state, Outcome::Replied(reply));
            }
        }
        (Writing::Answer(_) | Writing::Note(_), Key::Escape) => part.writing = Writing::Choice,
        (Writing::Answer(_), Key::Control('n')) => part.writing = Writing::Note(part.noted()),
        (Writing::Answer(_) | Writing::Note(_), _) => {
            if let Writing::Answer(entry) | Writing::Note(entry) = &mut part.writing {
                write(entry, key);
            }
        }
    }
    (state, Outcome::Goes)
}

/// What a text of one's own says: who writes the words of the key means the key.
pub(in crate::interview) fn of_own(text: &str) -> Said {
    if is_unclear(text) { Said::Unclear } else { Said::Value(text.to_owned()) }
}

/// What enter means in the list.
fn chosen(part: &Part) -> Result<Said, Told> {
    let none = || Told::NoNumber(part.choice.said().to_owned());
    let place = match part.written() {
        Written::Place(place) => Some(place),
        Written::NoPlace => None,
        Written::Text => part.places.get(part.current).copied(),
    };
    place.and_then(|place| part.value(place)).ok_or_else(none)
}

fn choose(part: &mut Part, key: &Key) {
    match key {
        Key::Up => part.go(-1),
        Key::Down => part.go(1),
        Key::PageUp => part.turn(false),
        Key::PageDown => part.turn(true),
        Key::Home => part.current = 0,
        Key::End => part.current = part.places.len().saturating_sub(1),
        Key::Control('n') => part.writing = Writing::Note(part.noted()),
        Key::Control('t') if part.takes_text => part.writing = Writing::Answer(Entry::default()),
        Key::Control('t') => part.told = Some(Told::NotTyped),
        Key::Escape => {
            part.choice.clear();
            part.narrow(false);
        }
        _ => {
            let before = part.choice.text().len();
            if write(&mut part.choice, key) {
                part.narrow(part.choice.text().len() > before);
            }
        }
    }
}

/// Writes a key into a text; whether it is one that writes.
fn write(entry: &mut Entry, key: &Key) -> bool {
    match key {
        Key::Char(letter) => entry.letter(*letter),
        Key::Pasted(text) => entry.pasted(text),
        Key::Backspace => entry.shorter(),
        Key::Control('w') => entry.word_shorter(),
        Key::Control('u') => entry.clear(),
        _ => return false,
    }
    true
}

impl Part {
    /// The note so far, to be written on.
    fn noted(&self) -> Entry {
        self.note.as_deref().map_or_else(Entry::default, Entry::of)
    }

    /// What the keys write into when nothing else was asked for.
    fn writes(&self) -> Writing {
        if self.takes_text && self.count() == 1 { Writing::Answer(Entry::default()) } else { Writing::Choice }
    }
}

impl State {
    /// Takes what was said to the part that is shown, and shows the next that nothing was said to.
    fn says(mut self, said: Said) -> (Self, Outcome) {
        let Some(part) = self.parts.get_mut(self.tab) else { return (self, Outcome::Ended) };
        part.say(said);
        part.writing = part.writes();
        let reply = part.reply();
        let open = |tab: &usize| self.parts.get(*tab).is_some_and(|part| !part.is_answered());
        let next = (self.tab..self.parts.len()).chain(0..self.tab).find(open);
        self.tab = next.unwrap_or(self.tab);
        (self, reply.map_or(Outcome::Goes, Outcome::Replied))
    }

    fn turn(&mut self, on: bool) {
        let count = self.parts.len().max(1);
        self.tab = (self.tab + if on { 1 } else { count - 1 }) % count;
    }
}
