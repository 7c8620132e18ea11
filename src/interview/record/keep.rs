//! Keeping a record while an interview goes on: each answer is on the disk when it is given.

use jiff::Timestamp;

use super::place::Place;
use super::{Answer, Fallback, Record, is_name};
use crate::host::files::{Dir, Trouble};
use crate::records::ledger::unusable;
use crate::refusal::{Fault, Stop};

/// How many records of one interview may begin in the same second.
const SAME_SECOND: u32 = 99;

/// A record that is being written. Its file is there from the first answer on.
#[derive(Debug)]
pub struct Keeper {
    place: Place,
    record: Record,
    stamp: String,
    file: Option<(Dir, String)>,
}

impl Keeper {
    /// Begins a record; nothing is written yet. `at` stands in the file's name.
    pub fn begin(place: Place, interview: &str, target: &str, at: Timestamp) -> Result<Self, Stop> {
        if !is_name(interview) {
            return Err(Fault::new("this cannot be the name of an interview").into());
        }
        let stamp = at.strftime("%Y%m%dT%H%M%SZ").to_string();
        Ok(Self { place, record: Record::new(interview, target), stamp, file: None })
    }

    /// Keeps an answer. A second one to a question takes the place of the first.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Stop> {
        let answers = &mut self.record.answers;
        match answers.iter_mut().find(|kept| kept.id == answer.id) {
            Some(kept) => *kept = answer,
            None => answers.push(answer),
        }
        self.write()
    }

    /// Keeps that a runner did not do.
    pub fn fallback(&mut self, fallback: Fallback) -> Result<(), Stop> {
        self.record.fallbacks.push(fallback);
        self.write()
    }

    /// What is kept so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Where it is kept; none where nothing was.
    pub fn path(&self) -> Option<String> {
        self.file.as_ref().map(|(_, name)| format!("{}/{name}", self.place.shown()))
    }

    fn write(&mut self) -> Result<(), Stop> {
        let text = self.record.text();
        let shown = self.place.shown();
        if let Some((dir, name)) = &self.file {
            let written = dir.write(name, text.as_bytes());
            return written.map_err(|trouble| unusable(&format!("{shown}/{name}"), trouble));
        }
        let dir = self.place.made()?;
        for number in 1..=SAME_SECOND {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let name = format!("{}-{}{suffix}.json", self.record.interview, self.stamp);
            match dir.create_private(&name, text.as_bytes()) {
                Ok(()) => {
                    self.file = Some((dir, name));
                    return Ok(());
                }
                Err(Trouble::Exists) => {}
                Err(trouble) => return Err(unusable(&format!("{shown}/{name}"), trouble)),
            }
        }
        Err(Fault::new("every name of this second is taken in the folder of records; call again").into())
    }
}
