//! One part of an ask: what it offers, what is left of that after narrowing, and what was said.

use super::entry::Entry;
use crate::interview::door::{AnsweredIn, Reply, Said};
use crate::interview::question::Question;

/// How far a page goes before a list was drawn.
const PAGE: usize = 10;

/// What the keys write into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Writing {
    /// What narrows the list, or a number.
    Choice,
    /// A note beside the answer.
    Note(Entry),
    /// An answer of the person's own.
    Answer(Entry),
}

/// What the person has to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Told {
    /// There is no answer of that number.
    NoNumber(String),
    /// An answer of one's own must not be empty.
    Empty,
    /// The question takes no answer of one's own.
    NotTyped,
}

/// What is written in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// A text that narrows it, or nothing.
    Text,
    /// The number of this place, from 0.
    Place(usize),
    /// A number that no place has.
    NoPlace,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    id: String,
    /// The values in the order of the full list, as the question has them; the last decides later.
    values: Vec<String>,
    /// What is searched: label and value of each, as shown, in lower case.
    searched: Vec<[String; 2]>,
    pub(super) takes_text: bool,
    /// The places in the full list that are left after narrowing; never empty, the last one decides later.
    pub(super) places: Vec<usize>,
    /// Which of them is current.
    pub(super) current: usize,
    /// The first of them that was seen, and how many were.
    pub(super) top: usize,
    page: usize,
    pub(super) choice: Entry,
    pub(super) writing: Writing,
    pub(super) note: Option<String>,
    pub(super) told: Option<Told>,
    pub(super) said: Option<Said>,
}

impl Part {
    pub(super) fn of(shown: &Question, own: &Question) -> Self {
        let values: Vec<String> = own.values().map(str::to_owned).collect();
        let searched = shown
            .offered()
            .map(|choice| [choice.label.to_lowercase(), choice.value.to_lowercase()])
            .collect();
        let takes_text = own.typed.is_some();
        // Where nothing but a later decision is offered, the answer is written.
        let written = takes_text && values.len() == 1;
        Self {
            id: own.id.clone(),
            places: (0..values.len()).collect(),
            values,
            searched,
            takes_text,
            current: 0,
            top: 0,
            page: PAGE,
            choice: Entry::default(),
            writing: if written { Writing::Answer(Entry::default()) } else { Writing::Choice },
            note: None,
            told: None,
            said: None,
        }
    }

    pub(super) fn is_answered(&self) -> bool {
        self.said.is_some()
    }

    /// How many answers are offered.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    pub(super) fn drawn(&mut self, top: usize, page: usize) {
        self.top = top;
        self.page = page.max(1);
    }

    /// What is written: a number means the place in the full list, whatever is left of it.
    pub(super) fn written(&self) -> Written {
        let text = self.choice.said();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Written::Text;
        }
        let place = text.parse().ok().and_then(|number: usize| number.checked_sub(1));
        place.filter(|place| *place < self.count()).map_or(Written::NoPlace, Written::Place)
    }

    /// Whether something is written that no answer holds.
    pub(super) fn matches_nothing(&self) -> bool {
        self.written() == Written::Text && !self.choice.said().is_empty() && self.places.len() == 1
    }

    /// Looks what is left after what narrows the list was changed. Where it grew, the first that is left is the
    /// current one; where it shrank, the current one stays.
    pub(super) fn narrow(&mut self, grew: bool) {
        let was = self.places.get(self.current).copied();
        let written = self.written();
        // A number filters nothing: it means a place in the full list.
        let text = if written == Written::Text { self.choice.said() } else { "" };
        let sought = text.to_lowercase();
        let later = self.count().saturating_sub(1);
        let holds = |place: usize| {
            place == later
                || self
                    .searched
                    .get(place)
                    .is_some_and(|texts| texts.iter().any(|text| text.contains(&sought)))
        };
        self.places = (0..self.count()).filter(|place| holds(*place)).collect();
        let kept = was.and_then(|was| self.places.iter().position(|place| *place == was));
        self.current = match written {
            Written::Place(place) => place,
            Written::Text if grew => 0,
            Written::Text | Written::NoPlace => kept.unwrap_or_default(),
        };
    }

    /// Moves so many answers up or down, no further than the ends.
    pub(super) fn go(&mut self, way: isize) {
        let last = self.places.len().saturating_sub(1);
        self.current = self.current.saturating_add_signed(way).min(last);
    }

    /// Moves a page up or down.
    pub(super) fn turn(&mut self, down: bool) {
        let page = isize::try_from(self.page).unwrap_or(isize::MAX);
        self.go(if down { page } else { -page });
    }

    /// The value at a place, or nothing where the list has none there.
    pub(super) fn value(&self, place: usize) -> Option<Said> {
        self.values.get(place).cloned().map(Said::Value)
    }

    /// Takes what was said; the mark then stands on it.
    pub(super) fn say(&mut self, said: Said) {
        self.choice.clear();
        self.narrow(false);
        if let Said::Value(value) = &said
            && let Some(place) = self.values.iter().position(|offered| offered == value)
        {
            self.current = place;
        }
        self.told = None;
        self.said = Some(said);
    }

    /// The reply as it stands; nothing where nothing was said.
    pub(super) fn reply(&self) -> Option<Reply> {
        let said = self.said.clone()?;
        let note = self.note.clone();
        Some(Reply { id: self.id.clone(), said, note, answered_in: AnsweredIn::Terminal })
    }
}
