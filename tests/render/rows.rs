//! What the types of the rows cannot say.

use std::collections::BTreeSet;
use std::fs;

use abcd::routine::render::digest::includes;
use abcd::routine::render::templates::{TEMPLATES, text};
use abcd::routine::render::{Answers, says};
use abcd::tables::model::invariants::InvariantTable;

use crate::support::{bug_hunt, invariants, root};

#[test]
fn answers_lie_within_their_bounds_and_others_are_not_taken() {
    let row = bug_hunt();
    for ask in row.number.iter() {
        assert!(ask.min <= ask.default && ask.default <= ask.max && ask.asks.ends_with('?'), "{}", ask.id);
    }
    for ask in row.choice.iter() {
        assert!(ask.options.contains(&ask.default) && ask.asks.ends_with('?'), "{}", ask.id);
    }
    let mut answers = Answers::by_default(&row);
    for (id, answer) in
        [("rounds", "0"), ("rounds", "6"), ("rounds", "many"), ("focus", "speed"), ("colour", "red")]
    {
        assert!(answers.set(&row, id, answer).is_err(), "{id}={answer}");
    }
    assert_eq!(answers, Answers::by_default(&row));
}

#[test]
fn every_focus_has_dimensions_and_every_dimension_a_focus() {
    let row = bug_hunt();
    let options = row.choice.iter().find(|ask| ask.id == "focus").unwrap().options.clone();
    for option in options.iter() {
        assert!(row.dimension.iter().any(|one| one.focus.contains(option)), "{option}");
    }
    for one in row.dimension.iter() {
        assert!(!one.focus.is_empty() && one.focus.iter().all(|focus| options.contains(focus)), "{}", one.id);
        assert!(
            !one.look.ends_with('.') && one.id.bytes().all(|byte| byte.is_ascii_lowercase()),
            "{}",
            one.id
        );
    }
}

#[test]
fn a_rule_stands_in_the_file_and_template_of_its_name() {
    let ids: BTreeSet<_> = invariants().iter().map(|rule| rule.id.to_string()).collect();
    assert_eq!(ids.len(), invariants().len());
    for rule in invariants() {
        let table = fs::read_to_string(root().join(format!("tables/invariants/{}.toml", rule.id))).unwrap();
        assert_eq!(toml::from_str::<InvariantTable>(&table).unwrap().invariant.len(), 1, "{}", rule.id);
        assert_eq!(rule.template, format!("invariants/{}.md.jinja", rule.id));
        assert!(text(&rule.template).unwrap().contains(&format!("**Rule `{}`.**", rule.id)), "{}", rule.id);
        assert!(
            rule.reason.ends_with('.') && !rule.archetypes.is_empty() && !rule.find.is_empty(),
            "{}",
            rule.id
        );
        assert!(!says("", &rule), "{}", rule.id);
    }
}

#[test]
fn every_template_of_the_folder_is_built_in_and_is_used() {
    let mut on_disk = Vec::new();
    for folder in ["invariants", "routines"] {
        for entry in fs::read_dir(root().join("templates").join(folder)).unwrap() {
            on_disk.push(format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()));
        }
    }
    on_disk.sort();
    let built_in: Vec<_> = TEMPLATES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(built_in, on_disk);
    let prompt = text(&bug_hunt().template).unwrap();
    let included: BTreeSet<_> = includes(&prompt).map(ToOwned::to_owned).collect();
    let rules: BTreeSet<_> = invariants().iter().map(|rule| rule.template.to_string()).collect();
    assert_eq!(included, rules);
}

#[test]
fn no_template_includes_a_name_that_is_computed() {
    for (name, text) in TEMPLATES {
        for word in ["include", "import", "from", "extends"] {
            let computed = text.split("{%").skip(1).any(|tag| {
                let tag = tag.trim_start_matches(['-', '+', ' ']);
                tag.strip_prefix(word).is_some_and(|rest| !rest.trim_start().starts_with('"'))
            });
            assert!(!computed, "{name}: {word}");
        }
    }
}
