//! One line further.

use super::{Outcome, PAGE, Reader};
use crate::interview::door::{AnsweredIn, Reply, Said};
use crate::interview::list::of_own;
use crate::interview::safe::{Safe, line as shown_line};
use crate::registry::asking::LIMITS;

/// What a line means.
enum Means<'a> {
    Number(Option<usize>),
    Next,
    Back,
    Unclear,
    Note(&'a str),
    Own(&'a str),
    Search(&'a str),
}

fn means(line: &str) -> Means<'_> {
    let said = line.trim();
    if !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit()) {
        return Means::Number(said.parse().ok());
    }
    if let Some(own) = said.strip_prefix('=') {
        return Means::Own(own.trim());
    }
    if let Some(sought) = said.strip_prefix('/') {
        return Means::Search(sought.trim());
    }
    if let Some((word, note)) = said.split_once(':')
        && word.eq_ignore_ascii_case("note")
    {
        return Means::Note(note.trim());
    }
    let unclear = said == "?" || of_own(said) == Said::Unclear;
    match said {
        _ if unclear => Means::Unclear,
        "n" | "N" => Means::Next,
        "p" | "P" => Means::Back,
        _ => Means::Search(said),
    }
}

impl Reader {
    /// The reader after `line`, and what the line led to.
    pub(in crate::interview) fn step(mut self, ask: &Safe<'_>, line: &str) -> (Self, Outcome) {
        let Some((shown, own)) = ask.pair(self.tab) else { return (self, Outcome::Again(None)) };
        let count = shown.offered().count();
        let outcome = match means(line) {
            Means::Number(number) => {
                let place = number.and_then(|number| number.checked_sub(1));
                let Some(value) = place.and_then(|place| ask.value(self.tab, place)) else {
                    let none = format!("There is no answer of that number: they go from 1 to {count}.");
                    return (self, Outcome::Again(Some(none)));
                };
                let label = place.and_then(|place| shown.offered().nth(place)).map(|choice| &choice.label);
                let label = label.cloned().unwrap_or_default();
                return self.replies(own.id.clone(), Said::Value(value.to_owned()), label);
            }
            Means::Unclear => {
                let label = LIMITS.unclear_label.to_string();
                return self.replies(own.id.clone(), Said::Unclear, label);
            }
            Means::Own(_) if own.typed.is_none() => {
                Outcome::Said("This question takes one of its answers only.".to_owned())
            }
            Means::Own("") => Outcome::Said("Write the answer behind the =.".to_owned()),
            Means::Own(text) => {
                let said = of_own(text);
                return self.replies(own.id.clone(), said, shown_line(text));
            }
            Means::Note("") => {
                self.note = None;
                Outcome::Said("There is no note now.".to_owned())
            }
            Means::Note(note) => {
                self.note = Some(note.to_owned());
                Outcome::Said("Noted. The note is kept beside the answer that you give.".to_owned())
            }
            Means::Next => self.turn(ask, true),
            Means::Back => self.turn(ask, false),
            Means::Search(_) if count == 1 => {
                Outcome::Said("Write = and your answer, or the number of the one above.".to_owned())
            }
            Means::Search(text) => self.search(ask, text),
        };
        (self, outcome)
    }

    fn replies(mut self, id: String, said: Said, label: String) -> (Self, Outcome) {
        let note = self.note.take();
        let reply = Reply { id, said, note, answered_in: AnsweredIn::Terminal };
        let next = Self { tab: self.tab + 1, sought: String::new(), page: 0, ..self };
        (next, Outcome::Replied(reply, label))
    }

    fn turn(&mut self, ask: &Safe<'_>, on: bool) -> Outcome {
        let pages = self.places(ask).len().div_ceil(PAGE);
        let page =
            if on { Some(self.page + 1).filter(|page| *page < pages) } else { self.page.checked_sub(1) };
        let Some(page) = page else {
            let end = if on { "This is the last page." } else { "This is the first page." };
            return Outcome::Said(end.to_owned());
        };
        self.page = page;
        Outcome::Again(None)
    }

    fn search(&mut self, ask: &Safe<'_>, text: &str) -> Outcome {
        if text.is_empty() && self.sought.is_empty() {
            return Outcome::Again(Some("Nothing is chosen yet.".to_owned()));
        }
        let before = std::mem::replace(&mut self.sought, text.to_lowercase());
        // The one that decides later is always left.
        if !text.is_empty() && self.places(ask).len() <= 1 {
            self.sought = before;
            return Outcome::Said("Nothing matches that.".to_owned());
        }
        self.page = 0;
        Outcome::Again(None)
    }

    /// The places that are left after narrowing, in the order of the full list.
    pub(super) fn places(&self, ask: &Safe<'_>) -> Vec<usize> {
        let Some((shown, _)) = ask.pair(self.tab) else { return Vec::new() };
        let later = shown.offered().count().saturating_sub(1);
        let holds = |text: &str| text.to_lowercase().contains(&self.sought);
        shown
            .offered()
            .enumerate()
            .filter(|(place, choice)| *place == later || holds(&choice.label) || holds(&choice.value))
            .map(|(place, _)| place)
            .collect()
    }
}
