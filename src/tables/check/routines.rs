//! Archetypes and the rules that their prompts carry.

use super::super::model::Text;
use super::super::model::invariants::Invariant;
use super::super::model::routines::{Routine, Versioned};
use super::super::source::{Place, Step};
use super::words::{is_kebab, prose, sentence};
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.routines, "id", |row| &row.id);
    for (place, row) in &tables.routines {
        named(checks, *place, &[Step::Key("id")], &row.id, is_kebab(&row.id));
        sentence(checks, *place, &row.sentence);
        versions(checks, *place, row);
        powers(checks, *place, row);
        questions(checks, *place, row);
        dimensions(checks, *place, row);
    }
    invariants(checks);
}

/// Versions start at 1 or later and rise.
fn versions(checks: &mut Checks<'_>, place: Place, row: &Routine) {
    let rising = row.versions.iter().zip(row.versions.iter().skip(1)).all(|(one, next)| one < next);
    if row.versions.is_empty() || row.versions.contains(&0) || !rising {
        let help = "name every version once, from 1 on, the newest last";
        checks.add(place, &[Step::Key("versions")], "these are no template versions", help);
    }
}

/// A power is known, and a question decides it that the archetype asks.
fn powers(checks: &mut Checks<'_>, place: Place, row: &Routine) {
    for (number, power) in row.power.iter().enumerate() {
        let at = |key| [Step::Key("power"), Step::Row(number), Step::Key(key)];
        one_of(checks, place, &at("id"), "power", &power.id);
        let asked = ids(row).any(|(_, _, id)| *id == power.asked);
        if !power.asked.is_empty() && !asked {
            checks.add(place, &at("asked"), format!("nobody asks `{}`", power.asked), "name a question");
        }
    }
    for (number, model) in row.model.iter().enumerate() {
        let at = |key| [Step::Key("model"), Step::Row(number), Step::Key(key)];
        named(checks, place, &at("role"), &model.role, is_kebab(&model.role));
        one_of(checks, place, &at("class"), "model-class", &model.class);
    }
}

/// A value of a set of `tables/values.toml`.
fn one_of(checks: &mut Checks<'_>, place: Place, at: &[Step], set: &str, value: &str) {
    let set = checks.tables.sets.iter().map(|(_, row)| row).find(|row| row.id == set);
    let values: Vec<&str> =
        set.iter().flat_map(|row| row.value.iter()).map(|one| one.name.as_ref()).collect();
    if !values.contains(&value) {
        let help = format!("take one of {}", values.join(", "));
        checks.add(place, at, format!("`{value}` is not known"), help);
    }
}

/// Every question: the key of its list, its number there, and its id.
fn ids(row: &Routine) -> impl Iterator<Item = (&'static str, usize, &Text)> {
    let choices = row.choice.iter().map(|ask| &ask.id).enumerate().map(|(at, id)| ("choice", at, id));
    let numbers = row.number.iter().map(|ask| &ask.id).enumerate().map(|(at, id)| ("number", at, id));
    let switches = row.switch.iter().map(|ask| &ask.id).enumerate().map(|(at, id)| ("switch", at, id));
    let texts = row.text.iter().map(|ask| &ask.id).enumerate().map(|(at, id)| ("text", at, id));
    choices.chain(numbers).chain(switches).chain(texts)
}

/// Every question's line and versions.
fn asked(row: &Routine) -> impl Iterator<Item = (&Text, &dyn Versioned)> {
    let choices = row.choice.iter().map(|ask| (&ask.asks, ask as &dyn Versioned));
    let numbers = row.number.iter().map(|ask| (&ask.asks, ask as &dyn Versioned));
    let switches = row.switch.iter().map(|ask| (&ask.asks, ask as &dyn Versioned));
    let texts = row.text.iter().map(|ask| (&ask.asks, ask as &dyn Versioned));
    choices.chain(numbers).chain(switches).chain(texts)
}

