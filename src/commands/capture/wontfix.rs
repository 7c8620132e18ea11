//! `abcd capture wontfix`: closes an issue as one that is left.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::close::{Closing, close};
use crate::registry::args;

pub(crate) fn run(args: args::CaptureWontfix, call: &Call, host: &Host) -> Outcome<Changed> {
    let closing = Closing::Wontfix { reason: args.reason, duplicates: args.duplicates };
    let ended = close(&repository(call, host)?, host, &args.id, closing)?;
    Ok(Changed::of(&ended.record, ended.changed).into())
}
