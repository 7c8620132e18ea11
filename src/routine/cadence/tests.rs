//! Words read and written back; times counted out over years, as a scheduler would.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, date};
use proptest::prelude::*;

use super::{
    AROUND, Cadence, DAY, FORMS, HOUR, HOURS, LAST_DAY, LONGEST, MINUTES, NotACadence, Seed, Weekday,
};

/// Every cadence that the forms allow, a few times of day each, in its one spelling.
fn all() -> Vec<String> {
    let mut all: Vec<String> = ["by hand", "hourly"].map(str::to_owned).into();
    all.extend(MINUTES.map(|count| format!("every {count} minutes")));
    all.extend(HOURS.map(|count| format!("every {count} hours")));
    all.extend((2..=14).map(|count| format!("every {count} days")));
    let mut once: Vec<String> = ["daily", "weekdays", "weekly", "monthly"].map(str::to_owned).into();
    once.extend(Weekday::ALL.map(|day| format!("weekly on {}", day.as_str())));
    once.extend((1..=LAST_DAY).map(|day| format!("monthly on day {day}")));
    for time in ["", " around 00:00", " around 00:10", " around 07:00", " around 12:45", " around 23:59"] {
        all.extend(once.iter().map(|cadence| format!("{cadence}{time}")));
    }
    all
}

fn read(text: &str) -> Cadence {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The numbers of a crontab field, read by the rules of crontab(5).
fn field(text: &str, all: std::ops::RangeInclusive<u32>) -> BTreeSet<u32> {
    if text == "*" {
        return all.collect();
    }
    let mut found = BTreeSet::new();
    for part in text.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let (low, high): (u32, u32) = (low.parse().unwrap(), high.parse().unwrap());
        assert!(all.contains(&low) && all.contains(&high) && low <= high, "{text}");
        found.extend(low..=high);
    }
    found
}

/// Every minute of two years, one of them a leap year, at which a cron line fires.
fn fires(cron: &str) -> Vec<DateTime> {
    let fields: Vec<&str> = cron.split(' ').collect();
    let [minute, hour, day, month, weekday] = fields.as_slice() else { panic!("{cron}: five fields") };
    assert_eq!(*month, "*");
    assert!(*day == "*" || *weekday == "*", "{cron}: cron joins both by `or`");
    let (minutes, hours) = (field(minute, 0..=59), field(hour, 0..=23));
    let (days, weekdays) = (field(day, 1..=31), field(weekday, 0..=6));
    let mut found = Vec::new();
    let mut today: Date = date(2027, 1, 1);
    while today < date(2029, 3, 2) {
        let (of_month, of_week) = (number(today.day()), number(today.weekday().to_sunday_zero_offset()));
        if days.contains(&of_month) && weekdays.contains(&of_week) {
            for hour in &hours {
                let at = |part: u32| i8::try_from(part).unwrap();
                found.extend(minutes.iter().map(|minute| today.at(at(*hour), at(*minute), 0, 0)));
            }
        }
        today = today.checked_add(1.day()).unwrap();
    }
    found
}

fn number(part: i8) -> u32 {
    u32::try_from(part).unwrap()
}

fn minutes_between(one: DateTime, other: DateTime) -> u32 {
    u32::try_from(one.duration_until(other).as_mins()).unwrap()
}

#[test]
fn each_cadence_is_read_and_written_back_in_its_one_spelling() {
    for text in all() {
        assert_eq!(read(&text).to_string(), text);
        let json = serde_json::to_string(&read(&text)).unwrap();
        assert_eq!(json, format!("{text:?}"));
        assert_eq!(serde_json::from_str::<Cadence>(&json).unwrap(), read(&text));
    }
    for (loose, one) in [
        ("  Every   30\tMinutes ", "every 30 minutes"),
        ("every 60 minutes", "hourly"),
        ("every hour", "hourly"),
        ("every 1 hour", "hourly"),
        ("every 24 hours", "daily"),
        ("every 1 days", "daily"),
        ("every day around 09:05", "daily around 09:05"),
        ("every weekday around 09:05", "weekdays around 09:05"),
        ("every week", "weekly"),
        ("every month around 01:00", "monthly around 01:00"),
        ("WEEKLY ON Monday", "weekly on monday"),
    ] {
        assert_eq!(read(loose).to_string(), one, "{loose}");
    }
}

