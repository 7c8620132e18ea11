//! What was written put into git, as the person would: their identity, their hooks, never a push.

use std::time::Duration;

use super::seen::Open;
use crate::host::Host;
use crate::host::git::{Answer, Git};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::routine::detect::{Checkout, Head};

/// How long a commit may take: a hook may build and test.
const HOOKS: Duration = Duration::from_mins(10);

/// A commit that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The new branch that takes it; the one that is checked out without one.
    pub branch: Option<String>,
}

impl Commit {
    /// Declines where git could not take it; nothing is changed. Changes of the files that are `own` are what
    /// is to be committed.
    pub fn judge(&self, open: &Open, own: &[String], host: &Host) -> Result<(), Stop> {
        let Some(branch) = &self.branch else { return Ok(()) };
        let git = Git::at(&host.env, &open.place.root);
        let name = format!("refs/heads/{branch}");
        if asked(&git, &["show-ref", "--verify", "--quiet", &name])?.ok() {
            return Err(Refusal::new(code::FLEET_BRANCH_TAKEN).into());
        }
        let status = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=all"];
        let changed = asked(&git, &status)?;
        if !changed.ok() {
            return Err(said("git could not look at the working tree", &changed));
        }
        let is_own = |line: &[u8]| own.iter().any(|file| line.get(3..) == Some(file.as_bytes()));
        if changed.fields().all(is_own) { Ok(()) } else { Err(Refusal::new(code::FLEET_UNCLEAN_TREE).into()) }
    }

    /// Commits `files` and nothing else. Where git makes no commit, branch and index are as they were.
    pub fn make(&self, open: &Open, checkout: &Checkout, files: &[String], host: &Host) -> Result<(), Stop> {
        let git = Git::at(&host.env, &open.place.root);
        let person = git.as_person().within(HOOKS);
        let new = untracked(&git, files)?;
        // A branch that could not be made is somebody else's: it stays.
        self.switch(&git)?;
        let add = if new.is_empty() { Ok(()) } else { done(&person, &["add", "--"], &new) };
        let made = add.and_then(|()| {
            let message = ["commit", "--quiet", "--only", "--message", MESSAGE, "--"];
            done(&person, &message, files)
        });
        if made.is_err() {
            if !new.is_empty() {
                // Where they were never added there is nothing to take out.
                done(&git, &["rm", "--quiet", "--cached", "--force", "--"], &new).ok();
            }
            self.switch_back(&git, checkout)?;
        }
        made
    }

    fn switch(&self, git: &Git<'_>) -> Result<(), Stop> {
        let Some(branch) = &self.branch else { return Ok(()) };
        done(git, &["switch", "--quiet", "--create", branch], &[])
    }

    fn switch_back(&self, git: &Git<'_>, before: &Checkout) -> Result<(), Stop> {
        let Some(branch) = &self.branch else { return Ok(()) };
        let back = match (before.head, &before.branch) {
            (Head::Detached, _) => asked(git, &["switch", "--quiet", "--detach"])?,
            (_, Some(old)) => asked(git, &["symbolic-ref", "HEAD", &format!("refs/heads/{old}")])?,
            (_, None) => return Ok(()),
        };
        if back.ok() {
            // An unborn branch is none that could be removed.
            drop(asked(git, &["branch", "--quiet", "--delete", "--force", branch])?);
        }
        Ok(())
    }
}

/// What the commit says.
const MESSAGE: &str = "chore: bring the routines up to their template";

/// Those of `files` that git does not track yet.
fn untracked(git: &Git<'_>, files: &[String]) -> Result<Vec<String>, Stop> {
    let args = ["ls-files", "-z", "--"].into_iter().chain(files.iter().map(String::as_str));
    let answer = asked(git, &args.collect::<Vec<_>>())?;
    if !answer.ok() {
        return Err(said("git could not list what it tracks", &answer));
    }
    let tracked: Vec<&[u8]> = answer.fields().collect();
    Ok(files.iter().filter(|file| !tracked.contains(&file.as_bytes())).cloned().collect())
}

fn asked(git: &Git<'_>, args: &[&str]) -> Result<Answer, Stop> {
    git.run(args).map_err(|trouble| Fault::new(trouble.to_string()).into())
}

/// Has git do something for these files; what it or a hook says is not repeated.
fn done(git: &Git<'_>, args: &[&str], files: &[String]) -> Result<(), Stop> {
    let args = args.iter().copied().chain(files.iter().map(String::as_str));
    let answer = asked(git, &args.collect::<Vec<_>>())?;
    if answer.ok() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&answer.stderr);
    let unnamed =
        ["tell me who you are", "empty ident", "no email was given"].iter().any(|words| said.contains(words));
    let why = if unnamed {
        "git made no commit: its configuration has no name and address for you".to_owned()
    } else {
        format!("git made no commit: a hook or git itself declined (exit {})", answer.exit)
    };
    Err(Refusal::new(code::FLEET_COMMIT_REFUSED).saying(why).into())
}

fn said(what: &str, answer: &Answer) -> Stop {
    Fault::new(format!("{what} (exit {})", answer.exit)).into()
}
