//! What a role hands over after a turn: an ask or an outcome, read strictly, and why it was not taken.

use serde_json::{Map, Value};

use crate::host::files::Trouble;
use crate::interview::check::{Addressee, Asking, Finding};
use crate::interview::question::Ask;
use crate::interview::strict::{NotStrict, parse};
use crate::registry::values::FallbackReason;
use crate::safe;

/// The most that is read of a receipt, in bytes.
pub const CAP: u64 = 1024 * 1024;
/// The longest detail, in bytes.
const DETAIL: usize = 300;
/// The key of a receipt that asks.
const ASK: &str = "ask";
/// The key of a receipt that hands over the outcome.
const DONE: &str = "done";

/// A receipt that was taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Receipt {
    /// Questions that passed every check.
    Ask(Ask),
    /// An outcome that is not checked yet.
    Done(Value),
}

/// Why a receipt is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// In one word.
    pub reason: FallbackReason,
    /// In a sentence of abcd's own, bounded and safe to show.
    pub detail: String,
    /// What breaks which rule of asking.
    pub findings: Vec<Finding>,
}

impl Unfit {
    /// A receipt that cannot be read.
    pub fn unparsable(detail: &str) -> Self {
        Self { reason: FallbackReason::Unparsable, detail: bounded(detail), findings: Vec::new() }
    }

    /// A receipt that can be read and is not what was asked for.
    pub fn invalid(detail: &str) -> Self {
        Self { reason: FallbackReason::Invalid, detail: bounded(detail), findings: Vec::new() }
    }
}

/// Takes what was read of a receipt of at most [`CAP`] bytes; `verbs` are the words that a question for whoever
/// thinks of the product does not name.
pub fn taken(read: Result<Vec<u8>, Trouble>, verbs: &[&str]) -> Result<Receipt, Unfit> {
    let bytes = read.map_err(|trouble| Unfit::unparsable(&unread(trouble)))?;
    let text = String::from_utf8(bytes).map_err(|_| Unfit::unparsable("the receipt is not UTF-8"))?;
    let document = parse(&text).map_err(|not| Unfit::unparsable(&not_strict(not)))?;
    let Value::Object(receipt) = document else {
        return Err(Unfit::invalid("the receipt is no object"));
    };
    one_of(receipt, verbs)
}

/// Exactly one of the two.
fn one_of(receipt: Map<String, Value>, verbs: &[&str]) -> Result<Receipt, Unfit> {
    let mut parts = receipt.into_iter();
    match (parts.next(), parts.next()) {
        (Some((key, value)), None) if key == ASK => asks(value, verbs),
        (Some((key, Value::Object(outcome))), None) if key == DONE => Ok(Receipt::Done(outcome.into())),
        (Some((key, _)), None) if key == DONE => Err(Unfit::invalid("the outcome is no object")),
        _ => {
            let detail = format!("the receipt holds something else than one of `{ASK}` and `{DONE}`");
            Err(Unfit::invalid(&detail))
        }
    }
}

fn asks(value: Value, verbs: &[&str]) -> Result<Receipt, Unfit> {
    let ask: Ask = serde_json::from_value(value).map_err(|error| {
        // What serde says names keys and kinds; a key is the role's own text, so it is made safe and bounded.
        Unfit::invalid(&format!("the ask does not have the form of one: {error}"))
    })?;
    let findings = Asking::of(Addressee::Unnamed, verbs).check(&ask);
    let Some(first) = findings.first() else { return Ok(Receipt::Ask(ask)) };
    let more = match findings.len() {
        1 => String::new(),
        many => format!(" (and {} more)", many - 1),
    };
    Err(Unfit { findings: findings.clone(), ..Unfit::invalid(&format!("{first}{more}")) })
}

fn unread(trouble: Trouble) -> String {
    match trouble {
        Trouble::Absent => "no receipt was written".to_owned(),
        trouble => format!("the receipt cannot be read: {trouble}"),
    }
}

fn not_strict(not: NotStrict) -> String {
    match not {
        NotStrict::Syntax(line) => format!("the receipt is no whole JSON, see its line {line}"),
        NotStrict::RepeatedKey(line) => format!("a key stands in the receipt twice, see its line {line}"),
        NotStrict::Trailing(line) => format!("something stands behind the receipt, see its line {line}"),
    }
}

/// One line of at most so many bytes.
pub fn bounded(text: &str) -> String {
    let mut line = safe::line(text).into_owned();
    line.truncate(line.floor_char_boundary(DETAIL));
    line
}

#[cfg(test)]
pub(super) mod tests;
