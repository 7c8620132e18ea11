//! What the turn loop needs of the world: somebody to write, somebody to watch the tree, somebody who knows the
//! outcome, and a place to keep what was said.

use std::path::{Path, PathBuf};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::host::signal::Interrupts;
use crate::interview::record::keep::Keeper;
use crate::interview::record::{Answer, Fallback};
use crate::refusal::Stop;
use crate::registry::values::FallbackReason;

/// Starts runners.
pub trait Dispatch {
    /// The runners that the person's routes reach for a role without the session of a host, in the order in
    /// which they are asked; none where no route does.
    fn reaches(&self, role: &str) -> Vec<String>;

    /// Has one of them do what the brief says, and waits. A stop is nothing that another runner could mend.
    fn dispatch(
        &mut self,
        runner: &str,
        request: &Request<'_>,
        interrupt: &dyn Interrupt,
    ) -> Result<Dispatched, Stop>;
}

/// What a runner is started with. The paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// The role.
    pub role: &'a str,
    /// What to read first.
    pub brief: PathBuf,
    /// The one file to write.
    pub receipt: PathBuf,
    /// Where the role runs: the top of the repository.
    pub dir: &'a Path,
    /// The tools of the role's row. Writing the receipt comes on top, and nothing else.
    pub tools: Vec<&'a str>,
    /// How long it may take.
    pub timeout: Duration,
}

/// How a runner ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dispatched {
    /// Well, and the receipt should be there.
    Answered,
    /// Not well; the detail is abcd's own.
    Failed {
        /// Why, in one word.
        reason: FallbackReason,
        /// Why, in a sentence.
        detail: String,
    },
    /// Whoever serves it takes no more calls for now.
    RateLimited {
        /// What is known of it.
        detail: String,
    },
    /// It was ended, since the call was asked to end.
    Interrupted,
}

/// Whether the call was asked to end while a runner writes.
pub trait Interrupt {
    /// Whether it was.
    fn came(&self) -> bool;

    /// The signals that are listened for, by which a process that waits is woken; none where none are.
    fn signals(&self) -> Option<&Interrupts> {
        None
    }
}

/// Begins to listen for interrupts; it ends when what it gives is dropped.
pub type Listen<'a> = dyn FnMut() -> Result<Box<dyn Interrupt>, Stop> + 'a;

impl Interrupt for Interrupts {
    fn came(&self) -> bool {
        Self::came(self)
    }

    fn signals(&self) -> Option<&Interrupts> {
        Some(self)
    }
}

/// Reads the tree before and after a dispatch.
pub trait Watching {
    /// Reads it anew; `turns` is the run's own folder, which is not read.
    fn before(&mut self, turns: &Path) -> Result<(), Stop>;

    /// Reads it again and says what is different.
    fn after(&mut self) -> Result<Changes, Stop>;
}

/// What changed while a runner wrote. The paths are sorted and from the top of the repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// What the role may change.
    pub allowed: Vec<String>,
    /// What it may not.
    pub beyond: Vec<Beyond>,
    /// How many more there are than are named.
    pub more: usize,
}

/// A path that changed and may not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Beyond {
    /// The path.
    pub path: String,
    /// How it stood before.
    pub before: String,
    /// How it stands now.
    pub after: String,
}

/// What an interview is for.
pub trait Outcome {
    /// Whether an outcome has the form of one; the error says what is wrong and makes the receipt invalid.
    fn check(&self, outcome: &Value) -> Result<(), String>;

    /// Takes the outcome. A text is a refusal that the role can answer: the interview goes on.
    fn finish(&mut self, outcome: &Value) -> Result<Option<String>, Stop>;
}

/// Where answers are kept.
pub trait Keeps {
    /// Keeps an answer; a second one to a question takes the place of the first.
    fn answer(&mut self, answer: Answer) -> Result<(), Stop>;

    /// Keeps that a runner did not do.
    fn fallback(&mut self, fallback: Fallback) -> Result<(), Stop>;

    /// Where they are, from the top of the repository; none where nothing was kept.
    fn path(&self) -> Option<String>;
}

impl Keeps for Keeper {
    fn answer(&mut self, answer: Answer) -> Result<(), Stop> {
        Self::answer(self, answer)
    }

    fn fallback(&mut self, fallback: Fallback) -> Result<(), Stop> {
        Self::fallback(self, fallback)
    }

    fn path(&self) -> Option<String> {
        Self::path(self)
    }
}
