//! Where records are kept: the local tier of a repository, or the person's home.

use std::path::Path;

use crate::host::files::{Dir, Kind, Trouble};
use crate::records::home::{TIERS, has};
use crate::records::ledger::unusable;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::registry::values::RecordPlace;

/// The records' folder in a place.
const FOLDER: &str = "interviews";
/// abcd's folder in a home.
const HOME: &str = ".abcd";

/// A folder of records. It is made when the first answer is kept.
#[derive(Debug)]
pub struct Place {
    /// The repository's top, or the person's home.
    root: Dir,
    /// Which of the two.
    kind: RecordPlace,
}

impl Place {
    /// The repository's place. Its local tier is there, since `abcd init` made it and nothing else does.
    pub fn of_repository(root: Dir) -> Result<Self, Stop> {
        let place = Self::seen_in(root)?;
        place.ok_or_else(|| Refusal::new(code::INTERVIEW_NO_LOCAL_TIER).into())
    }

    /// The repository's place, if it has one.
    pub fn seen_in(root: Dir) -> Result<Option<Self>, Stop> {
        let Some(tier) = TIERS.iter().find(|tier| tier.folder == ".work.local") else {
            return Err(Fault::new("no tier is local").into());
        };
        if !has(&root, tier)? {
            return Ok(None);
        }
        Self { root, kind: RecordPlace::Repository }.sound().map(Some)
    }

    /// The person's own.
    pub fn of_home(home: Option<&Path>) -> Result<Self, Stop> {
        let home = home.ok_or_else(|| Fault::new("there is no home folder to keep answers in"))?;
        let root = Dir::open(home).map_err(|trouble| Fault::new(format!("the home folder: {trouble}")))?;
        Self { root, kind: RecordPlace::Home }.sound()
    }

    /// Which of the two it is.
    pub fn kind(&self) -> RecordPlace {
        self.kind
    }

    /// The folder below the root.
    fn below(&self) -> String {
        match self.kind {
            RecordPlace::Repository => format!("{HOME}/.work.local/{FOLDER}"),
            RecordPlace::Home => format!("{HOME}/{FOLDER}"),
        }
    }

    /// The folder as it is shown.
    pub fn shown(&self) -> String {
        match self.kind {
            RecordPlace::Repository => self.below(),
            RecordPlace::Home => format!("~/{}", self.below()),
        }
    }

    /// Refuses a place that is reached through a link, before anybody is asked in vain.
    fn sound(self) -> Result<Self, Stop> {
        match self.root.kind(self.below()) {
            Ok(None | Some(Kind::Folder)) => Ok(self),
            Ok(Some(Kind::Link)) => Err(unusable(&self.shown(), Trouble::Link)),
            Ok(Some(_)) => Err(unusable(&self.shown(), Trouble::NotDirectory)),
            Err(trouble) => Err(unusable(&self.shown(), trouble)),
        }
    }

    /// The folder, made where it is not there, for its owner alone.
    pub fn made(&self) -> Result<Dir, Stop> {
        let made = self.root.make_private_dir(self.below()).and_then(|_| self.root.dir(self.below()));
        made.map_err(|trouble| unusable(&self.shown(), trouble))
    }

    /// The folder, where it is there.
    pub fn opened(&self) -> Result<Option<Dir>, Stop> {
        match self.root.dir(self.below()) {
            Ok(dir) => Ok(Some(dir)),
            Err(Trouble::Absent) => Ok(None),
            Err(trouble) => Err(unusable(&self.shown(), trouble)),
        }
    }
}
