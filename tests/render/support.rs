//! Made-up repositories, and the rows as the registries hold them.

use std::path::Path;

use abcd::registry::invariants::INVARIANTS;
use abcd::registry::routines::archetype;
use abcd::routine::render::{Answers, Known, KnownCaveat, KnownGate, KnownLog, Rendered, render};
use abcd::tables::model::invariants::Invariant;
use abcd::tables::model::routines::Routine;

/// The root of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The bug hunt's row.
pub(crate) fn bug_hunt() -> Routine {
    archetype("bug-hunt").unwrap().clone()
}

/// Every rule.
pub(crate) fn invariants() -> Vec<Invariant> {
    INVARIANTS.to_vec()
}

/// Renders a bug hunt with every question at its default.
pub(crate) fn rendered(known: &Known<'_>) -> Rendered {
    let row = bug_hunt();
    render(known, &Answers::by_default(&row), &row, &invariants()).unwrap()
}

/// A gate command.
pub(crate) const fn gate<'a>(command: &'a str, dir: &'a str, tests: bool) -> KnownGate<'a> {
    KnownGate { command, dir, tests }
}

/// A warning.
pub(crate) fn warning<'a>(sentence: &'a str, values: &[&'a str]) -> KnownCaveat<'a> {
    KnownCaveat { sentence, values: values.to_vec() }
}

/// A Go repository on GitHub with a Makefile target, abcd's record and a tracked decision log.
pub(crate) fn go() -> Known<'static> {
    Known {
        default_branch: Some("main"),
        hosting: Some("github"),
        slug: Some("ada/tide"),
        remote: Some("origin"),
        gates: vec![gate("make preflight", ".", true)],
        log: Some(KnownLog { path: ".abcd/work/DECISIONS.md", tracked: true, file: true }),
        tracked_tiers: vec![".abcd/development", ".abcd/work"],
        caveats: vec![],
        unread: vec![],
    }
}

/// A Rust repository on GitHub whose decision log git ignores, with several gates and a subproject.
pub(crate) fn rust() -> Known<'static> {
    Known {
        default_branch: Some("develop"),
        hosting: Some("github"),
        slug: Some("ada/reef"),
        remote: Some("upstream"),
        gates: vec![
            gate("cargo fmt --all --check", ".", false),
            gate("cargo clippy --all-targets -- -D warnings", ".", false),
            gate("cargo test --workspace", ".", true),
            gate("npm run lint", "web/app", false),
        ],
        log: Some(KnownLog { path: "notes/DECISIONS.md", tracked: false, file: true }),
        tracked_tiers: vec![],
        caveats: vec![
            warning("the oldest Rust that must work is {value}", &["1.90.0"]),
            warning("some targets are built with cross, in containers", &[]),
        ],
        unread: vec![".github/workflows/cross.yml"],
    }
}

/// A repository of which nothing is known.
pub(crate) fn bare() -> Known<'static> {
    Known::default()
}
