//! Writes exported files, and takes away nothing that is not abcd's own.

use serde::Serialize;

use super::Filled;
use super::seal::{Standing, standing};
use crate::host::files::{Dir, Trouble};

/// The most that is read of a file before it is written anew, in bytes; what abcd writes is far smaller.
const CAP: u64 = 256 * 1024;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It was printed and not written.
    Printed,
    /// It is new, or says something new.
    Written,
    /// It said the same already.
    Unchanged,
}

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPut {
    /// A file stands at this path that abcd did not write, or that was changed since.
    Taken(String, Standing),
    /// What is at this path cannot be used.
    Trouble(String, Trouble),
}

/// Writes every file below `folder`; where one is taken and not `forced`, none.
pub fn put(folder: &Dir, files: &[Filled], forced: bool) -> Result<Vec<State>, NotPut> {
    let there: Vec<There> = files.iter().map(|file| there(folder, file)).collect::<Result<_, _>>()?;
    for (file, there) in files.iter().zip(&there) {
        if let There::Other(standing @ (Standing::Edited | Standing::Foreign)) = there
            && !forced
        {
            return Err(NotPut::Taken(file.path.clone(), *standing));
        }
    }
    files.iter().zip(there).map(|(file, there)| write(folder, file, there)).collect()
}

/// What stands where a file goes.
enum There {
    Nothing,
    Same,
    Other(Standing),
}

fn there(folder: &Dir, file: &Filled) -> Result<There, NotPut> {
    match folder.read_text(&file.path, CAP) {
        Ok(text) if text == file.text => Ok(There::Same),
        Ok(text) => Ok(There::Other(standing(&text))),
        Err(Trouble::Absent) => Ok(There::Nothing),
        Err(Trouble::NotUtf8 | Trouble::TooLarge { .. }) => Ok(There::Other(Standing::Foreign)),
        Err(trouble) => Err(NotPut::Trouble(file.path.clone(), trouble)),
    }
}

fn write(folder: &Dir, file: &Filled, there: There) -> Result<State, NotPut> {
    let bytes = file.text.as_bytes();
    let made = file.path.rsplit_once('/').map_or(Ok(false), |(above, _)| folder.make_dir(above));
    let written = made.and_then(|_| match there {
        There::Same => Ok(State::Unchanged),
        There::Nothing => folder.create(&file.path, bytes).map(|()| State::Written),
        There::Other(_) => folder.write(&file.path, bytes).map(|()| State::Written),
    });
    written.map_err(|trouble| match trouble {
        // Somebody else was quicker; what they wrote was not looked at.
        Trouble::Exists => NotPut::Taken(file.path.clone(), Standing::Foreign),
        trouble => NotPut::Trouble(file.path.clone(), trouble),
    })
}
