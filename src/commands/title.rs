//! The title of a record as a line of a list shows it.

/// The longest title that is shown in a line, in characters.
const TITLE: usize = 80;

/// A title, cut where it is long.
pub(crate) fn short(title: &str) -> String {
    let mut short: String = title.chars().take(TITLE).collect();
    if short.len() < title.len() {
        short.push('…');
    }
    short
}
