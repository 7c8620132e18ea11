//! An intent in one line.

use serde::Serialize;

use super::super::title::short;
use crate::call::{Document, Page};
use crate::records::id::Id;
use crate::records::intent::Intent;
use crate::records::shelf::Filed;
use crate::registry::values::{Bucket, IntentImpact, IntentKind};

/// What a list shows of an intent.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Brief {
    /// The id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands.
    bucket: Bucket,
    /// What sort of an intent it is; none for a draft that nobody has taken on.
    kind: Option<IntentKind>,
    /// What it means for users, where that is said.
    impact: Option<IntentImpact>,
    /// The spec that meets it.
    #[schemars(with = "Option<String>")]
    spec: Option<Id>,
    /// How many acceptance criteria it has.
    criteria: usize,
    /// Why it is held back, where it is.
    held: Option<String>,
    /// Its heading.
    title: String,
    /// Its file, from the top of the repository.
    path: String,
}

impl Brief {
    /// The line of an intent.
    pub(crate) fn of(filed: &Filed<Intent>) -> Self {
        let intent = &filed.record;
        Self {
            id: intent.id,
            bucket: filed.name.state,
            kind: intent.kind,
            impact: intent.impact,
            spec: intent.spec_id,
            criteria: intent.criteria().len(),
            held: intent.held().map(str::to_owned),
            title: intent.title(),
            path: filed.name.path(),
        }
    }

    /// Writes the line.
    pub(crate) fn row(&self, page: &mut Page) {
        let held = if self.held.is_some() { ", held" } else { "" };
        let spec = self.spec.map(|spec| format!(", {spec}")).unwrap_or_default();
        page.line(format!("  {} ({}{spec}{held}) {}", self.id, self.bucket, short(&self.title)));
    }
}

impl Document for Brief {
    fn page(&self, page: &mut Page) {
        self.row(page);
    }
}
