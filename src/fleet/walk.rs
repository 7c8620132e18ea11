//! Finds repositories below folders: in the order of their names, bounded, and through no link.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use schemars::JsonSchema;
use serde::Serialize;

use super::list::{Base, Spot};
use crate::host::files::{Dir, Kind, Trouble};
use crate::host::place::{NoRepository, Repository};
use crate::registry::detection::BUILD_TREES;
use crate::routine::record::laid;

/// How many names of one folder are looked at, and how many in all.
const NAMES: usize = 200_000;
const TOTAL: usize = 5_000_000;
/// How many things are listed as skipped.
const LISTED: usize = 200;

/// Git's own folder, or the file that points to it.
const GIT: &str = ".git";

/// How far a walk goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// How many levels below a folder are looked at.
    pub depth: usize,
    /// Whether repositories inside of repositories count.
    pub nested: bool,
    /// Whether a repository counts that holds no routine.
    pub without_routines: bool,
}

/// What was left alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Passed {
    /// The folder, as it is shown.
    pub path: String,
    /// Why.
    pub why: String,
}

/// Folders that were not looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PassedOver {
    /// The first of them, in the order of the walk.
    pub skipped: Vec<Passed>,
    /// How many more there are.
    pub more: usize,
    /// How many folders lie deeper than was looked.
    pub deeper: usize,
}

/// A walk; it gives repositories.
#[derive(Debug)]
pub struct Walk<'a> {
    bases: &'a [Base],
    bounds: Bounds,
    /// The base that is next.
    next: usize,
    open: Vec<Level>,
    looked: usize,
    passed: PassedOver,
}

/// A folder whose folders are still to be looked at.
#[derive(Debug)]
struct Level {
    rel: PathBuf,
    names: IntoIter<OsString>,
}

/// What a folder holds that counts here.
#[derive(Default)]
struct Held {
    git: bool,
    folders: Vec<OsString>,
    /// How many of the three marks of a git folder without a working tree are there.
    marks: usize,
}

impl<'a> Walk<'a> {
    /// A walk through `bases`, one after the other.
    pub fn new(bases: &'a [Base], bounds: Bounds) -> Self {
        Self { bases, bounds, next: 0, open: Vec::new(), looked: 0, passed: PassedOver::default() }
    }

    /// What was left alone so far.
    pub fn passed(self) -> PassedOver {
        self.passed
    }

    fn base(&self) -> Option<(usize, &'a Base)> {
        let at = self.next.checked_sub(1)?;
        Some((at, self.bases.get(at)?))
    }

    /// Looks at one folder; a repository counts, or its folders are looked at next.
    fn visit(&mut self, rel: PathBuf) -> Option<Spot> {
        let (at, base) = self.base()?;
        // A folder that was named itself is walked for itself.
        let whole = base.path.join(&rel);
        if !rel.as_os_str().is_empty() && self.bases.iter().any(|other| other.path == whole) {
            return None;
        }
        let held = match self.names(base, &rel) {
            Ok(held) => held,
            Err(why) => {
                self.pass(base, &rel, &why);
                return None;
            }
        };
        // What a build or a package manager made is none to be looked through, unless it is a repository itself.
        if !held.git && rel.file_name().is_some_and(is_made) {
            return None;
        }
        let spot = (held.git && self.counts(base, &rel, &whole)).then(|| Spot { base: at, rel: rel.clone() });
        let inside = spot.is_some() || held.git && !matches!(Repository::top(&whole), Ok(None));
        if held.marks < 3 && (self.bounds.nested || !inside) {
            self.enter(rel, held.folders);
        }
        spot
    }

    fn enter(&mut self, rel: PathBuf, mut folders: Vec<OsString>) {
        if rel.components().count() >= self.bounds.depth {
            self.passed.deeper += folders.iter().filter(|name| !is_made(name)).count();
            return;
        }
        folders.sort_unstable();
        self.open.push(Level { rel, names: folders.into_iter() });
    }

    /// Whether a folder with a `.git` is a repository that was looked for.
    fn counts(&mut self, base: &Base, rel: &Path, whole: &Path) -> bool {
        let holds = Dir::open(whole).map_or(Ok(true), |dir| laid::names(&dir).map(|names| !names.is_empty()));
        // What is there and cannot be read is a repository that fails, not one that is not there.
        if holds.unwrap_or(true) {
            return true;
        }
        match Repository::top(whole) {
            Ok(found) => self.bounds.without_routines && found.is_some(),
            Err(NoRepository::Bare | NoRepository::Absent) => false,
            Err(NoRepository::Unreadable(trouble)) => {
                self.pass(base, rel, &format!("its `.git` cannot be read: {trouble}"));
                false
            }
        }
    }

    fn names(&mut self, base: &Base, rel: &Path) -> Result<Held, String> {
        let said = |trouble: Trouble| trouble.to_string();
        let dir = Dir::open(&base.path).map_err(said)?;
        let mut held = Held::default();
        for (at, entry) in dir.stream(rel).map_err(said)?.enumerate() {
            if at >= NAMES || self.looked >= TOTAL {
                return Err("too many names were looked at".to_owned());
            }
            self.looked += 1;
            let entry = entry.map_err(said)?;
            let marks = [("HEAD", Kind::File), ("objects", Kind::Folder), ("refs", Kind::Folder)];
            held.marks +=
                usize::from(marks.iter().any(|(name, kind)| entry.name == *name && entry.kind == *kind));
            if entry.name == GIT {
                held.git = true;
            } else if entry.kind == Kind::Folder {
                held.folders.push(entry.name);
            }
        }
        Ok(held)
    }

    fn pass(&mut self, base: &Base, rel: &Path, why: &str) {
        if self.passed.skipped.len() < LISTED {
            self.passed.skipped.push(Passed { path: base.shown(rel), why: why.to_owned() });
        } else {
            self.passed.more += 1;
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Spot;

    fn next(&mut self) -> Option<Spot> {
        loop {
            let rel = if let Some(level) = self.open.last_mut() {
                level.names.next().map(|name| level.rel.join(name))
            } else {
                self.next += 1;
                self.base()?;
                Some(PathBuf::new())
            };
            let Some(rel) = rel else {
                self.open.pop();
                continue;
            };
            if let Some(spot) = self.visit(rel) {
                return Some(spot);
            }
        }
    }
}

/// Whether builds or package managers make folders of that name.
fn is_made(name: &OsStr) -> bool {
    BUILD_TREES.iter().any(|row| name == row.path.as_ref())
}
