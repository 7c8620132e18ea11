//! Interviews whose questions a role writes: abcd hands it a brief, takes its receipt, puts its questions to a
//! person, and hands what they said to it again, until it hands over an outcome.
//!
//! Nothing that a role writes is believed: a receipt is read strictly, checked by the rules of asking, and
//! numbered by abcd; what goes back into a brief is fenced as data.

pub mod brief;
pub mod dispatch;
pub mod end;
pub mod fence;
mod notes;
pub mod number;
pub mod planning;
pub mod receipt;
pub mod routed;
pub mod run;
mod stop;
pub mod tree;
mod turn;
pub mod turns;
#[cfg(test)]
mod tests;

use std::path::Path;

use jiff::Timestamp;
use serde_json::Value;

use crate::host::files::Dir;
use crate::tables::model::roles::Role;

/// One interview that a role writes.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// The role.
    pub role: &'a Role,
    /// What the interview is about: a release, an intent.
    pub target: &'a str,
    /// The top of the repository.
    pub top: &'a Dir,
    /// The same, as an absolute path; for programs that run there, never for a message.
    pub path: &'a Path,
    /// What the interview starts from. A role is told that it is data.
    pub seed: &'a Value,
    /// The words that a question for whoever thinks of the product does not name.
    pub verbs: &'a [&'a str],
    /// Whether the answers were handed over in a file, which is refused whole where it does not answer.
    pub handed: bool,
    /// The time.
    pub now: &'a dyn Fn() -> Timestamp,
}
