//! Reading records back, whatever somebody put into their folder: a broken one hides no other.

use super::place::Place;
use super::{CAP, Record, SCHEMA_VERSION, is_name};
use crate::host::files::{Kind, Trouble};
use crate::interview::strict::parse;
use crate::records::ledger::{Skipped, unusable};
use crate::refusal::Stop;

/// How a record's name ends.
const END: &str = ".json";
/// The most names that are looked at in one folder.
const MOST: usize = 10_000;
/// The length of a stamp such as `20310203T040506Z`.
const STAMP: usize = 16;

/// What a record's file name says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The name without its end, by which the record is shown.
    pub name: String,
    /// The interview.
    pub interview: String,
    /// When it began, as the name has it.
    pub at: String,
}

/// The names in a folder of records.
#[derive(Debug, Default)]
pub struct Names {
    /// Those of records, sorted.
    pub found: Vec<Name>,
    /// What else lies there.
    pub skipped: Vec<Skipped>,
    /// Whether there were more names than are looked at.
    pub cut: bool,
}

/// Why a record cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// There is none of that name.
    Absent,
    /// It is there and broken, and this is how.
    Broken(String),
}

impl Name {
    /// What a file name says, if it is a record's.
    pub fn of_file(file: &str) -> Option<Self> {
        Self::of(file.strip_suffix(END)?)
    }

    /// What a record's name says, with or without the end of the file's.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.strip_suffix(END).unwrap_or(name);
        let (front, last) = name.rsplit_once('-')?;
        let number: Option<u32> = last.parse().ok().filter(|_| last.len() <= 2 && !last.starts_with('0'));
        let (interview, at) = match number {
            Some(2..=99) => front.rsplit_once('-')?,
            _ => (front, last),
        };
        let digit = |(place, byte): (usize, u8)| match place {
            8 => byte == b'T',
            15 => byte == b'Z',
            _ => byte.is_ascii_digit(),
        };
        let stamped = at.len() == STAMP && at.bytes().enumerate().all(digit);
        (stamped && is_name(interview)).then(|| Self {
            name: name.to_owned(),
            interview: interview.to_owned(),
            at: at.to_owned(),
        })
    }
}

/// The records of a place.
pub fn names(place: &Place) -> Result<Names, Stop> {
    let mut names = Names::default();
    let Some(dir) = place.opened()? else { return Ok(names) };
    let in_way = |trouble| unusable(&place.shown(), trouble);
    for (at, entry) in dir.stream(".").map_err(in_way)?.enumerate() {
        let entry = entry.map_err(in_way)?;
        if at >= MOST {
            names.cut = true;
            break;
        }
        let file = entry.name.to_string_lossy();
        // What a killed writer left is nobody's record.
        if file.starts_with('.') {
            continue;
        }
        match Name::of_file(&file) {
            Some(name) if entry.kind == Kind::File => names.found.push(name),
            Some(_) => names.skip(place, &file, "it is no plain file"),
            None => names.skip(place, &file, "its name is none of a record's"),
        }
    }
    names.found.sort();
    names.skipped.sort();
    Ok(names)
}

impl Names {
    fn skip(&mut self, place: &Place, file: &str, why: &str) {
        self.skipped.push(Skipped { path: format!("{}/{file}", place.shown()), why: why.to_owned() });
    }
}

/// Reads a record.
pub fn read(place: &Place, name: &Name) -> Result<Record, Unread> {
    let broken = |why: &str| Unread::Broken(why.to_owned());
    let dir = place.opened().map_err(|_| broken("its folder cannot be used"))?.ok_or(Unread::Absent)?;
    let text = dir.read_text(format!("{}{END}", name.name), CAP).map_err(|trouble| match trouble {
        Trouble::Absent => Unread::Absent,
        other => Unread::Broken(other.to_string()),
    })?;
    let record = parsed(&text).map_err(|why| broken(&why))?;
    if record.interview != name.interview {
        return Err(broken("it is the record of another interview than its name says"));
    }
    Ok(record)
}

/// Takes the text of a record; the error says what is wrong with it and repeats nothing of it.
pub fn parsed(text: &str) -> Result<Record, String> {
    let document = parse(text).map_err(|_| "it is no JSON, or a key stands in it twice".to_owned())?;
    let record: Record =
        serde_json::from_value(document).map_err(|_| "it does not have the form of a record".to_owned())?;
    if record.schema_version != SCHEMA_VERSION {
        return Err(format!("its schema_version is not {SCHEMA_VERSION}"));
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn a_name_tells_interview_time_and_number_apart() {
        for (file, interview) in [
            ("setup-20310203T040506Z.json", "setup"),
            ("setup-20310203T040506Z-2.json", "setup"),
            ("setup-20310203T040506Z-99.json", "setup"),
            ("a-2-20310203T040506Z.json", "a-2"),
        ] {
            let name = Name::of_file(file).unwrap_or_else(|| panic!("{file}"));
            assert_eq!(
                (name.interview.as_str(), name.at.as_str()),
                (interview, "20310203T040506Z"),
                "{file}"
            );
        }
        for file in [
            "setup.json",
            "setup-20310203T040506Z",
            "setup-20310203T040506Z-1.json",
            "setup-20310203T040506Z-100.json",
            "setup-20310203T040506Z-02.json",
            "Setup-20310203T040506Z.json",
            "-20310203T040506Z.json",
            "setup-20310203t040506z.json",
            "../setup-20310203T040506Z.json",
        ] {
            assert_eq!(Name::of_file(file), None, "{file}");
        }
    }
}
