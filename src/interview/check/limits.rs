//! The limits of asking, on a question by its fields.

use std::iter;

use super::fields::{Field, Fields};
use super::{Addressee, Asking, Findings, register, words};
use crate::interview::safe::Safe;
use crate::interview::view::wrap::{rows as rows_of, width};
use crate::interview::view::{Frame, Layout, Mode};
use crate::registry::asking::rule;
use crate::tables::model::asking::Limits;

/// Every rule but that of the rows.
pub(super) fn check(fields: &Fields<'_>, asking: &Asking<'_>, found: &mut Findings<'_>) {
    let limits = found.limits;
    if words::role(&fields.header, limits).is_none() || width(&fields.header) > limits.header_columns.into() {
        found.add(rule::HEADER, "chip", &fields.header);
    }
    count(fields, found);
    for (place, option) in checked(fields, limits).enumerate() {
        self::option(fields, option, &named(fields, place), found);
    }
    decide_later(fields, found);
    let product = match asking.addressee {
        Addressee::ProductThinker => true,
        Addressee::Facilitator => false,
        Addressee::Unnamed => words::role(&fields.header, limits) == Some(limits.product_role.as_ref()),
    };
    for (part, text) in texts(fields, limits) {
        if limits.bold_marks.iter().any(|mark| text.contains(mark.as_ref())) {
            found.add(rule::NO_BOLD, part.as_str(), text);
        }
        if product && register::is_inside(text, limits, asking.verbs) {
            found.add(rule::REGISTER, part.as_str(), text);
        }
        if let Some(line) = words::dashed(text) {
            found.add(rule::NO_DASH_IN_LISTS, part.as_str(), line);
        }
    }
    stands(fields, found);
    thing_first(fields, found);
}

/// The options that are read: all of a long list, as many of a short one as there may be.
fn checked<'a>(fields: &'a Fields<'_>, limits: &Limits) -> impl Iterator<Item = &'a Field<'a>> {
    let most = if fields.list { usize::MAX } else { limits.most_options.into() };
    fields.options.iter().take(most)
}

fn named(fields: &Fields<'_>, place: usize) -> String {
    match place + 1 {
        last if last == fields.options.len() => "later".to_owned(),
        number if fields.list => format!("choice {number}"),
        number => format!("option {number}"),
    }
}

/// Each text with the part that it is.
fn texts<'a>(fields: &'a Fields<'_>, limits: &Limits) -> impl Iterator<Item = (String, &'a str)> {
    let own =
        [("chip", Some(&fields.header)), ("text", Some(&fields.text)), ("typed", fields.typed.as_ref())];
    let own = own.into_iter().filter_map(|(part, text)| Some((part.to_owned(), text?.as_ref())));
    let options = checked(fields, limits).enumerate().flat_map(|(place, option)| {
        [("label", &option.label), ("meaning", &option.description)]
            .map(|(of, text)| (format!("{} {of}", named(fields, place)), text.as_ref()))
    });
    own.chain(options)
}

/// A long list is not counted, and a typed answer is one more way to answer.
fn count(fields: &Fields<'_>, found: &mut Findings<'_>) {
    let number = fields.options.len();
    let few = number + usize::from(fields.typed.is_some()) < found.limits.fewest_options.into();
    if !fields.list && (few || number > found.limits.most_options.into()) {
        found.add(rule::OPTIONS, "options", &number.to_string());
    }
}

fn option(fields: &Fields<'_>, option: &Field<'_>, part: &str, found: &mut Findings<'_>) {
    let limits = found.limits;
    if !(1..=limits.label_words.into()).contains(&option.label.split_whitespace().count()) {
        found.add(rule::LABEL_WORDS, format!("{part} label"), &option.label);
    }
    let sentences = words::sentences(&option.description, limits);
    let fewest = usize::from(!fields.list || part == "later");
    if !(fewest..=limits.meaning_sentences.into()).contains(&sentences) {
        found.add(rule::MEANING, format!("{part} meaning"), &option.description);
    }
    if words::urges(&option.own_label, limits) || words::urges(&option.label, limits) {
        found.add(rule::NEVER_RECOMMENDED, format!("{part} label"), &option.label);
    }
    if let Some(preview) = &option.preview {
        found.add(rule::NO_PREVIEW, format!("{part} preview"), preview);
    }
}

/// Exactly one option decides later, and it is the last of all.
fn decide_later(fields: &Fields<'_>, found: &mut Findings<'_>) {
    let is_later = |option: &Field<'_>| {
        let label = option.label.trim().to_lowercase();
        found.limits.later_labels.iter().any(|later| later.to_lowercase() == label)
    };
    let count = fields.options.iter().filter(|option| is_later(option)).count();
    let last = fields.options.last();
    if count != 1 || !last.is_some_and(is_later) {
        found.add(rule::DECIDE_LATER, "later", last.map_or("", |last| last.label.as_ref()));
    }
}

/// Both lines are there and say something.
fn stands(fields: &Fields<'_>, found: &mut Findings<'_>) {
    let limits = found.limits;
    for (part, prefix) in [("now", &limits.now_prefix), ("change_later", &limits.change_later_prefix)] {
        let mut said = fields.text.lines().filter_map(|line| words::behind(line, prefix));
        if !said.any(|text| !text.trim().is_empty()) {
            found.add(rule::NOW_AND_LATER, part, "");
        }
    }
}

/// There is a thing before the question, and the question comes last.
fn thing_first(fields: &Fields<'_>, found: &mut Findings<'_>) {
    let limits = found.limits;
    let mut lines = fields.text.lines().rev().filter(|line| !line.trim().is_empty());
    if !fields.unasked {
        let last = lines.next().unwrap_or_default();
        if !last.trim_end().ends_with('?') {
            found.add(rule::THING_FIRST, "ask", last);
        }
    }
    let stands = |line: &str| {
        [&limits.now_prefix, &limits.change_later_prefix]
            .iter()
            .any(|prefix| words::behind(line, prefix).is_some())
    };
    if lines.all(stands) {
        found.add(rule::THING_FIRST, "material", "");
    }
}

/// Whether the question fits a host's screen, and the terminal's own list.
pub(super) fn rows(fields: &Fields<'_>, ask: &Safe<'_>, found: &mut Findings<'_>) {
    let limits = found.limits;
    let frame = Frame {
        width: limits.columns.into(),
        rows: limits.rows.into(),
        mode: Mode::Arrows,
        ascii: false,
        tab: found.tab.saturating_sub(1),
    };
    let drawn = Layout::new(ask, frame, limits).map_or(0, |layout| layout.rows());
    fits(drawn.max(on_host(fields, limits)), found);
}

/// Whether it fits a host's screen.
pub(super) fn host_rows(fields: &Fields<'_>, found: &mut Findings<'_>) {
    fits(on_host(fields, found.limits), found);
}

fn fits(rows: usize, found: &mut Findings<'_>) {
    if rows > found.limits.rows.into() {
        found.add(rule::ROWS, "question", &format!("{rows} rows"));
    }
}

fn on_host(fields: &Fields<'_>, limits: &Limits) -> usize {
    let columns = limits.host_option_columns.into();
    let text = rows_of(fields.host_text().trim_matches('\n'), limits.host_text_columns.into());
    let of = |option: &Field<'_>| {
        let meaning =
            if option.description.trim().is_empty() { 0 } else { rows_of(&option.description, columns) };
        rows_of(&option.label, columns) + meaning
    };
    // A host shows no long list.
    let options = if fields.list { 0 } else { checked(fields, limits).map(of).sum() };
    iter::once(usize::from(limits.host_chrome_rows)).chain([text, options]).sum()
}
