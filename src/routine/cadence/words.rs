//! The words of a cadence: read in a plain grammar, written back in one spelling.

use std::fmt;
use std::str::FromStr;

use super::{Cadence, DAYS, Every, FORMS, HOURS, LAST_DAY, LONGEST, MINUTES, TimeOfDay, Weekday};

/// Why a text is no cadence. What it says is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotACadence {
    /// It has none of the forms.
    Form,
    /// The minutes do not divide an hour.
    Minutes,
    /// The hours do not divide a day.
    Hours,
    /// The days do not fit into a month twice.
    Days,
    /// There is no such day of the week.
    Weekday,
    /// There is no such day in every month.
    MonthDay,
    /// There is no such time of day, written `HH:MM`.
    Clock,
}

impl NotACadence {
    /// What would have been taken in its place.
    pub fn allowed(self) -> Vec<String> {
        let every = |numbers: &[u32], unit: &str| -> Vec<String> {
            numbers.iter().map(|number| format!("every {number} {unit}")).collect()
        };
        let hourly = || vec!["hourly".to_owned()];
        match self {
            Self::Form => FORMS.iter().map(|form| (*form).to_owned()).collect(),
            Self::Minutes => [every(&MINUTES, "minutes"), hourly()].concat(),
            Self::Hours => [hourly(), every(&HOURS, "hours"), vec!["daily".to_owned()]].concat(),
            Self::Days => every(&DAYS.collect::<Vec<_>>(), "days"),
            Self::Weekday => Weekday::ALL.iter().map(|day| day.as_str().to_owned()).collect(),
            Self::MonthDay => (1..=LAST_DAY).map(|day| day.to_string()).collect(),
            Self::Clock => vec!["00:00 to 23:59".to_owned()],
        }
    }
}

impl fmt::Display for NotACadence {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Form => "a cadence has none of the forms that abcd reads",
            Self::Minutes => "a cadence counts minutes that do not divide an hour",
            Self::Hours => "a cadence counts hours that do not divide a day",
            Self::Days => "a cadence counts days that do not fit into every month twice",
            Self::Weekday => "a cadence names no day of the week",
            Self::MonthDay => "a cadence names a day that not every month has",
            Self::Clock => "a cadence names no time of day",
        })
    }
}

impl std::error::Error for NotACadence {}

impl FromStr for Cadence {
    type Err = NotACadence;

    fn from_str(text: &str) -> Result<Self, NotACadence> {
        if text.len() > LONGEST {
            return Err(NotACadence::Form);
        }
        let text = text.to_ascii_lowercase();
        let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let every = match words.as_slice() {
            ["by", "hand"] => Ok(Every::ByHand),
            ["hourly"] | ["every", "hour"] => Ok(Every::Hours(1)),
            ["every", count, "minute" | "minutes"] => minutes(number(count)?),
            ["every", count, "hour" | "hours"] => hours(number(count)?),
            ["every", count, "day" | "days"] => days(number(count)?),
            ["daily", rest @ ..] | ["every", "day", rest @ ..] => Ok(Every::Daily(around(rest)?)),
            ["weekdays", rest @ ..] | ["every", "weekday", rest @ ..] => Ok(Every::Weekdays(around(rest)?)),
            ["weekly", "on", day, rest @ ..] => Ok(Every::Weekly(Some(weekday(day)?), around(rest)?)),
            ["weekly", rest @ ..] | ["every", "week", rest @ ..] => Ok(Every::Weekly(None, around(rest)?)),
            ["monthly", "on", "day", day, rest @ ..] => {
                Ok(Every::Monthly(Some(month_day(number(day)?)?), around(rest)?))
            }
            ["monthly", rest @ ..] | ["every", "month", rest @ ..] => Ok(Every::Monthly(None, around(rest)?)),
            _ => Err(NotACadence::Form),
        };
        every.map(Self)
    }
}

impl TryFrom<String> for Cadence {
    type Error = NotACadence;

    fn try_from(text: String) -> Result<Self, NotACadence> {
        text.parse()
    }
}

fn minutes(count: u32) -> Result<Every, NotACadence> {
    match count {
        60 => Ok(Every::Hours(1)),
        _ if MINUTES.contains(&count) => Ok(Every::Minutes(count)),
        _ => Err(NotACadence::Minutes),
    }
}

fn hours(count: u32) -> Result<Every, NotACadence> {
    match count {
        1 => Ok(Every::Hours(1)),
        24 => Ok(Every::Daily(None)),
        _ if HOURS.contains(&count) => Ok(Every::Hours(count)),
        _ => Err(NotACadence::Hours),
    }
}

fn days(count: u32) -> Result<Every, NotACadence> {
    match count {
        1 => Ok(Every::Daily(None)),
        _ if DAYS.contains(&count) => Ok(Every::Days(count)),
        _ => Err(NotACadence::Days),
    }
}

fn month_day(day: u32) -> Result<u32, NotACadence> {
    if (1..=LAST_DAY).contains(&day) { Ok(day) } else { Err(NotACadence::MonthDay) }
}

fn weekday(name: &str) -> Result<Weekday, NotACadence> {
    Weekday::ALL.into_iter().find(|day| day.as_str() == name).ok_or(NotACadence::Weekday)
}

/// `around HH:MM`, or nothing.
fn around(words: &[&str]) -> Result<Option<TimeOfDay>, NotACadence> {
    match words {
        [] => Ok(None),
        ["around", time] => clock(time).map(Some),
        _ => Err(NotACadence::Form),
    }
}

fn clock(text: &str) -> Result<TimeOfDay, NotACadence> {
    let (hour, minute) = text.split_once(':').ok_or(NotACadence::Clock)?;
    let two = |part: &str| if part.len() == 2 { number(part).ok() } else { None };
    let time = two(hour).zip(two(minute)).and_then(|(hour, minute)| TimeOfDay::new(hour, minute));
    time.ok_or(NotACadence::Clock)
}

/// A whole number of digits alone; `+5` and `５` are none.
fn number(text: &str) -> Result<u32, NotACadence> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotACadence::Form);
    }
    text.parse().map_err(|_| NotACadence::Form)
}

impl fmt::Display for Cadence {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = match self.0 {
            Every::ByHand => return to.write_str("by hand"),
            Every::Minutes(count) => return write!(to, "every {count} minutes"),
            Every::Hours(1) => return to.write_str("hourly"),
            Every::Hours(count) => return write!(to, "every {count} hours"),
            Every::Days(count) => return write!(to, "every {count} days"),
            Every::Daily(clock) => {
                to.write_str("daily")?;
                clock
            }
            Every::Weekdays(clock) => {
                to.write_str("weekdays")?;
                clock
            }
            Every::Weekly(day, clock) => {
                to.write_str("weekly")?;
                day.map_or(Ok(()), |day| write!(to, " on {}", day.as_str()))?;
                clock
            }
            Every::Monthly(day, clock) => {
                to.write_str("monthly")?;
                day.map_or(Ok(()), |day| write!(to, " on day {day}"))?;
                clock
            }
        };
        clock.map_or(Ok(()), |clock| write!(to, " around {clock}"))
    }
}
