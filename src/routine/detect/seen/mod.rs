//! Commands that the repository shows being run: by its CI on a pull request, on its pages for contributors.

pub(super) mod events;
mod expression;
mod github;
mod other;
pub(super) mod pages;
mod step;
pub(super) mod workflows;

use super::facts::Evidence;
use super::ground::Ground;
use super::rows::Rows;

/// A command that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sighting {
    /// Its words as written, with settings known from around it put in.
    pub(super) raws: Vec<String>,
    /// Its words as meant.
    pub(super) texts: Vec<String>,
    /// The folder it runs in.
    pub(super) dir: String,
    pub(super) evidence: Evidence,
    pub(super) source: Source,
    /// It is one of several that differ in a value, or words were dropped from it.
    pub(super) varied: bool,
    /// Its environment makes it check something else.
    pub(super) set: bool,
    /// What it says goes into a file.
    pub(super) writes: bool,
    /// Its failure is swallowed.
    pub(super) forgiven: bool,
    /// Which job or page it stands in: commands of one job follow each other in one folder.
    pub(super) job: usize,
}

/// Who showed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// CI, on a pull request.
    Ci,
    /// A page that is written for contributors.
    Page,
    /// A page that is written for users.
    Readme,
}

/// What CI runs on a pull request, whatever the system.
pub(super) fn by_ci(ground: &Ground<'_>, rows: &Rows<'_>) -> Vec<Sighting> {
    let mut seen = github::read(ground, rows);
    seen.extend(other::read(ground, rows));
    seen
}
