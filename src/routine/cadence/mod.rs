//! How often a routine runs, in words: what is taken, how it is spelt, and how close two runs can come.
//!
//! All times are UTC. The words say a window; [`scatter`](Cadence::scatter) says when in it a routine runs.

mod times;
mod words;

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

pub use times::{Seed, Times};
pub use words::NotACadence;

/// The longest text that is read as a cadence, in bytes.
pub const LONGEST: usize = 64;
/// Every form that is taken. `HH:MM` is a time of day in UTC.
pub const FORMS: [&str; 12] = [
    "by hand",
    "every <5|6|10|12|15|20|30> minutes",
    "hourly",
    "every <2|3|4|6|8|12> hours",
    "daily",
    "daily around <HH:MM>",
    "every <2..14> days",
    "weekdays",
    "weekdays around <HH:MM>",
    "weekly",
    "weekly on <monday..sunday>, with or without around <HH:MM>",
    "monthly, with or without on day <1..28> and around <HH:MM>",
];
/// Numbers of minutes that divide an hour: a timer that counts within the hour keeps no other distance.
const MINUTES: [u32; 7] = [5, 6, 10, 12, 15, 20, 30];
/// Numbers of hours that divide a day, for the same reason.
const HOURS: [u32; 6] = [2, 3, 4, 6, 8, 12];
/// Numbers of days that fit at least twice into every month.
const DAYS: RangeInclusive<u32> = 2..=14;
/// The last day that every month has.
const LAST_DAY: u32 = 28;
/// How far from the time that it names a run may be, in minutes; never on another day.
const AROUND: u32 = 30;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// How often a routine runs; only its words make one, so that each can be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cadence(Every);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Every {
    /// Only when somebody starts it.
    ByHand,
    /// Every so many minutes, a number that divides an hour.
    Minutes(u32),
    /// Every so many hours, a number that divides a day.
    Hours(u32),
    /// Once a day.
    Daily(Option<TimeOfDay>),
    /// Every so many days, counted within each month: over a month's end the distance is longer, never
    /// shorter.
    Days(u32),
    /// Once a day from Monday to Friday.
    Weekdays(Option<TimeOfDay>),
    /// Once a week, on any day where none is named.
    Weekly(Option<Weekday>, Option<TimeOfDay>),
    /// Once a month, on any of the days that every month has where none is named.
    Monthly(Option<u32>, Option<TimeOfDay>),
}

/// A time of day in UTC, in minutes since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TimeOfDay(u32);

/// A day of the week, Monday first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Cadence {
    /// A routine that nobody but a person starts.
    pub const BY_HAND: Self = Self(Every::ByHand);

    /// The fewest minutes between two runs; `None` where nothing starts them.
    pub fn shortest(self) -> Option<u32> {
        match self.0 {
            Every::ByHand => None,
            Every::Minutes(minutes) => Some(minutes),
            Every::Hours(hours) => Some(hours * HOUR),
            Every::Daily(_) | Every::Weekdays(_) => Some(DAY),
            Every::Days(days) => Some(days * DAY),
            Every::Weekly(..) => Some(7 * DAY),
            Every::Monthly(..) => Some(LAST_DAY * DAY),
        }
    }

    /// When it runs: one place in its window for each routine of each repository, always the same.
    /// `None` where nothing starts it.
    pub fn scatter(self, seed: &Seed) -> Option<Times> {
        times::scatter(self.0, seed)
    }
}

impl TimeOfDay {
    /// The time of day; `None` where there is no such time.
    fn new(hour: u32, minute: u32) -> Option<Self> {
        (hour < 24 && minute < HOUR).then_some(Self(hour * HOUR + minute))
    }
}

impl Weekday {
    /// Every day, Monday first.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// Its name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Monday => "monday",
            Self::Tuesday => "tuesday",
            Self::Wednesday => "wednesday",
            Self::Thursday => "thursday",
            Self::Friday => "friday",
            Self::Saturday => "saturday",
            Self::Sunday => "sunday",
        }
    }

    /// Its number in a crontab: Monday is 1, Sunday 0.
    fn cron(self) -> u32 {
        (self as u32 + 1) % 7
    }

    /// Its name in a systemd calendar.
    fn calendar(self) -> &'static str {
        match self {
            Self::Monday => "Mon",
            Self::Tuesday => "Tue",
            Self::Wednesday => "Wed",
            Self::Thursday => "Thu",
            Self::Friday => "Fri",
            Self::Saturday => "Sat",
            Self::Sunday => "Sun",
        }
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:02}:{:02}", self.0 / HOUR, self.0 % HOUR)
    }
}

impl From<Cadence> for String {
    fn from(cadence: Cadence) -> Self {
        cadence.to_string()
    }
}

impl JsonSchema for Cadence {
    fn schema_name() -> Cow<'static, str> {
        "Cadence".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": format!("How often a routine runs, in words: {}.", FORMS.join("; ")),
            "examples": ["every 6 hours", "weekdays around 07:00", "by hand"],
        })
    }
}

#[cfg(test)]
mod tests;
