//! What git's settings lead to: which files they stand in, which they include, and where hooks are.

use std::path::{Path, PathBuf};

use super::shown::os;
use super::unwatched::Unwatched;
use crate::host::git::Git;
use crate::host::place::Repository;

/// Settings whose value is a path that decides what git runs.
const KEYS: &str = r"^(core\.hookspath|include\.path|includeif\..*\.path)$";
const HOOKS: &[u8] = b"core.hookspath";
const WORKTREE: &[u8] = b"core.worktree";
/// How an origin begins that is a file; others are the command line and standard input.
const FILE: &[u8] = b"file:";

/// Where git's settings lead.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    /// The files that settings stand in or would be included from.
    pub(super) files: Vec<PathBuf>,
    /// The folders of hooks.
    pub(super) hooks: Vec<PathBuf>,
}

impl Settings {
    /// Asks git in the repository itself.
    pub(super) fn of(git: &Git<'_>, place: &Repository) -> Result<Self, Unwatched> {
        let mut settings = Self::default();
        let listed = pairs(git, &["config", "-z", "--show-origin", "--list"])?;
        let mut leads = false;
        let mut elsewhere = false;
        for (origin, key, _) in &listed {
            let Some(file) = origin.strip_prefix(FILE) else { continue };
            settings.files.push(place.root.join(os(file)));
            elsewhere |= key == WORKTREE;
            leads |= key == HOOKS || key.starts_with(b"include");
        }
        if elsewhere {
            at_home(git, place)?;
        }
        if leads {
            settings.follow(git, &[], &place.root)?;
        }
        settings.files.sort();
        settings.files.dedup();
        Ok(settings)
    }

    /// Adds what the settings file of a submodule leads to. A relative folder of hooks is in that submodule.
    pub(super) fn of_file(&mut self, git: &Git<'_>, file: &Path) -> Result<(), Unwatched> {
        let file = file.as_os_str().to_string_lossy().into_owned();
        self.follow(git, &["--file", &file, "--includes"], Path::new(""))
    }

    /// Takes what git makes of the paths: `~` is somebody's home there.
    fn follow(&mut self, git: &Git<'_>, of: &[&str], root: &Path) -> Result<(), Unwatched> {
        let how = ["-z", "--show-origin", "--type=path", "--get-regexp", KEYS];
        let args: Vec<&str> = ["config"].iter().chain(of).chain(&how).copied().collect();
        for (origin, key, value) in pairs(git, &args)? {
            let Some(file) = origin.strip_prefix(FILE) else { continue };
            if key == HOOKS {
                self.hooks.push(root.join(os(&value)));
            } else {
                let from = root.join(os(file));
                self.files.push(from.parent().unwrap_or(root).join(os(&value)));
            }
        }
        self.hooks.retain(|path| path.is_absolute());
        self.files.retain(|path| path.is_absolute());
        Ok(())
    }
}

/// That git works in the tree that holds its folder.
fn at_home(git: &Git<'_>, place: &Repository) -> Result<(), Unwatched> {
    let answer =
        git.run(["rev-parse", "--show-toplevel"]).map_err(|trouble| Unwatched::Git(trouble.to_string()))?;
    let said = answer.stdout.strip_suffix(b"\n").unwrap_or(&answer.stdout);
    let there = std::fs::canonicalize(Path::new(os(said))).ok();
    if answer.ok() && there.as_ref() == Some(&place.root) { Ok(()) } else { Err(Unwatched::Elsewhere) }
}

/// Origin, key and value of each setting.
type Setting = (Vec<u8>, Vec<u8>, Vec<u8>);

fn pairs(git: &Git<'_>, args: &[&str]) -> Result<Vec<Setting>, Unwatched> {
    let answer = git.run(args).map_err(|trouble| Unwatched::Git(trouble.to_string()))?;
    // 1 is that there is no such setting.
    if !matches!(answer.exit, 0 | 1) {
        return Err(Unwatched::Git("its settings cannot be read".to_owned()));
    }
    let mut fields = answer.stdout.split(|byte| *byte == 0);
    let mut pairs = Vec::new();
    while let (Some(origin), Some(setting)) = (fields.next(), fields.next()) {
        let end = setting.iter().position(|byte| *byte == b'\n').unwrap_or(setting.len());
        let value = setting.get(end.saturating_add(1)..).unwrap_or_default();
        pairs.push((origin.to_vec(), setting.get(..end).unwrap_or_default().to_vec(), value.to_vec()));
    }
    Ok(pairs)
}
