//! The folder of the record: its three tiers, and the one command that makes them.
//!
//! A new `.abcd/` is built whole under `.abcd.new/` and renamed to its place, so that a kill leaves no half of
//! it; what is left of the staging folder is taken up by the next run.

use std::path::Path;

use serde::Serialize;

use super::capture::open;
use super::ledger::{HOME, unusable};
use crate::host::Host;
use crate::host::files::{Dir, Kind, TEMPORARY, Trouble};
use crate::host::lock::{FolderLock, NotHad};
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// Where a new record is built.
const STAGING: &str = ".abcd.new";
/// Where the ignore entry stands below `.abcd/`.
const IGNORE: &str = ".gitignore";
/// What tells a reader of a committed tier what it is for; git, which keeps no empty folder, keeps the tier
/// by it.
const README: &str = "README.md";
/// The largest ignore file that is read, in bytes.
const IGNORE_CAP: u64 = 64 * 1024;

/// Whether git keeps a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// It is committed and shared.
    Committed,
    /// It is ignored and stays in the working tree.
    Ignored,
}

/// A tier of the record.
#[derive(Debug)]
pub struct Tier {
    /// Its folder below `.abcd/`.
    pub folder: &'static str,
    /// Whether git keeps it.
    pub kept: Kept,
    /// What it is for, as its README says; none for a tier that is in no commit.
    about: Option<&'static str>,
}

impl Tier {
    /// Its folder, from the top of the repository.
    pub fn path(&self) -> String {
        format!("{HOME}/{}", self.folder)
    }
}

/// The tiers, most lasting first; the ignore entry follows from them.
pub const TIERS: [Tier; 3] = [
    Tier {
        folder: "development",
        kept: Kept::Committed,
        about: Some(
            "# What lasts\n\nDecisions and release files: the record of how this project is made. It is \
             committed and kept.\n",
        ),
    },
    Tier {
        folder: "work",
        kept: Kept::Committed,
        about: Some(
            "# What is being worked on\n\nIssues, one file each, in the folder that says where they stand. \
             `abcd capture` files them,\n`abcd capture list --open` lists them. It is committed with the \
             change that it belongs to.\n",
        ),
    },
    Tier { folder: ".work.local", kept: Kept::Ignored, about: None },
];

/// Makes what is missing of the record; gives the paths that are new, from the top of the repository.
pub fn init(repository: &Repository, host: &Host) -> Result<Vec<String>, Stop> {
    let root = open(repository)?;
    let _lock = FolderLock::take(&root, host.lock_wait).map_err(|not_had| match not_had {
        NotHad::Held(_) => Refusal::new(code::INIT_HELD).into(),
        NotHad::Trouble(trouble) => {
            Stop::from(Fault::new(format!("the repository cannot be locked: {trouble}")))
        }
    })?;
    let at = |place| move |trouble| unusable(place, trouble);
    if root.kind(HOME).map_err(at(HOME))?.is_some() {
        return complete(&root, HOME).map_err(at(HOME));
    }
    complete(&root, STAGING).map_err(at(STAGING))?;
    root.rename(STAGING, HOME).map_err(at(HOME))?;
    let tiers = TIERS.iter().map(Tier::path);
    let readmes = TIERS.iter().filter(|tier| tier.about.is_some());
    let readmes = readmes.map(|tier| format!("{}/{README}", tier.path()));
    Ok(tiers.chain(readmes).chain([format!("{HOME}/{IGNORE}")]).collect())
}

/// Makes the tiers and the ignore entries that `home` lacks.
fn complete(root: &Dir, home: &str) -> Result<Vec<String>, Trouble> {
    let mut made = Vec::new();
    for tier in &TIERS {
        let path = format!("{home}/{}", tier.folder);
        if root.make_dir(&path)? {
            made.push(path);
        }
    }
    sweep(root, home)?;
    for tier in &TIERS {
        let Some(about) = tier.about else { continue };
        let folder = format!("{home}/{}", tier.folder);
        sweep(root, &folder)?;
        let path = format!("{folder}/{README}");
        if root.kind(&path)?.is_none() {
            root.create(&path, about.as_bytes())?;
            made.push(path);
        }
    }
    let path = format!("{home}/{IGNORE}");
    let text = root.read_text_if_there(&path, IGNORE_CAP)?;
    let lacking: Vec<_> = TIERS
        .iter()
        .filter(|tier| {
            tier.kept == Kept::Ignored && !ignores(text.as_deref().unwrap_or_default(), tier.folder)
        })
        .map(|tier| format!("/{}/\n", tier.folder))
        .collect();
    if !lacking.is_empty() {
        let mut text = text.unwrap_or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        root.write(&path, (text + &lacking.concat()).as_bytes())?;
        made.push(path);
    }
    Ok(made)
}

/// Removes what a killed call left in a folder.
fn sweep(root: &Dir, folder: &str) -> Result<(), Trouble> {
    for entry in root.entries(folder)? {
        if entry.name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
            root.remove(Path::new(folder).join(entry.name))?;
        }
    }
    Ok(())
}

/// Whether a line of an ignore file names the folder.
fn ignores(text: &str, folder: &str) -> bool {
    text.lines().any(|line| line.trim().trim_start_matches('/').trim_end_matches('/') == folder)
}

/// Whether a tier is there.
pub fn has(root: &Dir, tier: &Tier) -> Result<bool, Stop> {
    let path = tier.path();
    match root.kind(&path) {
        Ok(Some(Kind::Folder)) => Ok(true),
        Ok(None) => Ok(false),
        Ok(Some(Kind::Link)) => Err(unusable(&path, Trouble::Link)),
        Ok(Some(_)) => Err(unusable(&path, Trouble::NotDirectory)),
        Err(trouble) => Err(unusable(&path, trouble)),
    }
}
