//! Archetypes and the rules that their prompts carry.

use super::super::model::routines::Routine;
use super::super::source::{Place, Step};
use super::words::{is_kebab, prose, sentence};
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.routines, "id", |row| &row.id);
    for (place, row) in &tables.routines {
        named(checks, *place, &[Step::Key("id")], &row.id, is_kebab(&row.id));
        sentence(checks, *place, &row.sentence);
        if row.version == 0 {
            checks.add(*place, &[Step::Key("version")], "there is no version 0", "versions start at 1");
        }
        questions(checks, *place, row);
        dimensions(checks, *place, row);
    }
    invariants(checks);
}

/// Questions have names that a template can read, and defaults that are answers.
fn questions(checks: &mut Checks<'_>, place: Place, row: &Routine) {
    let ids = row.choice.iter().map(|ask| &ask.id).chain(row.number.iter().map(|ask| &ask.id));
    let ids: Vec<_> = ids.collect();
    for (number, ask) in row.choice.iter().enumerate() {
        let at = |key| [Step::Key("choice"), Step::Row(number), Step::Key(key)];
        named(checks, place, &at("id"), &ask.id, readable(&ask.id, &ids));
        question(checks, place, &at("asks"), &ask.asks);
        if !ask.options.contains(&ask.default) {
            checks.add(place, &at("default"), format!("`{}` is no option", ask.default), "name an option");
        }
    }
    for (number, ask) in row.number.iter().enumerate() {
        let at = |key| [Step::Key("number"), Step::Row(number), Step::Key(key)];
        named(checks, place, &at("id"), &ask.id, readable(&ask.id, &ids));
        question(checks, place, &at("asks"), &ask.asks);
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
    unique(checks, &tables.invariants, "id", |row| &row.id);
    for (place, row) in &tables.invariants {
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

/// Whether a template can read the name, and no other question of the row has it.
fn readable(id: &str, ids: &[&super::super::model::Text]) -> bool {
    is_kebab(&id.replace('_', "-")) && !id.contains('-') && ids.iter().filter(|one| **one == id).count() == 1
}
