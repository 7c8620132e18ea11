//! The issue ledger as it is written: one writer at a time, each change before or after and never between.
//!
//! How an issue is closed. Its file must get new words and a new folder, and one rename can carry only one of
//! the two, so the words go ahead:
//!
//! 1. the closed text is written, and synced, as the record's successor in the folder that it goes to;
//! 2. the record moves there by one rename. This is the change: before it the issue is open, after it closed;
//! 3. the successor is renamed over the record.
//!
//! Killed before 2, the issue is open and the successor, which has no record beside it, is nothing to a
//! reader and swept by the next writer. Killed between 2 and 3, readers take the successor for the record
//! (`ledger`), and the next writer finishes the rename. At no moment is the issue in two folders or in none.
//!
//! Every writer first settles what a killed one left: the lock says that nobody else is at it.

use super::frontmatter::{Document, Value};
use super::id::{Id, NotMinted};
use super::issue::FIELDS;
use super::ledger::{HOME, Ledger, Name, Names, RECORD_CAP, Record, SUCCESSOR, Unread, folder, unusable};
use crate::host::Host;
use crate::host::files::{Dir, TEMPORARY, Trouble};
use crate::host::lock::{Holder, Lock, NotHad};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Closed, Family, State};

/// Where the lock of the ledger stands below `.abcd/`: in the tier that git ignores.
const LOCKS: &str = ".work.local";
pub(super) const LOCK: &str = ".work.local/issues.lock";

/// The ledger, held by this process.
#[derive(Debug)]
pub struct Writer {
    /// The ledger itself.
    pub ledger: Ledger,
    _lock: Lock,
}

impl Writer {
    /// Waits for the ledger and settles it; `verb` is what others are told who have to wait.
    pub fn open(root: &Dir, host: &Host, verb: &str) -> Result<Self, Stop> {
        let ledger = Ledger::open(root)?;
        let in_way = |trouble| unusable(&format!("{HOME}/{LOCK}"), trouble);
        ledger.home.make_dir(LOCKS).map_err(in_way)?;
        let lock = match Lock::take(&ledger.home, LOCK, verb, host.clock, host.lock_wait) {
            Ok(lock) => lock,
            Err(NotHad::Held(holder)) => return Err(held(&holder, host)),
            Err(NotHad::Trouble(trouble)) => return Err(in_way(trouble)),
        };
        let writer = Self { ledger, _lock: lock };
        writer.settle()?;
        Ok(writer)
    }

    /// Files a new issue under an id of its own; `document` becomes its text.
    pub fn file(
        &self,
        host: &Host,
        names: &Names,
        slug: &str,
        mut document: Document,
    ) -> Result<Record, Stop> {
        let id = mint(host, Family::Iss, |id| names.has(id))?;
        document.set("id", Value::Text(id.to_string()), &FIELDS);
        let name = Name { id, state: State::Open, file: format!("{id}-{slug}.md") };
        let record = checked(&document.to_text(), &name)?;
        self.make_folder(State::Open)?;
        let created = self.ledger.home.create(name.below_home(), document.to_text().as_bytes());
        created.map_err(|trouble| unusable(&name.path(), trouble))?;
        Ok(record)
    }

    /// Rewrites a record in its place.
    pub fn edit(&self, record: &Record, document: &Document) -> Result<Record, Stop> {
        let text = document.to_text();
        let edited = checked(&text, &record.name)?;
        let written = self.ledger.home.write(record.name.below_home(), text.as_bytes());
        written.map_err(|trouble| unusable(&record.name.path(), trouble))?;
        Ok(edited)
    }

    /// Closes an open record with the text of `document`.
    pub fn close(&self, record: &Record, state: State, document: &Document) -> Result<Record, Stop> {
        let name = Name { state, ..record.name.clone() };
        let text = document.to_text();
        let closed = checked(&text, &name)?;
        self.make_folder(state)?;
        let successor = format!("{}/{SUCCESSOR}{}", folder(state), name.file);
        let in_way = |trouble| unusable(&name.path(), trouble);
        self.ledger.home.create(&successor, text.as_bytes()).map_err(in_way)?;
        if let Err(trouble) = self.ledger.home.rename(record.name.below_home(), name.below_home()) {
            // A move that failed to be synced may stand; its successor is then needed and stays.
            if matches!(self.ledger.home.kind(name.below_home()), Ok(None)) {
                self.ledger.home.remove(&successor).ok();
            }
            return Err(in_way(trouble));
        }
        self.ledger.home.replace(&successor, name.below_home()).map_err(in_way)?;
        Ok(closed)
    }

