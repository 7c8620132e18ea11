//! How a call that works on many repositories ends: what was left is never a success.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{passed_over, repositories, routines};
use crate::call::Page;
use crate::fleet::walk::PassedOver;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// What a call did, in numbers.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Tally {
    /// How many repositories were worked on.
    repositories: usize,
    /// How many routines they hold that the call was about.
    routines: usize,
    /// How many of these were, or with a look ahead would be, written.
    changed: usize,
    /// How many were left as they are, since that is what they are to be left as.
    declined: usize,
    /// How many were left since something failed.
    failed: usize,
    /// How many are in each state in the end.
    by_state: BTreeMap<&'static str, usize>,
    /// The repository before which the call was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted_before: Option<String>,
    /// What was left alone on the way to the repositories.
    #[serde(flatten)]
    passed: PassedOver,
}

/// What is counted of one routine.
pub(super) struct Counted {
    pub(super) state: &'static str,
    pub(super) changed: bool,
    pub(super) left: bool,
    pub(super) failed: bool,
    pub(super) is_routine: bool,
}

impl Tally {
    pub(super) fn count(&mut self, one: &Counted) {
        self.routines += usize::from(one.is_routine);
        self.changed += usize::from(one.changed);
        self.failed += usize::from(one.failed);
        self.declined += usize::from(one.left && !one.failed);
        *self.by_state.entry(one.state).or_default() += 1;
    }

    /// Closes it: how many repositories were worked on, and before which one a signal came.
    pub(super) fn close(&mut self, repositories: usize, passed: PassedOver, before: Option<String>) {
        (self.repositories, self.passed, self.interrupted_before) = (repositories, passed, before);
    }

    /// What the call leaves with where not all is done.
    pub(super) fn stop(&self) -> Option<Stop> {
        if let Some(before) = &self.interrupted_before {
            return Some(Refusal::new(code::FLEET_INTERRUPTED).at(before).into());
        }
        if self.failed > 0 {
            return Some(Fault::new(format!("{} failed; the report says why", self.failed)).into());
        }
        let incomplete = || Refusal::new(code::FLEET_INCOMPLETE).fact("left", &self.declined).into();
        (self.declined > 0).then(incomplete)
    }

    pub(super) fn page(&self, page: &mut Page, changed: &str) {
        passed_over(&self.passed, page);
        page.line(format!(
            "{}, {}: {} {changed}, {} left, {} failed",
            repositories(self.repositories),
            routines(self.routines),
            self.changed,
            self.declined,
            self.failed
        ));
        if let Some(before) = &self.interrupted_before {
            page.line(format!("interrupted before {before}"));
        }
    }
}
