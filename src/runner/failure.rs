//! Why a runner did not do what it was asked for.

use crate::registry::values::FallbackReason;

/// Why, in words that are all abcd's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In one word.
    pub reason: FallbackReason,
    /// In a few.
    pub detail: String,
}

impl Failure {
    /// A failure for this reason.
    pub fn new(reason: FallbackReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}
