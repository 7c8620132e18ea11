//! A spec in one line.

use serde::Serialize;

use super::super::title::short;
use crate::call::{Document, Page};
use crate::records::id::Id;
use crate::records::shelf::Filed;
use crate::records::spec::Spec;
use crate::registry::values::Stage;

/// What a list shows of a spec.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Brief {
    /// The id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands.
    stage: Stage,
    /// The intents that it meets.
    #[schemars(with = "Vec<String>")]
    intents: Vec<Id>,
    /// The name under which it meets several.
    bundle: Option<String>,
    /// Its heading.
    title: String,
    /// Its file, from the top of the repository.
    path: String,
}

impl Brief {
    /// The line of a spec.
    pub(crate) fn of(filed: &Filed<Spec>) -> Self {
        let spec = &filed.record;
        Self {
            id: spec.id,
            stage: filed.name.state,
            intents: spec.intents.clone(),
            bundle: spec.bundle.clone(),
            title: spec.title(),
            path: filed.name.path(),
        }
    }

    /// Writes the line.
    pub(crate) fn row(&self, page: &mut Page) {
        let intents: Vec<_> = self.intents.iter().map(ToString::to_string).collect();
        page.line(format!("  {} ({}, {}) {}", self.id, self.stage, intents.join(", "), short(&self.title)));
    }
}

impl Document for Brief {
    fn page(&self, page: &mut Page) {
        self.row(page);
    }
}
