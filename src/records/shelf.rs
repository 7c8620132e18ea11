//! The records of the lasting tier as they are read: intents, specs, decisions.
//!
//! One file a record, strict in its head, its name and its folder. A move from one folder to the next is one
//! rename, so a reader who comes at the wrong moment looks for the file where it went.

use std::fmt;

use super::fields::Flaw;
use super::frontmatter::Document;
use super::id::Id;
use super::ledger::{Ledger, RECORD_CAP, Skipped, Unread};
use super::names::{Name, Names, NotOne, Place};
use super::order::in_words;
use crate::host::files::{Dir, Trouble};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::refusals::Code;

/// A kind of record that stands in the lasting tier.
pub trait Kept: Clone + fmt::Debug {
    /// Its folders.
    type Place: Place;
    /// What a call for an id leaves with that no record of the kind has.
    const UNKNOWN: Code;

    /// Reads a record; all that is wrong comes back at once.
    fn read(document: &Document) -> Result<Self, Vec<Flaw>>;

    /// Its id.
    fn id(&self) -> Id;

    /// The words of its file name.
    fn slug(&self) -> &str;

    /// What does not fit the folder that it stands in.
    fn misplaced(&self, place: Self::Place) -> Vec<Flaw>;

    /// Whether a file name is its own.
    fn is_named(&self, file: &str) -> bool {
        file == self.file_name()
    }

    /// The name that a new file of it gets.
    fn file_name(&self) -> String {
        format!("{}-{}.md", self.id(), self.slug())
    }
}

/// A record and the file that it was read from.
#[derive(Debug, Clone)]
pub struct Filed<T: Kept> {
    /// The record.
    pub record: T,
    /// Its text in parts.
    pub document: Document,
    /// Its file.
    pub name: Name<T::Place>,
}

/// The files of a kind, as they were listed.
#[derive(Debug)]
pub struct Shelf<'a, T: Kept> {
    home: &'a Dir,
    /// Their names.
    pub names: Names<T::Place>,
}

/// The id of a record of a kind, as a caller typed it.
pub fn id_of<T: Kept>(text: &str) -> Result<Id, Stop> {
    let family = <T::Place as Place>::FAMILY;
    let id = text.parse().ok().filter(|id: &Id| id.family() == family);
    id.ok_or_else(|| Refusal::new(T::UNKNOWN).saying(format!("what was given is no {family} id")).into())
}

impl<'a, T: Kept> Shelf<'a, T> {
    /// Lists the files of the kind.
    pub fn open(ledger: &'a Ledger) -> Result<Self, Stop> {
        Ok(Self { home: &ledger.home, names: Names::list(&ledger.home)? })
    }

    /// Reads one record strictly: its head, its fields, its folder, its name. One that was moved between the
    /// listing and this look is read where it went, and its name says so.
    pub fn read(&self, name: &Name<T::Place>) -> Result<Filed<T>, Unread> {
        let read = self.read_there(name);
        if !matches!(read, Err(Unread::Gone)) {
            return read;
        }
        let further = <T::Place as Place>::PLACES.iter().filter(|place| **place > name.state);
        let mut moved = further.map(|place| self.read_there(&Name { state: *place, ..name.clone() }));
        moved.find(|read| !matches!(read, Err(Unread::Gone))).unwrap_or(Err(Unread::Gone))
    }

    fn read_there(&self, name: &Name<T::Place>) -> Result<Filed<T>, Unread> {
        let text = match self.home.read_text(name.below_home(), RECORD_CAP) {
            Ok(text) => text,
            Err(Trouble::Absent) => return Err(Unread::Gone),
            Err(trouble) => return Err(Unread::Flawed(vec![trouble.into()])),
        };
        Filed::parse(&text, name.clone()).map_err(Unread::Flawed)
    }

    /// The one file of an id.
    pub fn one(&self, id: Id) -> Result<Name<T::Place>, NotOne> {
        self.names.one(self.home, id)
    }

    /// The one record of an id; refused where there is none, where it is broken, or where it has two files.
    pub fn fetch(&self, id: Id) -> Result<Filed<T>, Stop> {
        let name = self.one(id).map_err(|not_one| match not_one {
            NotOne::Absent => Stop::from(Refusal::new(T::UNKNOWN)),
            NotOne::Several(paths) => Refusal::new(code::RECORD_UNSOUND)
                .saying(format!("{id} stands in more than one file"))
                .fact("files", &paths)
                .into(),
        })?;
        self.read(&name).map_err(|unread| match unread {
            Unread::Gone => Refusal::new(T::UNKNOWN).into(),
            Unread::Flawed(flaws) => unsound(&name, &flaws),
        })
    }

    /// Every record, where what is asked rests on all of them; refused where one cannot be read.
    pub fn all(&self) -> Result<Vec<Filed<T>>, Stop> {
        let mut all = Vec::new();
        for name in &self.names.found {
            match self.read(name) {
                Ok(filed) => all.push(filed),
                Err(Unread::Gone) => {}
                Err(Unread::Flawed(flaws)) => return Err(unsound(name, &flaws)),
            }
        }
        Ok(all)
    }

