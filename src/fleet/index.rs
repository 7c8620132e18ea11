//! Where the last scan found repositories. Only ever a cache: what cannot be used is scanned anew.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::list::{Base, List, Spot};
use crate::host::env::Env;
use crate::host::files::{Dir, Trouble};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;

/// The file, below the folder of a person's state.
const FOLDER: &str = "abcd";
const FILE: &str = "fleet.jsonl";
/// The most that is read of it, in bytes.
const CAP: u64 = 64 * 1024 * 1024;
/// The one version of its lines.
const VERSION: u32 = 1;

/// A line: one repository.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    version: u32,
    /// The folder that was looked through.
    folder: Spelled,
    /// The way from there.
    below: Spelled,
}

/// A path; what is no UTF-8 is spelled byte by byte.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Spelled {
    Text(String),
    Bytes(Vec<u8>),
}

impl Spelled {
    fn of(path: &Path) -> Self {
        path.to_str().map_or_else(
            || Self::Bytes(path.as_os_str().as_bytes().to_vec()),
            |text| Self::Text(text.to_owned()),
        )
    }

    fn path(self) -> PathBuf {
        match self {
            Self::Text(text) => PathBuf::from(text),
            Self::Bytes(bytes) => PathBuf::from(OsString::from_vec(bytes)),
        }
    }
}

/// Remembers a list; says why where that cannot be.
pub fn write(list: &List, env: &Env) -> Result<(), Trouble> {
    let state = env.xdg_state.as_deref().ok_or(Trouble::Absent)?;
    let mut text = Vec::new();
    for (folder, below) in list.spots() {
        let line = Line { version: VERSION, folder: Spelled::of(folder), below: Spelled::of(below) };
        // Texts and numbers can always be written.
        serde_json::to_writer(&mut text, &line).map_err(|_| Trouble::NotUtf8)?;
        text.push(b'\n');
    }
    // The nearest folder that is there; what is missing below it is made.
    let there = state.ancestors().find(|folder| folder.is_dir()).ok_or(Trouble::Absent)?;
    let dir = Dir::open(there)?;
    let below = state.strip_prefix(there).map_err(|_| Trouble::Outside)?.join(FOLDER);
    dir.make_dir(&below)?;
    dir.write(below.join(FILE), &text)
}

/// What the last scan found.
pub fn read(env: &Env) -> Result<List, Stop> {
    let absent = || Stop::from(Refusal::new(code::FLEET_NO_INDEX));
    let state = env.xdg_state.as_deref().ok_or_else(absent)?;
    let dir = Dir::open(state).map_err(|_| absent())?;
    match dir.read_text(Path::new(FOLDER).join(FILE), CAP) {
        Ok(text) => parse(&text, env).ok_or_else(broken),
        Err(Trouble::Absent) => Err(absent()),
        Err(_) => Err(broken()),
    }
}

fn broken() -> Stop {
    Refusal::new(code::FLEET_NO_INDEX).saying("what the last scan remembered cannot be used").into()
}

fn parse(text: &str, env: &Env) -> Option<List> {
    let (mut bases, mut spots): (Vec<Base>, Vec<Spot>) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).ok().filter(|line: &Line| line.version == VERSION)?;
        let (folder, rel) = (line.folder.path(), line.below.path());
        let plain = |part| matches!(part, std::path::Component::Normal(_));
        if !folder.is_absolute() || !rel.components().all(plain) {
            return None;
        }
        if bases.last().is_none_or(|base| base.path != folder) {
            bases.push(Base::at(folder, env));
        }
        spots.push(Spot { base: bases.len() - 1, rel });
    }
    Some(List::known(bases, spots))
}
