//! What a repository says of itself: toolchains, gates, branch, tiers; read from disk, nothing run.

mod candidates;
mod checkout;
mod contradictions;
mod document;
mod facts;
mod fields;
mod folders;
mod gates;
mod goals;
mod grammar;
mod ground;
mod history;
mod ignored;
mod instructions;
mod jobs;
mod judge;
mod members;
mod merge;
mod operands;
mod parts;
mod proclaimed;
mod release;
mod remote;
mod removal;
mod resolve;
pub mod rows;
mod said;
mod scripts;
mod seen;
mod shadows;
mod shell;
mod subprojects;
mod targets;
mod tiers;
mod toolchains;
mod unread;
mod verdict;
mod versions;
mod walk;

pub use checkout::{Checkout, Head};
pub use contradictions::{Choice, Contradiction};
pub use facts::{
    Caveat, Certainty, DecisionLog, Evidence, Facts, Gate, LogState, Repository, Skipped, Tier, TierState,
    ToolchainFact,
};
pub use history::root_commit;
pub use instructions::Instructions;
pub use jobs::{JobFact, Requires, WorkflowFact};
pub use merge::{Merge, Sign, Style};
pub use release::Release;
pub use subprojects::Subproject;
pub use unread::Unread;

use std::panic::resume_unwind;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::host::files::Dir;
use crate::host::git::Git;
use crate::host::place::Repository as Place;
use crate::settings::Settings;
use rows::Rows;

/// How long one question to git may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a caller wants to know beyond what the files say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wants<'a> {
    /// What only the history tells, too.
    pub history: History,
    /// Files, by their paths from the root, of which git is asked whether it ignores them; they need not be
    /// there. A path that leads through a link or a file is not asked about.
    pub files: &'a [String],
}

/// What is asked of the history.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum History {
    /// Nothing.
    #[default]
    Unasked,
    /// The commit with which it began: one process of git.
    Root,
    /// That, and how changes came into it: one or two processes.
    Whole,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What the repository says of itself.
    pub facts: Facts,
    /// Those of [`Wants::files`] that git ignores, sorted.
    pub ignored: Vec<String>,
}

/// Everything that can be known of a repository, its history included.
pub fn detect(place: &Place, git: &Git<'_>, rows: &Rows<'_>) -> Result<Facts, Unread> {
    find(place, git, rows, Wants { history: History::Whole, files: &[] }).map(|found| found.facts)
}

/// Looks at a repository: a bounded number of files, and two processes of git where no history is wanted (one
/// where no folder of abcd and no decision log is there). Git works beside the look at the files, which waits
/// for nothing that it says.
pub fn find(place: &Place, git: &Git<'_>, rows: &Rows<'_>, wants: Wants<'_>) -> Result<Found, Unread> {
    let dir = place.open()?;
    let (common, own) = (Dir::open(&place.common_dir)?, Dir::open(&place.git_dir)?);
    let git = git.within(PATIENCE);
    let ignores = || {
        let ground = ground::Ground::new(&dir);
        // Settings that cannot be used are refused where they are what is asked about.
        let own = Settings::of(&dir).ok().and_then(|settings| settings.decision_log);
        tiers::read(&ground, &git, rows, own.as_deref(), wants.files).map(|said| (said, ground.skipped()))
    };
    let past = || {
        let mut merge = Merge::default();
        let root = if wants.history == History::Whole {
            history::read(place, &git, &mut merge)
        } else {
            root_commit(place, &git)
        };
        (merge, root)
    };
    let (mut facts, said, history) = thread::scope(|scope| {
        let said = beside(scope, ignores)?;
        let asked = wants.history != History::Unasked;
        let history = asked.then(|| beside(scope, past)).transpose()?;
        let mut facts = look(&dir, rows);
        facts.repository = remote::read(&common, &own, rows);
        facts.checkout = checkout::read(place, &common, &own);
        Ok::<_, Unread>((facts, said.join(), history.map(ScopedJoinHandle::join)))
    })?;
    let (said, skipped) = said.unwrap_or_else(|panic| resume_unwind(panic))?;
    if let Some(history) = history {
        let (merge, root) = history.unwrap_or_else(|panic| resume_unwind(panic));
        let signs = std::mem::take(&mut facts.merge.signs);
        facts.merge = Merge { signs, ..merge };
        match root {
            Ok(root) => facts.repository.root = root,
            // The files still tell what they tell.
            Err(unread) => facts.skipped.push(Skipped::history(unread)),
        }
    }
    (facts.tiers, facts.decision_log) = (said.tiers, said.log);
    facts.skipped.extend(skipped);
    facts.skipped.sort();
    facts.skipped.dedup();
    Ok(Found { facts, ignored: said.ignored })
}

/// Starts work beside the caller's own.
fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, Unread> {
    thread::Builder::new().spawn_scoped(scope, work).map_err(|_| Unread::Files)
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
    let workflows = seen::workflows::all(&ground);
    let mut contradictions = contradictions::read(&ground, rows, &root, &gates);
    let (release, rivals) = release::read(&resolver, &workflows);
    contradictions.extend(rivals);
    let folders = walk::folders(&ground, rows);
    let toolchains = toolchains::facts(&ground, rows, &gates);
    Facts {
        repository: Repository::default(),
        checkout: Checkout::default(),
        toolchains,
        gates,
        tiers: Vec::new(),
        decision_log: None,
        caveats,
        release,
        workflows: jobs::read(&resolver, &workflows),
        merge: Merge { signs: merge::signs(&ground, rows, &workflows), ..Merge::default() },
        subprojects: subprojects::read(dir, &ground, rows, &folders),
        instructions: instructions::read(&ground, rows, &folders),
        contradictions,
        skipped: ground.skipped(),
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod made_up;
#[cfg(test)]
mod rough;
