//! The two commits that are merged: the base and HEAD.

use crate::host::Host;
use crate::host::git::Git;
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::routine::detect::repository;
use crate::routine::detect::rows::Rows;

/// The longest name of a base.
const NAME: usize = 200;

/// The ids of the two commits.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    pub(super) base: String,
    pub(super) head: String,
}

/// Finds them; `wanted` is the base that the caller named.
pub(super) fn find(host: &Host, place: &Repository, wanted: Option<&str>) -> Result<Ends, Stop> {
    let git = Git::at(&host.env, &place.root);
    let head = commit(&git, "HEAD")?;
    let head = head.ok_or_else(|| {
        Refusal::new(code::ROUTINE_NOT_ELIGIBLE).saying("HEAD has no commit that could be merged")
    })?;
    let base = match wanted {
        Some(name) => named(&git, name)?,
        None => default(&git, place)?,
    };
    Ok(Ends { base, head })
}

fn named(git: &Git<'_>, name: &str) -> Result<String, Stop> {
    let refusal = |says: &str| Stop::from(Refusal::new(code::ROUTINE_BASE_UNKNOWN).saying(says));
    if !is_plain(name) {
        return Err(refusal("the base that was given is no plain name of a branch or commit"));
    }
    commit(git, name)?.ok_or_else(|| refusal("there is no commit of the name that was given as the base"))
}

/// Where the remote's default branch was when it was last fetched.
fn default(git: &Git<'_>, place: &Repository) -> Result<String, Stop> {
    let facts = repository(place, &Rows::of_tables()).map_err(|unread| Fault::new(unread.to_string()))?;
    if let Some(remote) = facts.remote {
        let branch = facts.default_branch;
        for name in ["HEAD".to_owned()].into_iter().chain(branch) {
            if let Some(found) = commit(git, &format!("refs/remotes/{remote}/{name}"))? {
                return Ok(found);
            }
        }
    }
    Err(Refusal::new(code::ROUTINE_BASE_UNKNOWN).into())
}

/// The id of the commit that a name stands for.
fn commit(git: &Git<'_>, name: &str) -> Result<Option<String>, Stop> {
    let name = format!("{name}^{{commit}}");
    let answer = git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", &name]);
    let answer = answer.map_err(|trouble| Fault::new(trouble.to_string()))?;
    match answer.exit {
        0 => Ok(Some(answer.text().trim().to_owned())),
        1 => Ok(None),
        _ => Err(Fault::new("git does not read the repository: `git status` there says why").into()),
    }
}

/// Whether a name is one and no expression.
fn is_plain(name: &str) -> bool {
    name.len() <= NAME
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-/+".contains(&byte))
        && !name.contains("..")
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn an_expression_is_no_name() {
        for name in ["main", "origin/main", "refs/heads/a+b", "v1.2.3", "0a1b2c3d"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "-x", "--exec=x", "main~1", "main^{tree}", "a..b", ":x", "@{-1}", "a b", "a\n", "é"]
        {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
