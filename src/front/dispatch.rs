//! From a command's row to its handler, and from its answer to the renderer.

use clap::ArgMatches;

use super::render::Out;
use crate::call::{Call, Document, Outcome, Sink};
use crate::commands;
use crate::host::Host;
use crate::refusal::{Fault, Stop};
use crate::registry::args::{FromMatches, Lost};
use crate::registry::commands::index;

/// A bound handler: takes its arguments, runs, prints.
type Handler = fn(&mut ArgMatches, &Call, &Host, &mut Out<'_>) -> Result<(), Stop>;

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));

/// Runs the command of the call.
pub(super) fn run(matches: &mut ArgMatches, call: &Call, host: &Host, out: &mut Out<'_>) -> Result<(), Stop> {
    let handler = index(&call.command.path).and_then(|row| HANDLERS.get(row).copied().flatten());
    let handler = handler.ok_or_else(|| Fault::new("the command has no handler"))?;
    handler(matches, call, host, out)
}

/// The path that the parser chose, and the matches at its end.
pub(super) fn leaf(mut matches: ArgMatches) -> (String, ArgMatches) {
    let mut path = String::new();
    while let Some((name, below)) = matches.remove_subcommand() {
        if !path.is_empty() {
            path.push(' ');
        }
        path.push_str(&name);
        matches = below;
    }
    (path, matches)
}

/// Binds a handler that answers with one document.
fn object<A: FromMatches, T: Document>(
    handler: fn(A, &Call, &Host) -> Outcome<T>,
    matches: &mut ArgMatches,
    call: &Call,
    host: &Host,
    out: &mut Out<'_>,
) -> Result<(), Stop> {
    let done = handler(arguments(matches)?, call, host)?;
    let Some(stop) = done.stop else { return out.last(&done.document) };
    out.report(&done.document)?;
    Err(stop)
}

/// Binds a handler that sends documents and answers with their summary.
fn stream<A: FromMatches, T: Document>(
    handler: fn(A, &Call, &Host, &mut dyn Sink) -> Outcome<T>,
    matches: &mut ArgMatches,
    call: &Call,
    host: &Host,
    out: &mut Out<'_>,
) -> Result<(), Stop> {
    let done = handler(arguments(matches)?, call, host, out)?;
    let Some(stop) = done.stop else { return out.last(&done.document) };
    out.report(&done.document)?;
    Err(stop)
}

fn arguments<A: FromMatches>(matches: &mut ArgMatches) -> Result<A, Stop> {
    let lost = |Lost(name): Lost| Fault::new(format!("the parser lost the value of `{name}`"));
    Ok(A::from_matches(matches).map_err(lost)?)
}
