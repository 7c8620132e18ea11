//! The runners that a role is routed to, as the turn loop asks for them.

use std::path::Path;

use super::dispatch::{Dispatch, Dispatched, Interrupt, Request};
use crate::host::Host;
use crate::refusal::Stop;
use crate::registry::values::FallbackReason;
use crate::runner::request::Request as Order;
use crate::runner::routes::{HOST, Route, Routes};
use crate::runner::run::{Ended, Failure, dispatch};

/// The routes of a call, and what a runner of theirs is started with.
#[derive(Debug)]
pub struct Routed<'a> {
    /// The routes.
    pub routes: &'a Routes,
    /// The first commit of the repository, under which transcripts are kept.
    pub root_commit: Option<&'a str>,
    /// The world.
    pub host: &'a Host,
}

impl Routed<'_> {
    /// The runners of a role in the order in which they are asked: its own, then the one that stands in. A runner
    /// that did not do does not stand in for itself.
    fn line(&self, role: &str) -> Vec<&Route> {
        let own = self.routes.route(role).filter(|route| route.runner != HOST);
        let other = self.routes.fallback.as_ref();
        let other = other.filter(|other| own.is_none_or(|own| own.runner != other.runner));
        own.into_iter().chain(other).collect()
    }
}

impl Dispatch for Routed<'_> {
    fn reaches(&self, role: &str) -> Vec<String> {
        self.line(role).into_iter().map(|route| route.runner.clone()).collect()
    }

    fn dispatch(
        &mut self,
        runner: &str,
        request: &Request<'_>,
        interrupt: &dyn Interrupt,
    ) -> Result<Dispatched, Stop> {
        let Some(route) = self.line(request.role).into_iter().find(|route| route.runner == runner) else {
            let detail = "no route leads to it any more".to_owned();
            return Ok(Dispatched::Failed { reason: FallbackReason::Absent, detail });
        };
        let order = Order {
            role: request.role.to_owned(),
            brief: request.brief.clone(),
            receipt: request.receipt.clone(),
            checkout: request.dir.to_owned(),
            tools: request.tools.iter().map(|tool| (*tool).to_owned()).collect(),
            session: session(&request.receipt),
            deadline: request.timeout,
        };
        Ok(match dispatch(route, &order, self.root_commit, interrupt.signals(), self.host)? {
            Ended::Well { .. } => Dispatched::Answered,
            Ended::Badly(Failure { reason: FallbackReason::RateLimited, detail }) => {
                Dispatched::RateLimited { detail }
            }
            Ended::Badly(Failure { reason, detail }) => Dispatched::Failed { reason, detail },
            Ended::Interrupted => Dispatched::Interrupted,
        })
    }
}

/// What a transcript is called where the runner names no session: the run's folder.
fn session(receipt: &Path) -> String {
    let folder = receipt.parent().and_then(Path::file_name);
    folder.map_or_else(|| "interview".to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::Routed;
    use crate::host::Host;
    use crate::interview::written::dispatch::Dispatch;
    use crate::person::Settings;
    use crate::runner::routes::Routes;

    #[test]
    fn the_roles_own_runner_is_asked_first_and_none_stands_in_for_itself() {
        for (text, line) in [
            ("", &[][..]),
            ("[roles.planning-interviewer]\nrunner = \"claude\"\n", &["claude"]),
            ("[runner]\nfallback_host = \"opencode\"\n", &["opencode"]),
            (
                "[roles.planning-interviewer]\nrunner = \"claude\"\n[runner]\nfallback_host = \"opencode\"\n",
                &["claude", "opencode"],
            ),
            (
                "[roles.planning-interviewer]\nrunner = \"claude\"\n[runner]\nfallback_host = \"claude\"\n",
                &["claude"],
            ),
        ] {
            let settings: Settings = toml::from_str(text).unwrap();
            let routes = Routes::of(&settings, None, None).unwrap();
            let host = Host::of_process();
            let routed = Routed { routes: &routes, root_commit: None, host: &host };
            assert_eq!(routed.reaches("planning-interviewer"), line, "{text}");
        }
    }
}
