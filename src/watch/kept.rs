//! What git keeps or would keep here: those files are compared by what they hold.

use sha2::{Digest, Sha256};

use super::reading::{At, Depth, Reading};
use super::unwatched::Unwatched;
use crate::host::files::{Kind, Sum};
use crate::host::git::{Answer, Git};

/// What is staged, with the marks that hide a file from git's own comparisons.
const STAGED: [&str; 4] = ["ls-files", "-z", "--stage", "-v"];
/// What is neither staged nor ignored.
const NEW: [&str; 4] = ["ls-files", "-z", "--others", "--exclude-standard"];

/// The sum of what is staged. The index itself may change without that: git notes times in it.
pub(super) fn staged(git: &Git<'_>) -> Result<(Sum, Answer), Unwatched> {
    let answer = asked(git, &STAGED)?;
    Ok((Sha256::digest(&answer.stdout).into(), answer))
}

/// Marks what git keeps or would keep below `top`. Everything else is compared by its times and its number.
pub(super) fn mark(git: &Git<'_>, staged: &Answer, reading: &mut Reading, top: At) -> Result<(), Unwatched> {
    let new = asked(&git.with_ignores(), &NEW)?;
    // Mark, mode, id and stage stand before the tab.
    let path =
        |field: &[u8]| field.iter().position(|byte| *byte == b'\t').map_or(0, |tab| tab.saturating_add(1));
    let staged = staged.fields().map(|field| field.get(path(field)..).unwrap_or_default());
    for path in staged.chain(new.fields()) {
        let at = reading.find(top, path);
        if let Some(entry) = at.and_then(|at| reading.entry_mut(at))
            && entry.kind != Kind::Folder
        {
            entry.depth = Depth::Content;
        }
    }
    Ok(())
}

fn asked(git: &Git<'_>, args: &[&str]) -> Result<Answer, Unwatched> {
    let answer = git.run(args).map_err(|trouble| Unwatched::Git(trouble.to_string()))?;
    if answer.ok() { Ok(answer) } else { Err(Unwatched::Git("it does not list its files".to_owned())) }
}
