//! How a run ended, and what it left behind.

use std::time::Duration;

use serde_json::Value;

use super::dispatch::Beyond;
use crate::interview::record::{Answer, Fallback};
use crate::refusal::Stop;

/// What a run left behind, however it ended.
#[derive(Debug, Default)]
pub struct Left {
    /// The record of the answers, from the top of the repository; none where nothing was recorded.
    pub record: Option<String>,
    /// The answers that were given.
    pub answers: Vec<Answer>,
    /// The runners that did not do.
    pub fallbacks: Vec<Fallback>,
    /// What the role changed and may change, sorted.
    pub changed: Vec<String>,
    /// How many times a role was asked to write.
    pub turns: u16,
}

/// A run that came to its outcome.
#[derive(Debug)]
pub struct Through {
    /// The outcome, as it was taken.
    pub done: Value,
    /// What it left behind.
    pub left: Left,
}

/// A run that did not.
#[derive(Debug)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// What it left behind.
    pub left: Left,
}

/// Why a run ended without an outcome.
#[derive(Debug)]
pub enum Why {
    /// No route of the person's reaches a runner for the role. Nothing was written.
    NoRoute,
    /// The repository has no local tier. Nothing was written.
    NoLocalTier,
    /// Something changed while a runner wrote that the role may not change.
    Unexpected {
        /// What changed, sorted.
        beyond: Vec<Beyond>,
        /// How many more there are than are named.
        more: usize,
    },
    /// The last runner of the route did not do.
    NoRunner(Box<Fallback>),
    /// Whoever serves the runner takes no more calls for now.
    RateLimited(Box<Fallback>),
    /// The role was asked to write as often as it may be.
    Turns(u16),
    /// The role used up the time that it has in all.
    Time(Duration),
    /// The call was asked to end while a runner wrote.
    Interrupted,
    /// Whoever answered stopped it, or something could not be done.
    Stopped(Stop),
}

impl From<Stop> for Why {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
