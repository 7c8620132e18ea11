//! `abcd runner check`: whether a role reaches a runner with no host session.

use serde::Serialize;

use super::{refused, routes};
use crate::call::{Call, Document, Done, Outcome, Page};
use crate::host::Host;
use crate::refusal::Refusal;
use crate::registry::roles::{ROLES, role};
use crate::registry::{args, code, near};
use crate::runner::routes::Route;

/// The answer.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Reached {
    /// The roles that were asked about.
    roles: Vec<Answer>,
    /// Settings that were passed over, each with the reason.
    passed_over: Vec<String>,
}

/// The answer for one role.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Answer {
    /// The role.
    role: String,
    /// The runner that would be started; null where none would be.
    runner: Option<String>,
    /// Why the runner of its route would not be started; null where it would be.
    refused: Option<String>,
}

pub(crate) fn run(args: args::RunnerCheck, call: &Call, host: &Host) -> Outcome<Reached> {
    let names = ROLES.iter().map(|row| row.id.as_ref());
    if let Some(asked) = args.role.as_deref().filter(|asked| role(asked).is_none()) {
        let nearest = near::nearest(asked, names.clone());
        return Err(Refusal::new(code::RUNNER_UNKNOWN_ROLE).nearest(nearest).allowed(names).into());
    }
    let (routes, place) = routes(args.runner.as_deref(), call, host)?;
    let asked =
        routes.routes.iter().filter(|route| args.role.as_ref().is_none_or(|asked| *asked == route.role));
    let judge = |route: &Route| refused(route, place.as_ref(), host);
    let roles: Vec<Answer> = asked
        .map(|route| {
            let refused = judge(route);
            // What stands in is started where the route's own runner is not.
            let stands_in = routes.fallback.as_ref().filter(|fallback| judge(fallback).is_none());
            let runner = if refused.is_none() { Some(route) } else { stands_in };
            Answer { role: route.role.clone(), runner: runner.map(|route| route.runner.clone()), refused }
        })
        .collect();
    let all = roles.iter().all(|answer| answer.runner.is_some());
    let document = Reached { roles, passed_over: routes.said };
    Ok(if all { document.into() } else { Done::refused(document, Refusal::new(code::RUNNER_UNREACHED)) })
}

impl Document for Reached {
    fn page(&self, page: &mut Page) {
        for answer in &self.roles {
            match &answer.runner {
                Some(runner) => page.line(format!("{}: {runner}", answer.role)),
                None => page.line(format!("{}: none", answer.role)),
            }
            if let Some(refused) = &answer.refused {
                page.aside(format!("  {refused}"));
            }
        }
        for said in &self.passed_over {
            page.note(said.as_str());
        }
    }
}
