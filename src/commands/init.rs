//! `abcd init`: the one command that makes `.abcd/`.

use serde::Serialize;

use super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::home::{self, Kept, TIERS, Tier};
use crate::records::standing::ignored_within;
use crate::registry::args;

/// What was made.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Initialised {
    /// Whether anything is new.
    changed: bool,
    /// What is new, from the top of the repository.
    made: Vec<String>,
    /// The tiers that are meant to be committed and that git ignores.
    ignored: Vec<String>,
}

pub(crate) fn run(_: args::Init, call: &Call, host: &Host) -> Outcome<Initialised> {
    let repository = repository(call, host)?;
    let made = home::init(&repository, host)?;
    let shared = TIERS.iter().filter(|tier| tier.kept == Kept::Committed);
    let shared: Vec<_> = shared.map(Tier::path).collect();
    // Where git does not say, nothing is said of it; the board tells that.
    let hits = ignored_within(&repository, host, &shared).unwrap_or_default();
    let ignored = shared.into_iter().zip(hits).filter(|(_, hit)| *hit).map(|(path, _)| path).collect();
    Ok(Initialised { changed: !made.is_empty(), made, ignored }.into())
}

impl Document for Initialised {
    fn page(&self, page: &mut Page) {
        if !self.changed {
            page.line("The record is there already; nothing was changed.");
        }
        for path in &self.made {
            page.line(format!("made {path}"));
        }
        for path in &self.ignored {
            page.line(format!("git ignores this path: {path}; what is recorded there cannot be committed"));
        }
    }
}
