//! From lines to what a terminal draws: over what was drawn before, and in place.
//!
//! Only the cursor-up and the erase-line sequence are used, so that what stands above stays and nothing is
//! hidden on another screen. Lines end as raw mode needs it.

use unicode_segmentation::UnicodeSegmentation;

use super::view::wrap::width;
use super::view::{Line, Role};
use crate::host::terminal::Size;

const ERASE: &str = "\u{1b}[2K";
const PLAIN: &str = "\u{1b}[0m";

/// Draws the lines of one question again and again.
#[derive(Debug)]
pub(super) struct Painter {
    color: bool,
    /// How wide each line is that stands there, the last with the cursor at its end.
    drawn: Vec<usize>,
    columns: usize,
}

impl Painter {
    /// Nothing is drawn yet. Without `color` there is no escape sequence that says how a letter looks.
    pub(super) fn new(color: bool) -> Self {
        Self { color, drawn: Vec::new(), columns: 0 }
    }

    /// Forgets what was drawn: it may have scrolled away, and the next picture stands below.
    pub(super) fn forget(&mut self) {
        self.drawn.clear();
    }

    /// Draws `lines` in the place of the lines before; the cursor stays at the end of the last.
    pub(super) fn draw(&mut self, lines: &[Line], size: Size) -> String {
        let room = size.rows.saturating_sub(1).max(1);
        let columns = size.columns.max(1);
        let up = self.rows(columns).min(room).saturating_sub(1);
        let mut out = "\r".to_owned();
        go_up(&mut out, up);
        let mut drawn = Vec::with_capacity(lines.len());
        for (number, line) in lines.iter().take(room).enumerate() {
            out.push_str(if number == 0 { ERASE } else { "\r\n\u{1b}[2K" });
            drawn.push(self.line(&mut out, line, columns));
        }
        let more = (up + 1).saturating_sub(drawn.len().max(1));
        if more > 0 {
            out.push_str(&"\r\n\u{1b}[2K".repeat(more));
            go_up(&mut out, more);
            out.push('\r');
            if let Some(right) = drawn.last().filter(|right| **right > 0) {
                out.push_str(&format!("\u{1b}[{right}C"));
            }
        }
        self.drawn = drawn;
        self.columns = columns;
        out
    }

    /// Draws `lines` in the place of the lines before, for good: the next picture stands below.
    pub(super) fn settle(&mut self, lines: &[Line], size: Size) -> String {
        let mut out = self.draw(lines, size);
        out.push_str("\r\n");
        self.forget();
        out
    }

    /// The rows that what was drawn takes now. A terminal that was made narrower may have broken lines anew.
    fn rows(&self, columns: usize) -> usize {
        if columns >= self.columns {
            return self.drawn.len();
        }
        self.drawn.iter().map(|wide| wide.div_ceil(columns).max(1)).sum()
    }

    /// Writes a line, no wider than the screen; gives its width.
    fn line(&self, out: &mut String, line: &Line, columns: usize) -> usize {
        let mut used = 0;
        for span in &line.spans {
            let sgr = if self.color { sgr(span.role) } else { None };
            out.push_str(sgr.unwrap_or_default());
            for letter in span.text.graphemes(true) {
                let wide = width(letter);
                if used + wide > columns {
                    break;
                }
                used += wide;
                out.push_str(letter);
            }
            if sgr.is_some() {
                out.push_str(PLAIN);
            }
        }
        used
    }
}

fn go_up(out: &mut String, rows: usize) {
    if rows > 0 {
        out.push_str(&format!("\u{1b}[{rows}A"));
    }
}

/// How a piece looks: of the sixteen colours, and never the only sign of what it is.
fn sgr(role: Role) -> Option<&'static str> {
    match role {
        Role::Chip => Some("\u{1b}[36m"),
        Role::CurrentTab => Some("\u{1b}[1;36m"),
        Role::Mark | Role::Current => Some("\u{1b}[33m"),
        Role::Aside => Some("\u{1b}[2m"),
        Role::Plain | Role::Number | Role::Label => None,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use proptest::prelude::*;

    use super::Painter;
    use crate::host::terminal::Size;
    use crate::interview::view::{Line, Role};

    const SIZE: Size = Size { rows: 8, columns: 20 };

    fn screen(size: Size) -> vt100::Parser {
        let of = |count: usize| NonZeroU16::new(u16::try_from(count).unwrap()).unwrap();
        vt100::Parser::new(of(size.rows), of(size.columns), 100)
    }

    fn lines(texts: &[String]) -> Vec<Line> {
        texts.iter().map(|text| Line::blank().and(text.as_str(), Role::Current)).collect()
    }

    proptest! {
        /// Whatever was drawn before, what is drawn stands there alone below what stood above.
        #[test]
        fn a_picture_takes_the_place_of_the_one_before(
            pictures in prop::collection::vec(prop::collection::vec("[a-z日é]{0,9}", 1..7), 1..6),
            color in any::<bool>(),
        ) {
            let mut screen = screen(SIZE);
            screen.process(b"above\r\n");
            let mut painter = Painter::new(color);
            for picture in &pictures {
                screen.process(painter.draw(&lines(picture), SIZE).as_bytes());
                let shown: Vec<String> = screen.screen().rows(0, 20).map(|row| row.trim_end().to_owned()).collect();
                let start = shown.iter().position(|row| row == "above");
                let start = start.map_or(0, |at| at + 1);
                let shown = shown[start..].join("\n");
                let expected = picture.join("\n");
                prop_assert_eq!(shown.trim_end(), expected.trim_end());
                let (_, column) = screen.screen().cursor_position();
                prop_assert_eq!(usize::from(column), crate::interview::view::wrap::width(picture.last().unwrap()));
            }
        }

        #[test]
        fn without_color_nothing_says_how_a_letter_looks(texts in prop::collection::vec("[a-z]{0,30}", 0..12)) {
            let mut painter = Painter::new(false);
            for _ in 0..2 {
                let drawn = painter.draw(&lines(&texts), SIZE);
                prop_assert!(!drawn.contains('m') || texts.iter().any(|text| text.contains('m')), "{:?}", drawn);
                for sequence in drawn.split('\u{1b}').skip(1) {
                    let end = sequence.trim_start_matches(|letter: char| letter == '[' || letter.is_ascii_digit());
                    prop_assert!(end.starts_with(['A', 'K', 'C']), "{:?}", drawn);
                }
            }
        }
    }

    #[test]
    fn a_narrower_screen_that_broke_lines_anew_is_drawn_over_as_a_whole() {
        let mut painter = Painter::new(false);
        painter.draw(&lines(&["x".repeat(20), "y".repeat(4)]), SIZE);
        let drawn = painter.draw(&lines(&["z".to_owned()]), Size { rows: 8, columns: 10 });
        assert!(drawn.starts_with("\r\u{1b}[2A"), "two rows of x and one of y: {drawn:?}");
    }

    #[test]
    fn what_settled_is_not_drawn_over() {
        let mut screen = screen(SIZE);
        let mut painter = Painter::new(true);
        screen.process(painter.draw(&lines(&["one".to_owned(), "two".to_owned()]), SIZE).as_bytes());
        screen.process(painter.settle(&lines(&["said".to_owned()]), SIZE).as_bytes());
        screen.process(painter.draw(&lines(&["next".to_owned()]), SIZE).as_bytes());
        assert_eq!(screen.screen().contents(), "said\nnext");
    }
}
