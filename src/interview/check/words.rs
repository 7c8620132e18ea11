//! How texts are read: sentences, lines of a list, marks that urge, the form of a chip.

use crate::tables::model::asking::Limits;

/// The longest dash.
const EM_DASH: char = '—';
/// What makes a sign an emoji; it is no part of what is written.
const VARIATION: char = '\u{fe0f}';

/// How many sentences a text has. One ends in `.`, `?` or `!` before a space or the end, unless that belongs to
/// an abbreviation; what is left over at the end is one more.
pub(super) fn sentences(text: &str, limits: &Limits) -> usize {
    let mut count = 0;
    let mut open = false;
    for word in text.split_whitespace() {
        let bare = word.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let short = limits.abbreviations.iter().any(|one| one.eq_ignore_ascii_case(bare));
        open = short || !word.ends_with(['.', '?', '!']);
        count += usize::from(!open);
    }
    count + usize::from(open)
}

/// Whether a label urges its choice: by a word, or by a star at one of its ends.
pub(super) fn urges(label: &str, limits: &Limits) -> bool {
    let bare = label.trim_matches([' ', '\t', VARIATION]);
    label.to_lowercase().contains(&limits.recommended.to_lowercase())
        || limits.stars.iter().any(|star| bare.starts_with(star.as_ref()) || bare.ends_with(star.as_ref()))
}

/// Whether a line stands in a list: `-`, `*`, `+` or a number and a dot, then a space.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = if digits > 0 {
        line.get(digits..).and_then(|rest| rest.strip_prefix('.'))
    } else {
        line.strip_prefix(['-', '*', '+'])
    };
    rest.is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// The first line of a list that holds an em dash.
pub(super) fn dashed(text: &str) -> Option<&str> {
    text.lines().find(|line| line.contains(EM_DASH) && is_item(line))
}

/// What stands behind a prefix at the start of a line, in any letter case.
pub(super) fn behind<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let line = line.trim_start();
    let start = line.get(..prefix.len())?;
    if start.eq_ignore_ascii_case(prefix) { line.get(prefix.len()..) } else { None }
}

/// The role of a chip that is written as one: a role, ` Q`, a number, and perhaps a slash and how many.
pub(super) fn role<'a>(chip: &str, limits: &'a Limits) -> Option<&'a str> {
    let (role, rest) = chip.split_once(" Q")?;
    let role = limits.chip_roles.iter().find(|known| *known == role)?;
    let (number, total) = rest.split_once('/').map_or((rest, None), |(number, total)| (number, Some(total)));
    let counts =
        |text: &str| !text.starts_with('0') && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (counts(number) && total.is_none_or(counts)).then_some(role.as_ref())
}