#[test]
fn what_is_refused_says_what_is_taken() {
    let long = format!("{}daily", " ".repeat(LONGEST));
    for (text, why, taken) in [
        ("", NotACadence::Form, "by hand"),
        ("by", NotACadence::Form, "hourly"),
        ("sometimes", NotACadence::Form, "hourly"),
        ("daily at 07:00", NotACadence::Form, "daily around <HH:MM>"),
        ("hourly around 07:00", NotACadence::Form, "hourly"),
        ("every +5 minutes", NotACadence::Form, "hourly"),
        ("every ５ minutes", NotACadence::Form, "hourly"),
        ("every 99999999999999999999 days", NotACadence::Form, "hourly"),
        ("0 7 * * *", NotACadence::Form, "daily around <HH:MM>"),
        ("daily\naround 07:00", NotACadence::Form, "hourly"),
        (&long, NotACadence::Form, "hourly"),
        ("every 0 minutes", NotACadence::Minutes, "every 5 minutes"),
        ("every 1 minute", NotACadence::Minutes, "every 5 minutes"),
        ("every 45 minutes", NotACadence::Minutes, "every 30 minutes"),
        ("every 90 minutes", NotACadence::Minutes, "hourly"),
        ("every 0 hours", NotACadence::Hours, "hourly"),
        ("every 5 hours", NotACadence::Hours, "every 6 hours"),
        ("every 48 hours", NotACadence::Hours, "daily"),
        ("every 0 days", NotACadence::Days, "every 2 days"),
        ("every 15 days", NotACadence::Days, "every 14 days"),
        ("weekly on mon", NotACadence::Weekday, "monday"),
        ("weekly on", NotACadence::Form, "weekly"),
        ("monthly on day 29", NotACadence::MonthDay, "28"),
        ("monthly on day 0", NotACadence::MonthDay, "1"),
        ("daily around 7:00", NotACadence::Clock, "00:00 to 23:59"),
        ("daily around 24:00", NotACadence::Clock, "00:00 to 23:59"),
        ("daily around 12:60", NotACadence::Clock, "00:00 to 23:59"),
        ("daily around 1200", NotACadence::Clock, "00:00 to 23:59"),
    ] {
        let refused = text.parse::<Cadence>().unwrap_err();
        assert_eq!(refused, why, "{text:?}");
        let allowed = refused.allowed();
        let prefix = allowed.iter().any(|one| one.starts_with(taken));
        assert!(prefix, "{text:?}: {allowed:?} lacks {taken}");
    }
    for error in [NotACadence::Minutes, NotACadence::Hours, NotACadence::Days] {
        for one in error.allowed() {
            read(&one);
        }
    }
    for form in FORMS.into_iter().filter(|form| !form.contains(['<', ','])) {
        assert_eq!(read(form).to_string(), form);
    }
}

#[test]
fn no_two_runs_are_nearer_than_the_cadence_says() {
    for text in all() {
        let cadence = read(&text);
        for name in ["bug-hunt", "plan-drain", "x"] {
            let Some(times) = cadence.scatter(&Seed::new(Some("ab12"), name)) else {
                assert_eq!((cadence, cadence.shortest()), (Cadence::BY_HAND, None));
                continue;
            };
            let fires = fires(&times.cron());
            let gaps =
                fires.iter().zip(fires.iter().skip(1)).map(|(one, other)| minutes_between(*one, *other));
            assert_eq!(gaps.min(), cadence.shortest(), "{text}: {}", times.cron());
        }
    }
}

#[test]
fn a_run_is_in_the_window_that_the_words_say() {
    for text in all() {
        for name in ["bug-hunt", "plan-drain", "docs"] {
            let Some(times) = read(&text).scatter(&Seed::new(None, name)) else { continue };
            let at = fires(&times.cron());
            let of_day = |time: &DateTime| number(time.hour()) * HOUR + number(time.minute());
            if let Some((_, clock)) = text.split_once(" around ") {
                let (hour, minute) = clock.split_once(':').unwrap();
                let named = hour.parse::<u32>().unwrap() * HOUR + minute.parse::<u32>().unwrap();
                assert!(at.iter().all(|time| of_day(time).abs_diff(named) <= AROUND), "{text}: {times:?}");
            }
            let weekday = |time: &DateTime| format!("{:?}", time.weekday()).to_lowercase();
            if let Some(day) = Weekday::ALL.iter().find(|day| text.contains(day.as_str())) {
                assert!(at.iter().all(|time| weekday(time) == day.as_str()), "{text}: {times:?}");
            }
            if text.starts_with("weekdays") {
                assert!(at.iter().all(|time| !weekday(time).starts_with('s')), "{text}: {times:?}");
                assert_eq!(at.iter().map(weekday).collect::<BTreeSet<_>>().len(), 5);
            }
            if let Some(day) = text.strip_prefix("monthly on day ").and_then(|rest| rest.split(' ').next()) {
                assert!(at.iter().all(|time| time.day().to_string() == day), "{text}: {times:?}");
            }
            assert!(at.iter().all(|time| time.minute() != 0), "{text}: everybody starts on the full hour");
        }
    }
}

