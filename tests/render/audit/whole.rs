//! A prompt as the templates give it is whole, whatever it was rendered from.

use abcd::routine::audit::State;
use abcd::routine::render::{Answers, Edition, Known, KnownLog, KnownRelease, Rendered, render};
use proptest::option;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};

use super::{audit, editions, prompts};

/// Asserts that the prompt is found out as what it is, with all of its rules.
fn is_whole(edition: Edition<'_>, rendered: &Rendered) {
    let audit = audit(&rendered.prompt);
    assert_eq!((audit.archetype.as_str(), audit.template_version), (&*edition.routine.id, edition.version));
    let carried: Vec<&str> = rendered.invariants.iter().map(|rule| rule.id.as_str()).collect();
    let found: Vec<&str> = audit.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(found, carried);
    for rule in &audit.rules {
        assert!(
            rule.state == State::Whole && rule.required && rule.versions.contains(&edition.version),
            "{rule:?}\n{}",
            rendered.prompt
        );
    }
    assert!(audit.unknown.is_empty(), "{:?}", audit.unknown);
}

#[test]
fn every_rule_of_every_archetype_and_version_is_whole_when_it_is_fresh() {
    for edition in editions() {
        for rendered in prompts(edition) {
            is_whole(edition, &rendered);
        }
    }
}

#[test]
fn other_line_breaks_change_no_rule() {
    for edition in editions() {
        let rendered = prompts(edition).remove(0);
        let wrapped: Vec<String> = rendered.prompt.lines().map(wrapped).collect();
        let wrapped = Rendered { prompt: wrapped.join("\r\n"), ..rendered };
        is_whole(edition, &wrapped);
    }
}

/// A rule's first line, broken in the middle as an editor may break it.
fn wrapped(line: &str) -> String {
    let middle = line.len() / 2;
    match line.get(middle..).and_then(|rest| rest.find(" the ")) {
        Some(blank) if line.starts_with("- **Rule") => {
            let (head, tail) = line.split_at(middle + blank);
            format!("{head}\r\n  {}", tail.trim_start())
        }
        _ => line.to_owned(),
    }
}

fn known() -> impl Strategy<Value = Known> {
    let path = || "[a-z]{1,6}(/[a-zA-Z0-9_@+][a-zA-Z0-9_@+-]{0,7}){0,2}(\\.md)?";
    let hosting = "github|gitlab|bitbucket|forgejo|sourcehut|nowhere";
    let names =
        (option::of("[a-z0-9]{1,6}([./_-][a-z0-9]{1,6}){0,2}"), option::of("[a-z]{1,8}(/[a-z]{1,4})?"));
    let log = option::of((path(), any::<bool>(), any::<bool>()));
    let place = (option::of(hosting), option::of("[a-z]{1,6}/[a-zA-Z0-9._-]{1,9}x"));
    (names, place, log, any::<(bool, bool)>(), ("[a-z]{1,9}(-[a-z]{1,9})?", path())).prop_map(
        |((default_branch, remote), (hosting, slug), log, (work, durable), (kind, path))| {
            let tiers = [(work, ".abcd/work"), (durable, ".abcd/development")];
            Known {
                default_branch,
                hosting,
                slug,
                remote,
                log: log.map(|(path, tracked, file)| KnownLog { path, tracked, file }),
                tracked_tiers: tiers
                    .iter()
                    .filter(|(is, _)| *is)
                    .map(|(_, tier)| (*tier).to_owned())
                    .collect(),
                release: Some(KnownRelease { kind, sentence: "See {path}.".into(), path, evidence: vec![] }),
                ..Known::default()
            }
        },
    )
}

/// Answers that these numbers choose.
fn chosen(edition: Edition<'_>, dice: &[u32]) -> Answers {
    let mut dice = dice.iter().cycle();
    let mut answers = Answers::by_default(edition);
    let mut roll = |sides: usize| *dice.next().unwrap() as usize % sides;
    for ask in edition.numbers() {
        let number = ask.min as usize + roll((ask.max - ask.min) as usize + 1);
        answers.set(edition, &ask.id, &number.to_string()).unwrap();
    }
    for ask in edition.choices() {
        answers.set(edition, &ask.id, &ask.options[roll(ask.options.len())]).unwrap();
    }
    for ask in edition.switches() {
        answers.set(edition, &ask.id, ["off", "on"][roll(2)]).unwrap();
    }
    answers
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_facts_and_answers_give_a_whole_prompt(
        known in known(), name in "[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,5}){0,2}",
        dice in proptest::collection::vec(any::<u32>(), 40),
    ) {
        for edition in editions() {
            let rendered = render(edition, &name, &known.clone().plain(), &chosen(edition, &dice));
            let rendered = rendered.map_err(|cannot| proptest::test_runner::TestCaseError::fail(cannot.to_string()))?;
            let audit = audit(&rendered.prompt);
            prop_assert_eq!(audit.template_version, edition.version);
            let broken: Vec<_> = audit.broken().collect();
            prop_assert!(broken.is_empty(), "{:?}\n{}", broken, rendered.prompt);
            prop_assert_eq!(audit.rules.len(), rendered.invariants.len());
        }
    }
}
