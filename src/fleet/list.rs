//! Which repositories a call works on, and how each is called in what it says.

use std::path::{Path, PathBuf};

use super::index;
use super::walk::{Bounds, PassedOver, Walk};
use crate::host::env::Env;
use crate::host::files::Dir;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::safe;

/// A folder that is looked through.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Base {
    /// The folder: absolute and without links.
    pub path: PathBuf,
    /// What it is called; empty where it is the working folder.
    called: String,
}

/// A repository below one of the folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The number of the folder.
    pub base: usize,
    /// The way from there; empty where it is the folder itself.
    pub rel: PathBuf,
}

/// The repositories of a call, in the order of their paths.
#[derive(Debug, Clone, Default)]
pub struct List {
    bases: Vec<Base>,
    spots: Vec<Spot>,
    /// What was left alone on the way.
    pub passed: PassedOver,
}

impl Base {
    /// The folder that a caller named.
    fn named(typed: &Path, env: &Env) -> Result<Self, Stop> {
        let path = std::fs::canonicalize(env.cwd.join(typed)).ok().filter(|path| Dir::open(path).is_ok());
        let path = path.ok_or_else(|| Refusal::new(code::FLEET_NO_FOLDER))?;
        if typed.is_absolute() {
            return Ok(Self::at(path, env));
        }
        let called = typed.to_string_lossy();
        let called = called.trim_start_matches("./").trim_end_matches('/');
        Ok(Self { path, called: if called == "." { String::new() } else { called.to_owned() } })
    }

    /// A folder that is known by its whole path alone: what is shown never is one.
    pub(super) fn at(path: PathBuf, env: &Env) -> Self {
        let home = env.home.as_ref().and_then(|home| std::fs::canonicalize(home).ok());
        let below = home.and_then(|home| path.strip_prefix(home).map(Path::to_owned).ok());
        let called = match below {
            Some(below) => Path::new("~").join(below).to_string_lossy().into_owned(),
            None => path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        };
        Self { called: called.trim_end_matches('/').to_owned(), path }
    }

    /// How a folder below this one is shown.
    pub fn shown(&self, rel: &Path) -> String {
        let rel = rel.to_string_lossy();
        match (self.called.as_str(), rel.as_ref()) {
            ("", "") => ".".to_owned(),
            ("", rel) => rel.to_owned(),
            (called, "") => called.to_owned(),
            (called, rel) => format!("{called}/{rel}"),
        }
    }
}

impl List {
    /// The repositories below the folders that the caller named, or those of the last scan.
    pub fn of(dirs: &[PathBuf], bounds: Bounds, env: &Env) -> Result<Self, Stop> {
        if dirs.is_empty() { index::read(env) } else { Self::walked(dirs, bounds, env) }
    }

    /// Looks for them.
    pub fn walked(dirs: &[PathBuf], bounds: Bounds, env: &Env) -> Result<Self, Stop> {
        let bases = dirs.iter().map(|dir| Base::named(dir, env)).collect::<Result<Vec<_>, Stop>>()?;
        let bases = sorted(bases);
        let mut walk = Walk::new(&bases, bounds);
        let spots = walk.by_ref().collect();
        let passed = walk.passed();
        Ok(Self { bases, spots, passed })
    }

    /// The same from what is known of them already.
    pub(super) fn known(bases: Vec<Base>, spots: Vec<Spot>) -> Self {
        Self { bases, spots, passed: PassedOver::default() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// The folder of a repository, and what it is called.
    pub fn at(&self, number: usize) -> Option<(PathBuf, String)> {
        let spot = self.spots.get(number)?;
        let base = self.bases.get(spot.base)?;
        Some((base.path.join(&spot.rel), base.shown(&spot.rel)))
    }

    /// How many letters the longest name has, as it is printed.
    pub fn widest(&self) -> usize {
        let names = (0..self.len()).filter_map(|number| self.at(number));
        names.map(|(_, name)| safe::line(&name).chars().count()).max().unwrap_or_default()
    }

    /// Each folder that was looked through with a way below it.
    pub(super) fn spots(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.spots
            .iter()
            .filter_map(|spot| Some((self.bases.get(spot.base)?.path.as_path(), spot.rel.as_path())))
    }
}

/// Each folder once, in the order of their paths.
fn sorted(mut bases: Vec<Base>) -> Vec<Base> {
    bases.sort();
    bases.dedup_by(|one, other| one.path == other.path);
    bases
}
