//! `abcd routine audit`: which rules a prompt carries, whoever wrote it.

use crate::call::{Call, Document, Done, Outcome, Page};
use crate::commands::named_file;
use crate::host::Host;
use crate::refusal::{Fault, Refusal};
use crate::registry::{args, code};
use crate::routine::audit::{Audit, Judged, Patterns, State};
use crate::routine::manifest::PROMPT_CAP;
use crate::routine::record::terms::editions;

pub(crate) fn run(args: args::RoutineAudit, _: &Call, host: &Host) -> Outcome<Audit> {
    let prompt = named_file::read(&host.env.cwd, &args.file, PROMPT_CAP).map_err(|trouble| {
        Refusal::new(code::ROUTINE_NOT_A_PROMPT)
            .saying(format!("the file cannot be read as a prompt: {trouble}"))
    })?;
    let patterns = Patterns::of(&editions(host)?).map_err(|broken| Fault::new(broken.to_string()))?;
    let audit = patterns.audit(&prompt).ok_or_else(|| Refusal::new(code::ROUTINE_NOT_A_PROMPT))?;
    let broken: Vec<&str> = audit.broken().map(|rule| rule.id.as_str()).collect();
    Ok(if broken.is_empty() {
        audit.into()
    } else {
        let refusal = Refusal::new(code::ROUTINE_INVARIANTS_MISSING).fact("rules", &broken);
        Done::refused(audit, refusal)
    })
}

impl Document for Audit {
    fn page(&self, page: &mut Page) {
        page.line(format!("{} version {}", self.archetype, self.template_version));
        page.blank();
        for rule in &self.rules {
            page.line(said(rule));
        }
        if !self.unknown.is_empty() {
            page.blank();
            page.line(format!("no template has these rules: {}", self.unknown.join(", ")));
        }
    }
}

fn said(rule: &Judged) -> String {
    let state = match rule.state {
        State::Whole => "whole  ",
        State::Altered => "altered",
        State::Missing => "missing",
    };
    let more = if rule.required { "" } else { "  (not of this version)" };
    format!("{state}  {}{more}", rule.id)
}
