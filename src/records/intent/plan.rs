//! Planning: drafts become planned intents of one spec.
//!
//! The writes go so that the record is sound after each: the spec is made first, then each draft gets its kind,
//! moves by one rename, and only then names the spec. Where that broke off, the same call finds the spec by the
//! intents that it names and takes it from there.

use std::collections::BTreeSet;

use super::super::desk::Desk;
use super::super::frontmatter::{Document, Value};
use super::super::id::Id;
use super::super::shelf::{Filed, Shelf, id_of};
use super::super::skeleton::{self, Skeleton};
use super::super::slug::is_slug;
use super::super::spec::{self, Spec};
use super::{FIELDS, Intent};
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Bucket, IntentImpact, IntentKind, Stage};

/// What is to be planned.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The intents, as the caller typed them.
    pub ids: Vec<String>,
    /// The name under which several are met together.
    pub bundle: Option<String>,
    /// What they mean for users, where that is not recorded yet.
    pub impact: Option<IntentImpact>,
}

/// Intents that are planned, and their spec.
#[derive(Debug)]
pub struct Planned {
    /// The intents, in the order in which they were named.
    pub intents: Vec<Filed<Intent>>,
    /// The spec that meets them.
    pub spec: Filed<Spec>,
    /// Whether anything was written.
    pub changed: bool,
}

/// Plans drafts.
pub fn plan(repository: &Repository, host: &Host, wish: &Wish) -> Result<Planned, Stop> {
    let ids = distinct(&wish.ids)?;
    if wish.bundle.as_deref().is_some_and(|name| !is_slug(name)) {
        return Err(Refusal::new(code::INTENT_BUNDLE_UNFIT).into());
    }
    if ids.len() > 1 && wish.bundle.is_none() {
        return Err(Refusal::new(code::INTENT_BUNDLE_MISSING).into());
    }
    let desk = Desk::open(repository, host, "intent plan")?;
    let intents: Shelf<'_, Intent> = desk.shelf()?;
    let drafts = ids.iter().map(|id| intents.fetch(*id)).collect::<Result<Vec<_>, _>>()?;
    let specs: Shelf<'_, Spec> = desk.shelf()?;
    let spec = spec_of(specs.all()?, &ids, wish.bundle.as_deref());
    for draft in &drafts {
        judge(draft, spec.as_ref(), wish.impact)?;
    }
    let spec = spec?;
    let mut changed = spec.is_none();
    let spec = match spec {
        Some(spec) => spec,
        None => mint(&desk, host, &specs, &drafts, wish.bundle.as_deref())?,
    };
    let mut planned = Vec::new();
    for draft in drafts {
        let before = (draft.name.clone(), draft.document.to_text());
        let intent = settle(&desk, draft, spec.record.id, wish)?;
        changed |= before != (intent.name.clone(), intent.document.to_text());
        planned.push(intent);
    }
    Ok(Planned { intents: planned, spec, changed })
}

