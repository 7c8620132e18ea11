//! The tree watch: what a role changed beyond what it may.
//!
//! Two readings stand around a dispatch. Each is a walk of its own over the working tree and over those places
//! outside of it that decide what git runs; no link is followed out of the tree but for git's own, which are
//! bounded. What git keeps or would keep is compared by what it holds, everything else by its size, mode, times
//! and number. Git is asked at the first reading alone, and about what is staged where the index moved; where it
//! is, is compared before that. Places, exceptions and bounds stand in `tables/watch.toml`.

mod area;
mod asked;
mod change;
mod compare;
mod content;
mod first;
mod kept;
mod only;
mod pin;
mod plan;
mod reading;
mod shown;
mod unwatched;
mod walk;

#[cfg(test)]
mod cases;

use std::path::PathBuf;

pub use change::{Change, Differences, Shape, State};
pub use unwatched::Unwatched;

use crate::host::Host;
use crate::host::files::{Kind, Look, Sum};
use crate::host::git::Git;
use crate::host::place::Repository;
use crate::registry::values::WatchBound;
use compare::Pair;
use first::First;
use pin::Pin;
use reading::Reading;
use walk::{Most, Tally};

/// A repository that is watched from its first reading on.
#[derive(Debug)]
pub struct Watch<'a> {
    host: &'a Host,
    place: Repository,
    leave_out: Vec<PathBuf>,
    most: Most,
    pin: Pin,
    first: First,
}

impl<'a> Watch<'a> {
    /// Takes the first reading. What stands in a folder of `leave_out` (paths from the top of the working tree:
    /// the run's own turn folder, the transcripts of this repository) is not watched.
    ///
    /// Once it returns, whatever is written shows: it waits, 20 ms at most, for the file system's clock to tick.
    pub fn open(host: &'a Host, place: &Repository, leave_out: &[PathBuf]) -> Result<Self, Unwatched> {
        Self::within(host, place, leave_out, WatchBound::most)
    }

    fn within(
        host: &'a Host,
        place: &Repository,
        leave_out: &[PathBuf],
        most: Most,
    ) -> Result<Self, Unwatched> {
        let pin = Pin::of(place)?;
        let first = first::take(host, place, leave_out, most)?;
        Ok(Self { host, place: place.clone(), leave_out: leave_out.to_vec(), most, pin, first })
    }

    /// Takes another reading and says what is not as it was. Plain files at the paths `may_change` (from the top
    /// of the working tree) may appear and hold anything; they may not become something else or go.
    pub fn compare(&self, may_change: &[PathBuf]) -> Result<Differences, Unwatched> {
        // Where git's folders are elsewhere, nothing there is followed or asked.
        let moved = self.pin.moved(&self.place);
        if !moved.is_empty() {
            return Ok(Differences { beyond: moved, ..Differences::default() });
        }
        let First { areas, reading: was, begun, .. } = &self.first;
        let mut now = Reading::default();
        let mut tally = Tally::within(self.most);
        for area in areas {
            let top = walk::walk(area, &mut now, &mut tally)?;
            now.tops.push(top);
        }
        let mut pairs = compare::differing(areas, was, &mut now, *begun);
        pairs.sort_by_cached_key(|pair| pair.path(was, &now));
        let may: Vec<Vec<Vec<u8>>> = may_change.iter().map(|path| area::names(path)).collect();
        let is_allowed = |pair: &Pair| {
            let (area, path) = pair.path(was, &now);
            let path: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
            area == 0 && pair.is_plain(was, &now) && may.iter().any(|names| *names == path)
        };
        let (allowed, beyond): (Vec<Pair>, Vec<Pair>) = pairs.into_iter().partition(is_allowed);
        let of_git = beyond.iter().any(|pair| pair.path(was, &now).0 != 0);
        let index = self.index(of_git)?;
        let most = usize::try_from(WatchBound::Changes.most()).unwrap_or(usize::MAX);
        let changes =
            |pairs: &[Pair]| pairs.iter().map(|pair| pair.change(areas, was, &now)).collect::<Vec<_>>();
        let mut named = changes(beyond.get(..most).unwrap_or(&beyond));
        let more = beyond.len().saturating_sub(named.len());
        named.extend(index);
        named.sort();
        let mut allowed = changes(&allowed);
        allowed.sort();
        Ok(Differences { beyond: named, more, allowed })
    }

    /// Takes a new first reading, for the next dispatch. The repository must stand where it stood.
    pub fn renew(&mut self) -> Result<(), Unwatched> {
        let moved = self.pin.moved(&self.place);
        if !moved.is_empty() {
            return Err(Unwatched::Moved(moved));
        }
        self.first = first::take(self.host, &self.place, &self.leave_out, self.most)?;
        Ok(())
    }

    /// Whether something else is staged. Where git's own files changed, git is not asked: the index counts as
    /// changed then.
    fn index(&self, of_git: bool) -> Result<Option<Change>, Unwatched> {
        let now = first::index(&self.place);
        if now == self.first.index {
            return Ok(None);
        }
        let regular = now.is_none_or(|look| look.kind == Kind::File);
        let sum = if of_git || !regular {
            None
        } else {
            Some(kept::staged(&Git::at(&self.host.env, &self.place.root))?.0)
        };
        if sum == Some(self.first.staged) {
            return Ok(None);
        }
        let state = |look: Option<Look>, sum: Option<&Sum>| look.map(|look| State::of(&look, sum));
        let (before, after) = (state(self.first.index, Some(&self.first.staged)), state(now, sum.as_ref()));
        Ok(Some(Change { path: ".git/index".to_owned(), before, after }))
    }
}
