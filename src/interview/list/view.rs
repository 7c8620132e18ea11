//! Where the list stands, as lines.

use super::State;
use unicode_segmentation::UnicodeSegmentation;

use super::part::{Part, Told, Writing, Written};
use crate::host::terminal::Size;
use crate::interview::door::Said;
use crate::interview::safe::{Safe, line};
use crate::interview::view::wrap::{cut, width};
use crate::interview::view::{Frame, Layout, Line, Mode, Role};
use crate::registry::asking::LIMITS;

/// How far everything stands from the left edge.
const INDENT: usize = 2;

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::interview) struct Picture {
    /// The lines; the last is the one in which is written, with the cursor at its end.
    pub(in crate::interview) lines: Vec<Line>,
    /// The first answer that is seen, among those that are left after narrowing.
    pub(super) top: usize,
    /// How many are seen.
    pub(super) page: usize,
}

/// The picture of `state` on a screen of `size`: at most one line less than it has rows.
pub(in crate::interview) fn view(state: &State, ask: &Safe<'_>, size: Size, ascii: bool) -> Picture {
    let frame = Frame { width: size.columns, rows: size.rows, mode: Mode::Arrows, ascii, tab: state.tab };
    let (Some(layout), Some(part)) = (Layout::new(ask, frame, &LIMITS), state.parts.get(state.tab)) else {
        return Picture { lines: Vec::new(), top: 0, page: 1 };
    };
    let layout = layout.marking(&state.answered());
    let seen = layout.seen(&part.places, part.current, part.top);
    let own = Own { part, several: state.parts.len() > 1, columns: size.columns, ascii }.lines();
    let room = size.rows.saturating_sub(1).max(1);
    let lines = fitted(layout.head(), seen.lines, layout.foot(), own, room);
    Picture { lines, top: seen.top, page: seen.page }
}

/// All of it, or what matters most where it does not fit: less of what stands above first, then nothing of what
/// stands below the answers, then the answers around the current one alone, then the line that is written.
fn fitted(head: Vec<Line>, seen: Vec<Line>, foot: Vec<Line>, own: Vec<Line>, room: usize) -> Vec<Line> {
    let over = (head.len() + seen.len() + foot.len() + own.len()).saturating_sub(room);
    let head: Vec<Line> = head.into_iter().skip(over).collect();
    let foot = if head.len() + seen.len() + foot.len() + own.len() > room { Vec::new() } else { foot };
    let mark = seen.iter().position(is_marked).unwrap_or_default();
    let rows = room.saturating_sub(head.len() + foot.len() + own.len()).max(usize::from(room > 1));
    let skip = mark.saturating_sub(rows / 2).min(seen.len().saturating_sub(rows));
    let seen = seen.into_iter().skip(skip).take(rows);
    let lines: Vec<Line> = head.into_iter().chain(seen).chain(foot).collect();
    let left = room.saturating_sub(lines.len());
    let skip = own.len().saturating_sub(left);
    lines.into_iter().chain(own.into_iter().skip(skip)).collect()
}

fn is_marked(line: &Line) -> bool {
    line.spans.iter().any(|span| span.role == Role::Mark && !span.text.trim().is_empty())
}

/// The line that an answered part leaves behind.
pub(in crate::interview) fn settled(
    state: &State,
    ask: &Safe<'_>,
    tab: usize,
    columns: usize,
    ascii: bool,
) -> Option<Line> {
    let part = state.parts.get(tab)?;
    let (shown, own) = ask.pair(tab)?;
    let said = match part.said.as_ref()? {
        Said::Unclear => LIMITS.unclear_label.to_string(),
        Said::Value(value) => {
            let place = own.values().position(|offered| offered == value);
            let label = place.and_then(|place| shown.offered().nth(place)).map(|choice| choice.label.clone());
            label.unwrap_or_else(|| line(value))
        }
    };
    let noted = part.note.as_deref().map(|note| format!(" ({})", line(note))).unwrap_or_default();
    let mark = if ascii { " > " } else { " › " };
    let before = INDENT + width(&shown.chip) + width(mark);
    let said = cut(&format!("{said}{noted}"), columns.saturating_sub(before), ascii);
    Some(Line::indented(INDENT, &shown.chip, Role::Chip).and(mark, Role::Mark).and(said, Role::Plain))
}

