//! A repository of our own beside the one that is judged: it borrows that one's objects and nothing else.
//!
//! A merge in the repository itself would run the merge drivers that its configuration names, follow its
//! attributes, and write into its objects. Here is no configuration but ours, and what is written goes away.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::ends::Ends;
use crate::host::env::Env;
use crate::host::files::{Dir, Trouble};
use crate::host::git::{Answer, Git};
use crate::host::place::Repository;
use crate::host::scratch::Scratch;
use crate::refusal::{Fault, Stop};
use crate::registry::values::MergeBar;

/// The largest of git's own files that is copied, in bytes.
const CAP: u64 = 4 * 1024 * 1024;
/// How many commits are counted.
const COMMITS: &str = "--max-count=100";
/// How long an id is where git works with SHA-256.
const SHA256: usize = 64;
/// What decides a merge beside the commits, so that two machines agree.
const CONFIG: &str = "[core]\n\tbare = false\n\tcommitGraph = false\n\
    [merge]\n\tdefault = text\n\trenames = true\n\tdirectoryRenames = conflict\n\trenormalize = false\n";

/// The place of the merge.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    env: &'a Env,
    pub(super) scratch: Scratch,
}

impl<'a> Bench<'a> {
    /// Sets it up for the repository at `place`.
    pub(super) fn set_up(env: &'a Env, place: &Repository, ends: &Ends) -> Result<Self, Stop> {
        let scratch = lay(env, place, ends).map_err(|trouble| {
            Fault::new(format!("no temporary repository could be made for the merge: {trouble}"))
        })?;
        Ok(Self { env, scratch })
    }

    /// How many commits HEAD has beyond the base (at most 100 are counted), and what is wrong with them.
    pub(super) fn commits(&self, ends: &Ends) -> Result<(usize, Option<MergeBar>), Stop> {
        let listed = self.told(["rev-list", "--parents", COMMITS, &ends.head, &format!("^{}", ends.base)])?;
        let listed = listed.text();
        let lines: Vec<&str> = listed.lines().collect();
        let bar = match lines.as_slice() {
            [] => Some(MergeBar::NoCommit),
            // The commit and its parent.
            [only] if only.split(' ').count() == 2 => None,
            [_] => Some(MergeBar::NoSingleParent),
            _ => Some(MergeBar::SeveralCommits),
        };
        Ok((lines.len(), bar))
    }

    /// Merges HEAD into the base: the id of the tree, or why there is none.
    pub(super) fn merge(&self, ends: &Ends) -> Result<Result<String, MergeBar>, Stop> {
        let common = self.ask(["merge-base", &ends.base, &ends.head])?;
        if common.exit == 1 {
            return Ok(Err(MergeBar::Unrelated));
        }
        let how = ["merge-tree", "--write-tree", "-z", "--no-messages", "--name-only"];
        let merged = self.ask(how.into_iter().chain([ends.base.as_str(), ends.head.as_str()]))?;
        match merged.exit {
            0 => {
                let tree = merged.fields().next().map(String::from_utf8_lossy);
                Ok(Ok(tree.ok_or_else(unread)?.trim().to_owned()))
            }
            1 => Ok(Err(MergeBar::Conflict)),
            // What an older git says to an option that it does not know.
            129 => Err(Fault::new("git 2.38 or newer is needed to see what a merge gives").into()),
            _ => Err(unread()),
        }
    }

    /// Runs git here, which must succeed.
    pub(super) fn told<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Result<Answer, Stop> {
        let answer = self.ask(args)?;
        if answer.ok() { Ok(answer) } else { Err(unread()) }
    }

    /// Runs git here.
    fn ask<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Result<Answer, Stop> {
        let answer = self.git().run(args).map_err(|trouble| Fault::new(trouble.to_string()))?;
        Ok(answer)
    }

    /// Runs git here with something to read.
    pub(super) fn ask_with<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: Vec<u8>,
    ) -> Result<Answer, Stop> {
        let answer = self.git().run_with(args, stdin).map_err(|trouble| Fault::new(trouble.to_string()))?;
        Ok(answer)
    }

    fn git(&self) -> Git<'_> {
        Git::at(self.env, self.scratch.path())
    }
}

/// That something could not be read which must be there; a partial clone may lack it.
pub(super) fn unread() -> Stop {
    Fault::new("git could not read what is merged; a partial clone may lack objects").into()
}

fn lay(env: &Env, place: &Repository, ends: &Ends) -> Result<Scratch, Trouble> {
    let scratch = Scratch::new(env)?;
    let format = if ends.head.len() == SHA256 {
        "[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha256\n"
    } else {
        "[core]\n\trepositoryFormatVersion = 0\n"
    };
    scratch.lay(".git/HEAD", b"ref: refs/heads/none\n")?;
    scratch.lay(".git/config", format!("{format}{CONFIG}").as_bytes())?;
    scratch.lay(".git/objects/info/alternates", &quoted(&place.common_dir.join("objects")))?;
    scratch.dir().make_dir(".git/refs")?;
    let theirs = Dir::open(&place.common_dir)?;
    // Where the history is cut off, and what this checkout ignores beside what is committed.
    for name in ["shallow", "info/exclude"] {
        match theirs.read(name, CAP) {
            Ok(bytes) => scratch.lay(Path::new(".git").join(name), &bytes)?,
            Err(Trouble::Absent) => {}
            // A person's own list may be a link; what it would ignore is no part of the repository.
            Err(Trouble::Link) if name != "shallow" => {}
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(scratch)
}

/// A path as a line of git's list of borrowed objects.
fn quoted(path: &Path) -> Vec<u8> {
    let mut line = vec![b'"'];
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'"' | b'\\' => line.extend([b'\\', *byte]),
            b'\n' => line.extend(b"\\n"),
            other => line.push(*other),
        }
    }
    line.extend(b"\"\n");
    line
}
