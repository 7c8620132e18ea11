//! `abcd routine eligible`: whether a branch may be set to merge by itself.

use crate::call::{Call, Document, Done, Outcome, Page};
use crate::commands::here::repository;
use crate::commands::record::check::problems;
use crate::host::Host;
use crate::refusal::Refusal;
use crate::registry::values::{Closed, MergeBar, PathBar, set};
use crate::registry::{args, code};
use crate::routine::eligible::{Eligible, Judged, judge};

pub(crate) fn run(args: args::RoutineEligible, call: &Call, host: &Host) -> Outcome<Eligible> {
    let place = repository(call, host)?;
    let report = judge(host, &place, args.base.as_deref())?;
    if report.eligible {
        return Ok(report.into());
    }
    let refusal = Refusal::new(code::ROUTINE_NOT_ELIGIBLE).fact("reasons", &report.reasons);
    Ok(Done::refused(report, refusal))
}

impl Document for Eligible {
    fn page(&self, page: &mut Page) {
        page.line(format!("eligible  {}", if self.eligible { "yes" } else { "no" }));
        page.line(format!("base      {}", self.base));
        page.line(format!("head      {}", self.head));
        page.line(format!("merged    {}", self.merged.as_deref().unwrap_or("there is no clean merge")));
        page.line(format!("commits   {}", self.commits));
        if !self.reasons.is_empty() {
            page.heading("reasons");
            self.reasons.iter().for_each(|bar| page.line(format!("  {bar}: {}", reason(*bar))));
        }
        if !self.paths.is_empty() {
            page.heading("paths");
            self.paths.iter().for_each(|path| page.line(format!("  {}", said(path))));
        }
        let more = self.changed.saturating_sub(self.paths.len());
        if more > 0 && !self.paths.is_empty() {
            page.line(format!("  and {more} more"));
        }
        if let Some(check) = &self.record_check {
            let more = check.count.saturating_sub(check.problems.len());
            problems("record check of the merged result", &check.problems, page);
            if more > 0 {
                page.line(format!("  and {more} more"));
            }
        }
        page.aside("what is not committed was not looked at");
    }
}

fn said(path: &Judged) -> String {
    match (path.allowed_by, path.why) {
        (Some(place), None) => format!("{}: allowed by {place}", path.path),
        (_, Some(bar)) => format!("{}: {bar}: {}", path.path, obstacle(bar)),
        (None, None) => path.path.clone(),
    }
}

fn reason(bar: MergeBar) -> &'static str {
    means("merge-bar", bar.as_str())
}

fn obstacle(bar: PathBar) -> &'static str {
    means("path-bar", bar.as_str())
}

/// What a value of a set means, as its row says.
fn means(id: &str, name: &str) -> &'static str {
    let values = set(id).map(|set| set.value.as_ref()).unwrap_or_default();
    values.iter().find(|value| value.name == name).map_or("", |value| value.means.as_ref())
}
