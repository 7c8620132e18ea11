//! The records of the lasting tier as they are written: under the one lock of the record, each write whole.
//!
//! A change of several files is a sequence of such writes. Whoever makes one orders it so that the record is
//! sound after each, and so that the same call, made again, takes it from there.

use super::capture::open;
use super::decision::Tray;
use super::frontmatter::Document;
use super::id::Id;
use super::ledger::{HOME, Ledger, RECORD_CAP, unusable};
use super::names::{Name, Place};
use super::shelf::{Filed, Kept, Shelf};
use super::writer::{Writer, mint};
use crate::host::Host;
use crate::host::files::{TEMPORARY, Trouble};
use crate::host::place::Repository;
use crate::refusal::{Fault, Stop};
use crate::registry::values::{Bucket, Stage};

/// The whole record, held by this process.
#[derive(Debug)]
pub struct Desk {
    /// What writes to the issues.
    pub(super) writer: Writer,
}

impl Desk {
    /// Waits for the record and settles it; `verb` is what others are told who have to wait.
    pub fn open(repository: &Repository, host: &Host, verb: &str) -> Result<Self, Stop> {
        let desk = Self { writer: Writer::open(&open(repository)?, host, verb)? };
        desk.sweep::<Bucket>()?;
        desk.sweep::<Stage>()?;
        desk.sweep::<Tray>()?;
        Ok(desk)
    }

    /// The record, open for reading.
    pub fn ledger(&self) -> &Ledger {
        &self.writer.ledger
    }

    /// The files of a kind.
    pub fn shelf<T: Kept>(&self) -> Result<Shelf<'_, T>, Stop> {
        Shelf::open(self.ledger())
    }

    /// A new id that no record on the shelf has.
    pub fn mint<T: Kept>(&self, host: &Host, shelf: &Shelf<'_, T>) -> Result<Id, Stop> {
        mint(host, <T::Place as Place>::FAMILY, |id| shelf.names.has(id))
    }

    /// Lays a new record down.
    pub fn add<T: Kept>(
        &self,
        id: Id,
        state: T::Place,
        slug: &str,
        document: &Document,
    ) -> Result<Filed<T>, Stop> {
        let name = Name { id, state, file: format!("{id}-{slug}.md") };
        let text = document.to_text();
        let filed = checked(&text, &name)?;
        self.make_folder(state)?;
        let created = self.ledger().home.create(name.below_home(), text.as_bytes());
        created.map_err(|trouble| unusable(&name.path(), trouble))?;
        Ok(filed)
    }

    /// Rewrites a record in its place, where that changes it.
    pub fn edit<T: Kept>(&self, filed: Filed<T>, document: &Document) -> Result<Filed<T>, Stop> {
        let text = document.to_text();
        if text == filed.document.to_text() {
            return Ok(filed);
        }
        let edited = checked(&text, &filed.name)?;
        let written = self.ledger().home.write(filed.name.below_home(), text.as_bytes());
        written.map_err(|trouble| unusable(&filed.name.path(), trouble))?;
        Ok(edited)
    }

    /// Moves a record, as it is, to another folder by one rename.
    pub fn shift<T: Kept>(&self, filed: Filed<T>, state: T::Place) -> Result<Filed<T>, Stop> {
        if filed.name.state == state {
            return Ok(filed);
        }
        let name = Name { state, ..filed.name.clone() };
        let moved = checked(&filed.document.to_text(), &name)?;
        self.make_folder(state)?;
        let renamed = self.ledger().home.rename(filed.name.below_home(), name.below_home());
        renamed.map_err(|trouble| unusable(&name.path(), trouble))?;
        Ok(moved)
    }

    fn make_folder<P: Place>(&self, place: P) -> Result<(), Stop> {
        let made = self.ledger().home.make_dir(place.folder());
        made.map(drop).map_err(|trouble| unusable(&format!("{HOME}/{}", place.folder()), trouble))
    }

    /// Removes what a killed writer left in the folders of a family.
    fn sweep<P: Place>(&self) -> Result<(), Stop> {
        for path in temporaries::<P>(self.ledger())? {
            let removed = self.ledger().home.remove(&path);
            removed.map_err(|trouble| unusable(&format!("{HOME}/{path}"), trouble))?;
        }
        Ok(())
    }
}

/// The files of a family that are not yet, or will never be, in their place; below `.abcd/`.
pub(super) fn temporaries<P: Place>(ledger: &Ledger) -> Result<Vec<String>, Stop> {
    let mut found = Vec::new();
    for place in P::PLACES {
        let folder = place.folder();
        let in_way = |trouble| unusable(&format!("{HOME}/{folder}"), trouble);
        let entries = match ledger.home.stream(&folder) {
            Ok(entries) => entries,
            Err(Trouble::Absent) => continue,
            Err(trouble) => return Err(in_way(trouble)),
        };
        for entry in entries {
            // Our own temporaries have plain names.
            if let Some(name) =
                entry.map_err(in_way)?.name.to_str().filter(|name| name.starts_with(TEMPORARY))
            {
                found.push(format!("{folder}/{name}"));
            }
        }
    }
    Ok(found)
}

/// The record that a text would be; a fault where abcd was about to write one that breaks its own rules.
fn checked<T: Kept>(text: &str, name: &Name<T::Place>) -> Result<Filed<T>, Stop> {
    let fits = u64::try_from(text.len()).is_ok_and(|len| len <= RECORD_CAP);
    let filed = Filed::parse(text, name.clone()).ok();
    filed
        .filter(|_| fits)
        .ok_or_else(|| Fault::new("abcd would have written a record that its own check refuses").into())
}
