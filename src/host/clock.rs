//! The one clock. `ABCD_NOW` stops it for tests.

use jiff::Timestamp;

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
