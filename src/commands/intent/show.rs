//! `abcd intent show`: one intent whole.

use serde::Serialize;

use super::super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::intent::{Intent, find};
use crate::registry::args;
use crate::registry::values::Bucket;

/// An intent with every field.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Shown {
    /// Where it stands.
    bucket: Bucket,
    /// Its file, from the top of the repository.
    path: String,
    /// Its heading.
    title: String,
    /// By what one will know that it is true, in order; the first is `ac-1`.
    criteria: Vec<String>,
    /// Its fields and text.
    intent: Intent,
}

pub(crate) fn run(args: args::IntentShow, call: &Call, host: &Host) -> Outcome<Shown> {
    let filed = find(&repository(call, host)?, &args.id)?;
    let intent = filed.record;
    let shown = Shown {
        bucket: filed.name.state,
        path: filed.name.path(),
        title: intent.title(),
        criteria: intent.criteria(),
        intent,
    };
    Ok(shown.into())
}

impl Document for Shown {
    fn page(&self, page: &mut Page) {
        let intent = &self.intent;
        page.heading(format!("{} ({})", intent.id, self.bucket));
        let lines = [
            ("file", Some(self.path.clone())),
            ("kind", intent.kind.map(|kind| kind.to_string())),
            ("impact", intent.impact.map(|impact| impact.to_string())),
            ("spec", intent.spec_id.map(|id| id.to_string())),
            ("held", intent.held().map(str::to_owned)),
            ("promoted from", intent.promoted_from.map(|id| id.to_string())),
            ("target release", intent.target_release.clone()),
            ("superseded by", intent.superseded_by.map(|id| id.to_string())),
        ];
        for (name, text) in lines {
            if let Some(text) = text {
                page.line(format!("{name}: {text}"));
            }
        }
        for (number, criterion) in (1..).zip(&self.criteria) {
            page.line(format!("ac-{number}: {criterion}"));
        }
        page.blank();
        page.text(&intent.text);
    }
}
