//! `abcd completions`: a shell's completion script.

use clap_complete::generate;
use clap_complete::shells::{Bash, Elvish, Fish, PowerShell, Zsh};

use crate::call::{Call, Outcome, Text};
use crate::host::Host;
use crate::registry::args;
use crate::registry::tree::visible;
use crate::registry::values::Shell;

pub(crate) fn run(args: args::Completions, _: &Call, _: &Host) -> Outcome<Text> {
    let mut script = Vec::new();
    let mut tree = visible();
    match args.shell {
        Shell::Bash => generate(Bash, &mut tree, "abcd", &mut script),
        Shell::Elvish => generate(Elvish, &mut tree, "abcd", &mut script),
        Shell::Fish => generate(Fish, &mut tree, "abcd", &mut script),
        Shell::Powershell => generate(PowerShell, &mut tree, "abcd", &mut script),
        Shell::Zsh => generate(Zsh, &mut tree, "abcd", &mut script),
    }
    Ok(Text { text: String::from_utf8_lossy(&script).into_owned() }.into())
}