#[test]
fn times_are_written_for_cron_and_for_systemd() {
    for (words, cron, calendar) in [
        ("every 30 minutes", "m,m * * * *", "*-*-* *:m,m:00 UTC"),
        ("every 6 hours", "m h,h,h,h * * *", "*-*-* h,h,h,h:m:00 UTC"),
        ("daily", "m h * * *", "*-*-* h:m:00 UTC"),
        ("weekdays around 07:00", "m h * * 1-5", "Mon..Fri *-*-* h:m:00 UTC"),
        ("weekly on sunday", "m h * * 0", "Sun *-*-* h:m:00 UTC"),
        ("monthly on day 9", "m h 9 * *", "*-*-09 h:m:00 UTC"),
        ("every 14 days", "m h d,d * *", "*-*-d,d h:m:00 UTC"),
    ] {
        let times = read(words).scatter(&Seed::new(Some("0a"), "bug-hunt")).unwrap();
        // Each number in its place, the list being what was drawn.
        let fill = |shape: &str, width: usize| {
            let mut shape = shape.to_owned();
            for (letter, numbers) in [("m", &times.minutes), ("h", &times.hours), ("d", &times.month_days)] {
                let of = |shape: &str| shape.split(letter).count() - 1;
                let written: Vec<String> = numbers.iter().map(|number| format!("{number:0width$}")).collect();
                let mark = vec![letter; written.len()].join(",");
                if of(&shape) > 0 && shape.contains(&mark) {
                    shape = shape.replacen(&mark, &written.join(","), 1);
                }
            }
            shape
        };
        assert_eq!(times.cron(), fill(cron, 1), "{words}");
        let (days, rest) = calendar.split_at(calendar.find('*').unwrap());
        assert_eq!(times.calendar(), format!("{days}{}", fill(rest, 2)), "{words}");
    }
}

#[test]
fn the_first_commit_and_the_name_decide_and_nothing_is_left_out() {
    let daily = read("daily");
    let at = |root, name| daily.scatter(&Seed::new(root, name)).unwrap();
    assert_eq!(at(Some("AB12"), "x"), at(Some("ab12"), "x"), "the case of the digits is no difference");
    assert_ne!(at(Some("ab12"), "x"), at(Some("ab13"), "x"));
    assert_ne!(at(Some("ab12"), "x"), at(Some("ab12"), "y"));
    assert_ne!(at(Some("ab1"), "2x"), at(Some("ab12"), "x"), "the parts do not run together");
    assert_ne!(at(None, "x"), at(Some("ab12"), "x"));
}

#[test]
fn many_routines_spread_over_the_window() {
    // 2,880 routines over 1,416 minutes of a day: about two a minute; ten at one would be a stampede.
    for (words, slots, most) in [("daily", 1_416, 14), ("daily around 07:00", 60, 90), ("hourly", 59, 90)] {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for number in 0..2_880 {
            let times = read(words).scatter(&Seed::new(Some("ab12"), &format!("r{number}"))).unwrap();
            *counts.entry(times.cron()).or_default() += 1;
        }
        assert!(counts.len() * 5 >= slots * 4, "{words}: {} of {slots} places are used", counts.len());
        assert!(counts.values().all(|count| *count <= most), "{words}: {counts:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_and_what_is_read_stays(text in "[a-z0-9 :]{0,40}|\\PC{0,80}") {
        if let Ok(cadence) = text.parse::<Cadence>() {
            prop_assert_eq!(read(&cadence.to_string()), cadence);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_times(
        root in proptest::option::of("[0-9a-f]{40}"), name in "\\PC{0,40}", which in 0_usize..300,
    ) {
        let all = all();
        let cadence = read(&all[which % all.len()]);
        let times = cadence.scatter(&Seed::new(root.as_deref(), &name));
        prop_assert_eq!(&times, &cadence.scatter(&Seed::new(root.as_deref(), &name)));
        if let Some(times) = times {
            let fires = fires(&times.cron());
            prop_assert!(fires.len() >= 24, "{}", times.cron());
            prop_assert!(times.minutes.iter().all(|minute| (1..HOUR).contains(minute)));
            prop_assert!(cadence.shortest().is_some_and(|shortest| shortest <= LAST_DAY * DAY));
        }
    }
}
