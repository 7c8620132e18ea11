//! `abcd init`: the one command that makes `.abcd/`, and the interview that sets it up.

use serde::Serialize;

use super::here::repository;
use super::setup::{self, Setup};
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::host::place::Repository;
use crate::interview::plan::sheet::Sheet;
use crate::records::home::{self, Kept, TIERS, Tier};
use crate::records::standing::ignored_within;
use crate::refusal::Stop;
use crate::registry::args;

/// What would be asked, or what was made.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(crate) enum Begun {
    /// With `--questions`.
    Asked(Sheet),
    /// What was made.
    Made(Initialised),
}

/// What was made.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Initialised {
    /// Whether anything is new.
    changed: bool,
    /// What is new, from the top of the repository.
    made: Vec<String>,
    /// The tiers that are meant to be committed and that git ignores.
    ignored: Vec<String>,
    /// What became of the interview, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<Setup>,
}

pub(crate) fn run(args: args::Init, call: &Call, host: &Host) -> Outcome<Begun> {
    let repository = repository(call, host)?;
    let asks = args.interview || args.questions || args.answers.is_some() || !args.set.is_empty();
    if !asks && args.answered_in.is_none() {
        return Ok(Begun::Made(initialised(&repository, host)?).into());
    }
    let ground = setup::Ground::of(&repository, host)?;
    if args.questions {
        return Ok(Begun::Asked(ground.sheet()).into());
    }
    let mut interview = setup::begun(&ground, &args, call, host)?;
    let mut made = initialised(&repository, host)?;
    let setup = interview.ended(&repository, host)?;
    made.changed |= !setup.set.is_empty();
    made.setup = Some(setup);
    Ok(Begun::Made(made).into())
}

fn initialised(repository: &Repository, host: &Host) -> Result<Initialised, Stop> {
    let made = home::init(repository, host)?;
    let shared = TIERS.iter().filter(|tier| tier.kept == Kept::Committed);
    let shared: Vec<_> = shared.map(Tier::path).collect();
    // Where git does not say, nothing is said of it; the board tells that.
    let hits = ignored_within(repository, host, &shared).unwrap_or_default();
    let ignored = shared.into_iter().zip(hits).filter(|(_, hit)| *hit).map(|(path, _)| path).collect();
    Ok(Initialised { changed: !made.is_empty(), made, ignored, setup: None })
}

impl Document for Begun {
    fn page(&self, page: &mut Page) {
        match self {
            Self::Asked(sheet) => page.text(&serde_json::to_string_pretty(sheet).unwrap_or_default()),
            Self::Made(made) => made.page(page),
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, Self::Asked(_))
    }
}

impl Initialised {
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
        if let Some(setup) = &self.setup {
            setup.page(page);
        }
    }
}
