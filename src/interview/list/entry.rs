//! A line of text that a person writes.

use unicode_segmentation::UnicodeSegmentation;

/// The longest text that is taken, in characters.
const LONGEST: usize = 2000;

/// What was written so far; it has no line ends and no control characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry(String);

impl Entry {
    /// What was written before.
    pub(super) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// What was written, without the spaces around it.
    pub(super) fn said(&self) -> &str {
        self.0.trim()
    }

    /// Adds a letter; nothing where the text is full.
    pub(super) fn letter(&mut self, letter: char) {
        if self.0.chars().count() < LONGEST && !letter.is_control() {
            self.0.push(letter);
        }
    }

    /// Adds what was pasted: a line end or another control is a space.
    pub(super) fn pasted(&mut self, text: &str) {
        for letter in text.trim().chars().take(LONGEST) {
            self.letter(if letter.is_control() { ' ' } else { letter });
        }
    }

    /// Takes away the last letter, with what is combined with it.
    pub(super) fn shorter(&mut self) {
        let last = self.0.graphemes(true).next_back().map_or(0, str::len);
        self.0.truncate(self.0.len() - last);
    }

    /// Takes away the last word.
    pub(super) fn word_shorter(&mut self) {
        let kept = self.0.trim_end();
        let kept = kept.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        self.0.truncate(kept);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, LONGEST};

    #[test]
    fn a_letter_goes_with_what_is_combined_with_it_and_a_word_as_a_whole() {
        let mut entry = Entry::of("one two 日e\u{301}");
        entry.shorter();
        assert_eq!(entry.text(), "one two 日");
        entry.word_shorter();
        assert_eq!(entry.text(), "one two ");
        entry.word_shorter();
        assert_eq!(entry.text(), "one ");
        entry.word_shorter();
        entry.word_shorter();
        entry.shorter();
        assert_eq!(entry.text(), "");
    }

    #[test]
    fn what_is_pasted_is_one_line_and_bounded() {
        let mut entry = Entry::default();
        entry.pasted("\na\r\nb\u{1b}[A\t\n");
        assert_eq!(entry.text(), "a  b [A");
        entry.pasted(&"y".repeat(3 * LONGEST));
        entry.letter('z');
        assert_eq!(entry.text().chars().count(), LONGEST);
        assert!(entry.text().ends_with('y'));
    }
}
