//! The named targets of a folder: what a makefile, a justfile, a Taskfile or a manifest offers to run.

mod call;
mod environments;
mod just;
mod make;
mod map;
mod nox;
mod task;
mod tox;

pub(super) use call::{Call, read as read_call};

use super::facts::Evidence;
use super::ground::{Ground, join};
use super::rows::Rows;
use crate::tables::model::Text;
use crate::tables::model::toolchains::{Field, Reader, Targets, Toolchain};

/// How many targets of one file are looked at.
pub(super) const TARGETS: usize = 2_000;

/// One target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) path: String,
    pub(super) line: usize,
    /// Targets of the same file that run with it.
    pub(super) needs: Vec<String>,
    /// Shell texts, each run on its own.
    pub(super) body: Vec<String>,
    /// It is not offered to people.
    pub(super) private: bool,
    /// It is there, and does not run unless it is asked for by name.
    pub(super) aside: bool,
    /// It cannot be called without words of the caller.
    pub(super) asks: bool,
    /// It watches or asks by its own declaration.
    pub(super) stays: bool,
}

/// A file of targets and how one of them is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Runner {
    pub(super) id: String,
    pub(super) dir: String,
    pub(super) path: String,
    /// Spellings of a call, the one to offer first.
    pub(super) calls: Vec<String>,
    pub(super) pass: String,
    pub(super) bare: bool,
    /// The target that the bare program runs.
    pub(super) default: Option<String>,
    pub(super) targets: Vec<Target>,
    pub(super) reader: Reader,
}

impl Runner {
    /// A target by its name.
    pub(super) fn target(&self, name: &str) -> Option<&Target> {
        self.targets.iter().find(|target| target.name == name)
    }

    /// The command that runs a target.
    pub(super) fn command(&self, name: &str) -> String {
        self.calls.first().map_or_else(String::new, |call| call.replace("{name}", name))
    }
}

/// The runners of a folder, in the order of the rows.
pub(super) fn of(ground: &Ground<'_>, rows: &Rows<'_>, dir: &str) -> Vec<Runner> {
    rows.toolchains
        .iter()
        .filter_map(|row| {
            let targets = row.targets.as_ref()?;
            let path = targets.files.iter().find_map(|file| {
                let path = join(dir, file)?;
                (ground.has(&path) && needed(ground, row, dir)).then_some(path)
            })?;
            Some(read(ground, rows, row, targets, dir, path))
        })
        .collect()
}

/// Whether one of the fields that a row needs is there.
pub(super) fn needed(ground: &Ground<'_>, row: &Toolchain, dir: &str) -> bool {
    row.needs.is_empty() || row.needs.iter().any(|field| is_set(ground, field, dir))
}

/// Whether a field is there and is not `false`.
pub(super) fn is_set(ground: &Ground<'_>, field: &Field, dir: &str) -> bool {
    let Some(path) = join(dir, &field.file) else { return false };
    if field.path.is_empty() {
        return ground.has(&path);
    }
    ground.has(&path)
        && ground
            .document(&path)
            .and_then(|node| node.at(&field.path).map(|node| node.text() != Some("false")))
            .unwrap_or(false)
}

/// Where a field is set, or the first line of its file where the file is enough.
pub(super) fn place_of(ground: &Ground<'_>, field: &Field, dir: &str) -> Option<Evidence> {
    let path = join(dir, &field.file).filter(|_| is_set(ground, field, dir))?;
    let line = if field.path.is_empty() { 1 } else { ground.document(&path)?.at(&field.path)?.line };
    Some(Evidence::new(&path, line))
}

