//! What a repository says of itself: toolchains, gates, branch, tiers; read from disk, nothing run.

mod candidates;
mod document;
mod facts;
mod folders;
mod gates;
mod grammar;
mod ground;
mod judge;
mod members;
mod operands;
mod parts;
mod proclaimed;
mod remote;
mod removal;
mod resolve;
pub mod rows;
mod said;
mod seen;
mod shell;
mod targets;
mod tiers;
mod toolchains;
mod unread;

pub use facts::{
    Caveat, Certainty, DecisionLog, Evidence, Facts, Gate, LogState, Repository, Skipped, Tier, TierState,
    ToolchainFact,
};
pub use unread::Unread;

use std::panic::resume_unwind;
use std::thread;

use crate::host::files::Dir;
use crate::host::git::Git;
use crate::host::place::Repository as Place;
use rows::Rows;

/// Looks at a repository: at most two processes of git, and a bounded number of files. Git works beside
/// the look at the files, which waits for nothing that it says.
pub fn detect(place: &Place, git: &Git<'_>, rows: &Rows<'_>) -> Result<Facts, Unread> {
    let dir = place.open()?;
    let beside = || {
        let ground = ground::Ground::new(&dir);
        tiers::read(&ground, git, rows).map(|found| (found, ground.skipped()))
    };
    let (mut facts, asked) = thread::scope(|scope| {
        let asked = thread::Builder::new().spawn_scoped(scope, beside).map_err(|_| Unread::Files)?;
        let mut facts = look(&dir, rows);
        facts.repository = repository(place, rows)?;
        Ok::<_, Unread>((facts, asked.join()))
    })?;
    let ((tiers, log), skipped) = asked.unwrap_or_else(|panic| resume_unwind(panic))?;
    (facts.tiers, facts.decision_log) = (tiers, log);
    facts.skipped.extend(skipped);
    facts.skipped.sort();
    facts.skipped.dedup();
    Ok(facts)
}

/// Looks at git's own files alone: the remote, the forge, the branch that others start from.
pub fn repository(place: &Place, rows: &Rows<'_>) -> Result<Repository, Unread> {
    Ok(remote::read(&Dir::open(&place.common_dir)?, &Dir::open(&place.git_dir)?, rows))
}

/// Looks at a working tree alone, without git.
pub fn look(dir: &Dir, rows: &Rows<'_>) -> Facts {
    let ground = ground::Ground::new(dir);
    let resolver = resolve::Resolver::new(&ground, rows);
    let root = toolchains::of(&ground, rows, ".");
    let ci = seen::by_ci(&ground, rows);
    let pages = seen::pages::read(&ground, rows);
    let found = candidates::gather(&resolver, &ci, &pages);
    let gates = gates::choose(&resolver, found, &root);
    let caveats = toolchains::caveats(&ground, rows, &root);
    let toolchains = toolchains::facts(&ground, rows, &gates);
    Facts {
        repository: Repository::default(),
        toolchains,
        gates,
        tiers: Vec::new(),
        decision_log: None,
        caveats,
        skipped: ground.skipped(),
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod rough;
