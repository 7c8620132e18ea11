//! The limits of asking, and the rules that say them.

use crate::tables::model::asking::{Limits, Rule};
use crate::tables::model::{List, Text};

/// A rule of the table. The field is private, so that only the table makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleId(u16);

impl RuleId {
    /// The row of this rule.
    pub fn row(self) -> &'static Rule {
        #[expect(clippy::indexing_slicing, reason = "the build makes ids and rows from one list")]
        &RULES[usize::from(self.0)]
    }
}

include!(concat!(env!("OUT_DIR"), "/asking.rs"));
