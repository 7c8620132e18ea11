//! `abcd intent link`: makes a planned intent name its spec.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::intent::link::link;
use crate::registry::args;

pub(crate) fn run(args: args::IntentLink, call: &Call, host: &Host) -> Outcome<Changed> {
    let (intent, changed) = link(&repository(call, host)?, host, &args.id, &args.spec)?;
    Ok(Changed::of(&intent, changed).into())
}
