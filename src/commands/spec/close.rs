//! `abcd spec close`: closes a spec and ships its intents.

use serde::Serialize;

use super::super::here::repository;
use super::super::intent::brief::Brief;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::id::Id;
use crate::records::spec::close::close;
use crate::registry::args;
use crate::registry::values::Stage;

/// What was closed.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Ended {
    /// Whether anything was written; what had been closed already is not closed again.
    changed: bool,
    /// The spec.
    #[schemars(with = "String")]
    spec: Id,
    /// Where it stands now.
    stage: Stage,
    /// Its file, from the top of the repository.
    path: String,
    /// The intents that it names, where they stand now.
    intents: Vec<Brief>,
}

pub(crate) fn run(args: args::SpecClose, call: &Call, host: &Host) -> Outcome<Ended> {
    let ended = close(&repository(call, host)?, host, &args.id, args.impact)?;
    let document = Ended {
        changed: ended.changed,
        spec: ended.spec.record.id,
        stage: ended.spec.name.state,
        path: ended.spec.name.path(),
        intents: ended.intents.iter().map(Brief::of).collect(),
    };
    Ok(document.into())
}

impl Document for Ended {
    fn page(&self, page: &mut Page) {
        page.line(if self.changed { "closed" } else { "it was so already; nothing was written" });
        page.line(format!("{} ({})", self.spec, self.stage));
        page.line(&*self.path);
        for intent in &self.intents {
            intent.row(page);
        }
    }
}
