//! The tree watch, as the turn loop asks for it.

use std::path::{Path, PathBuf};

use super::dispatch::{Beyond, Changes, Watching};
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::watch::{Change, Differences, State, Unwatched, Watch};

/// The tree of a repository, watched around each dispatch.
#[derive(Debug)]
pub struct Tree<'a> {
    host: &'a Host,
    repository: &'a Repository,
    may_change: Vec<PathBuf>,
    watch: Option<Watch<'a>>,
}

impl<'a> Tree<'a> {
    /// A tree in which a role may change these paths, from the top.
    pub fn of(host: &'a Host, repository: &'a Repository, may_change: Vec<PathBuf>) -> Self {
        Self { host, repository, may_change, watch: None }
    }

    /// What is not watched: the run's own folder, and the transcripts where the home stands in the repository.
    fn left_out(&self, turns: &Path) -> Vec<PathBuf> {
        let home = self.host.env.home.as_deref();
        let home = home.and_then(|home| home.strip_prefix(&self.repository.root).ok());
        let transcripts = home.map(|home| home.join(crate::runner::transcript::FOLDER));
        std::iter::once(turns.to_owned()).chain(transcripts).collect()
    }
}

impl Watching for Tree<'_> {
    fn before(&mut self, turns: &Path) -> Result<(), Stop> {
        if let Some(watch) = &mut self.watch {
            return watch.renew().map_err(stop);
        }
        let opened = Watch::open(self.host, self.repository, &self.left_out(turns));
        self.watch = Some(opened.map_err(stop)?);
        Ok(())
    }

    fn after(&mut self) -> Result<Changes, Stop> {
        let watch = self.watch.as_ref().ok_or_else(|| Fault::new("the tree was not read before"))?;
        let Differences { beyond, more, allowed } = watch.compare(&self.may_change).map_err(stop)?;
        let allowed = allowed.into_iter().map(|change| change.path).collect();
        Ok(Changes { allowed, beyond: beyond.into_iter().map(named).collect(), more })
    }
}

fn named(change: Change) -> Beyond {
    let said = |state: Option<State>| state.map_or_else(|| "nothing".to_owned(), |state| state.to_string());
    Beyond { path: change.path, before: said(change.before), after: said(change.after) }
}

/// A tree that cannot be watched lets no role write in it.
fn stop(unwatched: Unwatched) -> Stop {
    match unwatched {
        Unwatched::Git(said) => Fault::new(format!("git could not say what it keeps here: {said}")).into(),
        unwatched => Refusal::new(code::INTERVIEW_UNWATCHED).saying(unwatched.to_string()).into(),
    }
}
