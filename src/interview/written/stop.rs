//! Under which code a run leaves that did not come to its outcome, and what the caller is told of it.

use super::end::{Ended, Left, Why};
use crate::interview::record::Fallback;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::tables::model::roles::Role;

/// Where a route is set, as a message calls it.
const SETTINGS: &str = "config.toml in your abcd configuration folder";

impl Ended {
    /// The stop of a run of that role.
    pub fn stop(self, role: &Role) -> Stop {
        let Self { why, left } = self;
        let refusal = match why {
            Why::NoRoute => no_route(role),
            Why::NoLocalTier => Refusal::new(code::INTERVIEW_NO_LOCAL_TIER),
            Why::Unexpected { beyond, more } => {
                let first = beyond.first().map(|change| change.path.clone());
                let mut refusal = Refusal::new(code::INTERVIEW_UNEXPECTED_CHANGES).fact("changes", &beyond);
                if let Some(first) = first {
                    refusal = refusal.at(first);
                }
                if more > 0 { refusal.fact("more_changes", &more) } else { refusal }
            }
            Why::NoRunner(fallback) => of_runner(Refusal::new(code::INTERVIEW_NO_RUNNER), &fallback),
            Why::RateLimited(fallback) => of_runner(Refusal::new(code::INTERVIEW_RATE_LIMITED), &fallback),
            Why::Turns(most) => Refusal::new(code::INTERVIEW_TURN_BOUND).fact("most_turns", &most),
            Why::Time(most) => {
                Refusal::new(code::INTERVIEW_TURN_BOUND).fact("most_minutes", &(most.as_secs() / 60))
            }
            Why::Interrupted => Refusal::new(code::INTERVIEW_INTERRUPTED),
            Why::Stopped(Stop::Refused(refusal)) => *refusal,
            Why::Stopped(Stop::Fault(Fault(said))) => return Fault::new(kept(said, &left)).into(),
            Why::Stopped(stop @ Stop::Exit(_)) => return stop,
        };
        with(refusal, &left).into()
    }
}

/// What is said of every run: whether anything is recorded and where, and what the role changed and may.
fn with(refusal: Refusal, left: &Left) -> Refusal {
    let mut refusal = refusal.fact("recorded", &left.record.is_some());
    if let Some(record) = &left.record {
        refusal = refusal.fact("record", record).fact("answers", &left.answers.len());
    }
    if !left.fallbacks.is_empty() {
        refusal = refusal.fact("fallbacks", &left.fallbacks);
    }
    if !left.changed.is_empty() {
        refusal = refusal.fact("changed", &left.changed);
    }
    refusal
}

fn kept(said: String, left: &Left) -> String {
    match &left.record {
        Some(record) => format!("{said}; what was answered is kept in {record}"),
        None => said,
    }
}

fn of_runner(refusal: Refusal, fallback: &Fallback) -> Refusal {
    let Fallback { asked, reason, detail, .. } = fallback;
    let saying = format!("{} ({asked}, {reason}): {detail}", refusal.error());
    refusal.saying(saying).fact("runner", asked).fact("reason", reason)
}

fn no_route(role: &Role) -> Refusal {
    let key = format!("roles.{}.runner", role.id);
    let says = format!(
        "no runner is reached for {}: name one at `{key}` in {SETTINGS}, or do without one by `{}`",
        role.about, role.by_hand
    );
    let refusal = Refusal::new(code::INTERVIEW_NO_ROUTE).saying(says);
    refusal.fact("key", &key).fact("file", &SETTINGS).fact("role", &role.id).fact("by_hand", &role.by_hand)
}
