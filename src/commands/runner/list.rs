//! `abcd runner list`: what runs each role, and who says so.

use serde::Serialize;

use super::{refused, routes};
use crate::call::{Call, Document, Done, Outcome, Page, Sink};
use crate::host::Host;
use crate::refusal::Fault;
use crate::registry::args;
use crate::registry::values::RouteLayer;

/// A role and what runs it.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Routed {
    /// The role.
    role: String,
    /// What runs it: a runner, or `host`.
    runner: String,
    /// Who says so.
    layer: RouteLayer,
    /// The model, as `provider/model`, where one is set.
    model: Option<String>,
    /// Why it would not be started without a host session; null where it would be.
    refused: Option<String>,
}

/// How many there are, and what was passed over.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Summary {
    /// How many roles there are.
    roles: usize,
    /// How many of them reach a runner with no host session.
    reached: usize,
    /// What stands in where a runner did not do, if something does.
    fallback_host: Option<String>,
    /// Settings that were passed over, each with the reason.
    passed_over: Vec<String>,
}

pub(crate) fn run(args: args::RunnerList, call: &Call, host: &Host, sink: &mut dyn Sink) -> Outcome<Summary> {
    let (routes, place) = routes(args.runner.as_deref(), call, host)?;
    let mut reached = 0;
    for route in &routes.routes {
        let refused = refused(route, place.as_ref(), host);
        reached += usize::from(refused.is_none());
        let routed = Routed {
            role: route.role.clone(),
            runner: route.runner.clone(),
            layer: route.layer,
            model: route.model.clone(),
            refused,
        };
        sink.send(&routed)
            .map_err(|error| Fault::new(format!("the list could not be printed: {}", error.kind())))?;
    }
    Ok(Done::from(Summary {
        roles: routes.routes.len(),
        reached,
        fallback_host: routes.fallback.map(|route| route.runner),
        passed_over: routes.said,
    }))
}

impl Document for Routed {
    fn page(&self, page: &mut Page) {
        let model = self.model.as_ref().map(|model| format!(", model {model}")).unwrap_or_default();
        page.line(format!("{}  {} (by the {}{model})", self.role, self.runner, self.layer));
        if let Some(refused) = &self.refused {
            page.aside(format!("  not started: {refused}"));
        }
    }
}

impl Document for Summary {
    fn page(&self, page: &mut Page) {
        if let Some(fallback) = &self.fallback_host {
            page.line(format!("{fallback} stands in where a runner did not do."));
        }
        page.line(format!("{} of {} roles reach a runner with no host session.", self.reached, self.roles));
        for said in &self.passed_over {
            page.note(said.as_str());
        }
    }
}
