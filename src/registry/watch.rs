//! What the tree watch reads, leaves out, and reads at most.

#![expect(clippy::unreadable_literal, reason = "the build writes the numbers as they are")]

use super::values::{Closed, WatchBound, set};
use crate::tables::model::watch::{Bound, Exception, Holder, Watched, Whereabouts};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/watch.rs"));

impl WatchBound {
    /// How much there may be.
    pub fn most(self) -> u64 {
        BOUNDS.iter().find(|row| row.bound == self.as_str()).map_or(0, |row| row.most)
    }

    /// What is bounded, as a sentence.
    pub fn means(self) -> &'static str {
        let values = set("watch-bound").map_or(&[][..], |set| set.value.as_ref());
        values.iter().find(|value| value.name == self.as_str()).map_or("", |value| value.means.as_ref())
    }
}
