//! An intent: what is to be true for the people who use the software.
//!
//! `.abcd/development/intents/{drafts,planned,shipped,disciplines,superseded}/<id>-<slug>.md`. It moves from a
//! draft to planned by its spec, and to shipped when that is closed.

pub mod link;
pub mod new;
pub mod plan;
pub mod ready;

use serde::Serialize;

use super::body::Body;
use super::fields::{Fields, Flaw};
use super::frontmatter::Document;
use super::id::Id;
use super::ledger::Ledger;
use super::names::Place;
use super::shelf::{Filed, Kept, Shelf, id_of, text_of};
use crate::host::place::Repository;
use crate::refusal::Stop;
use crate::registry::code;
use crate::registry::refusals::Code;
use crate::registry::values::{Bucket, Closed, Family, IntentImpact, IntentKind, ProductionMode, Severity};

/// The section whose bullets are the acceptance criteria.
pub const CRITERIA: &str = "Acceptance Criteria";

/// Every field that an intent may have, in the order in which they are written.
pub const FIELDS: [&str; 18] = [
    "id",
    "slug",
    "spec_id",
    "kind",
    "suggested_kind",
    "reclassification_history",
    "builds_on",
    "blocked_by",
    "related_adrs",
    "severity",
    "impact",
    "promoted_from",
    "held",
    "target_release",
    "superseded_by",
    "scope_conditions",
    "origin",
    "production_mode",
];

/// One intent as its file has it. What is not there is `None` or empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[expect(missing_docs, reason = "each field has the name and meaning of the field in the file")]
pub struct Intent {
    #[schemars(with = "String")]
    pub id: Id,
    pub slug: String,
    #[schemars(with = "Option<String>")]
    pub spec_id: Option<Id>,
    pub kind: Option<IntentKind>,
    pub suggested_kind: Option<IntentKind>,
    pub reclassification_history: Vec<String>,
    #[schemars(with = "Vec<String>")]
    pub builds_on: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub blocked_by: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_adrs: Vec<Id>,
    pub severity: Option<Severity>,
    pub impact: Option<IntentImpact>,
    #[schemars(with = "Option<String>")]
    pub promoted_from: Option<Id>,
    pub held: Option<String>,
    pub target_release: Option<String>,
    #[schemars(with = "Option<String>")]
    pub superseded_by: Option<Id>,
    pub scope_conditions: Vec<String>,
    pub origin: Option<String>,
    pub production_mode: Option<ProductionMode>,
    /// The text below the head.
    pub text: String,
}

/// The intent of an id, as a caller typed it.
pub fn find(repository: &Repository, id: &str) -> Result<Filed<Intent>, Stop> {
    let id = id_of::<Intent>(id)?;
    let ledger = Ledger::of(repository)?;
    Shelf::open(&ledger)?.fetch(id)
}

impl Place for Bucket {
    const FAMILY: Family = Family::Itd;
    const PLACES: &'static [Self] = Self::ALL;

    fn folder(self) -> String {
        format!("development/intents/{self}")
    }
}

impl Kept for Intent {
    type Place = Bucket;
    const UNKNOWN: Code = code::INTENT_UNKNOWN_ID;

    fn read(document: &Document) -> Result<Self, Vec<Flaw>> {
        let mut fields = Fields::of(document, &FIELDS);
        let id = fields.id("id", Family::Itd);
        let slug = fields.slug("slug");
        let spec_id = fields.id_if_there("spec_id", Family::Spc);
        let kind = fields.choice("kind");
        let suggested_kind = fields.choice("suggested_kind");
        let reclassification_history = fields.texts("reclassification_history");
        let builds_on = fields.ids("builds_on", Family::Itd);
        let blocked_by = fields.ids_of_any("blocked_by");
        let related_adrs = fields.ids("related_adrs", Family::Adr);
        let severity = fields.choice("severity");
        let impact = fields.choice("impact");
        let promoted_from = fields.id_if_there("promoted_from", Family::Iss);
        let held = fields.text("held");
        let target_release = fields.text("target_release");
        let superseded_by = fields.id_if_there("superseded_by", Family::Itd);
        let scope_conditions = fields.texts("scope_conditions");
        let origin = fields.text("origin");
        let production_mode = fields.choice("production_mode");
        let (id, slug) = fields.whole(id, slug)?;
        Ok(Self {
            id,
            slug,
            spec_id,
            kind,
            suggested_kind,
            reclassification_history,
            builds_on,
            blocked_by,
            related_adrs,
            severity,
            impact,
            promoted_from,
            held,
            target_release,
            superseded_by,
            scope_conditions,
            origin,
            production_mode,
            text: text_of(document),
        })
    }

    fn id(&self) -> Id {
        self.id
    }

    fn slug(&self) -> &str {
        &self.slug
    }

    fn misplaced(&self, place: Bucket) -> Vec<Flaw> {
        let met = [Some(IntentKind::Standalone), Some(IntentKind::BundleMember)];
        let kinds: &[Option<IntentKind>] = match place {
            Bucket::Drafts => &[None, met[0], met[1]],
            Bucket::Planned | Bucket::Shipped => &met,
            Bucket::Disciplines => &[Some(IntentKind::Discipline)],
            Bucket::Superseded => &[Some(IntentKind::Superseded)],
        };
        let mut flaws = Vec::new();
        if !kinds.contains(&self.kind) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.map_or("null", Closed::as_str)).collect();
            let kinds = kinds.join(" or ");
            flaws.push(Flaw::new(format!("it stands in `{place}/`, where `kind` is {kinds}")));
        }
        if place == Bucket::Shipped {
            for (field, there) in [("spec_id", self.spec_id.is_some()), ("impact", self.impact.is_some())] {
                if !there {
                    flaws.push(Flaw::new(format!("it stands in `{place}/` and has no `{field}`")));
                }
            }
        }
        flaws
    }
}

impl Intent {
    /// The first heading of the text; the slug's words where there is none.
    pub fn title(&self) -> String {
        Body::read(&self.text).title.unwrap_or_else(|| self.slug.replace('-', " "))
    }

    /// By what one will know that it is true, in order; the first is `ac-1`.
    pub fn criteria(&self) -> Vec<String> {
        Body::read(&self.text).bullets(CRITERIA).map(str::to_owned).collect()
    }

    /// Why it is held back, where it is.
    pub fn held(&self) -> Option<&str> {
        self.held.as_deref().filter(|reason| !reason.trim().is_empty())
    }
}
