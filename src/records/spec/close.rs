//! Closing a spec: its intents ship, unless another open spec still works on them.
//!
//! The intents move first and the spec last, so that a call which breaks off leaves the spec open, and the same
//! call, made again, takes it from there.

use std::collections::BTreeSet;

use super::super::desk::Desk;
use super::super::frontmatter::Value;
use super::super::id::Id;
use super::super::intent::{self, Intent};
use super::super::shelf::{Filed, Shelf, id_of};
use super::Spec;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Bucket, IntentImpact, Stage};

/// A spec that is closed, and its intents.
#[derive(Debug)]
pub struct Ended {
    /// The spec.
    pub spec: Filed<Spec>,
    /// The intents that it names, where they stand now.
    pub intents: Vec<Filed<Intent>>,
    /// Whether anything was written.
    pub changed: bool,
}

/// Closes a spec; `impact` is what its intents mean for users, where that is not recorded yet.
pub fn close(
    repository: &Repository,
    host: &Host,
    id: &str,
    impact: Option<IntentImpact>,
) -> Result<Ended, Stop> {
    let id = id_of::<Spec>(id)?;
    let desk = Desk::open(repository, host, "spec close")?;
    let specs: Shelf<'_, Spec> = desk.shelf()?;
    let intents: Shelf<'_, Intent> = desk.shelf()?;
    let spec = specs.fetch(id)?;
    let all = specs.all()?;
    let mut judged = Vec::new();
    for named in &spec.record.intents {
        judged.push(judge(&all, &spec, fetch(&intents, &spec, *named)?, impact)?);
    }
    let mut changed = spec.name.state == Stage::Open;
    let mut ended = Vec::new();
    for (intent, ships) in judged {
        changed |= ships.is_some();
        ended.push(match ships {
            Some(impact) => ship(&desk, intent, impact)?,
            None => intent,
        });
    }
    Ok(Ended { spec: desk.shift(spec, Stage::Closed)?, intents: ended, changed })
}

fn fetch(intents: &Shelf<'_, Intent>, spec: &Filed<Spec>, id: Id) -> Result<Filed<Intent>, Stop> {
    if intents.names.has(id) {
        return intents.fetch(id);
    }
    let refusal = Refusal::new(code::RECORD_UNSOUND)
        .saying(format!("{} names {id}, which does not exist", spec.record.id))
        .at(spec.name.path());
    Err(refusal.into())
}

/// The impact with which an intent ships, if it does; refused where it must and cannot.
fn judge(
    all: &[Filed<Spec>],
    spec: &Filed<Spec>,
    intent: Filed<Intent>,
    impact: Option<IntentImpact>,
) -> Result<(Filed<Intent>, Option<IntentImpact>), Stop> {
    let (id, state, recorded) = (intent.record.id, intent.name.state, intent.record.impact);
    let refusal = |code, saying| Refusal::new(code).saying(saying).at(intent.name.path());
    let differs = || {
        let saying = format!("{id} is recorded with another impact");
        Stop::from(refusal(code::SPEC_IMPACT_DIFFERS, saying).fact("recorded", &recorded))
    };
    let same = impact.is_none() || recorded.is_none() || impact == recorded;
    match state {
        Bucket::Planned => {}
        Bucket::Shipped if !same => return Err(differs()),
        // It is where it belongs, or it will never ship.
        Bucket::Shipped | Bucket::Superseded => return Ok((intent, None)),
        Bucket::Drafts | Bucket::Disciplines => {
            let saying = format!("{id} is not planned: it stands in `{state}/`");
            return Err(refusal(code::SPEC_INTENT_NOT_PLANNED, saying).fact("state", &state).into());
        }
    }
    let others = all.iter().filter(|other| other.record.id != spec.record.id && other.record.names(id));
    let others: BTreeSet<(Id, Stage)> = others.map(|other| (other.record.id, other.name.state)).collect();
    let own = intent.record.spec_id;
    if own != Some(spec.record.id) && !others.iter().any(|(other, _)| own == Some(*other)) {
        let saying = format!("{} names {id}, which does not name it", spec.record.id);
        return Err(refusal(code::SPEC_NOT_LINKED_BACK, saying).fact("spec", &own).into());
    }
    if others.iter().any(|(_, stage)| *stage == Stage::Open) {
        return Ok((intent, None));
    }
    if !same {
        return Err(differs());
    }
    match recorded.or(impact) {
        Some(impact) => Ok((intent, Some(impact))),
        None => Err(refusal(code::SPEC_NO_IMPACT, format!("{id} would ship without an impact")).into()),
    }
}

/// Ships an intent.
fn ship(desk: &Desk, intent: Filed<Intent>, impact: IntentImpact) -> Result<Filed<Intent>, Stop> {
    let mut document = intent.document.clone();
    if intent.record.impact.is_none() {
        document.set("impact", Value::Text(impact.to_string()), &intent::FIELDS);
    }
    let intent = desk.edit(intent, &document)?;
    desk.shift(intent, Bucket::Shipped)
}
