//! The door: arguments in, text or documents out, and the exit status.

mod dispatch;
mod render;
mod typed;
mod usage;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::error::ErrorKind;

use crate::call::Call;
use crate::host::{Host, terminal};
use crate::refusal::{Fault, Stop};
use crate::registry::commands::by_path;
use crate::registry::tree::tree;
use render::Out;
use typed::Typed;

/// Runs one call of abcd with the process's own streams; returns the exit status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let typed = Typed::read(args);
    let host = Host::of_process();
    let mut out = Out::new(&typed, &host);
    // A fault of abcd's own leaves the terminal as it was found, too.
    std::panic::set_hook(Box::new(|_| terminal::restore()));
    let ended = catch_unwind(AssertUnwindSafe(|| answer(&typed, &host, &mut out)));
    let ended = ended.unwrap_or_else(|_| {
        Err(Stop::Fault(Fault::new("abcd itself broke off; please report the call that did it")))
    });
    out.finish(ended)
}

fn answer(typed: &Typed, host: &Host, out: &mut Out<'_>) -> Result<(), Stop> {
    let parsed = tree(&typed.path).try_get_matches_from(&typed.args);
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return out.help(&error);
        }
        Err(error) => return Err(usage::refusal(&error, typed).into()),
    };
    let (path, mut matches) = dispatch::leaf(matches);
    let command = by_path(&path).ok_or_else(|| Fault::new("the parser found a command without a row"))?;
    let call = Call {
        command,
        repo: matches.remove_one("repo"),
        json: typed.json,
        quiet: matches.get_flag("quiet"),
        color: out.may_color(matches.get_flag("no-color")),
    };
    out.begin(&call);
    dispatch::run(&mut matches, &call, host, out)
}