    /// Hands over each record that can be read, in the order of folders and then of ids, until the taker has
    /// enough; what was passed over comes back.
    pub fn each(
        &self,
        wanted: impl Fn(T::Place) -> bool,
        mut take: impl FnMut(Filed<T>) -> std::ops::ControlFlow<()>,
    ) -> Vec<Skipped> {
        let twice = self.names.twice(self.home);
        let places = <T::Place as Place>::PLACES.iter().copied().filter(|place| wanted(*place));
        let places: Vec<_> = places.collect();
        let within = |path: &str| places.iter().any(|place| path.contains(&format!("/{}/", place.folder())));
        let mut skipped: Vec<Skipped> =
            self.names.skipped.iter().filter(|row| within(&row.path)).cloned().collect();
        for place in &places {
            for name in self.names.found.iter().filter(|name| name.state == *place) {
                let skip = |why: String| Skipped { path: name.path(), why };
                if twice.contains_key(&name.id) {
                    skipped.push(skip("its id stands in another file too".to_owned()));
                    continue;
                }
                match self.read(name) {
                    // It was moved since the folders were listed.
                    Ok(filed) if !wanted(filed.name.state) => {}
                    Ok(filed) => {
                        if take(filed).is_break() {
                            return skipped;
                        }
                    }
                    Err(Unread::Gone) => {}
                    Err(Unread::Flawed(flaws)) => skipped.push(skip(in_words(&flaws))),
                }
            }
        }
        skipped.sort();
        skipped
    }
}

/// The refusal of a record that is broken.
fn unsound<P: Place>(name: &Name<P>, flaws: &[Flaw]) -> Stop {
    Refusal::new(code::RECORD_UNSOUND)
        .saying(format!("{} cannot be read", name.id))
        .at(name.path())
        .fact("problems", &flaws)
        .into()
}

impl<T: Kept> Filed<T> {
    /// Reads a record's text, for the place that its name says.
    pub(super) fn parse(text: &str, name: Name<T::Place>) -> Result<Self, Vec<Flaw>> {
        let document = Document::parse(text).map_err(|broken| vec![broken.into()])?;
        let record = T::read(&document)?;
        let mut flaws = record.misplaced(name.state);
        if record.id() != name.id || !record.is_named(&name.file) {
            let expected = record.file_name();
            flaws.push(Flaw::new(format!("its name must be `{expected}`, after its id and slug")));
        }
        if flaws.is_empty() { Ok(Self { record, document, name }) } else { Err(flaws) }
    }
}

/// The text below a document's head, its line ends made alike.
pub(super) fn text_of(document: &Document) -> String {
    document.body().replace("\r\n", "\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, any, prop_oneof};
    use proptest::proptest;

    use super::{Filed, Kept};
    use crate::records::decision::{Decision, Tray};
    use crate::records::intent::Intent;
    use crate::records::names::{Name, Place};
    use crate::records::spec::Spec;
    use crate::registry::values::{Bucket, Stage};

    const INTENT: &str = "---\nid: itd-7\nslug: a\nspec_id: spc-7\nkind: standalone\nbuilds_on: [itd-3]\n\
        impact: fix\n---\n\n# A\n\n## Acceptance Criteria\n\n- given\n";
    const SPEC: &str = "---\nid: spc-7\nslug: a\nintents: [itd-7, itd-8]\nbundle: \"a b\"\n---\n\n# A\n";
    const DECISION: &str = "---\nid: adr-7\nslug: a\nstatus: superseded\ndate: 2031-02-03\n\
        supersedes: adr-3\nsuperseded_by: adr-9\n---\n\n# A\n";

    /// Reads a text as a record of a place; what is read is written as it was and read again the same.
    fn held<T: Kept>(text: &str, state: T::Place, file: &str) -> bool {
        let id = <T::Place as Place>::id_of(file).unwrap();
        let name = Name { id, state, file: file.to_owned() };
        let Ok(filed) = Filed::<T>::parse(text, name) else { return false };
        assert_eq!(filed.document.to_text(), text);
        assert_eq!((filed.record.id(), filed.record.is_named(file)), (id, true), "{text}");
        true
    }

    #[test]
    fn the_samples_are_sound() {
        assert!(held::<Intent>(INTENT, Bucket::Planned, "itd-7-a.md"));
        assert!(held::<Spec>(SPEC, Stage::Open, "spc-7-a.md"));
        assert!(held::<Decision>(DECISION, Tray::Adrs, "0007-a.md"));
    }

    proptest! {
        #[test]
        fn whatever_becomes_of_a_record_it_is_read_or_refused(
            at in any::<proptest::sample::Index>(),
            taken in 0..6_usize,
            put in prop_oneof![
                any::<String>(),
                "[a-z_]{0,9}: [a-z0-9,\"'\\[\\]#-]{0,9}\n",
                Just("\r\n".to_owned()),
                Just("\u{feff}---\n".to_owned()),
            ],
        ) {
            for (which, sample) in [INTENT, SPEC, DECISION].into_iter().enumerate() {
                let mut text = sample.to_owned();
                let at = at.index(text.len());
                text.replace_range(at..(at + taken).min(text.len()), &put);
                // Whether it is read is not the point: that nothing falls, and that nothing is lost, is.
                let read = match which {
                    0 => held::<Intent>(&text, Bucket::Planned, "itd-7-a.md"),
                    1 => held::<Spec>(&text, Stage::Open, "spc-7-a.md"),
                    _ => held::<Decision>(&text, Tray::Adrs, "0007-a.md"),
                };
                assert!(!read || text.contains("slug: "), "{text}");
            }
        }
    }
}
