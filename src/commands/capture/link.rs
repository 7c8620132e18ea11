//! `abcd capture link`: changes what an issue waits for.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::amend::link;
use crate::registry::args;

pub(crate) fn run(args: args::CaptureLink, call: &Call, host: &Host) -> Outcome<Changed> {
    let amended = link(&repository(call, host)?, host, &args.id, &args.blocked_by, &args.unblock)?;
    Ok(Changed::of(&amended.record, amended.changed).into())
}
