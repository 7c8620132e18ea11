//! A question as a host's tool shows it: a header, a text, and options with a label and a description.

use std::borrow::Cow;

use crate::interview::question::{Block, Question};
use crate::interview::safe::{line, lines};
use crate::tables::model::asking::Limits;

/// A question by its fields, as they are.
#[derive(Debug, Clone, Default)]
pub struct Fields<'a> {
    /// The chip.
    pub header: Cow<'a, str>,
    /// Everything that is read before the question, and the question as its last line.
    pub text: Cow<'a, str>,
    /// What is offered, the one that decides later last.
    pub options: Vec<Field<'a>>,
    /// Whether the options are a long list.
    pub list: bool,
    /// What is said where an answer may be typed.
    pub typed: Option<Cow<'a, str>>,
    /// Whether the question itself is missing, which is a finding of its own.
    pub unasked: bool,
}

/// An option by its fields.
#[derive(Debug, Clone, Default)]
pub struct Field<'a> {
    /// Its label, safe to show.
    pub label: Cow<'a, str>,
    /// Its label as it is.
    pub own_label: Cow<'a, str>,
    /// What it means.
    pub description: Cow<'a, str>,
    /// What is shown at its side.
    pub preview: Option<Cow<'a, str>>,
}

impl<'a> Fields<'a> {
    /// The fields of a question that was made safe, beside the question as it is.
    pub(super) fn of(shown: &'a Question, own: &'a Question, limits: &Limits) -> Self {
        // Every field is named, so that a new one is not left unmeasured.
        let Question { id: _, chip, material, ask, options: _, later: _, now, change_later, list, typed } =
            shown;
        let mut parts: Vec<String> = material.iter().map(block).collect();
        let prefixed =
            |prefix: &str, text: &Option<String>| text.as_ref().map(|text| format!("{prefix} {text}"));
        let stands = prefixed(&limits.now_prefix, now);
        let changes = prefixed(&limits.change_later_prefix, change_later);
        let lines: Vec<String> = stands.into_iter().chain(changes).collect();
        if !lines.is_empty() {
            parts.push(lines.join("\n"));
        }
        let unasked = ask.trim().is_empty();
        if !unasked {
            parts.push(ask.clone());
        }
        let options = shown.offered().zip(own.offered()).map(|(shown, own)| Field {
            label: shown.label.as_str().into(),
            own_label: own.label.as_str().into(),
            description: shown.meaning.as_str().into(),
            preview: None,
        });
        Self {
            header: chip.as_str().into(),
            text: parts.join("\n\n").into(),
            options: options.collect(),
            list: list.is_some(),
            typed: typed.as_deref().map(Cow::Borrowed),
            unasked,
        }
    }

    /// The fields with every text made safe.
    pub(super) fn safe(&self) -> Fields<'static> {
        let Self { header, text, options, list, typed, unasked } = self;
        let option = |option: &Field<'_>| {
            let Field { label, own_label, description, preview } = option;
            Field {
                label: line(label).into(),
                own_label: own_label.clone().into_owned().into(),
                description: line(description).into(),
                preview: preview.as_deref().map(|preview| lines(preview).into()),
            }
        };
        Fields {
            header: line(header).into(),
            text: lines(text).into(),
            options: options.iter().map(option).collect(),
            list: *list,
            typed: typed.as_deref().map(|typed| line(typed).into()),
            unasked: *unasked,
        }
    }

    /// The text with the line that says that an answer may be typed.
    pub(super) fn host_text(&self) -> Cow<'_, str> {
        match &self.typed {
            None => Cow::Borrowed(&self.text),
            Some(typed) => Cow::Owned(format!("{}\n\n{typed}", self.text)),
        }
    }
}

fn block(block: &Block) -> String {
    let text = block.text.iter().map(|text| text.trim_matches('\n').to_owned());
    let items = block.items.iter().map(|item| {
        let lines: Vec<&str> = item.trim_matches('\n').split('\n').collect();
        format!("- {}", lines.join(" "))
    });
    text.chain(items).collect::<Vec<_>>().join("\n")
}
