//! Made-up repositories, and the rows as the registries hold them.

use std::path::Path;

use abcd::registry::invariants::INVARIANTS;
use abcd::registry::routines::archetype;
use abcd::routine::render::{Answers, Known, KnownGate, KnownLog, Rendered, render};
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

/// A Go repository on GitHub with a Makefile target, abcd's record and a tracked decision log.
pub(crate) fn go() -> Known<'static> {
    Known {
        default_branch: Some("main"),
        hosting: Some("github"),
        slug: Some("ada/tide"),
        remote: Some("origin"),
        gates: vec![KnownGate { command: "make preflight", dir: "." }],
        log: Some(KnownLog { path: ".abcd/work/DECISIONS.md", tracked: true, file: true }),
        tracked_tiers: vec![".abcd/development", ".abcd/work"],
        caveats: vec![],
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
            KnownGate { command: "cargo fmt --all --check", dir: "." },
            KnownGate { command: "cargo clippy --all-targets -- -D warnings", dir: "." },
            KnownGate { command: "cargo test --workspace", dir: "." },
            KnownGate { command: "npm run lint", dir: "web/app" },
        ],
        log: Some(KnownLog { path: "notes/DECISIONS.md", tracked: false, file: true }),
        tracked_tiers: vec![],
        caveats: vec![
            "The firmware target is cross-compiled; its tests run only on the host.",
            "Tests need a C compiler.",
        ],
    }
}

/// A repository of which nothing is known.
pub(crate) fn bare() -> Known<'static> {
    Known::default()
}
