//! Writing an intent down: everything that the caller said is judged before anything is written.

use super::super::desk::Desk;
use super::super::frontmatter::{Document, Value};
use super::super::guard::meant;
use super::super::id::Id;
use super::super::shelf::Filed;
use super::super::skeleton::{self, Skeleton};
use super::super::slug::{is_slug, of_text};
use super::super::text::{self, Unfit};
use super::{FIELDS, Intent};
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Bucket, IntentImpact, ProductionMode};

/// What a caller wants to write down.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each field is the argument of that name")]
pub struct Wish {
    pub text: String,
    pub title: Option<String>,
    pub slug: Option<String>,
    pub impact: Option<IntentImpact>,
    pub production_mode: ProductionMode,
}

/// Lays a draft down.
pub fn new(repository: &Repository, host: &Host, wish: &Wish) -> Result<Filed<Intent>, Stop> {
    let draft = judged(wish)?;
    let desk = Desk::open(repository, host, "intent new")?;
    let id = desk.mint(host, &desk.shelf::<Intent>()?)?;
    draft.lay(&desk, id)
}

fn judged(wish: &Wish) -> Result<Draft, Stop> {
    if meant(&wish.text, &[]).is_some() {
        return Err(Refusal::new(code::INTENT_LONE_WORD).into());
    }
    let text = fit("text", text::prose(&wish.text))?;
    let title = match &wish.title {
        Some(title) => fit("title", text::line(title))?,
        None => fit("title", text::line(text.lines().next().unwrap_or_default()))?,
    };
    let slug = match &wish.slug {
        Some(slug) if is_slug(slug) => slug.clone(),
        Some(_) => return Err(Refusal::new(code::INTENT_SLUG_UNFIT).into()),
        None => of_text(&title),
    };
    Ok(Draft {
        title,
        slug,
        press: text,
        why: String::new(),
        impact: wish.impact,
        promoted_from: None,
        production_mode: Some(wish.production_mode),
    })
}

fn fit(field: &'static str, judged: Result<String, Unfit>) -> Result<String, Stop> {
    judged.map_err(|unfit| {
        let saying = format!("the {field} {unfit}");
        Refusal::new(code::INTENT_TEXT_UNFIT).saying(saying).fact("field", &field).into()
    })
}

/// A draft that is fit to be stored.
#[derive(Debug)]
pub(in crate::records) struct Draft {
    /// Its heading, one line.
    pub(in crate::records) title: String,
    /// The words of its file name.
    pub(in crate::records) slug: String,
    /// What would be announced.
    pub(in crate::records) press: String,
    /// Why it matters.
    pub(in crate::records) why: String,
    pub(in crate::records) impact: Option<IntentImpact>,
    /// The issue that it was made of.
    pub(in crate::records) promoted_from: Option<Id>,
    pub(in crate::records) production_mode: Option<ProductionMode>,
}

impl Draft {
    /// Writes the draft under an id.
    pub(in crate::records) fn lay(&self, desk: &Desk, id: Id) -> Result<Filed<Intent>, Stop> {
        desk.add(id, Bucket::Drafts, &self.slug, &self.document(id)?)
    }

    fn document(&self, id: Id) -> Result<Document, Stop> {
        let (press, why) = (skeleton::quoted(&self.press), skeleton::quoted(&self.why));
        let words = [("title", self.title.as_str()), ("press", &press), ("why", &why)];
        let mut document = Document::with_body(&skeleton::fill(Skeleton::Intent, &words)?);
        let mut set = |key, value| document.set(key, value, &FIELDS);
        set("id", Value::Text(id.to_string()));
        set("slug", Value::Text(self.slug.clone()));
        set("spec_id", Value::Null);
        set("kind", Value::Null);
        let texts = [
            ("impact", self.impact.map(|impact| impact.to_string())),
            ("promoted_from", self.promoted_from.map(|id| id.to_string())),
            ("production_mode", self.production_mode.map(|mode| mode.to_string())),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                set(key, Value::Text(text));
            }
        }
        Ok(document)
    }
}
