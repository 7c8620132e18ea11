//! `abcd init`: the one command that makes `.abcd/`.

use serde::Serialize;

use super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::home;
use crate::registry::args;

/// What was made.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Initialised {
    /// Whether anything is new.
    changed: bool,
    /// What is new, from the top of the repository.
    made: Vec<String>,
}

pub(crate) fn run(_: args::Init, call: &Call, host: &Host) -> Outcome<Initialised> {
    let made = home::init(&repository(call, host)?, host)?;
    Ok(Initialised { changed: !made.is_empty(), made }.into())
}

impl Document for Initialised {
    fn page(&self, page: &mut Page) {
        if !self.changed {
            page.line("The record is there already; nothing was changed.");
        }
        for path in &self.made {
            page.line(format!("made {path}"));
        }
    }
}
