//! `abcd release guard`: the codes of the last release, held.

use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::refusal::Refusal;
use crate::registry::{args, code};
use crate::release::guard::{Broken, Kind, Verdict, guard};

pub(crate) fn run(_: args::ReleaseGuard, call: &Call, host: &Host) -> Outcome<Verdict> {
    let repository = crate::commands::here::repository(call, host)?;
    let verdict = guard(host, &repository)?;
    let missing = verdict.broken.iter().any(|broken| broken.kind == Kind::Missing);
    let refusal = match (missing, verdict.broken.is_empty()) {
        (true, _) => Refusal::new(code::RELEASE_CODE_MISSING),
        (false, false) => Refusal::new(code::RELEASE_CODE_CHANGED),
        (false, true) if verdict.templates.is_empty() => return Ok(verdict.into()),
        (false, true) => {
            let refusal = Refusal::new(code::RELEASE_TEMPLATE_CHANGED).fact("templates", &verdict.templates);
            return Ok(Done::refused(verdict, refusal));
        }
    };
    let mut codes: Vec<&str> = verdict.broken.iter().map(|broken| broken.code.as_str()).collect();
    codes.dedup();
    let refusal = refusal.fact("codes", &codes);
    Ok(Done::refused(verdict, refusal))
}

impl Document for Verdict {
    fn page(&self, page: &mut Page) {
        if let Some(release) = &self.release {
            page.line(format!("{release}: {} codes held, {} broken", self.held, self.broken.len()));
        }
        for broken in &self.broken {
            page.line(format!("  {}  {}", broken.code, said(broken)));
        }
        for one in &self.templates {
            let what = if one.missing { "is missing" } else { "has other content" };
            page.line(format!("  template {} of {}  {what}", one.version, one.archetype));
        }
        for note in &self.notes {
            page.line(format!("note: {note}"));
        }
    }
}

fn said(broken: &Broken) -> String {
    let was = broken.was.as_deref().unwrap_or_default();
    let now = broken.now.as_deref().unwrap_or_default();
    match broken.kind {
        Kind::Missing => "is missing".to_owned(),
        Kind::ExitChanged => format!("leaves with exit {now}, not {was}"),
        Kind::LiveAgain => format!("was retired in {was} and is live again"),
        Kind::TagChanged => format!("was retired in {was}, not in {now}"),
    }
}
