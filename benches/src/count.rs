//! How many git processes a program starts: a `git` that counts stands before the real one on its `PATH`.

use std::error::Error;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stock::succeeds;

/// A folder with a `git` that leaves a byte and becomes the real one.
pub struct Counter {
    folder: PathBuf,
}

impl Counter {
    /// Puts it there.
    pub fn new(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let folder = folder.join("counted");
        fs::create_dir_all(&folder)?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let real = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|git| git.is_file());
        let real = real.ok_or("git is not on the PATH")?;
        let count = folder.join("count");
        let script =
            format!("#!/bin/sh\nprintf . >> '{}'\nexec '{}' \"$@\"\n", count.display(), real.display());
        let git = folder.join("git");
        fs::write(&git, script)?;
        fs::set_permissions(&git, fs::Permissions::from_mode(0o755))?;
        Ok(Self { folder })
    }

    /// How many git processes the commands start, one after the other.
    pub fn of(&self, commands: Vec<Command>) -> Result<usize, Box<dyn Error>> {
        let count = self.folder.join("count");
        fs::write(&count, "")?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let before = std::iter::once(self.folder.clone()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(before)?;
        for mut command in commands {
            succeeds(command.env("PATH", &path))?;
        }
        Ok(fs::read(&count)?.len())
    }
}
