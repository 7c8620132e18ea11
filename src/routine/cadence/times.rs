//! When in its window a routine runs: decided by the repository's first commit and the routine's name, so
//! that every clone, fork and machine says the same and many routines do not start at once.

use std::ops::RangeInclusive;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{AROUND, DAY, Every, HOUR, LAST_DAY, TimeOfDay, Weekday};

/// What decides: nothing else goes in, no remote, no path, no random number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The times of a day, month or week at which a routine runs, in UTC. An empty list is every one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Times {
    /// Minutes of the hour, rising; never empty.
    pub minutes: Vec<u32>,
    /// Hours of the day, rising.
    pub hours: Vec<u32>,
    /// Days of the month, rising.
    pub month_days: Vec<u32>,
    /// Days of the week, rising from Monday; not together with days of the month.
    #[serde(serialize_with = "names")]
    pub weekdays: Vec<Weekday>,
}

/// Which draw is made: each takes bytes of its own, so that they do not hang together.
#[derive(Debug, Clone, Copy)]
enum Draw {
    Minute = 0,
    Hour = 1,
    Day = 2,
}

impl Seed {
    /// The seed of a routine: the hexadecimal id of the repository's first commit, empty where it has
    /// none, and the routine's name.
    pub fn new(root: Option<&str>, name: &str) -> Self {
        let mut hash = Sha256::new();
        for part in ["abcd cadence", &root.unwrap_or_default().to_ascii_lowercase(), name] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// A number of `range`, all about as likely.
    fn draw(&self, draw: Draw, range: RangeInclusive<u32>) -> u32 {
        let bytes = self.0.chunks_exact(8).nth(draw as usize).and_then(|part| part.try_into().ok());
        let drawn = u64::from_be_bytes(bytes.unwrap_or_default());
        let (low, high) = range.into_inner();
        let count = u64::from(high.saturating_sub(low)) + 1;
        low + u32::try_from(drawn % count).unwrap_or_default()
    }
}

pub(super) fn scatter(every: Every, seed: &Seed) -> Option<Times> {
    let times = match every {
        Every::ByHand => return None,
        Every::Minutes(every) => {
            Times::at(spread(seed.draw(Draw::Minute, 1..=every - 1), every, HOUR - 1), Vec::new())
        }
        Every::Hours(every) => {
            let hours = if every == 1 {
                Vec::new()
            } else {
                spread(seed.draw(Draw::Hour, 0..=every - 1), every, DAY / HOUR - 1)
            };
            Times::at(vec![seed.draw(Draw::Minute, 1..=HOUR - 1)], hours)
        }
        Every::Daily(clock) => daily(clock, seed),
        Every::Days(every) => {
            let first = seed.draw(Draw::Day, 1..=every);
            // The last run of a month is so early that the next month's first is no sooner than asked.
            Times { month_days: spread(first, every, LAST_DAY + first - every), ..daily(None, seed) }
        }
        Every::Weekdays(clock) => {
            Times { weekdays: Weekday::ALL.into_iter().take(5).collect(), ..daily(clock, seed) }
        }
        Every::Weekly(day, clock) => {
            let drawn = || Weekday::ALL.into_iter().nth(seed.draw(Draw::Day, 0..=6) as usize);
            Times { weekdays: day.or_else(drawn).into_iter().collect(), ..daily(clock, seed) }
        }
        Every::Monthly(day, clock) => {
            let day = day.unwrap_or_else(|| seed.draw(Draw::Day, 1..=LAST_DAY));
            Times { month_days: vec![day], ..daily(clock, seed) }
        }
    };
    Some(times)
}

/// Once on some day, within the window around `clock` where there is one, and never on the full hour.
fn daily(clock: Option<TimeOfDay>, seed: &Seed) -> Times {
    let (from, to) = clock
        .map_or((0, DAY - 1), |TimeOfDay(time)| (time.saturating_sub(AROUND), (time + AROUND).min(DAY - 1)));
    let window: Vec<u32> = (from..=to).filter(|minute| !minute.is_multiple_of(HOUR)).collect();
    let last = u32::try_from(window.len()).unwrap_or(1).saturating_sub(1);
    let drawn = seed.draw(Draw::Minute, 0..=last);
    let time = window.into_iter().nth(drawn as usize).unwrap_or(from);
    Times::at(vec![time % HOUR], vec![time / HOUR])
}

/// `first` and every `step` after it, up to `last`.
fn spread(first: u32, step: u32, last: u32) -> Vec<u32> {
    (first..=last).step_by(step as usize).collect()
}

impl Times {
    fn at(minutes: Vec<u32>, hours: Vec<u32>) -> Self {
        Self { minutes, hours, month_days: Vec::new(), weekdays: Vec::new() }
    }

    /// The five fields of a crontab line: minute, hour, day of the month, month, day of the week.
    pub fn cron(&self) -> String {
        let weekdays = match self.weekdays.as_slice() {
            [first, .., last] => format!("{}-{}", first.cron(), last.cron()),
            days => list(&days.iter().map(|day| day.cron()).collect::<Vec<_>>(), 1, "*"),
        };
        let field = |numbers| list(numbers, 1, "*");
        format!("{} {} {} * {weekdays}", field(&self.minutes), field(&self.hours), field(&self.month_days))
    }

    /// The value of systemd's `OnCalendar=`.
    pub fn calendar(&self) -> String {
        let days = match self.weekdays.as_slice() {
            [] => String::new(),
            [only] => format!("{} ", only.calendar()),
            [first, .., last] => format!("{}..{} ", first.calendar(), last.calendar()),
        };
        let field = |numbers| list(numbers, 2, "*");
        format!(
            "{days}*-*-{} {}:{}:00 UTC",
            field(&self.month_days),
            field(&self.hours),
            field(&self.minutes)
        )
    }
}

/// Numbers joined by commas, or what stands for all of them.
fn list(numbers: &[u32], width: usize, all: &str) -> String {
    if numbers.is_empty() {
        return all.to_owned();
    }
    numbers.iter().map(|number| format!("{number:0width$}")).collect::<Vec<_>>().join(",")
}

fn names<S: serde::Serializer>(days: &[Weekday], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(days.iter().map(|day| day.as_str()))
}
