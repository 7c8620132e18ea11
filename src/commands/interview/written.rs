//! What the commands have in common whose questions a role writes.

use std::path::PathBuf;

use serde_json::Value;

use super::session::{Flags, unplanned};
use crate::call::Call;
use crate::host::Host;
use crate::host::git::Git;
use crate::host::place::Repository;
use crate::host::signal::Interrupts;
use crate::interview::check::verbs;
use crate::interview::record::keep::Keeper;
use crate::interview::record::place::Place;
use crate::interview::written::Written;
use crate::interview::written::dispatch::{Dispatch, Interrupt, Outcome};
use crate::interview::written::end::{Ended, Left, Through, Why};
use crate::interview::written::routed::Routed;
use crate::interview::written::run::With;
use crate::interview::written::tree::Tree;
use crate::person::Settings;
use crate::refusal::{Fault, Stop};
use crate::routine::detect::root_commit;
use crate::runner::routes::Routes;
use crate::tables::model::roles::Role;

/// One interview that a command holds.
pub(in crate::commands) struct Asked<'a> {
    /// Who writes its questions.
    pub(in crate::commands) role: &'static Role,
    /// What it is about.
    pub(in crate::commands) target: &'a str,
    /// What it starts from.
    pub(in crate::commands) seed: &'a Value,
    /// What the role may change, from the top of the repository.
    pub(in crate::commands) may_change: Vec<PathBuf>,
    /// What the call hands over.
    pub(in crate::commands) flags: Flags<'a>,
    /// The runner that the call names.
    pub(in crate::commands) runner: Option<&'a str>,
}

/// Holds it. Where no runner is reached or no local tier is there, nothing is read or written.
pub(in crate::commands) fn hold(
    asked: &Asked<'_>,
    outcome: &mut dyn Outcome,
    repository: &Repository,
    call: &Call,
    host: &Host,
) -> Result<Through, Stop> {
    let role = asked.role;
    let unopened = |trouble| Fault::new(format!("the repository: {trouble}"));
    let top = repository.open().map_err(unopened)?;
    let routes = Routes::of(&Settings::of(&host.env)?, Some(&top), asked.runner)?;
    let git = Git::at(&host.env, &repository.root);
    let root = root_commit(repository, &git).ok().flatten();
    let mut dispatch = Routed { routes: &routes, root_commit: root.as_deref(), host };
    if dispatch.reaches(&role.id).is_empty() {
        return Err(Ended { why: Why::NoRoute, left: Left::default() }.stop(role));
    }
    let place = Place::of_repository(repository.open().map_err(unopened)?)?;
    let mut session = unplanned(&role.interview, &asked.flags, call, host)?;
    let mut keeper = Keeper::begin(place, &role.interview, asked.target, host.clock.now())?;
    let (verbs, now) = (verbs(), || host.clock.now());
    let written = Written {
        role,
        target: asked.target,
        top: &top,
        path: &repository.root,
        seed: asked.seed,
        verbs: &verbs,
        handed: !session.person,
        now: &now,
    };
    let mut listen = || {
        let heard = Interrupts::listen_beside_a_program()
            .map_err(|trouble| Fault::new(format!("signals: {trouble}")))?;
        Ok(Box::new(heard) as Box<dyn Interrupt>)
    };
    let through = written.run(With {
        dispatch: &mut dispatch,
        watch: &mut Tree::of(host, repository, asked.may_change.clone()),
        listen: &mut listen,
        door: &mut *session.door,
        keeps: &mut keeper,
        outcome,
    });
    through.map_err(|ended| ended.stop(role))
}
