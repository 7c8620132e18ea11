//! `abcd intent new`: writes an intent down as a draft.

use super::super::here::repository;
use super::changed::Changed;
use crate::call::{Call, Outcome};
use crate::host::Host;
use crate::records::intent::new::{Wish, new};
use crate::registry::args;

pub(crate) fn run(args: args::IntentNew, call: &Call, host: &Host) -> Outcome<Changed> {
    let wish = Wish {
        text: args.text,
        title: args.title,
        slug: args.slug,
        impact: args.impact,
        production_mode: args.production_mode,
    };
    let draft = new(&repository(call, host)?, host, &wish)?;
    Ok(Changed::of(&draft, true).into())
}
