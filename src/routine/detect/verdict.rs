//! What a command, or all that it leads to, would do: what is checked, and the worst of it.

use std::collections::BTreeSet;

use crate::tables::model::toolchains::{Effect, Kind};

/// What is said of what was not followed to its end.
const BOUND: &str = "it leads further than is followed: a bound was met";

/// What a command, or all the commands of a target, would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// What is checked.
    pub(super) kinds: BTreeSet<Kind>,
    /// The tools that check, by the first spelling of their rows.
    pub(super) tools: BTreeSet<String>,
    /// The worst effect, and which step has it.
    pub(super) worst: Effect,
    pub(super) by: String,
    /// The word that must be handed on so that the last step ends on a terminal.
    pub(super) once: Option<String>,
    /// It is a special case of what its tool does.
    pub(super) aside: bool,
    /// A step that no row knows.
    pub(super) unknown: bool,
    /// Whether anything at all happens.
    pub(super) empty: bool,
    /// Targets that it leads to, as `dir|call`.
    pub(super) leads: BTreeSet<String>,
    /// The checks that it runs, as `dir$ words`.
    pub(super) steps: BTreeSet<String>,
    /// One of its checks is no special case.
    pub(super) usual: bool,
    /// One of its steps removes what it did not make, whatever else is worse.
    pub(super) cleans: bool,
}

impl Verdict {
    /// The verdict on nothing.
    pub(super) fn nothing() -> Self {
        Self { empty: true, ..Self::default() }
    }

    /// A step that no row knows.
    pub(super) fn unknown() -> Self {
        Self { unknown: true, ..Self::default() }
    }

    /// One effect.
    pub(super) fn of(effect: Effect, by: &str) -> Self {
        Self {
            worst: effect,
            by: by.to_owned(),
            empty: effect == Effect::Quiet,
            cleans: effect == Effect::Cleans,
            ..Self::default()
        }
    }

    /// What was not followed to its end, and is not offered.
    pub(super) fn unfollowed() -> Self {
        Self::of(Effect::Stays, BOUND)
    }

    /// Adds what a later step does.
    pub(super) fn then(&mut self, later: Self) {
        let follows = !later.empty || !later.by.is_empty();
        if follows && let Some(once) = self.once.take() {
            // A watcher that is not the last step is never left.
            if self.worst < Effect::Stays {
                (self.worst, self.by) = (Effect::Stays, format!("a step that needs {once}"));
            }
        }
        self.kinds.extend(later.kinds);
        self.tools.extend(later.tools);
        self.leads.extend(later.leads);
        self.steps.extend(later.steps);
        self.usual |= later.usual;
        self.cleans |= later.cleans;
        if later.worst > self.worst {
            (self.worst, self.by) = (later.worst, later.by);
        }
        self.once = later.once.or_else(|| self.once.take());
        self.aside |= later.aside;
        self.unknown |= later.unknown;
        self.empty &= later.empty;
    }

    /// Whether running it does harm or never ends.
    pub(super) fn is_bad(&self) -> bool {
        self.worst > Effect::Tasks
    }

    /// Whether it checks something and does no harm.
    pub(super) fn is_check(&self) -> bool {
        !self.is_bad() && !self.kinds.is_empty()
    }

    /// Why it is no gate.
    pub(super) fn why(&self) -> String {
        let what = match self.worst {
            Effect::Outward => "it publishes, deploys, sends or loads",
            Effect::Stays if self.by == BOUND => return BOUND.to_owned(),
            Effect::Stays => "it watches, serves or asks",
            Effect::Rewrites => "it rewrites files",
            Effect::Cleans => "it cleans up",
            _ if self.empty => "it does nothing",
            Effect::Packs => "it makes a package",
            Effect::Contained => "it runs in a container",
            Effect::Installs => "it only installs",
            _ if !self.kinds.is_empty() => "it only builds",
            _ => "nothing that it runs is known as a check",
        };
        if self.is_bad() && super::grammar::is_path(&self.by) && !self.by.is_empty() {
            format!("{what} ({})", self.by)
        } else {
            what.to_owned()
        }
    }
}
