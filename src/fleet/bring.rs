//! The routines of one repository brought up to date: all of them, or none.
//!
//! Under the lock everything is judged and planned; where one routine is declined nothing is written. What
//! was written is put back where a later step fails.

use std::path::Path;

use super::commit::Commit;
use super::head::uncommitted;
use super::judge::{All, Judged, Reason, judge};
use super::seen::{Open, files};
use crate::host::Host;
use crate::host::git::Git;
use crate::host::lock::FolderLock;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::FleetState;
use crate::routine::detect::{Checkout, Head};
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::terms::Terms;
use crate::routine::record::update::{Plan, Wishes};

/// What is asked of every repository.
#[derive(Debug, Clone)]
pub struct Orders {
    /// What the caller decides about each update.
    pub wishes: Wishes,
    /// Nothing is written.
    pub dry_run: bool,
    /// The one state whose routines are worked on.
    pub only: Option<FleetState>,
    /// What was written is committed.
    pub commit: Option<Commit>,
}

/// What became of a routine, or of a repository that cannot be looked at.
#[derive(Debug)]
pub struct Brought {
    /// Its name; none for a whole repository.
    pub name: Option<String>,
    /// How it stands in the end.
    pub state: FleetState,
    /// What was decided about it, with what stood there before.
    pub update: Option<Box<(Laid, Plan)>>,
    /// Whether files were, or would be, written.
    pub changed: bool,
    /// Whether it was put into a commit.
    pub committed: bool,
    /// Why it is left as it is; none where it is done.
    pub left: Option<Reason>,
    /// The routine of the same repository that it is left for.
    pub because: Option<String>,
}

impl Brought {
    /// Something that failed.
    pub fn failed(name: Option<String>, stop: &Stop) -> Self {
        let state = match stop {
            Stop::Refused(refusal) if refusal.code == code::ROUTINE_HELD => FleetState::Held,
            _ => FleetState::Failed,
        };
        Self {
            name,
            state,
            update: None,
            changed: false,
            committed: false,
            left: Some(Reason::stopped(stop)),
            because: None,
        }
    }

    fn of(judged: Judged<'_>, stop: Option<&Stop>) -> Self {
        Self {
            name: Some(judged.laid.record.name.clone()),
            state: judged.state,
            update: Some(Box::new((judged.laid, judged.plan))),
            changed: false,
            committed: false,
            left: stop.map(Reason::stopped),
            because: None,
        }
    }
}

/// Brings the routines of the repository at `folder` up to date.
pub fn bring(folder: &Path, orders: &Orders, terms: &Terms, host: &Host) -> Vec<Brought> {
    match opened(folder, orders, terms, host) {
        Ok(brought) => brought,
        Err(stop) => vec![Brought::failed(None, &stop)],
    }
}

fn opened(folder: &Path, orders: &Orders, terms: &Terms, host: &Host) -> Result<Vec<Brought>, Stop> {
    let open = Open::at(folder)?;
    let names = open.names()?;
    if names.is_empty() {
        return Ok(Vec::new());
    }
    // Nobody has to wait for a look ahead.
    let lock = match (orders.dry_run, orders.only) {
        (true, _) | (_, Some(FleetState::Held)) => None,
        _ => match laid::lock(&open.root, host) {
            Ok(lock) => Some(lock),
            Err(stop) => {
                let held = names.iter().map(|name| Brought::failed(Some(name.clone()), &stop));
                return Ok(held.filter(|one| orders.only.is_none_or(|only| only == one.state)).collect());
            }
        },
    };
    if let Some(lock) = &lock {
        names.iter().try_for_each(|name| laid::clear(&open.root, name, lock))?;
    }
    let held = lock.is_none() && open.is_held()?;
    let all = judge(&open, held, terms, host, &orders.wishes)?;
    let mut brought = Repository { open: &open, orders, host, lock: lock.as_ref() }.bring(all);
    brought.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(brought)
}

/// A repository at work.
struct Repository<'a> {
    open: &'a Open,
    orders: &'a Orders,
    host: &'a Host,
    lock: Option<&'a FolderLock>,
}

