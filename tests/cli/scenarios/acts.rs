//! The stage of a scenario and what is done on it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;

use abcd::tables::model::scenarios::{Act, Raise};

use crate::support::{Ran, Sandbox};

/// A sandbox, what was kept by name, and the locks that are held.
pub(super) struct Stage {
    pub(super) sandbox: Sandbox,
    kept: BTreeMap<String, String>,
    held: BTreeMap<String, File>,
}

impl Stage {
    /// Sets the state up that a call is refused in.
    pub(super) fn set(raise: &Raise) -> Result<Self, String> {
        let sandbox = Sandbox::new();
        let mut stage = Self { sandbox, kept: BTreeMap::new(), held: BTreeMap::new() };
        stage.act(&raise.given)?;
        Ok(stage)
    }

    /// Makes a call; one that has to wait for a lock soon gives up.
    pub(super) fn call(&self, line: &str, from: Option<&str>) -> Ran {
        let line = self.said(line);
        let line = line.strip_prefix("abcd").expect("a call starts with `abcd`");
        let call = self.sandbox.call(line).from(from.unwrap_or_default());
        if self.held.is_empty() { call.run() } else { call.env("ABCD_LOCK_WAIT_MS", "20").run() }
    }

    /// `text` with each `$name` replaced by what was kept under it.
    pub(super) fn said(&self, text: &str) -> String {
        self.kept
            .iter()
            .rev()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value))
    }

    /// The path below the repository that `pattern` names; the last name may hold one `*`.
    pub(super) fn find(&self, pattern: &str) -> Option<PathBuf> {
        let path = self.sandbox.repo.join(self.said(pattern));
        let name = path.file_name()?.to_str()?.to_owned();
        let Some((start, end)) = name.split_once('*') else {
            return path.symlink_metadata().is_ok().then_some(path);
        };
        let fits = |name: &str| {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        };
        let mut found: Vec<PathBuf> = fs::read_dir(path.parent()?)
            .ok()?
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(fits))
            .collect();
        found.sort();
        found.into_iter().next()
    }

    /// Does each step.
    pub(super) fn act(&mut self, acts: &[Act]) -> Result<(), String> {
        for act in acts {
            self.step(act).map_err(|why| format!("{act:?}: {why}"))?;
        }
        Ok(())
    }

    fn step(&mut self, act: &Act) -> Result<(), String> {
        let io = |error: std::io::Error| error.to_string();
        match act {
            Act::Abcd(run) => {
                let ran = self.call(run, None);
                return if ran.exit == 0 { Ok(()) } else { Err(ran.to_string()) };
            }
            Act::Keep { run, key, name } => {
                let ran = self.call(&format!("{run} --json"), None);
                let value = ran.document()[key.as_deref().unwrap_or("id")].as_str().map(str::to_owned);
                self.kept.insert(name.clone(), value.ok_or_else(|| ran.to_string())?);
            }
            Act::Git(line) => drop(self.sandbox.git(&self.said(line))),
            Act::Write { path, text, bytes } => {
                let text = format!("{}{}", self.said(text), "x".repeat(*bytes));
                self.sandbox.write(&self.said(path), text);
            }
            Act::Edit { path, from, to } => {
                let path = self.find(path).ok_or("it is not there")?;
                let text = fs::read_to_string(&path).map_err(io)?;
                let (from, to) = (self.said(from), self.said(to));
                if !text.contains(&from) {
                    return Err(format!("the text is not in it:\n{text}"));
                }
                fs::write(path, text.replace(&from, &to)).map_err(io)?;
            }
            Act::Folder(path) => self.sandbox.folder(&self.said(path)),
            Act::Link { path, to } => self.sandbox.link(&self.said(path), &self.said(to)),
            Act::Fifo(path) => self.sandbox.fifo(&self.said(path)),
            Act::Remove(path) => {
                let path = self.find(path).ok_or("it is not there")?;
                let folder = path.is_dir() && !path.is_symlink();
                if folder { fs::remove_dir_all(path) } else { fs::remove_file(path) }.map_err(io)?;
            }
            Act::Move { from, to } => {
                let (from, to) = self.both(from, to)?;
                fs::rename(from, to).map_err(io)?;
            }
            Act::Copy { from, to } => {
                let (from, to) = self.both(from, to)?;
                fs::copy(from, to).map_err(io)?;
            }
            Act::Mode { path, bits } => {
                let bits = u32::from_str_radix(bits, 8).map_err(|error| error.to_string())?;
                self.sandbox.mode(&self.said(path), bits);
            }
            Act::Hold(path) => {
                let path = self.said(path);
                let file = self.sandbox.repo.join(&path);
                fs::create_dir_all(file.parent().ok_or("no folder")?).map_err(io)?;
                let file = if file.is_dir() {
                    File::open(file)
                } else {
                    File::options().read(true).append(true).create(true).open(file)
                };
                let file = file.map_err(io)?;
                file.lock().map_err(io)?;
                self.held.insert(path, file);
            }
            Act::Release(path) => drop(self.held.remove(&self.said(path)).ok_or("it is not held")?),
        }
        Ok(())
    }

    /// The paths of a move or a copy; a folder takes the file under its own name.
    fn both(&self, from: &str, to: &str) -> Result<(PathBuf, PathBuf), String> {
        let from = self.find(from).ok_or("it is not there")?;
        let to = self.sandbox.repo.join(self.said(to));
        let to = if to.is_dir() { to.join(from.file_name().unwrap_or_default()) } else { to };
        Ok((from, to))
    }
}
