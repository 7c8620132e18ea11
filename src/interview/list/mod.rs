//! The list on a terminal: a pure step from key to key and a pure view of where it stands.
//!
//! Nothing here knows a terminal. Whoever drives it hands in keys and draws what the view gives.

mod entry;
mod part;
mod step;
#[cfg(test)]
mod tests;
mod view;

use super::door::Reply;
use super::safe::Safe;
use part::Part;
pub(super) use step::{of_own, step};
pub(super) use view::{Picture, settled, view};

/// Where the answering of one ask stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    parts: Vec<Part>,
    tab: usize,
}

/// What a key led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing but another state.
    Goes,
    /// A part was answered, or answered anew.
    Replied(Reply),
    /// The person ends the call.
    Interrupt,
    /// The person stops it for a while.
    Suspend,
    /// The person says that nothing more comes.
    Ended,
}

impl State {
    /// Nothing is answered yet.
    pub(super) fn of(ask: &Safe<'_>) -> Self {
        Self { parts: ask.pairs().map(|(shown, own)| Part::of(shown, own)).collect(), tab: 0 }
    }

    /// Which parts are answered.
    pub(super) fn answered(&self) -> Vec<bool> {
        self.parts.iter().map(Part::is_answered).collect()
    }

    /// Whether every part is answered.
    pub(super) fn is_done(&self) -> bool {
        self.parts.iter().all(Part::is_answered)
    }

    /// The state once `picture` was drawn of it: a page is what was seen.
    #[must_use]
    pub(super) fn drawn(mut self, picture: &Picture) -> Self {
        if let Some(part) = self.parts.get_mut(self.tab) {
            part.drawn(picture.top, picture.page);
        }
        self
    }
}
