//! The release that a cut follows, as git knows it.

use std::ffi::OsStr;

use semver::Version;

use crate::host::git::{Answer, Git};
use crate::refusal::{Fault, Stop};
use crate::tables::check::is_release_tag;

/// A release: its tag and the commit that it marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) tag: String,
    pub(crate) commit: String,
}

/// The newest release before `head`: by version among the tags of its history, its own left out.
///
/// A tag on `head` itself is the cut in question: held against itself it would hold nothing.
pub(crate) fn newest_before(git: Git<'_>, head: &str) -> Result<Option<Release>, Stop> {
    let listed =
        answer(git, ["for-each-ref", &format!("--merged={head}"), "--format=%(refname)", "refs/tags"])?;
    let mut tags: Vec<(Version, String)> = listed.text().lines().filter_map(release).collect();
    tags.sort_by(|one, other| other.cmp(one));
    for (_, tag) in tags {
        let commit = answer(git, ["rev-parse", "--verify", &format!("refs/tags/{tag}^{{commit}}")])?;
        let commit = commit.text().trim().to_owned();
        if commit != head {
            return Ok(Some(Release { tag, commit }));
        }
    }
    Ok(None)
}

/// The newest release tags of the clone, at most `count`, the newest first.
pub(crate) fn newest_of(git: Git<'_>, count: usize) -> Result<Vec<String>, Stop> {
    let listed = answer(git, ["for-each-ref", "--format=%(refname)", "refs/tags"])?;
    let mut tags: Vec<(Version, String)> = listed.text().lines().filter_map(release).collect();
    tags.sort_by(|one, other| other.cmp(one));
    Ok(tags.into_iter().take(count).map(|(_, tag)| tag).collect())
}

/// What git answered; that it declined is a fault, since nothing was asked that it may decline.
pub(crate) fn answer<A: AsRef<OsStr>>(
    git: Git<'_>,
    args: impl IntoIterator<Item = A>,
) -> Result<Answer, Stop> {
    let answer = git.run(args).map_err(|trouble| Fault::new(trouble.to_string()))?;
    if answer.ok() { Ok(answer) } else { Err(Fault::new("git could not read the repository").into()) }
}

fn release(name: &str) -> Option<(Version, String)> {
    let tag = name.strip_prefix("refs/tags/").filter(|tag| is_release_tag(tag))?;
    Some((Version::parse(tag.strip_prefix('v')?).ok()?, tag.to_owned()))
}
