//! `abcd reflect`: what the record says about a release.

pub(crate) mod interview;
pub(crate) mod write;

use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::reflect::audit::Verdict;
use crate::reflect::seed::{Seed, Shipped, seed};
use crate::registry::args;

pub(crate) fn run(args: args::Reflect, call: &Call, host: &Host) -> Outcome<Seed> {
    let repository = super::here::repository(call, host)?;
    Ok(seed(host, &repository, &args.tag)?.into())
}

impl Document for Seed {
    fn page(&self, page: &mut Page) {
        let since =
            self.previous.as_ref().map_or_else(|| "the first".to_owned(), |tag| format!("since {tag}"));
        let days = self.metrics.days.map_or_else(String::new, |days| format!(", {days} days"));
        page.heading(format!("{} ({since}): {} commits{days}", self.tag, self.metrics.commits));
        for one in &self.shipped {
            page.line(format!("  shipped   {}  {}: {}", one.id, audited(one), one.title));
        }
        for one in &self.missed {
            page.line(format!("  missed    {}  still {}: {}", one.id, one.bucket, one.title));
        }
        for one in &self.resolved {
            let impact = one.impact.map_or_else(|| "no impact".to_owned(), |impact| impact.to_string());
            page.line(format!("  resolved  {}  {impact}: {}", one.id, one.title));
        }
        for one in &self.decisions {
            page.line(format!("  decided   {}  {}: {}", one.id, one.status, one.title));
        }
        for path in &self.skipped {
            page.note(format!("{path} cannot be read as a record and was passed over"));
        }
        for question in &self.questions {
            page.blank();
            page.heading(format!("{} ({})", question.heading, question.section));
            page.line(question.question.clone());
            question.sharpened.iter().for_each(|line| page.line(format!("  {line}")));
        }
    }
}

/// What an audit found, in a word as records write it.
fn audited(one: &Shipped) -> &'static str {
    match one.audit.worst() {
        None => "no audit",
        Some(Verdict::Met) => "MET",
        Some(Verdict::MetWithConcerns) => "MET_WITH_CONCERNS",
        Some(Verdict::Inconclusive) => "INCONCLUSIVE",
        Some(Verdict::NotMet) => "NOT_MET",
    }
}
