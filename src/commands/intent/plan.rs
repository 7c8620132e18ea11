//! `abcd intent plan`: plans drafts.

use serde::Serialize;

use super::super::here::repository;
use super::brief::Brief;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::id::Id;
use crate::records::intent::plan::{Wish, plan};
use crate::registry::args;

/// What was planned.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Planned {
    /// Whether anything was written; what had been planned already is not planned again.
    changed: bool,
    /// The spec that meets the intents.
    #[schemars(with = "String")]
    spec: Id,
    /// The spec's file, from the top of the repository.
    path: String,
    /// The name under which it meets several.
    bundle: Option<String>,
    /// The intents, in the order in which they were named.
    intents: Vec<Brief>,
}

pub(crate) fn run(args: args::IntentPlan, call: &Call, host: &Host) -> Outcome<Planned> {
    let wish = Wish { ids: args.id, bundle: args.bundle, impact: args.impact };
    let planned = plan(&repository(call, host)?, host, &wish)?;
    let intents = planned.intents.iter().map(Brief::of).collect();
    let document = Planned {
        changed: planned.changed,
        spec: planned.spec.record.id,
        path: planned.spec.name.path(),
        bundle: planned.spec.record.bundle,
        intents,
    };
    Ok(document.into())
}

impl Document for Planned {
    fn page(&self, page: &mut Page) {
        page.line(if self.changed { "planned" } else { "it was so already; nothing was written" });
        for intent in &self.intents {
            intent.row(page);
        }
        page.line(format!("by {}", self.spec));
        page.line(&*self.path);
    }
}