    /// Moves a file of the ledger to a name that is free.
    pub(super) fn shift(&self, from: &str, to: &str) -> Result<(), Stop> {
        self.ledger.home.rename(from, to).map_err(|trouble| unusable(&format!("{HOME}/{from}"), trouble))
    }

    pub(super) fn make_folder(&self, state: State) -> Result<(), Stop> {
        let place = folder(state);
        let made = self.ledger.home.make_dir(&place);
        made.map(drop).map_err(|trouble| unusable(&format!("{HOME}/{place}"), trouble))
    }

    /// Finishes or sweeps what a killed writer left behind.
    fn settle(&self) -> Result<(), Stop> {
        for state in State::ALL.iter().copied() {
            let place = folder(state);
            let in_way = |trouble| unusable(&format!("{HOME}/{place}"), trouble);
            let entries = match self.ledger.home.stream(&place) {
                Ok(entries) => entries,
                Err(Trouble::Absent) => continue,
                Err(trouble) => return Err(in_way(trouble)),
            };
            let hidden = entries
                .filter_map(|entry| entry.map(|entry| entry.name.into_string().ok()).transpose())
                .filter(|name| name.as_ref().map_or(true, |name| name.starts_with('.')));
            for name in hidden.collect::<Result<Vec<_>, _>>().map_err(in_way)? {
                let in_way = |trouble| unusable(&format!("{HOME}/{place}/{name}"), trouble);
                self.settle_one(state, &name).map_err(in_way)?;
            }
        }
        Ok(())
    }

    fn settle_one(&self, state: State, hidden: &str) -> Result<(), Trouble> {
        let home = &self.ledger.home;
        let path = format!("{}/{hidden}", folder(state));
        if hidden.starts_with(TEMPORARY) {
            return home.remove(path);
        }
        let Some(file) = hidden.strip_prefix(SUCCESSOR) else {
            return Ok(());
        };
        let Some((id, _)) = Id::of_file_name(file) else {
            return Ok(());
        };
        let name = Name { id, state, file: file.to_owned() };
        match self.ledger.read_file(&name, &name.below_home()) {
            Err(Unread::Gone) => home.remove(path),
            // Somebody else, a merge perhaps, closed it meanwhile: their words stand.
            Ok(record) if record.issue.closing(state).is_some() => home.remove(path),
            Ok(_) if self.ledger.read_file(&name, &path).and_then(Record::sound).is_ok() => {
                home.replace(path, name.below_home())
            }
            // Neither is understood: left for a person, who is told by the check.
            Ok(_) | Err(Unread::Flawed(_)) => Ok(()),
        }
    }
}

/// A new id that is not `taken`.
pub(super) fn mint(host: &Host, family: Family, taken: impl Fn(Id) -> bool) -> Result<Id, Stop> {
    Id::mint(family, host.clock.now(), &host.entropy, taken).map_err(|not| {
        let fault = match not {
            NotMinted::Taken => Fault::new("every id that was drawn is taken; call again"),
            NotMinted::Entropy(trouble) => Fault::new(format!("no randomness for an id: {trouble}")),
        };
        fault.into()
    })
}

/// The record that a text would be; a fault where abcd was about to write one that breaks its own rules.
fn checked(text: &str, name: &Name) -> Result<Record, Stop> {
    let fits = u64::try_from(text.len()).is_ok_and(|len| len <= RECORD_CAP);
    let record = Record::parse(text, name.clone()).ok().and_then(|record| record.sound().ok());
    record
        .filter(|_| fits)
        .ok_or_else(|| Fault::new("abcd would have written a record that its own check refuses").into())
}

fn held(holder: &Holder, host: &Host) -> Stop {
    let mut refusal = Refusal::new(code::CAPTURE_LEDGER_HELD).fact("holder", &holder.pid);
    let mut saying = match holder.pid {
        Some(pid) => format!("{}: process {pid}", refusal.error()),
        None => "the ledger is locked by a program that left no name".to_owned(),
    };
    if let Some(verb) = &holder.verb {
        saying.push_str(&format!(", abcd {verb}"));
        refusal = refusal.fact("does", verb);
    }
    if let Some(age) = holder.age_seconds(host.clock.now()) {
        saying.push_str(&format!(", for {age} s"));
        refusal = refusal.fact("age_seconds", &age);
    }
    refusal.saying(saying).into()
}
