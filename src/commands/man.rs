//! `abcd man`: a manual page.

use clap_mangen::Man;

use crate::call::{Call, Outcome, Text};
use crate::host::Host;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::commands::COMMANDS;
use crate::registry::near::nearest;
use crate::registry::tree::whole;
use crate::registry::{args, code};

pub(crate) fn run(args: args::Man, _: &Call, _: &Host) -> Outcome<Text> {
    let mut command = whole();
    for word in &args.command {
        let below = command.find_subcommand(word).cloned();
        command = below.ok_or_else(|| unknown(&args.command.join(" ")))?;
    }
    let mut page = Vec::new();
    let title = command.get_display_name().unwrap_or("abcd").to_owned();
    Man::new(command).title(title).render(&mut page).map_err(|_| Fault::new("the page could not be made"))?;
    Ok(Text { text: String::from_utf8_lossy(&page).into_owned() }.into())
}

fn unknown(path: &str) -> Stop {
    let paths = COMMANDS.iter().filter(|row| !row.hidden()).map(|row| row.path.as_ref());
    Refusal::new(code::EXPLAIN_UNKNOWN_COMMAND).nearest(nearest(path, paths)).into()
}
