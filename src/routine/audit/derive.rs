//! All the ways in which a template may word a rule: it is filled in with every answer to what it asks.

use std::sync::{Arc, Mutex};

use minijinja::value::{Object, Value};

use super::domains::Domains;
use super::variant::Variant;
use crate::routine::render::Broken;
use crate::routine::render::engine::Engine;
use crate::tables::model::invariants::{Invariant, When};

/// The question that the condition of a rule looks at.
const ROUNDS: &str = "rounds";
/// No rule has so many wordings; a template that asked for more would be taken by what was found until then.
const MOST: usize = 4096;

/// Every wording of a rule, each once.
pub(super) fn variants(rule: &Invariant, domains: &Domains, engine: &Engine) -> Result<Vec<Variant>, Broken> {
    let domains = Arc::new(under(rule.when, domains));
    let mut variants = Vec::new();
    let mut turns = Vec::new();
    for _ in 0..MOST {
        let script = Arc::new(Script { domains: Arc::clone(&domains), turns: Mutex::new(turns) });
        let text = engine.fill_value(&rule.template, &Value::from_dyn_object(Arc::clone(&script)))?;
        variants.extend(Variant::of(&text, &domains.holes).filter(|variant| !variants.contains(variant)));
        match script.next() {
            Some(next) => turns = next,
            None => break,
        }
    }
    Ok(variants)
}

/// What the names may be where a rule of that condition stands.
fn under(when: When, domains: &Domains) -> Domains {
    let mut domains = domains.clone();
    if let Some(rounds) = domains.values.get_mut(ROUNDS) {
        rounds.retain(|value| match when {
            When::Always => true,
            When::OneRound => value == 1,
            When::ManyRounds => value != 1,
        });
    }
    domains
}

/// A context that a template reads while it notes what is read.
#[derive(Debug)]
struct Script {
    domains: Arc<Domains>,
    turns: Mutex<Vec<Turn>>,
}

/// A name that was read, and which of its values was given.
#[derive(Debug, Clone)]
struct Turn {
    name: String,
    at: usize,
}

impl Object for Script {
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let name = name.as_str()?;
        let mut turns = self.turns.lock().ok()?;
        let at = turns.iter().find(|turn| turn.name == name).map(|turn| turn.at);
        let value = self.domains.read(name, at.unwrap_or_default())?;
        if at.is_none() {
            turns.push(Turn { name: name.to_owned(), at: 0 });
        }
        Some(value)
    }
}

impl Script {
    /// What to answer the next time: the last name that has another value gets it, and what was read
    /// after it is asked anew.
    fn next(&self) -> Option<Vec<Turn>> {
        let mut turns = self.turns.lock().ok()?.clone();
        while let Some(turn) = turns.last_mut() {
            turn.at += 1;
            if self.domains.values.get(&turn.name).is_some_and(|values| turn.at < values.len()) {
                return Some(turns);
            }
            turns.pop();
        }
        None
    }
}
