//! `abcd intent ready`: whether work on an intent can begin.

use super::super::here::repository;
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::records::intent::Intent;
use crate::records::intent::ready::{Ready, Remedy, ready};
use crate::records::shelf::id_of;
use crate::refusal::Refusal;
use crate::registry::{args, code};

pub(crate) fn run(args: args::IntentReady, call: &Call, host: &Host) -> Outcome<Ready> {
    let report = ready(&repository(call, host)?, id_of::<Intent>(&args.id)?)?;
    if report.ready {
        return Ok(report.into());
    }
    let lacking: Vec<_> = report.checks.iter().filter(|check| !check.ok).map(|check| check.name).collect();
    let refusal = Refusal::new(code::INTENT_NOT_READY).at(&*report.path).fact("lacking", &lacking);
    Ok(Done::refused(report, refusal))
}

impl Document for Ready {
    fn page(&self, page: &mut Page) {
        let word = if self.ready { "ready" } else { "not ready" };
        page.heading(format!("{}: {word}", self.id));
        for check in &self.checks {
            let mark = if check.ok { "ok" } else { "no" };
            page.line(format!("  {mark}  {}: {}", check.name.word(), check.detail));
            if let Some(remedy) = &check.remedy {
                page.line(format!("      {}", said(remedy)));
            }
        }
    }
}

fn said(remedy: &Remedy) -> String {
    match (&remedy.run, &remedy.edit) {
        (Some(run), _) => format!("{}: {run}", remedy.what),
        (None, Some(file)) => format!("in {file}: {}", remedy.what),
        (None, None) => remedy.what.clone(),
    }
}
