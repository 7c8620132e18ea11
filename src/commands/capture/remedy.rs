//! `abcd capture remedy`: rewrites what would fix an issue.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::amend::remedy;
use crate::registry::args;

pub(crate) fn run(args: args::CaptureRemedy, call: &Call, host: &Host) -> Outcome<Changed> {
    let amended = remedy(&repository(call, host)?, host, &args.id, &args.text)?;
    Ok(Changed::of(&amended.record, amended.changed).into())
}
