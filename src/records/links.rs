//! What the records say of each other, and where that does not hold.

use std::collections::BTreeMap;

use super::check::Problem;
use super::decision::{Decision, Tray};
use super::fields::Flaw;
use super::frontmatter::Document;
use super::id::Id;
use super::intent::Intent;
use super::ledger::{Ledger, Names, Record};
use super::names;
use super::shelf::{Filed, Kept, Shelf};
use super::spec::Spec;
use crate::refusal::Stop;
use crate::registry::values::{Bucket, Family};

/// Every id that there is, and what is known of those that must agree with others.
pub(super) struct Web<'a> {
    issues: &'a Names,
    intents: BTreeMap<Id, Known>,
    specs: BTreeMap<Id, Vec<Id>>,
    decisions: names::Names<Tray>,
}

/// What is known of an intent.
#[derive(Default)]
struct Known {
    promoted_from: Option<Id>,
}

impl<'a> Web<'a> {
    /// Reads what must be known. A record that cannot be read is there all the same.
    pub(super) fn read(ledger: &Ledger, issues: &'a Names) -> Result<Self, Stop> {
        let intents = known::<Intent, _>(ledger, |intent| Known { promoted_from: intent.promoted_from })?;
        let specs = known::<Spec, _>(ledger, |spec| spec.intents.clone())?;
        let decisions = names::Names::list(&ledger.home)?;
        Ok(Self { issues, intents, specs, decisions })
    }

    fn has(&self, id: Id) -> bool {
        match id.family() {
            Family::Iss => self.issues.has(id),
            Family::Itd => self.intents.contains_key(&id),
            Family::Spc => self.specs.contains_key(&id),
            Family::Adr => self.decisions.has(id),
        }
    }

    /// What is wrong with the links of an issue.
    pub(super) fn of_issue(&self, record: &Record) -> Vec<Flaw> {
        let issue = &record.issue;
        let mut flaws = Vec::new();
        let lists = [
            ("blocked_by", issue.blocked_by.clone()),
            ("duplicates", issue.duplicates.clone()),
            ("related_issues", issue.related_issues.clone()),
        ];
        self.dangling(issue.id, &lists, &record.document, &mut flaws);
        let intent = issue.promoted_to.as_deref().and_then(|text| text.parse::<Id>().ok());
        if let Some(intent) = intent.filter(|intent| intent.family() == Family::Itd) {
            let what = match self.intents.get(&intent).map(|known| known.promoted_from) {
                None => Some(format!("`promoted_to` names {intent}, which does not exist")),
                Some(Some(from)) if from != issue.id => {
                    Some(format!("`promoted_to` names {intent}, which came from {from}"))
                }
                Some(_) => None,
            };
            flaws.extend(what.map(|what| at(&record.document, "promoted_to", what)));
        }
        flaws
    }

    fn of_intent(&self, filed: &Filed<Intent>) -> Vec<Flaw> {
        let intent = &filed.record;
        let mut flaws = Vec::new();
        let lists = [
            ("builds_on", intent.builds_on.clone()),
            ("blocked_by", intent.blocked_by.clone()),
            ("related_adrs", intent.related_adrs.clone()),
            ("superseded_by", intent.superseded_by.into_iter().collect()),
            ("spec_id", intent.spec_id.into_iter().collect()),
            ("promoted_from", intent.promoted_from.into_iter().collect()),
        ];
        self.dangling(intent.id, &lists, &filed.document, &mut flaws);
        if let Some(spec) = intent.spec_id {
            let what = match self.specs.get(&spec) {
                Some(names) if !names.is_empty() && !names.contains(&intent.id) => {
                    Some(format!("`spec_id` names {spec}, which does not name it"))
                }
                _ if filed.name.state == Bucket::Drafts => {
                    Some(format!("it is a draft, and `spec_id` names {spec} already"))
                }
                _ => None,
            };
            flaws.extend(what.map(|what| at(&filed.document, "spec_id", what)));
        }
        flaws
    }

    fn of_spec(&self, filed: &Filed<Spec>) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let key = if filed.document.value("intent").is_some() { "intent" } else { "intents" };
        let lists = [(key, filed.record.intents.clone())];
        self.dangling(filed.record.id, &lists, &filed.document, &mut flaws);
        flaws
    }

    fn of_decision(&self, filed: &Filed<Decision>) -> Vec<Flaw> {
        let decision = &filed.record;
        let mut flaws = Vec::new();
        let lists = [
            ("supersedes", decision.supersedes.clone()),
            ("superseded_by", decision.superseded_by.into_iter().collect()),
            ("related_adrs", decision.related_adrs.clone()),
            ("related_intents", decision.related_intents.clone()),
            ("related_specs", decision.related_specs.clone()),
            ("related_issues", decision.related_issues.clone()),
        ];
        self.dangling(decision.id, &lists, &filed.document, &mut flaws);
        flaws
    }

    /// Links of a record to itself and to records that do not exist.
    fn dangling(&self, own: Id, lists: &[(&str, Vec<Id>)], document: &Document, flaws: &mut Vec<Flaw>) {
        for (key, ids) in lists {
            for id in ids {
                if *id == own {
                    flaws.push(at(document, key, format!("`{key}` names the record itself")));
                } else if !self.has(*id) {
                    flaws.push(at(document, key, format!("`{key}` names {id}, which does not exist")));
                }
            }
        }
    }

    /// Every problem of the links of intents, specs and decisions.
    pub(super) fn problems(&self, ledger: &Ledger) -> Result<Vec<Problem>, Stop> {
        let mut problems = Vec::new();
        gather::<Intent>(ledger, &mut problems, |filed| self.of_intent(filed))?;
        gather::<Spec>(ledger, &mut problems, |filed| self.of_spec(filed))?;
        gather::<Decision>(ledger, &mut problems, |filed| self.of_decision(filed))?;
        Ok(problems)
    }
}

/// A flaw at the line of a key.
fn at(document: &Document, key: &str, what: String) -> Flaw {
    Flaw { line: document.entry(key).map(|entry| entry.line), what }
}

/// What is to be known of every record of a kind, by its id.
fn known<T: Kept, K: Default>(ledger: &Ledger, of: impl Fn(&T) -> K) -> Result<BTreeMap<Id, K>, Stop> {
    let shelf = Shelf::<T>::open(ledger)?;
    let read = |name| shelf.read(name).map_or_else(|_| K::default(), |filed| of(&filed.record));
    Ok(shelf.names.found.iter().map(|name| (name.id, read(name))).collect())
}

/// What a judge says of every record of a kind that can be read.
fn gather<T: Kept>(
    ledger: &Ledger,
    problems: &mut Vec<Problem>,
    judge: impl Fn(&Filed<T>) -> Vec<Flaw>,
) -> Result<(), Stop> {
    let shelf = Shelf::<T>::open(ledger)?;
    for name in &shelf.names.found {
        if let Ok(filed) = shelf.read(name) {
            let path = filed.name.path();
            problems.extend(judge(&filed).into_iter().map(|flaw| Problem::of(&path, flaw)));
        }
    }
    Ok(())
}