/// The ids that were given, each once.
fn distinct(texts: &[String]) -> Result<Vec<Id>, Stop> {
    let mut ids = Vec::new();
    for text in texts {
        let id = id_of::<Intent>(text)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// The spec that names exactly these intents; refused where one names some of them and others.
fn spec_of(specs: Vec<Filed<Spec>>, ids: &[Id], bundle: Option<&str>) -> Result<Option<Filed<Spec>>, Stop> {
    let mut naming: Vec<_> =
        specs.into_iter().filter(|spec| ids.iter().any(|id| spec.record.names(*id))).collect();
    let wanted: BTreeSet<_> = ids.iter().collect();
    let fits = |spec: &Filed<Spec>| {
        spec.name.state == Stage::Open
            && spec.record.bundle.as_deref() == bundle
            && spec.record.intents.iter().collect::<BTreeSet<_>>() == wanted
    };
    let Some(spec) = naming.pop() else { return Ok(None) };
    if naming.is_empty() && fits(&spec) {
        return Ok(Some(spec));
    }
    let refusal = Refusal::new(code::INTENT_SPEC_TAKEN)
        .saying(format!("{} names an intent of the call and does not fit it", spec.record.id))
        .at(spec.name.path())
        .fact("spec", &spec.record.id)
        .fact("intents", &spec.record.intents)
        .fact("bundle", &spec.record.bundle);
    Err(refusal.into())
}

/// Refuses what cannot be planned; an intent that this same plan has planned already is fine.
fn judge(
    draft: &Filed<Intent>,
    spec: Result<&Option<Filed<Spec>>, &Stop>,
    impact: Option<IntentImpact>,
) -> Result<(), Stop> {
    let intent = &draft.record;
    let refusal = |code, saying: String| Refusal::new(code).saying(saying).at(draft.name.path());
    let own = spec.ok().and_then(Option::as_ref).map(|spec| spec.record.id);
    match draft.name.state {
        Bucket::Drafts if intent.spec_id.is_some() => {
            let saying = format!("{} is a draft and names a spec already", intent.id);
            return Err(refusal(code::INTENT_HALF_PLANNED, saying).fact("spec", &intent.spec_id).into());
        }
        Bucket::Drafts => {}
        // Half planned, or planned by this very call before.
        Bucket::Planned if intent.spec_id.is_none() || intent.spec_id == own => {}
        state => {
            let saying = format!("{} is no draft: it stands in `{state}/`", intent.id);
            let refusal = refusal(code::INTENT_NOT_A_DRAFT, saying).fact("state", &state);
            return Err(refusal.fact("spec", &intent.spec_id).into());
        }
    }
    if let Some(reason) = intent.held() {
        let saying = format!("{} is held back", intent.id);
        return Err(refusal(code::INTENT_HELD, saying).fact("reason", &reason).into());
    }
    if intent.criteria().is_empty() {
        return Err(
            refusal(code::INTENT_NO_CRITERIA, format!("{} has no acceptance criterion", intent.id)).into()
        );
    }
    if impact.is_some() && intent.impact.is_some() && impact != intent.impact {
        let saying = format!("{} is recorded with another impact", intent.id);
        return Err(refusal(code::INTENT_IMPACT_DIFFERS, saying).fact("recorded", &intent.impact).into());
    }
    Ok(())
}

/// Makes the spec of drafts, for its author to fill in.
fn mint(
    desk: &Desk,
    host: &Host,
    specs: &Shelf<'_, Spec>,
    drafts: &[Filed<Intent>],
    bundle: Option<&str>,
) -> Result<Filed<Spec>, Stop> {
    let first = drafts.first().map(|draft| &draft.record);
    let slug = bundle.or(first.map(|intent| intent.slug.as_str())).unwrap_or_default();
    let title = bundle.map(|name| name.replace('-', " ")).or(first.map(Intent::title)).unwrap_or_default();
    let mut document = Document::with_body(&skeleton::fill(Skeleton::Spec, &[("title", &title)])?);
    let id = desk.mint(host, specs)?;
    let mut set = |key, value| document.set(key, value, &spec::FIELDS);
    set("id", Value::Text(id.to_string()));
    set("slug", Value::Text(slug.to_owned()));
    set("intents", Value::List(drafts.iter().map(|draft| draft.record.id.to_string()).collect()));
    if let Some(name) = bundle {
        set("bundle", Value::Text(name.to_owned()));
    }
    if let Some(mode) = first.and_then(|intent| intent.production_mode) {
        set("production_mode", Value::Text(mode.to_string()));
    }
    desk.add(id, Stage::Open, slug, &document)
}

/// Brings one intent to where the plan wants it, from wherever it is on the way there.
fn settle(desk: &Desk, draft: Filed<Intent>, spec: Id, wish: &Wish) -> Result<Filed<Intent>, Stop> {
    let kind = if wish.bundle.is_some() { IntentKind::BundleMember } else { IntentKind::Standalone };
    let mut document = draft.document.clone();
    if draft.record.kind != Some(kind) {
        document.set("kind", Value::Text(kind.to_string()), &FIELDS);
    }
    if let (Some(impact), None) = (wish.impact, draft.record.impact) {
        document.set("impact", Value::Text(impact.to_string()), &FIELDS);
    }
    let draft = desk.edit(draft, &document)?;
    let planned = desk.shift(draft, Bucket::Planned)?;
    link_to(desk, planned, spec)
}

/// Makes a planned intent name its spec.
pub(super) fn link_to(desk: &Desk, planned: Filed<Intent>, spec: Id) -> Result<Filed<Intent>, Stop> {
    if planned.record.spec_id == Some(spec) {
        return Ok(planned);
    }
    let mut document = planned.document.clone();
    document.set("spec_id", Value::Text(spec.to_string()), &FIELDS);
    desk.edit(planned, &document)
}
