//! The one clock. `ABCD_NOW` stops it for tests.

use std::time::Duration;

use jiff::Timestamp;

/// The coarsest tick of the clock by which a kernel dates files, doubled.
const TICK: Duration = Duration::from_millis(20);
/// The same for a file system that dates by whole seconds, or by two.
const COARSE: Duration = Duration::from_secs(2);

/// Tells the time in UTC.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    fixed: Option<Timestamp>,
}

impl Clock {
    /// A clock that stands still at `at`.
    pub const fn fixed(at: Timestamp) -> Self {
        Self { fixed: Some(at) }
    }

    /// A running clock, or one that stands where an RFC 3339 `setting` says.
    pub fn from_setting(setting: Option<&str>) -> Self {
        Self { fixed: setting.and_then(|text| text.parse().ok()) }
    }

    /// The time by which files are dated, in nanoseconds since 1970; no setting stops it.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn of_files() -> i64 {
        i64::try_from(Timestamp::now().as_nanosecond()).unwrap_or(i64::MAX)
    }

    /// Waits until a file that is written from now on is dated later than one that was dated `youngest`: 20 ms at
    /// most, or two seconds where that is a whole second, as a coarse file system dates; not at all where it is
    /// longer ago.
    pub fn pass(youngest: i64) {
        let tick = if youngest % 1_000_000_000 == 0 { COARSE } else { TICK };
        let ago = u64::try_from(Self::of_files().saturating_sub(youngest)).map(Duration::from_nanos);
        // A date that lies ahead says nothing about the others.
        if let Some(left) = tick.checked_sub(ago.unwrap_or_default()) {
            std::thread::sleep(left);
        }
    }

    /// The time now.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> Timestamp {
        self.fixed.unwrap_or_else(Timestamp::now)
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn a_setting_stops_the_clock() {
        let clock = Clock::from_setting(Some("2031-02-03T04:05:06Z"));
        assert_eq!(clock.now().to_string(), "2031-02-03T04:05:06Z");
        assert_eq!(clock.now(), clock.now());
    }

    #[test]
    fn a_setting_that_is_no_time_leaves_it_running() {
        assert!(Clock::from_setting(Some("tomorrow")).fixed.is_none());
    }
}
