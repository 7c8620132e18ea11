//! `abcd spec show`: one spec whole.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::spec::{Spec, find};
use crate::registry::args;
use crate::registry::values::Stage;

/// A spec with every field.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Where it stands.
    stage: Stage,
    /// Its file, from the top of the repository.
    path: String,
    /// Its heading.
    title: String,
    /// The sections that must say something and do not yet.
    unsaid: Vec<&'static str>,
    /// Its fields and text.
    spec: Spec,
}

pub(crate) fn run(args: args::SpecShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let filed = find(&repository(call, host)?, &args.id)?;
    let spec = filed.record;
    let shown = Shown {
        stage: filed.name.state,
        path: filed.name.path(),
        title: spec.title(),
        unsaid: spec.unsaid(),
        spec,
    };
    Ok(shown.into())
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        let spec = &self.spec;
        page.heading(format!("{} ({})", spec.id, self.stage));
        page.line(format!("file: {}", self.path));
        let intents: Vec<_> = spec.intents.iter().map(ToString::to_string).collect();
        page.line(format!("intents: {}", intents.join(", ")));
        if let Some(bundle) = &spec.bundle {
            page.line(format!("bundle: {bundle}"));
        }
        if !self.unsaid.is_empty() {
            page.line(format!("still to be written: {}", self.unsaid.join(", ")));
        }
        page.blank();
        page.text(&spec.text);
    }
}
