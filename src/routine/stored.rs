//! A routine as it stands in a repository: its manifest and its prompt, read together.

use super::manifest::{Broken, CAP, PROMPT_CAP, ROUTINES, Schedule, file_of, is_name};
use crate::host::files::{Dir, Kind, Trouble};

/// The most names that are listed of a folder of routines.
const MOST: usize = 200;

/// A routine whose prompt is the one that its manifest was written for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The manifest.
    pub schedule: Schedule,
    /// The prompt's bytes.
    pub prompt: Vec<u8>,
}

/// Why a routine could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotStored {
    /// There is none of that name.
    Absent,
    /// Its manifest is none.
    Broken(Broken),
    /// The manifest in its folder is of another routine.
    OtherName,
    /// The prompt is not there, or not the one that the manifest was written for.
    PromptEdited,
    /// What is at this path cannot be used.
    Trouble(String, Trouble),
}

/// Reads the routine `name` below the top of a repository.
pub fn read(root: &Dir, name: &str) -> Result<Stored, NotStored> {
    if !is_name(name) {
        return Err(NotStored::Absent);
    }
    let place = file_of(name, "schedule.json");
    let schedule = match root.read(&place, CAP) {
        Ok(bytes) => Schedule::parse(&bytes).map_err(NotStored::Broken)?,
        Err(Trouble::Absent) => return Err(NotStored::Absent),
        Err(Trouble::TooLarge { .. }) => return Err(NotStored::Broken(Broken::TooLarge)),
        Err(trouble) => return Err(NotStored::Trouble(place, trouble)),
    };
    if schedule.name != name {
        return Err(NotStored::OtherName);
    }
    let prompt = match root.read(&schedule.prompt.path, PROMPT_CAP) {
        Ok(prompt) => prompt,
        Err(Trouble::Absent | Trouble::TooLarge { .. }) => return Err(NotStored::PromptEdited),
        Err(trouble) => return Err(NotStored::Trouble(schedule.prompt.path, trouble)),
    };
    if !schedule.is_of(&prompt) {
        return Err(NotStored::PromptEdited);
    }
    Ok(Stored { schedule, prompt })
}

/// The names of the routines that a repository holds, sorted, as far as they are plain; 200 at most.
pub fn names(root: &Dir) -> Vec<String> {
    let entries = root.entries(ROUTINES).unwrap_or_default();
    let folders = entries.into_iter().filter(|entry| entry.kind == Kind::Folder);
    let names = folders.filter_map(|entry| entry.name.into_string().ok());
    names.filter(|name| is_name(name)).take(MOST).collect()
}
