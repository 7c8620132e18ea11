//! The lines of an answer: its mark and number, its label, and its meaning at its side or below.

use super::wrap::{cut, width, wrap};
use super::{Frame, HANG, INDENT, Line, Mode, Role};
use crate::interview::question::{Choice, Question};

/// What parts a label from the meaning at its side.
const GAP: usize = 2;
/// What stands between a number and its label.
const DOT: &str = ". ";
/// The narrowest column of meanings at the side of labels.
const NARROWEST: usize = 60;
/// The widest that a meaning runs.
const WIDEST: usize = 80;

/// Where the parts of each answer stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    /// The digits of the last number.
    digits: usize,
    /// The columns for the text of an answer.
    text: usize,
    /// The columns of labels and of meanings where they stand side by side.
    beside: Option<(usize, usize)>,
    /// Whether an answer that is not the current one takes one line.
    single: bool,
    mode: Mode,
    ascii: bool,
}

impl Columns {
    /// `measure` is the widest that text runs below a label, from the left edge.
    pub(super) fn of(question: &Question, frame: Frame, measure: usize) -> Self {
        let digits = question.offered().count().to_string().len();
        let before = INDENT + digits + DOT.len();
        let label = question.offered().map(|choice| width(&choice.label)).max().unwrap_or_default();
        let left = frame.width.saturating_sub(before + label + GAP);
        let meanings = question.offered().any(|choice| !choice.meaning.is_empty());
        let beside = frame.width > measure && meanings && left >= NARROWEST;
        Self {
            digits,
            text: frame.width.min(measure).saturating_sub(before).max(1),
            beside: beside.then_some((label, left.min(WIDEST))),
            single: question.list.is_some(),
            mode: frame.mode,
            ascii: frame.ascii,
        }
    }

    pub(super) fn lines(self, choice: &Choice, place: usize, current: bool) -> Vec<Line> {
        let first = self.numbered(place, current);
        let role = if current && self.mode == Mode::Arrows { Role::Current } else { Role::Label };
        match self.beside {
            Some((label, meaning)) => {
                let first = first.and(&choice.label, role);
                self.beside(first, &choice.meaning, label, meaning, current)
            }
            None if self.single && !current => {
                vec![first.and(cut(&choice.label, self.text, self.ascii), role)]
            }
            None => self.stacked(first, choice, role),
        }
    }

    /// The column in which labels stand.
    fn start(self) -> usize {
        INDENT + self.digits + DOT.len()
    }

    fn numbered(self, place: usize, current: bool) -> Line {
        let mark = match (current && self.mode == Mode::Arrows, self.ascii) {
            (false, _) => "  ",
            (true, true) => "> ",
            (true, false) => "› ",
        };
        let number = format!("{:>digits$}{DOT}", place + 1, digits = self.digits);
        Line::blank().and(mark, Role::Mark).and(number, Role::Number)
    }

    fn stacked(self, first: Line, choice: &Choice, role: Role) -> Vec<Line> {
        let labels = wrap(&choice.label, self.text, HANG);
        let mut lines = Vec::with_capacity(labels.len() + 2);
        let mut open = Some(first);
        for (number, label) in labels.into_iter().enumerate() {
            let hang = if number == 0 { 0 } else { HANG };
            lines.push(match open.take() {
                Some(first) => first.and(label, role),
                None => Line::indented(self.start() + hang, label, role),
            });
        }
        if !choice.meaning.trim().is_empty() {
            let meaning = wrap(&choice.meaning, self.text, 0);
            lines.extend(meaning.into_iter().map(|line| Line::indented(self.start(), line, Role::Aside)));
        }
        lines
    }

    fn beside(self, first: Line, meaning: &str, label: usize, columns: usize, current: bool) -> Vec<Line> {
        let at = self.start() + label + GAP;
        let parts = if self.single && !current {
            vec![cut(meaning, columns, self.ascii)]
        } else {
            wrap(meaning, columns, 0)
        };
        let mut lines = Vec::with_capacity(parts.len());
        let mut open = Some(first);
        for part in parts {
            lines.push(match open.take() {
                Some(first) if part.is_empty() => first,
                Some(first) => first.padded(at).and(part, Role::Aside),
                None => Line::indented(at, part, Role::Aside),
            });
        }
        lines
    }
}