fn read(
    ground: &Ground<'_>,
    rows: &Rows<'_>,
    row: &Toolchain,
    targets: &Targets,
    dir: &str,
    path: String,
) -> Runner {
    let mut default = None;
    let mut found = match targets.reader {
        Reader::Make => {
            let (found, first) = make::read(ground, &path);
            default = first;
            found
        }
        Reader::Just => {
            let found = just::read(ground, &path);
            default = just::default(&found);
            found
        }
        Reader::Task => task::read(ground, &path),
        Reader::Map => map::read(ground, &path, &targets.path),
        Reader::Alias => map::aliases(ground, &path, &targets.path),
        Reader::Environments => environments::read(ground, &path, &targets.path),
        Reader::Tox => tox::read(ground, &path),
        Reader::Nox => nox::read(ground, &path),
    };
    if found.len() > TARGETS {
        ground.skip(&path, format!("only its first {TARGETS} targets are read"));
        found.truncate(TARGETS);
    }
    if targets.reader == Reader::Task {
        default = found.iter().any(|target| target.name == "default").then(|| "default".to_owned());
    }
    let (calls, pass) = calls(ground, rows, row, targets, dir);
    Runner {
        id: row.id.to_string(),
        dir: dir.to_owned(),
        path,
        calls,
        pass,
        bare: targets.bare,
        default,
        targets: found,
        reader: targets.reader,
    }
}

/// How targets are called: by the package manager of the folder, or of the root, or by the runner itself.
fn calls(
    ground: &Ground<'_>,
    rows: &Rows<'_>,
    row: &Toolchain,
    targets: &Targets,
    dir: &str,
) -> (Vec<String>, String) {
    let own = || (texts(&targets.calls), targets.pass.to_string());
    let all = rows
        .toolchains
        .iter()
        .filter_map(|other| other.manager.as_ref())
        .filter(|manager| manager.of == row.id);
    let mut spellings: Vec<String> = all.flat_map(|manager| texts(&manager.calls)).collect();
    if spellings.is_empty() {
        return own();
    }
    let chosen = manager(ground, rows, &row.id, dir).or_else(|| manager(ground, rows, &row.id, "."));
    let (mut calls, pass) = chosen
        .and_then(|row| row.manager.as_ref())
        .filter(|manager| !manager.calls.is_empty())
        .map_or_else(own, |manager| (texts(&manager.calls), manager.pass.to_string()));
    spellings.retain(|spelling| !calls.contains(spelling));
    calls.append(&mut spellings);
    (calls, pass)
}

/// The package manager of a folder: the one that the manifest declares, else the lock file of lowest rank.
pub(super) fn manager<'a>(
    ground: &Ground<'_>,
    rows: &Rows<'a>,
    of: &str,
    dir: &str,
) -> Option<&'a Toolchain> {
    let mut there: Vec<&Toolchain> = managers(ground, rows, of, dir);
    if let Some((row, _)) = declared_at(ground, rows, of, dir) {
        return Some(row);
    }
    there.sort_by_key(|row| row.manager.as_ref().map_or(u8::MAX, |manager| manager.rank));
    let around = || {
        let around = ground.manager_around(of)?;
        rows.toolchains.iter().find(|row| row.id == around).copied()
    };
    there.first().copied().or_else(around)
}

/// The package managers whose files stand in a folder.
pub(super) fn managers<'a>(ground: &Ground<'_>, rows: &Rows<'a>, of: &str, dir: &str) -> Vec<&'a Toolchain> {
    let ours = |row: &&&Toolchain| row.manager.as_ref().is_some_and(|manager| manager.of == of);
    rows.toolchains
        .iter()
        .filter(ours)
        .filter(|row| {
            row.markers.iter().any(|marker| join(dir, marker).is_some_and(|path| ground.has(&path)))
                && needed(ground, row, dir)
        })
        .copied()
        .collect()
}

/// The package manager that `package.json` pins, and where.
pub(super) fn declared_at<'a>(
    ground: &Ground<'_>,
    rows: &Rows<'a>,
    of: &str,
    dir: &str,
) -> Option<(&'a Toolchain, Evidence)> {
    let path = join(dir, "package.json").filter(|path| of == "node" && ground.has(path))?;
    let document = ground.document(&path)?;
    let field = document.get("packageManager")?;
    let named = field.text()?.split('@').next()?;
    let managers = rows.toolchains.iter().filter_map(|row| Some((*row, row.manager.as_ref()?)));
    let (row, _) = managers.into_iter().find(|(_, one)| one.of == of && one.declared == named)?;
    Some((row, Evidence::new(&path, field.line)))
}

fn texts(list: &[Text]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}
