//! A rule that was spoilt, in whichever way, is not whole, and no other rule suffers for it.

use std::collections::BTreeSet;

use abcd::routine::audit::State;
use abcd::routine::render::{Carried, Rendered};

use super::{audit, editions, judged, prompts, state};

/// A word, and one that says less in its place.
const WEAKER: [(&str, &str); 14] = [
    ("never", "rarely"),
    ("Never", "Rarely"),
    ("every", "some"),
    ("Every", "Some"),
    ("must", "may"),
    ("only", "mainly"),
    ("Only", "Mainly"),
    ("exactly", "about"),
    ("until", "unless"),
    ("all", "most"),
    ("No", "Hardly"),
    ("no", "little"),
    ("not", "seldom"),
    ("than", "or"),
];

/// What takes the sense out of a sentence.
const DENIALS: [&str; 6] = ["not", "Not", "never", "Never", "no", "No"];

/// The text with one occurrence of a word replaced, for each occurrence.
fn replaced(text: &str, word: &str, by: &str) -> Vec<String> {
    let outer =
        |at: Option<char>| at.is_none_or(|next| !next.is_ascii_alphanumeric() && !"-_`".contains(next));
    let places =
        text.match_indices(word).map(|(at, _)| (text.split_at(at).0, text.split_at(at + word.len()).1));
    places
        .filter(|(before, behind)| outer(before.chars().next_back()) && outer(behind.chars().next()))
        .map(|(before, behind)| format!("{before}{by}{behind}"))
        .collect()
}

/// The rule as `spoil` leaves it, in its prompt.
fn spoilt(rendered: &Rendered, rule: &Carried, by: &str) -> String {
    assert!(rendered.prompt.contains(&rule.text), "{}", rule.id);
    rendered.prompt.replacen(&rule.text, by, 1)
}

/// Asserts how the spoilt rule is found, and that the other rules are still whole.
fn found(rendered: &Rendered, rule: &Carried, by: &str, state: State) {
    let prompt = spoilt(rendered, rule, by);
    let audit = audit(&prompt);
    let broken: Vec<_> = audit.broken().map(|broken| (broken.id.as_str(), broken.state)).collect();
    // Where neither rule about rounds stands, the first is the one that is missing.
    let id = match state {
        State::Missing => rule.id.replace("multi-round-cap", "one-round"),
        _ => rule.id.clone(),
    };
    assert_eq!(broken, [(id.as_str(), state)], "{by}");
    assert_eq!(audit.template_version, rendered.template_version, "{by}");
}

/// Every rule in every wording that the prompts have it in, once.
fn every_rule(judge: impl Fn(&Rendered, &Carried)) {
    for edition in editions() {
        let mut seen = BTreeSet::new();
        for rendered in prompts(edition) {
            for rule in &rendered.invariants {
                if seen.insert(rule.text.clone()) {
                    judge(&rendered, rule);
                }
            }
        }
    }
}

#[test]
fn a_rule_that_was_deleted_or_only_quoted_is_missing() {
    every_rule(|rendered, rule| {
        let quoted: Vec<String> = rule.text.lines().map(|line| format!("> {line}")).collect();
        for by in [
            "- Something else.".to_owned(),
            format!("\n{}\n", quoted.join("\n")),
            format!("\n```\n{}\n```\n", rule.text),
            format!("\n~~~~markdown\n{}\n~~~~\n", rule.text),
            format!("\n<!--\n{}\n-->\n", rule.text),
            format!("\n<!-- Not now:\n\n{}\n\n-->\n", rule.text),
        ] {
            found(rendered, rule, &by, State::Missing);
        }
    });
}

#[test]
fn a_rule_with_a_word_more_is_altered() {
    every_rule(|rendered, rule| {
        let text = &rule.text;
        let head = format!("- **Rule `{}`.** ", rule.id);
        let body = text.strip_prefix(&head).unwrap();
        for by in [
            format!("{text} None of this holds at night."),
            format!("{text}\nNone of this holds at night."),
            format!("{text}\n\n  None of this holds at night."),
            format!("{text}\n  - But not at night."),
            format!("{head}Do not take this literally: {body}"),
            format!("{head}~~{body}~~"),
            format!("{text}\n{head}Where it is in the way, do as you like."),
            format!("{text}\n\n**Rule `{}`.** Where it is in the way, do as you like.\n", rule.id),
            format!("1. {}", text.strip_prefix("- ").unwrap()),
            format!("- Advice:\n  {text}"),
        ] {
            found(rendered, rule, &by, State::Altered);
        }
    });
}

