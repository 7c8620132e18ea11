//! The table that is printed.

use std::error::Error;
use std::time::Duration;

use crate::measure::{Subject, Times};

/// What a call may cost.
#[derive(Clone, Copy)]
pub struct Goal {
    /// How many times the wall time of the first row.
    pub times: Option<f64>,
    /// The peak of memory, in KiB.
    pub peak: Option<u64>,
}

impl Goal {
    pub const fn none() -> Self {
        Self { times: None, peak: None }
    }

    pub const fn times(times: f64) -> Self {
        Self { times: Some(times), peak: None }
    }
}

/// One call as it was measured.
pub struct Row {
    name: String,
    median: Duration,
    least: Duration,
    /// The ratios of medians and of minimums to the first row's.
    ratios: [f64; 2],
    peak: u64,
    goal: Goal,
}

impl Row {
    pub fn new(subject: &Subject, times: Times, base: &Times, goal: Goal) -> Result<Self, Box<dyn Error>> {
        let (median, least) = (times.median(), times.least());
        let ratios = [ratio(median, base.median()), ratio(least, base.least())];
        Ok(Self { name: subject.name.clone(), median, least, ratios, peak: subject.peak()?, goal })
    }

    /// A ratio is missed where the median and the minimum both are; one alone may be a busy moment.
    pub fn missed(&self) -> bool {
        let slow = self.goal.times.is_some_and(|goal| self.ratios.iter().all(|ratio| *ratio > goal));
        slow || self.goal.peak.is_some_and(|goal| self.peak > goal)
    }

    fn verdict(&self) -> &'static str {
        match (self.goal.times.is_none() && self.goal.peak.is_none(), self.missed()) {
            (true, _) => "",
            (false, true) => "MISSED",
            (false, false) => "met",
        }
    }
}

fn ratio(time: Duration, base: Duration) -> f64 {
    time.as_secs_f64() / base.as_secs_f64()
}

fn millis(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1000.0)
}

/// The whole table, a line a row.
pub fn text(rows: &[Row]) -> String {
    let head = ["call", "median ms", "min ms", "x median", "x min", "peak KiB", "goal", ""];
    let mut lines = vec![head.map(str::to_owned)];
    for row in rows {
        let mut goal: Vec<String> = row.goal.times.iter().map(|times| format!("{times:.1}x")).collect();
        goal.extend(row.goal.peak.map(|peak| format!("{peak} KiB")));
        let [median, least] = row.ratios.map(|ratio| format!("{ratio:.2}"));
        lines.push([
            row.name.clone(),
            millis(row.median),
            millis(row.least),
            median,
            least,
            row.peak.to_string(),
            goal.join(", "),
            row.verdict().to_owned(),
        ]);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let shown = lines.iter().map(|line| {
        let cell = |(number, text): (usize, &String)| {
            let width = widths[number];
            if (1..=5).contains(&number) { format!("{text:>width$}") } else { format!("{text:<width$}") }
        };
        line.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    shown.collect::<Vec<_>>().join("\n")
}