/// The lines below the question: what is told or noted, the keys, and what is written.
struct Own<'a> {
    part: &'a Part,
    several: bool,
    columns: usize,
    ascii: bool,
}

impl Own<'_> {
    fn lines(&self) -> Vec<Line> {
        let [first, second] = self.keys();
        vec![
            self.aside(&self.told(), Role::Plain),
            self.aside(&first, Role::Aside),
            self.aside(&second, Role::Aside),
            self.written(),
        ]
    }

    fn aside(&self, text: &str, role: Role) -> Line {
        if text.is_empty() {
            return Line::blank();
        }
        Line::indented(INDENT, cut(text, self.columns.saturating_sub(INDENT), self.ascii), role)
    }

    fn told(&self) -> String {
        let part = self.part;
        match &part.told {
            Some(Told::NoNumber(number)) => {
                let number = cut(number, 20, self.ascii);
                format!("There is no {number}: the numbers go from 1 to {}.", part.count())
            }
            Some(Told::Empty) => "An answer needs a text; with esc you are back in the list.".to_owned(),
            Some(Told::NotTyped) => "This question takes one of its answers only.".to_owned(),
            None if part.matches_nothing() && part.count() > 1 => {
                "Nothing matches; esc brings the whole list back.".to_owned()
            }
            None => match &part.note {
                Some(note) if !matches!(part.writing, Writing::Note(_)) => format!("Note: {}", line(note)),
                _ => String::new(),
            },
        }
    }

    fn keys(&self) -> [String; 2] {
        let between = if self.ascii { " | " } else { " · " };
        let unclear = format!("ctrl-x {}", LIMITS.unclear_label);
        let (first, second) = match &self.part.writing {
            Writing::Choice => {
                let mut first = vec!["enter chooses", "letters narrow", "digits: number", "esc clears"];
                if self.several {
                    first.push("tab next part");
                }
                let mut second = vec![unclear.as_str(), "ctrl-n note"];
                if self.part.takes_text {
                    second.push("ctrl-t type an answer");
                }
                (first.join(between), second.join(between))
            }
            Writing::Note(_) => (["enter keeps the note", "esc leaves it as it was"].join(between), unclear),
            Writing::Answer(_) => {
                let mut first = vec!["enter answers", "esc goes to the list"];
                if self.several {
                    first.push("tab next part");
                }
                (first.join(between), [unclear.as_str(), "ctrl-n note"].join(between))
            }
        };
        [first, second]
    }

    /// The line that is written, its end in view; the cursor stands behind it.
    fn written(&self) -> Line {
        let part = self.part;
        let (name, text) = match &part.writing {
            Writing::Choice if part.written() != Written::Text => ("Number: ", part.choice.text()),
            Writing::Choice => ("Narrow: ", part.choice.text()),
            Writing::Note(entry) => ("Note: ", entry.text()),
            Writing::Answer(entry) => ("Answer: ", entry.text()),
        };
        let named = Line::indented(INDENT, name, Role::Aside);
        let room = self.columns.saturating_sub(named.width() + 1);
        named.and(end_of(&line(text), room), Role::Plain)
    }
}

#[cfg(test)]
impl Picture {
    /// The lines that the list adds to what the question takes.
    pub(super) fn own(state: &State) -> usize {
        let own = Own { part: &state.parts[0], several: false, columns: 80, ascii: false };
        own.lines().len()
    }
}

/// The end of a text that fits so many columns.
fn end_of(text: &str, columns: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut used = 0;
    for letter in text.graphemes(true).rev() {
        used += width(letter);
        if used > columns {
            break;
        }
        kept.push(letter);
    }
    kept.into_iter().rev().collect()
}
