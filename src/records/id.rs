//! Ids of records: one type, one spelling, and how a new one is made.
//!
//! An id is `<family>-<number>`. New numbers are the UTC second in which the record was made and four random
//! digits: no counter is read, so two branches that never saw each other do not make the same id. Older
//! records have small numbers; both are read alike. Letter case and leading zeros in what a person types
//! do not matter, and the one canonical spelling is what is compared, written and named.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Serialize, Serializer};

use crate::host::entropy::Entropy;
use crate::host::files::Trouble;
use crate::registry::values::{Closed, Family};

/// How many numbers are tried before the mint gives up.
const DRAWS: usize = 8;

/// The id of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id {
    family: Family,
    number: u64,
}

/// A text that is no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId;

/// Why no new id was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotMinted {
    /// Every number that was drawn is taken.
    Taken,
    /// The system gave no randomness.
    Entropy(Trouble),
}

impl Id {
    /// The family.
    pub const fn family(self) -> Family {
        self.family
    }

    /// Makes an id that is not `taken`: the second of `now` and four uniform random digits.
    pub fn mint(
        family: Family,
        now: Timestamp,
        entropy: &Entropy,
        taken: impl Fn(Self) -> bool,
    ) -> Result<Self, NotMinted> {
        let second: u64 = now.strftime("%y%m%d%H%M%S").to_string().parse().unwrap_or_default();
        for _ in 0..DRAWS {
            let number = second * 10_000 + u64::from(four_digits(entropy).map_err(NotMinted::Entropy)?);
            let id = Self { family, number };
            if number > 0 && !taken(id) {
                return Ok(id);
            }
        }
        Err(NotMinted::Taken)
    }

    /// The id at the start of a file name `<id>-<slug>.md`, and the slug; only in its canonical spelling.
    pub fn of_file_name(name: &str) -> Option<(Self, &str)> {
        let stem = name.strip_suffix(".md")?;
        let (family, rest) = stem.split_once('-')?;
        let (number, slug) = rest.split_once('-')?;
        let spelled = format!("{family}-{number}");
        let id: Self = spelled.parse().ok()?;
        (id.to_string() == spelled).then_some((id, slug))
    }
}

/// A number below 10,000. Draws that would favour the low ones are thrown away.
fn four_digits(entropy: &Entropy) -> Result<u16, Trouble> {
    loop {
        let drawn = entropy.bits16()?;
        if drawn < 60_000 {
            return Ok(drawn % 10_000);
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.family, self.number)
    }
}

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let (family, digits) = text.trim().split_once('-').ok_or(NotAnId)?;
        let family = family.to_ascii_lowercase().parse().map_err(|_| NotAnId)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAnId);
        }
        let number = digits.parse().map_err(|_| NotAnId)?;
        if number == 0 { Err(NotAnId) } else { Ok(Self { family, number }) }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether a word is written like an id of any family.
pub fn looks_like_id(word: &str) -> bool {
    Family::names().any(|family| {
        word.get(..family.len()).is_some_and(|start| start.eq_ignore_ascii_case(family))
            && word
                .get(family.len()..)
                .and_then(|rest| rest.strip_prefix('-'))
                .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Id, NotAnId, NotMinted};
    use crate::host::entropy::Entropy;
    use crate::registry::values::Family;

    fn now() -> jiff::Timestamp {
        "2031-02-03T04:05:06Z".parse().unwrap()
    }

    #[test]
    fn every_spelling_is_one_id() {
        for text in ["iss-12", "ISS-12", "iss-0012", " iss-12 "] {
            assert_eq!(text.parse::<Id>().unwrap().to_string(), "iss-12", "{text}");
        }
        for text in ["iss-0", "iss-", "iss", "iss-1a", "xyz-1", "iss-99999999999999999999999", "iss--1", ""] {
            assert_eq!(text.parse::<Id>(), Err(NotAnId), "{text}");
        }
    }

    #[test]
    fn a_file_name_is_read_only_as_it_is_written() {
        let (id, slug) = Id::of_file_name("iss-12-a-b.md").unwrap();
        assert_eq!((id.to_string().as_str(), slug), ("iss-12", "a-b"));
        for name in ["iss-012-a.md", "ISS-12-a.md", "iss-12.md", "iss-12-a", "readme.md"] {
            assert_eq!(Id::of_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_new_id_is_the_second_and_four_digits() {
        let id = Id::mint(Family::Iss, now(), &Entropy::seeded(1), |_| false).unwrap();
        let text = id.to_string();
        assert_eq!((text.get(..16), text.len()), (Some("iss-310203040506"), 20));
    }

    #[test]
    fn a_clash_draws_again_and_only_eight_times() {
        let draws = Cell::new(0);
        let refuse = |limit: usize| {
            move |draws: &Cell<usize>| {
                draws.set(draws.get() + 1);
                draws.get() <= limit
            }
        };
        let seven = refuse(7);
        assert!(Id::mint(Family::Iss, now(), &Entropy::seeded(1), |_| seven(&draws)).is_ok());
        draws.set(0);
        let eight = refuse(8);
        let none = Id::mint(Family::Iss, now(), &Entropy::seeded(1), |_| eight(&draws));
        assert_eq!((none, draws.get()), (Err(NotMinted::Taken), 8));
    }

    #[test]
    fn the_four_digits_reach_every_thousand() {
        let entropy = Entropy::seeded(3);
        let mut seen = [false; 10];
        for _ in 0..1000 {
            let digits = super::four_digits(&entropy).unwrap();
            seen[usize::from(digits / 1000)] = true;
        }
        assert_eq!(seen, [true; 10]);
    }
}
