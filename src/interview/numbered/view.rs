//! What is said before a line is waited for.

use super::{PAGE, Reader};
use crate::host::terminal::Size;
use crate::interview::safe::Safe;
use crate::interview::view::{Frame, Layout, Line, Mode, Role};
use crate::registry::asking::LIMITS;

/// What stands before the line that is waited for.
pub(in crate::interview) const PROMPT: &str = "  Your answer: ";

impl Reader {
    /// The question from its chip on, with the first answers.
    pub(in crate::interview) fn question(&self, ask: &Safe<'_>, size: Size, ascii: bool) -> Vec<Line> {
        let Some(layout) = self.layout(ask, size, ascii) else { return Vec::new() };
        let mut lines = layout.head();
        lines.extend(self.listed(ask, &layout));
        lines.extend(layout.foot());
        lines.push(Line::blank());
        lines.extend(self.hints(ask, size));
        lines
    }

    /// The answers alone, as they are after narrowing and turning pages.
    pub(in crate::interview) fn answers(&self, ask: &Safe<'_>, size: Size, ascii: bool) -> Vec<Line> {
        self.layout(ask, size, ascii).map(|layout| self.listed(ask, &layout)).unwrap_or_default()
    }

    fn layout<'a>(&self, ask: &'a Safe<'_>, size: Size, ascii: bool) -> Option<Layout<'a>> {
        let Size { rows, columns: width } = size;
        Layout::new(ask, Frame { width, rows, mode: Mode::Numbered, ascii, tab: self.tab }, &LIMITS)
    }

    fn listed(&self, ask: &Safe<'_>, layout: &Layout<'_>) -> Vec<Line> {
        let places = self.places(ask);
        let page = places.iter().skip(self.page * PAGE).take(PAGE);
        let mut lines: Vec<Line> = page.flat_map(|place| layout.answer(*place, false)).collect();
        let pages = places.len().div_ceil(PAGE).max(1);
        if pages > 1 || !self.sought.is_empty() {
            let left = if self.sought.is_empty() {
                format!("Page {} of {pages}.", self.page + 1)
            } else {
                format!("{} of {} answers, page {} of {pages}.", places.len(), layout.count(), self.page + 1)
            };
            lines.push(Line::indented(2, left, Role::Aside));
        }
        lines
    }

    fn hints(&self, ask: &Safe<'_>, size: Size) -> Vec<Line> {
        let Some((shown, _)) = ask.pair(self.tab) else { return Vec::new() };
        let count = shown.offered().count();
        let mut said = vec!["Write the number of an answer.".to_owned()];
        if shown.typed.is_some() {
            said.push("Or = and an answer of your own.".to_owned());
        }
        if count > PAGE {
            said.push(
                "Or n for the next page, p for the one before, or a text that narrows the list.".to_owned(),
            );
        }
        said.push(format!("Or ? for: {}.", LIMITS.unclear_label));
        said.push("Before it, note: and a text, for a note.".to_owned());
        let text = said.join(" ");
        let wrapped = crate::interview::view::wrap::wrap(&text, size.columns.clamp(4, 80) - 2, 0);
        wrapped.into_iter().map(|line| Line::indented(2, line, Role::Aside)).collect()
    }
}
