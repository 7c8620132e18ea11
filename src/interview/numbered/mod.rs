//! The numbered reader: plain lines that are never drawn over, answered by lines, so that a screen reader and a
//! terminal that can do nothing else follow it.
//!
//! Pure as the list is: a line in, the next lines out.

mod step;
#[cfg(test)]
mod tests;
mod view;

use super::door::Reply;
use super::safe::Safe;
pub(super) use view::PROMPT;

/// How many answers are listed at once.
const PAGE: usize = 20;

/// Where the answering of one ask stands: its parts come one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reader {
    tab: usize,
    parts: usize,
    /// What narrows the list.
    sought: String,
    page: usize,
    note: Option<String>,
}

/// What a line led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Something to say, and then the same list again.
    Again(Option<String>),
    /// Something to say, and nothing to list again.
    Said(String),
    /// The part was answered; what is said of it.
    Replied(Reply, String),
}

impl Reader {
    /// Nothing is answered yet.
    pub(super) fn of(ask: &Safe<'_>) -> Self {
        Self { tab: 0, parts: ask.pairs().len(), sought: String::new(), page: 0, note: None }
    }

    /// Whether every part is answered.
    pub(super) fn is_done(&self) -> bool {
        self.tab >= self.parts
    }
}
