//! How a question is laid out: lines of text from a question and the size of a screen, and nothing else. Who
//! paints adds its own lines (hints, what was typed, the key of the unclear) below.

mod answers;
mod line;
pub mod scroll;
#[cfg(test)]
mod tests;
pub mod wrap;

use super::question::{Block, Question};
use super::safe::Safe;
use crate::tables::model::asking::Limits;
use answers::Columns;
pub use line::{Line, Role, Span};
use wrap::wrap;

/// How far a question stands from the left edge.
const INDENT: usize = 2;
/// How much further the second line of a text stands.
const HANG: usize = 2;

/// How a question is answered where it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// With a mark that moves.
    Arrows,
    /// By a number that is typed; nothing is drawn twice, so a screen reader follows.
    Numbered,
}

/// Where a question is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub rows: usize,
    /// How it is answered.
    pub mode: Mode,
    /// Whether only ASCII marks can be drawn.
    pub ascii: bool,
    /// Which part of the ask is shown, from 0.
    pub tab: usize,
}

/// One part of an ask in its frame.
#[derive(Debug, Clone)]
pub struct Layout<'a> {
    chips: Vec<&'a str>,
    answered: Vec<bool>,
    question: &'a Question,
    frame: Frame,
    limits: &'a Limits,
    columns: Columns,
}

impl<'a> Layout<'a> {
    /// The part that the frame names, or none where the ask has no such part.
    pub fn new(ask: &'a Safe<'_>, frame: Frame, limits: &'a Limits) -> Option<Self> {
        let (question, _) = ask.pair(frame.tab)?;
        let chips = ask.shown().questions.iter().map(|question| question.chip.as_str()).collect();
        let columns = Columns::of(question, frame, limits.columns.into());
        Some(Self { chips, answered: Vec::new(), question, frame, limits, columns })
    }

    /// With a mark at each part that is answered.
    #[must_use]
    pub fn marking(self, answered: &[bool]) -> Self {
        Self { answered: answered.to_vec(), ..self }
    }

    /// What stands above the answers: the chip with those of the other parts, the material, the question. A
    /// blank line parts each from the next and stands last.
    pub fn head(&self) -> Vec<Line> {
        let mut lines = self.chip_lines();
        lines.push(Line::blank());
        for block in &self.question.material {
            self.block(block, &mut lines);
            lines.push(Line::blank());
        }
        self.text(&self.question.ask, Role::Plain, &mut lines);
        lines.push(Line::blank());
        lines
    }

    /// How many answers are offered, the one that decides later among them.
    pub fn count(&self) -> usize {
        self.question.offered().count()
    }

    /// The answer at a place from 0, as it stands in the full list, with or without the mark; none behind the
    /// last. An answer of a long list takes one line, unless it is the current one.
    pub fn answer(&self, place: usize, current: bool) -> Vec<Line> {
        let Some(choice) = self.question.offered().nth(place) else { return Vec::new() };
        self.columns.lines(choice, place, current)
    }

    /// What stands below the answers, behind a blank line: what a typed answer is, how it stands now, how it
    /// is changed later. Nothing where there is none of it.
    pub fn foot(&self) -> Vec<Line> {
        let question = self.question;
        let prefixed = |prefix: &str, text: &Option<String>| {
            text.as_ref().filter(|text| !text.trim().is_empty()).map(|text| format!("{prefix} {text}"))
        };
        let said = [
            question.typed.clone().filter(|text| !text.trim().is_empty()),
            prefixed(&self.limits.now_prefix, &question.now),
            prefixed(&self.limits.change_later_prefix, &question.change_later),
        ];
        let mut lines = Vec::new();
        for text in said.iter().flatten() {
            self.text(text, Role::Aside, &mut lines);
        }
        if !lines.is_empty() {
            lines.insert(0, Line::blank());
        }
        lines
    }

    /// The rows that are left for the answers, at least as many as a long list must have.
    pub fn window(&self) -> usize {
        let chrome = usize::from(self.limits.list_chrome_rows);
        let taken = self.head().len() + self.foot().len() + chrome;
        self.frame.rows.saturating_sub(taken).max(self.least_window())
    }

    /// The rows that the question takes at least, with the lines that the terminal's own list draws around it.
    pub fn rows(&self) -> usize {
        let answers = if self.is_list() {
            self.least_window()
        } else {
            let answers = self.question.offered().enumerate();
            answers.map(|(place, choice)| self.columns.lines(choice, place, true).len()).sum()
        };
        self.head().len() + answers + self.foot().len() + usize::from(self.limits.list_chrome_rows)
    }

    fn least_window(&self) -> usize {
        usize::from(self.limits.list_rows) + usize::from(self.limits.list_more_rows)
    }

    fn is_list(&self) -> bool {
        self.question.list.is_some()
    }

    fn chip_lines(&self) -> Vec<Line> {
        let chip = &self.question.chip;
        let many = self.chips.len() > 1;
        if self.frame.mode == Mode::Numbered || !many {
            let part = format!("{chip} (part {} of {})", self.frame.tab + 1, self.chips.len());
            let mut lines = Vec::new();
            self.text(if many { &part } else { chip }, Role::Chip, &mut lines);
            return lines;
        }
        let (mark, between) = if self.frame.ascii { ("> ", " | ") } else { ("› ", " · ") };
        let mut lines = Vec::new();
        let mut open = Line::indented(INDENT, "", Role::Plain);
        for (tab, chip) in self.chips.iter().enumerate() {
            let current = tab == self.frame.tab;
            let done = match (self.answered.get(tab), self.frame.ascii) {
                (Some(true), true) => "x ",
                (Some(true), false) => "✓ ",
                _ => "",
            };
            let named = format!("{done}{} {chip}", tab + 1);
            let named = wrap::cut(&named, self.measure().saturating_sub(INDENT), self.frame.ascii);
            let wide = wrap::width(&named) + if current { INDENT } else { 0 } + between.len();
            if open.spans.len() > 1 && open.width() + wide > self.measure() + INDENT {
                lines.push(std::mem::replace(&mut open, Line::indented(INDENT, "", Role::Plain)));
            }
            if open.spans.len() > 1 {
                open = open.and(between, Role::Aside);
            }
            open = if current {
                open.and(mark, Role::Mark).and(named, Role::CurrentTab)
            } else {
                open.and(named, Role::Chip)
            };
        }
        lines.push(open);
        lines
    }

    /// The columns that text has behind its indent; on a wider screen it runs no further than on the one that it
    /// must fit.
    fn measure(&self) -> usize {
        self.frame.width.min(self.limits.columns.into()).saturating_sub(INDENT).max(1)
    }

    fn text(&self, text: &str, role: Role, lines: &mut Vec<Line>) {
        let hang = if role == Role::Aside { HANG } else { 0 };
        for (number, line) in wrap(text, self.measure(), hang).into_iter().enumerate() {
            let indent = INDENT + if number == 0 { 0 } else { hang };
            lines.push(Line::indented(indent, line, role));
        }
    }

    fn block(&self, block: &Block, lines: &mut Vec<Line>) {
        for line in block.text.iter().flat_map(|text| text.trim_matches('\n').split('\n')) {
            self.text(line, Role::Plain, lines);
        }
        for item in &block.items {
            let item = item
                .trim_matches('\n')
                .split('\n')
                .flat_map(|line| wrap(line, self.measure().saturating_sub(HANG), 0));
            for (number, line) in item.enumerate() {
                let bullet = if number == 0 { "- " } else { "  " };
                lines.push(Line::indented(INDENT, format!("{bullet}{line}"), Role::Plain));
            }
        }
    }
}