impl Repository<'_> {
    fn bring(&self, all: All<'_>) -> Vec<Brought> {
        let wanted = |state| self.orders.only.is_none_or(|only| only == state);
        let now = all.now;
        let checkout = &now.checkout;
        let failed = all.failed.into_iter().filter(|_| wanted(FleetState::Failed));
        let mut brought: Vec<Brought> =
            failed.map(|(name, stop)| Brought::failed(Some(name), &stop)).collect();
        for judged in all.judged.into_iter().filter(|judged| wanted(judged.state)) {
            let stop = self.declines(&judged, checkout.head);
            brought.push(Brought::of(judged, stop.as_ref()));
        }
        let first = brought.iter().find_map(|one| Some((one.left.clone()?, one.name.clone())));
        if let Some((reason, name)) = first {
            for one in brought.iter_mut().filter(|one| one.left.is_none() && one.is_to_change()) {
                (one.left, one.because) = (Some(reason.clone()), name.clone());
            }
            // What needs no change is done whatever its neighbour is.
            self.end(&mut brought, now.known.gates.is_empty());
            return brought;
        }
        if let Err(stop) = self.write(&mut brought, checkout) {
            let failed = matches!(stop, Stop::Fault(_));
            let due = brought.iter().any(Brought::is_to_change);
            for one in brought.iter_mut().filter(|one| !due || one.is_to_change()) {
                one.changed = false;
                one.left = Some(Reason::stopped(&stop));
                one.state = if failed { FleetState::Failed } else { one.state };
            }
        }
        self.end(&mut brought, now.known.gates.is_empty());
        brought
    }

    /// Why an update of a routine is not made.
    fn declines(&self, judged: &Judged<'_>, head: Head) -> Option<Stop> {
        let plan = &judged.plan;
        let elsewhere = self.orders.commit.as_ref().is_some_and(|commit| commit.branch.is_some());
        let code = match judged.state {
            FleetState::Held | FleetState::IgnoredPath | FleetState::Dirty => judged.code(),
            _ => None,
        };
        if let Some(code) = code {
            return Some(Refusal::new(code).into());
        }
        if let Some(declined) = &plan.declined {
            return Some(declined.refusal().into());
        }
        let lost = head == Head::Detached && !elsewhere && laid::differs(&judged.laid, &plan.made);
        lost.then(|| Refusal::new(code::FLEET_DETACHED).into())
    }

    /// Writes everything, and commits it where that is asked; puts everything back where it cannot be.
    fn write(&self, brought: &mut [Brought], checkout: &Checkout) -> Result<(), Stop> {
        let Some(lock) = self.lock else {
            for one in brought.iter_mut() {
                one.changed = one.is_to_change();
            }
            return Ok(());
        };
        let own: Vec<String> = brought.iter().filter_map(|one| one.name.as_deref()).flat_map(files).collect();
        // Written by an earlier call that was killed before it could commit, or by hand.
        let waiting = || uncommitted(&self.git(), &self.open.root, &own).map(|files| !files.is_empty());
        let commit = self.orders.commit.as_ref();
        let commit = commit.filter(|commit| commit.branch.is_some() || checkout.head != Head::Detached);
        let due = brought.iter().any(Brought::is_to_change);
        let commit = if commit.is_some() && (due || waiting()?) { commit } else { None };
        if let Some(commit) = commit {
            commit.judge(self.open, &own, self.host)?;
        }
        let root = &self.open.root;
        let mut kept = Vec::new();
        let mut written = || -> Result<(), Stop> {
            for one in brought.iter_mut().filter(|one| one.is_to_change()) {
                let Some((laid, plan)) = one.update.as_deref() else { continue };
                kept.push(laid::keep(root, &laid.record.name)?);
                one.changed = laid::lay(root, &plan.made, lock)?;
            }
            Ok(())
        };
        let written = written();
        let written = match commit {
            Some(commit) => written.and_then(|()| self.commit(commit, &own, brought, checkout)),
            None => written,
        };
        if written.is_err() {
            for kept in &kept {
                laid::put_back(root, kept, lock)?;
            }
        }
        written
    }

    fn git(&self) -> Git<'_> {
        Git::at(&self.host.env, &self.open.place.root)
    }

    /// Commits those of the routines' `own` files that no commit holds.
    fn commit(
        &self,
        commit: &Commit,
        own: &[String],
        brought: &mut [Brought],
        checkout: &Checkout,
    ) -> Result<(), Stop> {
        let changed = uncommitted(&self.git(), &self.open.root, own)?;
        if changed.is_empty() {
            return Ok(());
        }
        commit.make(self.open, checkout, &changed, self.host)?;
        for one in brought.iter_mut() {
            let own = one.name.as_deref().map(files);
            one.committed = own.is_some_and(|own| own.iter().any(|file| changed.contains(file)));
        }
        Ok(())
    }

    /// How every routine stands in the end; one that the repository has left behind is not done.
    fn end(&self, brought: &mut [Brought], no_gates: bool) {
        for one in brought.iter_mut().filter(|one| one.left.is_none()) {
            let drifted = one.update.as_deref().is_some_and(|(_, plan)| !plan.facts.is_empty());
            one.state = match () {
                () if drifted && !self.orders.wishes.facts => FleetState::Drifted,
                () if no_gates => FleetState::UnknownToolchain,
                () => FleetState::Current,
            };
            if one.state == FleetState::Drifted {
                one.left = Some(Reason::of(code::ROUTINE_FACTS_DRIFTED));
            }
        }
    }
}

impl Brought {
    /// Whether an update would write something.
    fn is_to_change(&self) -> bool {
        self.update.as_deref().is_some_and(|(laid, plan)| laid::differs(laid, &plan.made))
    }
}
