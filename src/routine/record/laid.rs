//! The folders below `.abcd/routines/`: read whole, written whole.
//!
//! A routine's files are written beside it and change places with it in one step, so that whoever looks
//! finds the old routine or the new one. What else a person keeps in the folder moves along.

use std::ffi::OsStr;
use std::path::Path;

use super::make::{Made, PROMPT, RECORD, SCHEDULE};
use super::{Record, SCHEMA_VERSION};
use crate::host::Host;
use crate::host::files::{Dir, Kind, TEMPORARY, Trouble};
use crate::host::lock::{FolderLock, NotHad};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::routine::manifest::{CAP as SCHEDULE_CAP, PROMPT_CAP, ROUTINES, is_name};
use crate::routine::sha256::sha256;

/// abcd's folder in a repository.
const HOME: &str = ".abcd";
/// The most that is read of a record, in bytes.
const RECORD_CAP: u64 = 1024 * 1024;
/// How many files of one name are kept beside each other.
const AGAIN: usize = 100;
/// The files that are abcd's own.
const OWN: [&str; 3] = [PROMPT, SCHEDULE, RECORD];

/// A routine as it stands on disk. Lines end by `\n`, whatever a checkout made of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// The prompt.
    pub prompt: String,
    /// The manifest.
    pub schedule: String,
    /// The record.
    pub record: Record,
}

impl Laid {
    /// Whether the manifest is the one that the record was written with.
    pub fn is_whole(&self) -> bool {
        sha256(self.schedule.as_bytes()) == self.record.files.schedule
    }
}

