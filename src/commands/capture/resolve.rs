//! `abcd capture resolve`: closes an issue as resolved.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::close::{Closing, close};
use crate::registry::args;

pub(crate) fn run(args: args::CaptureResolve, call: &Call, host: &Host) -> Outcome<Changed> {
    let closing = Closing::Resolved {
        note: args.note,
        impact: args.impact,
        commit: args.commit,
        intent: args.intent,
        spec: args.spec,
    };
    let ended = close(&repository(call, host)?, host, &args.id, closing)?;
    Ok(Changed::of(&ended.record, ended.changed).into())
}