/// Questions have names that a template can read, and defaults that are answers.
fn questions(checks: &mut Checks<'_>, place: Place, row: &Routine) {
    for ((list, number, id), (line, versions)) in ids(row).zip(asked(row)) {
        let at = |key| [Step::Key(list), Step::Row(number), Step::Key(key)];
        let clash = ids(row)
            .zip(asked(row))
            .filter(|((_, _, other), (_, held))| *other == id && overlap(versions, *held));
        named(checks, place, &at("id"), id, readable(id) && clash.count() == 1);
        question(checks, place, &at("asks"), line);
    }
    for (number, ask) in row.choice.iter().enumerate() {
        let at = |key| [Step::Key("choice"), Step::Row(number), Step::Key(key)];
        if !ask.options.contains(&ask.default) {
            checks.add(place, &at("default"), format!("`{}` is no option", ask.default), "name an option");
        }
    }
    for (number, ask) in row.number.iter().enumerate() {
        let at = |key| [Step::Key("number"), Step::Row(number), Step::Key(key)];
        if !(ask.min..=ask.max).contains(&ask.default) {
            let message = format!("{} is not within {} to {}", ask.default, ask.min, ask.max);
            checks.add(place, &at("default"), message, "give a default that an answer could have");
        }
    }
}

/// Every dimension is hunted under some focus, and every focus hunts something.
fn dimensions(checks: &mut Checks<'_>, place: Place, row: &Routine) {
    let focus = row.choice.iter().position(|ask| ask.id == "focus");
    let options = focus.and_then(|at| row.choice.get(at)).map(|ask| &ask.options[..]).unwrap_or_default();
    for (number, one) in row.dimension.iter().enumerate() {
        let at = |key| [Step::Key("dimension"), Step::Row(number), Step::Key(key)];
        named(checks, place, &at("id"), &one.id, is_kebab(&one.id));
        prose(checks, place, &at("look"), &one.look);
        if one.focus.is_empty() || one.focus.iter().any(|word| !options.contains(word)) {
            checks.add(place, &at("focus"), "a focus that nobody can choose", "name options of `focus`");
        }
    }
    for (number, option) in options.iter().enumerate() {
        if !row.dimension.is_empty() && !row.dimension.iter().any(|one| one.focus.contains(option)) {
            let at = [Step::Key("choice"), Step::Row(focus.unwrap_or_default()), Step::Key("options")];
            let at = [&at[..], &[Step::Row(number)]].concat();
            checks.add(place, &at, format!("`{option}` hunts nothing"), "give a dimension this focus");
        }
    }
}

fn invariants(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    for (place, row) in &tables.invariants {
        let same = |other: &&(Place, Invariant)| other.1.id == row.id && overlap(row, &other.1);
        if tables.invariants.iter().filter(same).count() > 1 {
            let help = "one row a rule and version: end the older one with `until`";
            checks.add(*place, &[Step::Key("id")], format!("`{}` is given twice", row.id), help);
        }
        named(checks, *place, &[Step::Key("id")], &row.id, is_kebab(&row.id));
        prose(checks, *place, &[Step::Key("reason")], &row.reason);
        if row.find.iter().all(|phrase| phrase.trim().is_empty()) {
            let help = "quote a few words of the rule that no other rule has";
            checks.add(*place, &[Step::Key("find")], "nothing says how the rule is found", help);
        }
        for (number, archetype) in row.archetypes.iter().enumerate() {
            if !tables.routines.iter().any(|(_, routine)| routine.id == *archetype) {
                let at = [Step::Key("archetypes"), Step::Row(number)];
                checks.add(
                    *place,
                    &at,
                    format!("`{archetype}` is no archetype"),
                    "name a row of tables/routines/",
                );
            }
        }
        if row.archetypes.is_empty() {
            checks.add(*place, &[Step::Key("archetypes")], "no prompt carries the rule", "name an archetype");
        }
    }
}

fn named(checks: &mut Checks<'_>, place: Place, at: &[Step], name: &str, fits: bool) {
    if !fits {
        let help = "use lower-case words; a question's name joins them by `_` and is given once";
        checks.add(place, at, format!("`{name}` cannot be a name here"), help);
    }
}

fn question(checks: &mut Checks<'_>, place: Place, at: &[Step], text: &str) {
    if !text.ends_with('?') || text.contains('\n') {
        checks.add(place, at, "this asks nothing", "write one line that ends with a question mark");
    }
}

/// Whether a template can read the name.
fn readable(id: &str) -> bool {
    is_kebab(&id.replace('_', "-")) && !id.contains('-')
}

/// Whether some version has both rows.
fn overlap(one: &dyn Versioned, other: &dyn Versioned) -> bool {
    one.holds(one.since().max(other.since())) && other.holds(one.since().max(other.since()))
}
