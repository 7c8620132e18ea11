//! The projects of a monorepo, each with its own gates. These stand apart: none of them is a gate of the
//! whole repository.

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::{Certainty, Gate};
use super::ground::{Ground, join};
use super::resolve::Resolver;
use super::rows::Rows;
use super::{candidates, gates, seen, targets, toolchains};
use crate::host::files::{Dir, Kind};

/// How many projects are looked into.
const PROJECTS: usize = 40;

/// A project below the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Subproject {
    /// Its folder.
    pub dir: String,
    /// Its toolchains, in the order of the tables.
    pub toolchains: Vec<String>,
    /// What must pass in it, in the order of running it.
    pub gates: Vec<Gate>,
}

/// The projects in `folders`, sorted by folder.
pub(super) fn read(dir: &Dir, ground: &Ground<'_>, rows: &Rows<'_>, folders: &[String]) -> Vec<Subproject> {
    let mut dirs: Vec<&String> = folders.iter().filter(|folder| is_project(ground, rows, folder)).collect();
    if dirs.len() > PROJECTS {
        ground.skip(".", format!("only the first {PROJECTS} of its projects are looked into"));
        dirs.truncate(PROJECTS);
    }
    dirs.sort();
    dirs.into_iter().filter_map(|folder| project(dir, ground, rows, folder)).collect()
}

fn is_project(ground: &Ground<'_>, rows: &Rows<'_>, folder: &str) -> bool {
    let names = ground.names(folder);
    rows.project_marks.iter().any(|mark| {
        let named = |name: &String| match mark.file.strip_prefix('*') {
            Some(end) => name.ends_with(end),
            None => *name == mark.file,
        };
        let file = names.iter().find(|(name, kind)| **kind != Kind::Folder && named(name));
        let Some(path) = file.and_then(|(name, _)| join(folder, name)) else { return false };
        let set =
            |path: &str| ground.document(path).is_some_and(|document| document.at(&mark.path).is_some());
        ground.has(&path) && (mark.path.is_empty() || set(&path))
    })
}

fn project(dir: &Dir, outer: &Ground<'_>, rows: &Rows<'_>, folder: &str) -> Option<Subproject> {
    let own = dir.dir(folder).ok()?;
    let ground = Ground::below(&own, outer, managers(outer, rows));
    let resolver = Resolver::new(&ground, rows);
    let found = toolchains::of(&ground, rows, ".");
    let pages = seen::pages::read(&ground, rows);
    let mut gates = gates::choose(&resolver, candidates::gather(&resolver, &[], &pages), &found);
    // Where the root has the same tools, its own gates cover what is only custom.
    let root = toolchains::of(outer, rows, ".");
    if found.iter().any(|(row, _)| root.iter().any(|(other, _)| other.id == row.id)) {
        gates.retain(|gate| gate.certainty != Certainty::Default);
    }
    for gate in &mut gates {
        gate.dir = join(folder, &gate.dir)?;
        for at in &mut gate.evidence {
            at.path = join(folder, &at.path)?;
        }
    }
    // Of what was left alone only files are said: the commands of every project would hide them.
    for skipped in ground.skipped().into_iter().filter(|skipped| ground.kind(&skipped.path).is_some()) {
        outer.skip(&join(folder, &skipped.path)?, skipped.why);
    }
    outer.spent(&ground);
    Some(Subproject {
        dir: folder.to_owned(),
        toolchains: found.iter().map(|(row, _)| row.id.to_string()).collect(),
        gates,
    })
}

/// The package managers of the root, which its members use where they have none of their own.
fn managers(ground: &Ground<'_>, rows: &Rows<'_>) -> Vec<(String, String)> {
    let of = rows.toolchains.iter().filter_map(|row| row.manager.as_ref()).map(|manager| manager.of.as_ref());
    let mut of: Vec<&str> = of.collect();
    of.sort_unstable();
    of.dedup();
    let chosen = |of: &str| Some((of.to_owned(), targets::manager(ground, rows, of, ".")?.id.to_string()));
    of.into_iter().filter_map(chosen).collect()
}
