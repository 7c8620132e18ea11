//! Repositories as they stand before a measurement, and fresh copies of them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where things are made, with a home of its own.
pub struct Stock {
    folder: PathBuf,
    home: PathBuf,
}

impl Stock {
    /// Makes a home that holds nothing but a name for commits.
    pub fn new(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let home = folder.join("home");
        fs::create_dir_all(&home)?;
        let name = "[user]\n\tname = Ann\n\temail = ann@example.com\n[init]\n\tdefaultBranch = main\n";
        fs::write(home.join(".gitconfig"), name)?;
        Ok(Self { folder: folder.to_owned(), home })
    }

    /// A call in `place` that sees that home and nothing else of the caller.
    pub fn call(&self, program: &Path, args: &[&str], place: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(place).env_clear().env("HOME", &self.home);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("TMPDIR", &self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs git in `place`; it must succeed.
    pub fn git(&self, place: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
        succeeds(&mut self.call(Path::new("git"), args, place))
    }

    /// A copy of a repository, changed by `change` and committed.
    pub fn changed(
        &self,
        from: &Path,
        name: &str,
        mut change: impl FnMut(&Path) -> Command,
    ) -> Result<PathBuf, Box<dyn Error>> {
        let place = self.folder.join(name);
        copy(from, &place)?;
        succeeds(&mut change(&place))?;
        self.git(&place, &["add", "--all"])?;
        self.git(&place, &["commit", "--quiet", "--message", name])?;
        Ok(place)
    }

    /// A folder of `count` fresh copies, in place of the one that was there. What was written is on the disk
    /// before anybody measures.
    pub fn copies(&self, from: &Path, count: usize) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let herd = self.herd();
        if herd.exists() {
            fs::remove_dir_all(&herd)?;
        }
        let places: Vec<PathBuf> = (0..count).map(|number| herd.join(format!("r{number:05}"))).collect();
        for place in &places {
            copy(from, place)?;
        }
        succeeds(&mut Command::new("sync"))?;
        Ok(places)
    }

    /// The folder that the copies stand in.
    pub fn herd(&self) -> PathBuf {
        self.folder.join("herd")
    }
}

/// Runs a command that must succeed.
pub fn succeeds(command: &mut Command) -> Result<(), Box<dyn Error>> {
    if command.status()?.success() { Ok(()) } else { Err(format!("{command:?} failed").into()) }
}

/// Copies a folder whole.
pub fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
