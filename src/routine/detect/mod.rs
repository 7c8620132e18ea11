//! What a repository says of itself: toolchains, gates, branch, tiers; read from disk, nothing run.

mod candidates;
mod document;
mod facts;
mod gates;
mod grammar;
mod ground;
mod judge;
mod resolve;
pub mod rows;
mod seen;
mod shell;
mod targets;
mod toolchains;

pub use facts::{
    Caveat, Certainty, DecisionLog, Evidence, Facts, Gate, LogState, Repository, Skipped, Tier, TierState, ToolchainFact,
};

use crate::host::files::Dir;
use rows::Rows;

/// Looks at a working tree.
pub fn look(dir: &Dir, rows: &Rows<'_>) -> Facts {
    let ground = ground::Ground::new(dir);
    let resolver = resolve::Resolver::new(&ground, rows);
    let root = toolchains::of(&ground, rows, ".");
    let ci = seen::by_ci(&ground, rows);
    let pages = seen::pages::read(&ground);
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
