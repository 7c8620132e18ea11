//! Columns: how wide a text is, where it is broken, and where it is cut. Texts are safe before they come here.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What stands for the rest of a text that was cut.
const REST: &str = "…";

/// The columns that a text takes on a terminal. Some terminals draw the letters of a cluster apart and some
/// together, so the wider of both counts.
pub fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(cluster).sum()
}

fn cluster(cluster: &str) -> usize {
    let apart: usize = cluster.chars().map(|letter| letter.width().unwrap_or(1)).sum();
    apart.max(cluster.width())
}

/// The text of one line in lines of at most `columns`, those after the first of `hang` fewer. Words stay whole
/// where they fit a line. There is always a line.
pub fn wrap(text: &str, columns: usize, hang: usize) -> Vec<String> {
    let mut lines = Lines { done: Vec::new(), open: String::new(), used: 0, columns: columns.max(1), hang };
    for word in text.split_whitespace() {
        lines.word(word);
    }
    lines.done.push(lines.open);
    lines.done
}

/// How many lines [`wrap`] makes of a text of many lines; a blank line is one.
pub fn rows(text: &str, columns: usize) -> usize {
    text.split('\n').map(|line| wrap(line, columns, 0).len()).sum()
}

struct Lines {
    done: Vec<String>,
    open: String,
    used: usize,
    columns: usize,
    hang: usize,
}

impl Lines {
    fn room(&self) -> usize {
        let hang = if self.done.is_empty() { 0 } else { self.hang };
        self.columns.saturating_sub(hang).max(1)
    }

    fn close(&mut self) {
        self.done.push(std::mem::take(&mut self.open));
        self.used = 0;
    }

    fn word(&mut self, word: &str) {
        let wide = width(word);
        let gap = usize::from(self.used > 0);
        if self.used + gap + wide <= self.room() {
            self.put(if gap == 1 { " " } else { "" }, gap);
            self.put(word, wide);
            return;
        }
        if self.used > 0 {
            self.close();
        }
        if wide <= self.room() {
            self.put(word, wide);
            return;
        }
        for letter in word.graphemes(true) {
            let wide = cluster(letter);
            if self.used > 0 && self.used + wide > self.room() {
                self.close();
            }
            self.put(letter, wide);
        }
    }

    fn put(&mut self, text: &str, wide: usize) {
        self.open.push_str(text);
        self.used += wide;
    }
}

/// A text cut to `columns`, with `…` for what was cut (`...` in `ascii`).
pub fn cut(text: &str, columns: usize, ascii: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let rest = if ascii { "..." } else { REST };
    let room = columns.saturating_sub(width(rest));
    let mut out = String::new();
    let mut used = 0;
    for letter in text.graphemes(true) {
        used += cluster(letter);
        if used > room {
            break;
        }
        out.push_str(letter);
    }
    out.truncate(out.trim_end().len());
    if width(rest) <= columns {
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{cut, rows, width, wrap};

    #[test]
    fn a_column_is_what_a_terminal_gives() {
        for (text, columns) in [
            ("plain", 5),
            ("日本", 4),
            ("e\u{301}", 1),
            ("ｱ", 1),
            ("🇩🇪", 2),
            ("한글", 4),
            ("\u{1100}\u{1161}", 2),
        ] {
            assert_eq!(width(text), columns, "{text}");
        }
    }

    #[test]
    fn words_stay_whole_and_long_ones_are_split() {
        assert_eq!(wrap("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7, 2), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij k", 4, 0), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrap("a abcdefghij", 4, 1), ["a", "abc", "def", "ghi", "j"]);
        assert_eq!(wrap("日本語 x", 5, 0), ["日本", "語 x"]);
        assert_eq!(wrap("", 5, 0), [""]);
        assert_eq!(wrap("  a  b ", 5, 0), ["a b"]);
    }

    #[test]
    fn a_blank_line_is_a_row() {
        assert_eq!(rows("a\n\nb", 10), 3);
        assert_eq!(rows("abcdefghijk", 5), 3);
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("short", 5, false), "short");
        assert_eq!(cut("longer", 5, false), "long…");
        assert_eq!(cut("longer", 5, true), "lo...");
        assert_eq!(cut("日本語", 5, false), "日本…");
        assert_eq!(cut("日本語", 4, false), "日…");
        assert_eq!(cut("ab", 1, true), "");
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_it_may_be(text in "[a-zé日本가\u{301} ]{0,60}", columns in 2_usize..20, hang in 0_usize..3) {
            let lines = wrap(&text, columns, hang);
            for (number, line) in lines.iter().enumerate() {
                let room = if number == 0 { columns } else { columns.saturating_sub(hang).max(2) };
                prop_assert!(width(line) <= room, "{line:?} in {room}");
            }
            let joined: String = lines.concat().split_whitespace().collect();
            let own: String = text.split_whitespace().collect();
            prop_assert_eq!(joined, own);
        }

        #[test]
        fn what_is_cut_fits(text in "[a-zé日本가\u{301} ]{0,30}", columns in 0_usize..20, ascii in any::<bool>()) {
            prop_assert!(width(&cut(&text, columns, ascii)) <= columns);
        }
    }
}