/// The names of the routines, sorted.
pub fn names(root: &Dir) -> Result<Vec<String>, Stop> {
    let entries = match root.entries(ROUTINES) {
        Ok(entries) => entries,
        Err(Trouble::Absent) => return Ok(Vec::new()),
        Err(trouble) => return Err(unusable(ROUTINES, trouble)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let Some(name) = entry.name.to_str().filter(|name| entry.kind == Kind::Folder && is_name(name))
        else {
            continue;
        };
        let record = format!("{ROUTINES}/{name}/{RECORD}");
        if root.kind(&record).map_err(|trouble| unusable(&record, trouble))?.is_some() {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Reads a routine; none where there is no record of one.
pub fn read(root: &Dir, name: &str) -> Result<Option<Laid>, Stop> {
    let text = |file: &str, cap| {
        let path = format!("{ROUTINES}/{name}/{file}");
        let read = root.read_text_if_there(&path, cap);
        read.map(|text| text.map(|text| text.replace("\r\n", "\n")))
            .map_err(|trouble| unusable(&path, trouble))
    };
    let Some(record) = text(RECORD, RECORD_CAP)? else { return Ok(None) };
    let record = parse(name, &record)?;
    // What is gone differs from every digest, which is what is said of it.
    let prompt = text(PROMPT, PROMPT_CAP)?.unwrap_or_default();
    let schedule = text(SCHEDULE, SCHEDULE_CAP)?.unwrap_or_default();
    Ok(Some(Laid { prompt, schedule, record }))
}

/// Reads the routine that a caller named.
pub fn of(root: &Dir, name: &str) -> Result<Laid, Stop> {
    if !is_name(name) {
        return Err(Refusal::new(code::ROUTINE_BAD_NAME).into());
    }
    read(root, name)?.map_or_else(|| Err(absent(&names(root)?)), Ok)
}

/// There is no such routine; these are there.
pub fn absent(names: &[String]) -> Stop {
    Refusal::new(code::ROUTINE_ABSENT).allowed(names.iter().map(String::as_str)).into()
}

fn parse(name: &str, text: &str) -> Result<Record, Stop> {
    let path = || format!("{ROUTINES}/{name}/{RECORD}");
    let broken = |why: &str| -> Stop {
        Refusal::new(code::ROUTINE_BROKEN_RECORD)
            .saying(format!("the record cannot be used: {why}"))
            .at(path())
            .into()
    };
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let what = if error.is_data() { "it does not have the form of one" } else { "it is no whole JSON" };
        broken(&format!("{what}, see its line {}", error.line()))
    })?;
    if record.schema_version != SCHEMA_VERSION {
        return Err(broken("its schema_version is not 1"));
    }
    if record.name != name {
        return Err(broken("it is the record of another routine"));
    }
    record.check().map_err(|why| broken(&why.to_string()))?;
    Ok(record)
}

/// Whether the repository has a record of abcd at all.
pub fn has_home(root: &Dir) -> Result<bool, Stop> {
    Ok(root.kind(HOME).map_err(|trouble| unusable(HOME, trouble))?.is_some())
}

/// Takes the lock under which routines are written.
pub fn lock(root: &Dir, host: &Host) -> Result<FolderLock, Stop> {
    if !has_home(root)? {
        return Err(Refusal::new(code::INIT_ABSENT).into());
    }
    root.make_dir(ROUTINES).map_err(|trouble| unusable(ROUTINES, trouble))?;
    let folder = root.dir(ROUTINES).map_err(|trouble| unusable(ROUTINES, trouble))?;
    FolderLock::take(&folder, host.lock_wait).map_err(|not_had| match not_had {
        NotHad::Held(_) => Refusal::new(code::ROUTINE_HELD).into(),
        NotHad::Trouble(trouble) => unusable(ROUTINES, trouble),
    })
}

/// Whether a routine that was read is another than one that was made.
pub fn differs(laid: &Laid, made: &Made) -> bool {
    let there = [laid.prompt.clone(), laid.schedule.clone(), laid.record.text()];
    made.files().iter().zip(&there).any(|((_, text), there)| text != there)
}

/// Writes a routine whole, under the lock; says whether anything is new.
pub fn lay(root: &Dir, made: &Made, _: &FolderLock) -> Result<bool, Stop> {
    let files = made.files();
    let folder = format!("{ROUTINES}/{}", made.record.name);
    let at = |trouble| unusable(&folder, trouble);
    sweep(root, &made.record.name).map_err(at)?;
    let same = |(file, text): &(&str, String)| {
        root.read_text_if_there(format!("{folder}/{file}"), PROMPT_CAP)
            // A checkout that ends lines in its own way holds the same.
            .map(|there| there.is_some_and(|there| there.replace("\r\n", "\n") == *text))
    };
    let mut unchanged = true;
    for file in &files {
        unchanged &= same(file).map_err(at)?;
    }
    if !unchanged {
        put(root, &made.record.name, &folder, &files).map_err(at)?;
    }
    Ok(!unchanged)
}

/// Clears away what a killed write of a routine left.
pub fn clear(root: &Dir, name: &str, _: &FolderLock) -> Result<(), Stop> {
    sweep(root, name).map_err(|trouble| unusable(&format!("{ROUTINES}/{name}"), trouble))
}

/// The files of a routine as they are on disk, to be put back.
#[derive(Debug, Clone)]
pub struct Kept {
    name: String,
    files: Vec<(&'static str, String)>,
}

/// Keeps the files of a routine.
pub fn keep(root: &Dir, name: &str) -> Result<Kept, Stop> {
    let mut files = Vec::new();
    for file in OWN {
        let path = format!("{ROUTINES}/{name}/{file}");
        let there = root.read_text_if_there(&path, PROMPT_CAP).map_err(|trouble| unusable(&path, trouble))?;
        files.extend(there.map(|text| (file, text)));
    }
    Ok(Kept { name: name.to_owned(), files })
}

/// Puts the files of a routine back as they were kept, in one step.
pub fn put_back(root: &Dir, kept: &Kept, _: &FolderLock) -> Result<(), Stop> {
    let folder = format!("{ROUTINES}/{}", kept.name);
    let put = sweep(root, &kept.name).and_then(|()| put(root, &kept.name, &folder, &kept.files));
    put.map_err(|trouble| unusable(&folder, trouble))
}

fn put(root: &Dir, name: &str, folder: &str, files: &[(&'static str, String)]) -> Result<(), Trouble> {
    let staged = format!("{ROUTINES}/{TEMPORARY}{name}");
    root.stage_folder(
        &staged,
        &files.iter().map(|(file, text)| (*file, text.as_bytes())).collect::<Vec<_>>(),
    )?;
    if root.kind(folder)?.is_none() {
        return root.rename(&staged, folder);
    }
    root.exchange(&staged, folder)?;
    sweep(root, name)
}

/// Clears away what an earlier write of this routine left: its own files go, a person's move back.
fn sweep(root: &Dir, name: &str) -> Result<(), Trouble> {
    let staged = format!("{ROUTINES}/{TEMPORARY}{name}");
    let entries = match root.entries(&staged) {
        Ok(entries) => entries,
        Err(Trouble::Absent) => return Ok(()),
        Err(trouble) => return Err(trouble),
    };
    for entry in entries {
        let from = Path::new(&staged).join(&entry.name);
        let own = OWN.iter().any(|own| OsStr::new(own) == entry.name);
        if own || entry.name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
            root.clear(from)?;
        } else {
            move_back(root, &from, &Path::new(ROUTINES).join(name), &entry.name)?;
        }
    }
    root.clear_folder(&staged)
}

/// Moves a person's file back beside the routine. Where another of its name came in between, both stay, the
/// older under a name that is free.
fn move_back(root: &Dir, from: &Path, folder: &Path, name: &OsStr) -> Result<(), Trouble> {
    root.make_dir(folder)?;
    for again in 0..AGAIN {
        let mut to = name.to_owned();
        if again > 0 {
            to.push(format!(".{again}"));
        }
        match root.rename(from, folder.join(to)) {
            Err(Trouble::Exists) => {}
            moved => return moved,
        }
    }
    Err(Trouble::Exists)
}

/// A place that is not as abcd makes it, as a refusal; or a fault of the machine.
pub fn unusable(place: &str, trouble: Trouble) -> Stop {
    match trouble {
        Trouble::Link | Trouble::NotRegular | Trouble::NotDirectory => {
            Refusal::new(code::INIT_UNSAFE_PATH).at(place).into()
        }
        Trouble::TooLarge { .. } | Trouble::NotUtf8 => Refusal::new(code::ROUTINE_BROKEN_RECORD)
            .saying(format!("a file of a routine cannot be used: {trouble}"))
            .at(place)
            .into(),
        _ => Fault::new(format!("{place}: {trouble}")).into(),
    }
}
