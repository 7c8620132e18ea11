//! `abcd routine invariants`: the rules that loops carry, and why.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::registry::args;
use crate::routine::record::standing::unknown_archetype;
use crate::routine::record::terms::editions;
use crate::routine::render::Edition;
use crate::tables::model::invariants::{Invariant, When};

/// Rules, sorted by name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// The rules.
    rules: Vec<Rule>,
}

/// A rule that a loop carries.
#[derive(Debug, Serialize, JsonSchema)]
struct Rule {
    /// Its name, as it stands in a prompt.
    id: String,
    /// What goes wrong without it.
    reason: String,
    /// Under which answers it stands in a prompt.
    condition: When,
    /// The archetypes that carry it, sorted by name.
    archetypes: Vec<Carrier>,
}

/// An archetype that carries a rule.
#[derive(Debug, Serialize, JsonSchema)]
struct Carrier {
    /// The archetype's name.
    name: String,
    /// The template versions that have the rule, rising.
    versions: Vec<u32>,
}

pub(crate) fn run(args: args::RoutineInvariants, _: &Call, host: &Host) -> Outcome<Listed> {
    let editions = editions(host)?;
    let wanted = |name: &str| args.archetype.as_deref().is_none_or(|wanted| wanted == name);
    let mut rules = BTreeMap::new();
    let mut known = false;
    for routine in editions.archetypes().iter().filter(|routine| wanted(&routine.id)) {
        known = true;
        for edition in routine.versions.iter().filter_map(|version| editions.at(&routine.id, *version)) {
            for row in edition.rules() {
                note(&mut rules, row, edition);
            }
        }
    }
    if !known {
        return Err(unknown_archetype(&editions));
    }
    Ok(Listed { rules: rules.into_values().collect() }.into())
}

/// Notes that an edition has a rule; a later version's reason stands over an earlier one's.
fn note(rules: &mut BTreeMap<String, Rule>, row: &Invariant, edition: Edition<'_>) {
    let (reason, condition) = (row.reason.to_string(), row.when);
    let rule = rules.entry(row.id.to_string()).or_insert_with(|| Rule {
        id: row.id.to_string(),
        reason: String::new(),
        condition,
        archetypes: Vec::new(),
    });
    (rule.reason, rule.condition) = (reason, condition);
    match rule.archetypes.last_mut().filter(|carrier| carrier.name == edition.routine.id) {
        Some(carrier) => carrier.versions.push(edition.version),
        None => rule
            .archetypes
            .push(Carrier { name: edition.routine.id.to_string(), versions: vec![edition.version] }),
    }
}

impl Document for Listed {
    fn page(&self, page: &mut Page) {
        for rule in &self.rules {
            let carriers: Vec<String> = rule.archetypes.iter().map(Carrier::said).collect();
            let condition = match rule.condition {
                When::Always => "",
                When::OneRound => ", where a run does one round",
                When::ManyRounds => ", where a run may do several rounds",
            };
            page.heading(&rule.id);
            page.line(format!("  {}", rule.reason));
            page.aside(format!("  {}{condition}", carriers.join("; ")));
        }
    }
}

impl Carrier {
    fn said(&self) -> String {
        let versions: Vec<String> = self.versions.iter().map(ToString::to_string).collect();
        format!("{} version {}", self.name, versions.join(", "))
    }
}
