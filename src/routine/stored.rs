//! A routine as whatever starts it needs it: its manifest, and the prompt that the manifest was written for.

use super::manifest::{Broken, CAP, PROMPT_CAP, Schedule, file_of, is_name};
use crate::host::files::{Dir, Trouble};

/// A manifest and its prompt, which agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The manifest.
    pub schedule: Schedule,
    /// The prompt; its lines end by `\n`, whatever a checkout made of them.
    pub prompt: String,
}

/// Why a routine could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotStored {
    /// No routine can be called so.
    BadName,
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
        return Err(NotStored::BadName);
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
    let prompt = match root.read_text(&schedule.prompt.path, PROMPT_CAP) {
        Ok(prompt) => prompt.replace("\r\n", "\n"),
        Err(Trouble::Absent | Trouble::TooLarge { .. } | Trouble::NotUtf8) => {
            return Err(NotStored::PromptEdited);
        }
        Err(trouble) => return Err(NotStored::Trouble(schedule.prompt.path, trouble)),
    };
    if !schedule.is_of(prompt.as_bytes()) {
        return Err(NotStored::PromptEdited);
    }
    Ok(Stored { schedule, prompt })
}
