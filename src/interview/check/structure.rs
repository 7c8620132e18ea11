//! How an ask is built: ids and values that stand once, something to answer, blocks of a known kind.

use std::collections::BTreeSet;

use super::Findings;
use crate::interview::question::{Block, Question};
use crate::interview::safe::Safe;
use crate::interview::unclear::is_word;
use crate::registry::asking::rule;

/// What holds of the call as a whole.
pub(super) fn call(ask: &Safe<'_>, found: &mut Findings<'_>) {
    let questions = &ask.shown().questions;
    let (fewest, most) = (found.limits.fewest_questions.into(), found.limits.most_questions.into());
    if !(fewest..=most).contains(&questions.len()) {
        found.add(rule::QUESTIONS_PER_CALL, "questions", &questions.len().to_string());
    }
    let mut ids = BTreeSet::new();
    for (number, question) in questions.iter().enumerate().take(most) {
        let id = question.id.trim();
        if id.is_empty() || !ids.insert(id) {
            found.tab = number + 1;
            found.add(rule::ID_UNIQUE, "id", id);
        }
    }
    found.tab = 0;
}

/// What holds of one question.
pub(super) fn question(question: &Question, found: &mut Findings<'_>) {
    if question.ask.trim().is_empty() {
        found.add(rule::ASK_PRESENT, "ask", &question.ask);
    }
    for (number, block) in question.material.iter().enumerate() {
        if !is_block(block, found) {
            found.add(rule::BLOCK_KIND, format!("material {}", number + 1), &block.kind);
        }
    }
    let listed = question.list.as_ref().is_some_and(|list| !list.choices.is_empty());
    if question.options.is_empty() && !listed && question.typed.is_none() {
        found.add(rule::ANSWERABLE, "options", "");
    }
    if question.list.is_some() && !question.options.is_empty() {
        found.add(rule::ONE_SET_OF_ANSWERS, "list", "");
    }
    answers(question, found);
}

fn is_block(block: &Block, found: &Findings<'_>) -> bool {
    let kinds = &found.limits.block_kinds;
    let [runs, stands] =
        [kinds.first(), kinds.get(1)].map(|kind| kind.is_some_and(|kind| *kind == block.kind));
    (runs && block.text.as_ref().is_some_and(|text| !text.trim().is_empty()))
        || (stands && !block.items.is_empty() && block.items.iter().all(|item| !item.trim().is_empty()))
}

/// Values stand once, the one of `later` among them, and no answer is the key for more.
fn answers(question: &Question, found: &mut Findings<'_>) {
    let mut values = BTreeSet::new();
    for (number, choice) in question.offered().enumerate() {
        let part = |of: &str| format!("{} {of}", named(question, number));
        let value = choice.value.trim();
        if value.is_empty() || !values.insert(value) {
            found.add(rule::VALUE_UNIQUE, part("value"), value);
        }
        for (of, text) in [("value", &choice.value), ("label", &choice.label)] {
            if is_word(text, found.limits) {
                found.add(rule::UNCLEAR_IS_A_KEY, part(of), text);
                break;
            }
        }
    }
}

/// What an answer at a place is called.
pub(super) fn named(question: &Question, place: usize) -> String {
    let listed = question.list.as_ref().map_or(0, |list| list.choices.len());
    let options = question.options.len();
    match place {
        _ if place < options => format!("option {}", place + 1),
        _ if place < options + listed => format!("choice {}", place - options + 1),
        _ => "later".to_owned(),
    }
}
