//! What an audit says of prompts: fresh ones, spoilt ones, old ones.

mod spoilt;
mod versions;
mod whole;

use std::sync::LazyLock;

use abcd::host::files::Dir;
use abcd::routine::audit::{Audit, Judged, Patterns, State};
use abcd::routine::render::{Answers, Edition, Editions, Known, KnownRelease, Rendered, render};

use crate::support::{bare, go, root, rust};

static EDITIONS: LazyLock<Editions> = LazyLock::new(Editions::built_in);
static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::of(&EDITIONS).unwrap());

/// The built-in template versions and those that nobody released.
static MADE_UP: LazyLock<Editions> =
    LazyLock::new(|| Editions::with(&Dir::open(&root().join("tests/fixtures/editions")).unwrap()).unwrap());

/// Every version of every archetype.
fn editions() -> impl Iterator<Item = Edition<'static>> {
    EDITIONS.archetypes().iter().flat_map(|routine| {
        routine.versions.iter().map(|version| EDITIONS.at(&routine.id, *version).unwrap())
    })
}

/// Repositories that the rules speak of in different words.
fn repositories() -> Vec<Known> {
    let release = KnownRelease {
        kind: "tagged".into(),
        sentence: "A tag starts {path}.".into(),
        path: ".github/workflows/release.yml".into(),
        evidence: vec![],
    };
    let gitlab = Known { hosting: Some("gitlab".into()), release: Some(release.clone()), ..rust() };
    let tracked = Known { tracked_tiers: vec![".abcd/work".into()], ..gitlab.clone() };
    vec![go(), bare(), gitlab, tracked, Known { release: Some(release), ..go() }]
}

/// The answers by default, every number at its bounds, and every other answer once.
fn answers(edition: Edition<'_>) -> Vec<Answers> {
    let base = Answers::by_default(edition);
    let with = |all: Vec<(String, String)>| {
        let mut answers = base.clone();
        for (id, answer) in all {
            answers.set(edition, &id, &answer).unwrap();
        }
        answers
    };
    let least = edition.numbers().map(|ask| (ask.id.to_string(), ask.min.to_string())).collect();
    let most = edition.numbers().map(|ask| (ask.id.to_string(), ask.max.to_string())).collect();
    let mut all = vec![base.clone(), with(least), with(most)];
    for ask in edition.choices() {
        all.extend(ask.options.iter().map(|option| with(vec![(ask.id.to_string(), option.to_string())])));
    }
    for ask in edition.switches() {
        let on = (ask.id.to_string(), "on".to_owned());
        all.push(with(vec![on.clone()]));
        for choice in edition.choices() {
            let last = choice.options.last().unwrap().to_string();
            all.push(with(vec![on.clone(), (choice.id.to_string(), last)]));
        }
    }
    all
}

/// Every prompt of an edition that can be had from those.
fn prompts(edition: Edition<'_>) -> Vec<Rendered> {
    let mut all = Vec::new();
    for known in repositories() {
        all.extend(
            answers(edition).iter().filter_map(|answers| render(edition, "night", &known, answers).ok()),
        );
    }
    assert!(!all.is_empty());
    all
}

fn audit(prompt: &str) -> Audit {
    PATTERNS.audit(prompt).unwrap_or_else(|| panic!("no prompt:\n{prompt}"))
}

fn judged<'a>(audit: &'a Audit, id: &str) -> &'a Judged {
    audit.rules.iter().find(|rule| rule.id == id).unwrap_or_else(|| panic!("{id}: {audit:?}"))
}

/// How a prompt carries a rule; one that names none at all carries none.
fn state(prompt: &str, id: &str) -> State {
    PATTERNS.audit(prompt).map_or(State::Missing, |audit| judged(&audit, id).state)
}
