//! `abcd man`: a manual page.

use clap_mangen::Man;

use crate::call::{Call, Outcome, Text};
use crate::commands::explain::unknown_command;
use crate::host::Host;
use crate::refusal::Fault;
use crate::registry::args;
use crate::registry::tree::whole;

pub(crate) fn run(args: args::Man, _: &Call, _: &Host) -> Outcome<Text> {
    let mut command = whole();
    for word in &args.command {
        let below = command.find_subcommand(word).cloned();
        command = below.ok_or_else(|| unknown_command(&args.command.join(" ")))?;
    }
    let mut page = Vec::new();
    let title = command.get_display_name().unwrap_or("abcd").to_owned();
    Man::new(command).title(title).render(&mut page).map_err(|_| Fault::new("the page could not be made"))?;
    Ok(Text { text: String::from_utf8_lossy(&page).into_owned() }.into())
}
