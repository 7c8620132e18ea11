//! Made-up repositories, and the rows as the registries hold them.

use std::path::Path;

use std::sync::LazyLock;

use abcd::routine::detect::Certainty;
use abcd::routine::render::{
    Answers, Edition, Editions, Known, KnownCaveat, KnownGate, KnownLog, KnownRelease, Rendered, render,
};
use abcd::tables::model::invariants::Invariant;
use abcd::tables::model::routines::Routine;
use abcd::tables::model::toolchains::Kind;

static EDITIONS: LazyLock<Editions> = LazyLock::new(Editions::built_in);

/// The root of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The newest bug hunt.
pub(crate) fn edition() -> Edition<'static> {
    EDITIONS.latest("bug-hunt").unwrap()
}

/// Every rule of it.
pub(crate) fn invariants() -> Vec<Invariant> {
    edition().rules().cloned().collect()
}

/// Renders a bug hunt with every question at its default.
pub(crate) fn rendered(known: &Known) -> Rendered {
    render(edition(), "bug-hunt", known, &Answers::by_default(edition())).unwrap()
}

/// Renders a bug hunt with these answers, and the others at their defaults.
pub(crate) fn answered(known: &Known, answers: &[(&str, &str)]) -> Rendered {
    render_as(edition(), known, answers)
}

/// Renders an edition under its archetype's name with these answers, and the others at their defaults.
pub(crate) fn render_as(edition: Edition<'_>, known: &Known, given: &[(&str, &str)]) -> Rendered {
    let mut answers = Answers::by_default(edition);
    for (id, answer) in given {
        answers.set(edition, id, answer).unwrap();
    }
    render(edition, &edition.routine.id, known, &answers).unwrap()
}

/// Every version of every archetype.
pub(crate) fn every_edition() -> Vec<Edition<'static>> {
    let versions =
        |row: &'static Routine| row.versions.iter().map(|version| EDITIONS.at(&row.id, *version).unwrap());
    EDITIONS.archetypes().iter().flat_map(versions).collect()
}

/// A gate command.
pub(crate) fn gate(command: &str, dir: &str, tests: bool) -> KnownGate {
    KnownGate {
        command: command.to_owned(),
        dir: dir.to_owned(),
        kind: if tests { Kind::Test } else { Kind::Lint },
        certainty: Certainty::Declared,
        evidence: vec![],
    }
}

/// A release flow that people follow by hand.
pub(crate) fn flow() -> KnownRelease {
    KnownRelease {
        kind: "document".to_owned(),
        sentence: "{path} says how a release is made.".to_owned(),
        path: "docs/RELEASING.md".to_owned(),
        evidence: vec![],
    }
}

/// A warning.
pub(crate) fn warning(sentence: &str, values: &[&str]) -> KnownCaveat {
    let values = values.iter().map(|value| (*value).to_owned()).collect();
    KnownCaveat { sentence: sentence.to_owned(), values, evidence: vec![] }
}

/// A Go repository on GitHub with a Makefile target, abcd's record and a tracked decision log.
pub(crate) fn go() -> Known {
    Known {
        default_branch: Some("main".into()),
        hosting: Some("github".into()),
        slug: Some("ada/tide".into()),
        remote: Some("origin".into()),
        gates: vec![gate("make preflight", ".", true)],
        log: Some(KnownLog { path: ".abcd/work/DECISIONS.md".into(), tracked: true, file: true }),
        tracked_tiers: vec![".abcd/development".into(), ".abcd/work".into()],
        caveats: vec![],
        unread: vec![],
        release: None,
    }
}

/// A Rust repository on GitHub whose decision log git ignores, with several gates and a subproject.
pub(crate) fn rust() -> Known {
    Known {
        default_branch: Some("develop".into()),
        hosting: Some("github".into()),
        slug: Some("ada/reef".into()),
        remote: Some("upstream".into()),
        gates: vec![
            gate("cargo fmt --all --check", ".", false),
            gate("cargo clippy --all-targets -- -D warnings", ".", false),
            gate("cargo test --workspace", ".", true),
            gate("npm run lint", "web/app", false),
        ],
        log: Some(KnownLog { path: "notes/DECISIONS.md".into(), tracked: false, file: true }),
        tracked_tiers: vec![],
        caveats: vec![
            warning("the oldest Rust that must work is {value}", &["1.90.0"]),
            warning("some targets are built with cross, in containers", &[]),
        ],
        unread: vec![".github/workflows/cross.yml".into()],
        release: None,
    }
}

/// A repository of which nothing is known.
pub(crate) fn bare() -> Known {
    Known::default()
}
