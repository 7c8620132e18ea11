//! A spec: how an intent, or a bundle of them, is met, in steps.
//!
//! `.abcd/development/specs/{open,closed}/<id>-<slug>.md`. It is made by planning its intents and closed when the
//! work is in.

pub mod close;

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
use crate::registry::values::{Closed, Family, ProductionMode, Stage};

/// The sections in which a spec must say something before work on it begins.
pub const NEEDED: [&str; 4] = ["Summary", "Approach", "How each criterion is met", "Steps"];

/// Every field that a spec may have, in the order in which they are written.
pub(super) const FIELDS: [&str; 7] =
    ["id", "slug", "intent", "intents", "bundle", "origin", "production_mode"];

/// One spec as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[expect(missing_docs, reason = "each field has the name and meaning of the field in the file")]
pub struct Spec {
    #[schemars(with = "String")]
    pub id: Id,
    pub slug: String,
    /// The intents that it meets: `intent` where it is one, `intents` where it may be more.
    #[schemars(with = "Vec<String>")]
    pub intents: Vec<Id>,
    pub bundle: Option<String>,
    pub origin: Option<String>,
    pub production_mode: Option<ProductionMode>,
    /// The text below the head.
    pub text: String,
}

/// The spec of an id, as a caller typed it.
pub fn find(repository: &Repository, id: &str) -> Result<Filed<Spec>, Stop> {
    let id = id_of::<Spec>(id)?;
    let ledger = Ledger::of(repository)?;
    Shelf::open(&ledger)?.fetch(id)
}

impl Place for Stage {
    const FAMILY: Family = Family::Spc;
    const PLACES: &'static [Self] = Self::ALL;

    fn folder(self) -> String {
        format!("development/specs/{self}")
    }
}

impl Kept for Spec {
    type Place = Stage;
    const UNKNOWN: Code = code::SPEC_UNKNOWN_ID;

    fn read(document: &Document) -> Result<Self, Vec<Flaw>> {
        let mut fields = Fields::of(document, &FIELDS);
        let id = fields.id("id", Family::Spc);
        let slug = fields.slug("slug");
        let intent = fields.id_if_there("intent", Family::Itd);
        let mut intents = fields.ids("intents", Family::Itd);
        match (fields.has("intent"), fields.has("intents")) {
            (true, true) => fields.wrong("intents", "stands beside `intent`; one of the two is enough"),
            (false, true) if intents.is_empty() => fields.wrong("intents", "names no intent"),
            (false, false) => fields.wrong("intents", "is missing"),
            _ => intents.extend(intent),
        }
        let bundle = fields.text("bundle");
        let origin = fields.text("origin");
        let production_mode = fields.choice("production_mode");
        let (id, slug) = fields.whole(id, slug)?;
        Ok(Self { id, slug, intents, bundle, origin, production_mode, text: text_of(document) })
    }

    fn id(&self) -> Id {
        self.id
    }

    fn slug(&self) -> &str {
        &self.slug
    }

    fn misplaced(&self, _: Stage) -> Vec<Flaw> {
        Vec::new()
    }
}

impl Spec {
    /// The first heading of the text; the slug's words where there is none.
    pub fn title(&self) -> String {
        Body::read(&self.text).title.unwrap_or_else(|| self.slug.replace('-', " "))
    }

    /// The sections that must say something and do not: all of them in a spec that was only just made.
    pub fn unsaid(&self) -> Vec<&'static str> {
        let body = Body::read(&self.text);
        NEEDED.into_iter().filter(|title| !body.says(title)).collect()
    }

    /// Whether it names an intent.
    pub fn names(&self, intent: Id) -> bool {
        self.intents.contains(&intent)
    }
}
