//! Whether an ask may be put to somebody: how it is built, and the limits of asking. Every finding at once;
//! nothing is rewritten.

mod fields;
mod limits;
mod register;
mod structure;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::question::Ask;
use super::rules::said;
use super::safe::{self, Safe};
use crate::registry::asking::{LIMITS, RuleId};
use crate::registry::commands::COMMANDS;
use crate::tables::asking::Numbers;
use crate::tables::model::asking::Limits;
pub use fields::{Field, Fields};

/// Something about an ask that must be different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The question, from 1; 0 is the whole call.
    pub tab: usize,
    /// Which part of it, such as `chip` or `option 2 label`.
    pub part: String,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// The beginning of what stands there: one line, safe to show.
    pub value: String,
    /// What it must be.
    pub limit: String,
    /// What to do.
    pub remedy: String,
}

/// For whom a question is, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Addressee {
    /// Whoever thinks of the product.
    ProductThinker,
    /// Whoever runs the work and knows its records and commands.
    Facilitator,
    /// Nobody said; the chip's role decides.
    #[default]
    Unnamed,
}

/// What an ask is checked against.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The limits.
    pub limits: &'a Limits,
    /// For whom it is.
    pub addressee: Addressee,
    /// The first words of abcd's commands, which a product question does not name.
    pub verbs: &'a [&'a str],
}

impl fmt::Display for Finding {
    /// One line: where, which rule, what it must be and what to do.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tab, part, rule, value, limit, remedy } = self;
        if *tab > 0 {
            write!(to, "question {tab}, ")?;
        }
        write!(to, "{part} ({rule}): must be {limit}")?;
        if !value.is_empty() {
            write!(to, ", and is: {value}")?;
        }
        write!(to, "; {remedy}")
    }
}

/// The first word of each command of abcd, once each.
pub fn verbs() -> Vec<&'static str> {
    let mut verbs: Vec<&str> = COMMANDS.iter().filter_map(|row| row.path.split(' ').next()).collect();
    verbs.dedup();
    verbs
}

impl<'a> Asking<'a> {
    /// The limits of the table.
    pub fn of(addressee: Addressee, verbs: &'a [&'a str]) -> Self {
        Self { limits: &LIMITS, addressee, verbs }
    }

    /// Every finding of an ask, at most as many as the limits say. The work grows with the ask and no faster.
    pub fn check(&self, ask: &Ask) -> Vec<Finding> {
        let safe = Safe::of(ask);
        let mut found = Findings { limits: self.limits, found: Vec::new(), tab: 0 };
        structure::call(&safe, &mut found);
        for (number, (shown, own)) in safe.pairs().enumerate().take(self.limits.most_questions.into()) {
            found.tab = number + 1;
            structure::question(shown, &mut found);
            let fields = Fields::of(shown, own, self.limits);
            limits::check(&fields, self, &mut found);
            limits::rows(&fields, &safe, &mut found);
        }
        found.found
    }

    /// The findings of one question as a host's tool has it, whose texts need not be safe yet.
    pub fn check_fields(&self, fields: &Fields<'_>) -> Vec<Finding> {
        let mut found = Findings { limits: self.limits, found: Vec::new(), tab: 1 };
        let fields = fields.safe();
        limits::check(&fields, self, &mut found);
        limits::host_rows(&fields, &mut found);
        found.found
    }
}

/// The findings so far.
struct Findings<'a> {
    limits: &'a Limits,
    found: Vec<Finding>,
    tab: usize,
}

impl Findings<'_> {
    fn add(&mut self, rule: RuleId, part: impl Into<String>, value: &str) {
        if self.found.len() >= usize::from(self.limits.most_findings) {
            return;
        }
        let row = rule.row();
        self.found.push(Finding {
            tab: self.tab,
            part: part.into(),
            rule: &row.id,
            value: echo(value, self.limits.echo_bytes.into()),
            limit: said(&row.bound, self.limits, Numbers::Digits),
            remedy: said(&row.remedy, self.limits, Numbers::Words),
        });
    }
}

/// The beginning of a value as one line of at most so many bytes.
fn echo(value: &str, bytes: usize) -> String {
    // A letter that is made visible grows, so that no more of the value than this is ever needed.
    let start = value.get(..value.floor_char_boundary(bytes)).unwrap_or_default();
    let mut line = safe::line(start);
    line.truncate(line.floor_char_boundary(bytes));
    line
}
