//! Template versions that differ by one reworded, one added and one removed rule.

use abcd::routine::audit::{Audit, Patterns, State};
use abcd::routine::render::{Answers, Known, render};

use super::{MADE_UP, judged};

fn sweep(version: u32) -> String {
    let edition = MADE_UP.at("sweep", version).unwrap();
    render(edition, "sweep", &Known::default(), &Answers::by_default(edition)).unwrap().prompt
}

fn audit(prompt: &str) -> Audit {
    Patterns::of(&MADE_UP).unwrap().audit(prompt).unwrap()
}

/// The name, state and versions of each rule.
fn rules(audit: &Audit) -> Vec<(&str, State, &[u32])> {
    audit.rules.iter().map(|rule| (rule.id.as_str(), rule.state, rule.versions.as_slice())).collect()
}

#[test]
fn each_rule_is_held_against_the_words_of_every_version() {
    let expected: [&[(&str, State, &[u32])]; 4] = [
        &[("keep", State::Whole, &[1]), ("old", State::Whole, &[1, 2, 3])],
        &[("keep", State::Whole, &[2, 3, 4]), ("old", State::Whole, &[1, 2, 3])],
        &[
            ("keep", State::Whole, &[2, 3, 4]),
            ("new", State::Whole, &[3, 4]),
            ("old", State::Whole, &[1, 2, 3]),
        ],
        &[("keep", State::Whole, &[2, 3, 4]), ("new", State::Whole, &[3, 4])],
    ];
    for (version, expected) in (1..).zip(expected) {
        let audit = audit(&sweep(version));
        assert_eq!(audit.archetype, "sweep");
        assert_eq!(rules(&audit), expected);
    }
}

#[test]
fn the_version_whose_rules_fit_best_says_what_is_missing() {
    let prompt = sweep(3).replace("- **Rule `new`.** Sweep 4 corners.\n", "");
    assert_eq!(audit(&prompt).template_version, 2, "nothing tells it from the second version");
    let stated = format!("{prompt}\nRendered from `sweep`, version 3.\n");
    assert_eq!(audit(&stated).template_version, 3);
    assert_eq!(judged(&audit(&stated), "new").state, State::Missing);
    let longer = format!("{prompt}\nRendered from `sweep`, version 31.\n");
    assert_eq!(audit(&longer).template_version, 2, "31 is not 3");
}

#[test]
fn a_rule_of_another_version_and_one_of_none_are_told_apart() {
    let more =
        "- **Rule `new`.** Sweep 4 corners.\n- **Rule `mine`.** Whistle.\n- **Rule `\u{202e}x y`.** Run.\n";
    let audit = audit(&format!("{}\n{more}", sweep(1)));
    assert_eq!(audit.template_version, 1);
    let new = judged(&audit, "new");
    assert_eq!((new.state, new.required, new.versions.as_slice()), (State::Whole, false, [3, 4].as_slice()));
    assert_eq!(audit.unknown, ["mine"], "a name that is not plain is not repeated");
}

#[test]
fn a_text_without_a_rule_is_no_prompt() {
    let patterns = Patterns::of(&MADE_UP).unwrap();
    for text in ["", "# Sweep\n", "> - **Rule `old`.** Bring a broom.\n", "- **Rule `mine`.** Whistle.\n"] {
        assert!(patterns.audit(text).is_none(), "{text}");
    }
}