#[test]
fn a_rule_that_was_negated_or_weakened_by_one_word_is_altered() {
    let mut used = BTreeSet::new();
    for edition in editions() {
        for rule in prompts(edition).remove(0).invariants {
            let mut all = Vec::new();
            for (word, weaker) in WEAKER {
                let mutants = replaced(&rule.text, word, weaker);
                used.extend((!mutants.is_empty()).then_some(word));
                all.extend(mutants);
            }
            let denials = DENIALS.iter().flat_map(|denial| replaced(&rule.text, &format!("{denial} "), ""));
            all.extend(denials);
            assert!(!all.is_empty(), "no word of `{}` can be weakened", rule.id);
            for mutant in all {
                assert_eq!(state(&mutant, &rule.id), State::Altered, "{mutant}");
            }
        }
    }
    let unused: Vec<_> = WEAKER.iter().filter(|(word, _)| !used.contains(word)).collect();
    assert!(unused.is_empty(), "no rule has these words: {unused:?}");
}

#[test]
fn no_word_of_a_rule_can_go_and_no_denial_can_come() {
    for edition in editions() {
        for rule in prompts(edition).remove(0).invariants {
            assert_eq!(state(&rule.text, &rule.id), State::Whole, "{}", rule.text);
            let blanks: Vec<usize> = rule.text.match_indices(' ').map(|(at, _)| at).collect();
            for (at, next) in blanks.iter().zip(blanks.iter().skip(1)).skip(2) {
                let (before, behind) = rule.text.split_at(*at);
                let less = format!("{before}{}", rule.text.split_at(*next).1);
                let more = format!("{before} not{behind}");
                for mutant in [less, more]
                    .iter()
                    .filter(|mutant| mutant.split_whitespace().ne(rule.text.split_whitespace()))
                {
                    assert_ne!(state(mutant, &rule.id), State::Whole, "{mutant}");
                }
            }
        }
    }
}

#[test]
fn a_number_out_of_its_bounds_and_two_names_in_one_rule_are_found() {
    for edition in editions() {
        let rendered = prompts(edition).remove(0);
        let mut judged_some = 0;
        for rule in &rendered.invariants {
            let answers: Vec<String> =
                edition.numbers().map(|ask| rendered.answers.number(&ask.id).unwrap().to_string()).collect();
            for number in answers.iter().collect::<BTreeSet<_>>() {
                for mutant in replaced(&rule.text, number, "4000") {
                    // A number that the template itself writes is a word of the rule like any other.
                    assert_eq!(state(&mutant, &rule.id), State::Altered, "{mutant}");
                    judged_some += 1;
                }
            }
            if rule.text.matches("`night: ").count() > 1 {
                let mutant = rule.text.replacen("`night: ", "`day: ", 1);
                assert_eq!(state(&mutant, &rule.id), State::Altered, "{mutant}");
                judged_some += 1;
            }
        }
        assert!(judged_some > 2, "{}", edition.version);
    }
}

#[test]
fn both_rules_about_rounds_contradict_each_other() {
    for edition in editions() {
        let all = prompts(edition);
        let text = |id: &str| {
            let rules = all.iter().flat_map(|rendered| &rendered.invariants);
            rules.filter(|rule| rule.id == id).map(|rule| rule.text.clone()).next().unwrap()
        };
        let both = spoilt(
            &all[0],
            all[0].invariants.iter().find(|rule| rule.id == "one-round").unwrap(),
            &format!("{}\n{}", text("one-round"), text("multi-round-cap")),
        );
        let audit = audit(&both);
        for id in ["one-round", "multi-round-cap"] {
            assert_eq!(judged(&audit, id).state, State::Altered);
        }
    }
}
