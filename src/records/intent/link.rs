//! Linking: a planned intent names the spec that names it already. No link is made from one side alone.

use super::super::desk::Desk;
use super::super::shelf::{Filed, Shelf, id_of};
use super::super::spec::Spec;
use super::Intent;
use super::plan::link_to;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::Bucket;

/// Makes a planned intent name its spec; says whether it did not before.
pub fn link(
    repository: &Repository,
    host: &Host,
    intent: &str,
    spec: &str,
) -> Result<(Filed<Intent>, bool), Stop> {
    let (intent, spec) = (id_of::<Intent>(intent)?, id_of::<Spec>(spec)?);
    let desk = Desk::open(repository, host, "intent link")?;
    let intents: Shelf<'_, Intent> = desk.shelf()?;
    let specs: Shelf<'_, Spec> = desk.shelf()?;
    let planned = intents.fetch(intent)?;
    if planned.name.state != Bucket::Planned {
        let state = planned.name.state;
        let refusal = Refusal::new(code::INTENT_NOT_PLANNED)
            .saying(format!("{intent} is not planned: it stands in `{state}/`"))
            .at(planned.name.path());
        return Err(refusal.fact("state", &state).into());
    }
    let found = specs.fetch(spec)?;
    if !found.record.names(intent) {
        let refusal = Refusal::new(code::INTENT_NOT_NAMED)
            .saying(format!("{spec} does not name {intent}"))
            .at(found.name.path());
        return Err(refusal.fact("intents", &found.record.intents).into());
    }
    match planned.record.spec_id {
        Some(other) if other != spec => {
            let refusal = Refusal::new(code::INTENT_LINKED_ELSEWHERE)
                .saying(format!("{intent} names another spec: {other}"))
                .at(planned.name.path());
            Err(refusal.fact("spec", &other).into())
        }
        Some(_) => Ok((planned, false)),
        None => Ok((link_to(&desk, planned, spec)?, true)),
    }
}
