//! What only the history tells: the commit with which it began, and how changes came into it.

use super::checkout;
use super::merge::{Commit, Merge};
use super::unread::Unread;
use crate::host::files::Dir;
use crate::host::git::{Answer, Git};
use crate::host::place::Repository as Place;

/// The commit with which the history of the checked-out commit began, along first parents: 40 or 64
/// hexadecimal digits. `None` without a commit, and in a shallow clone, whose history begins where it was cut.
/// One process of git; none where the disk already tells that there is no answer.
pub fn root_commit(place: &Place, git: &Git<'_>) -> Result<Option<String>, Unread> {
    let (common, own) = (Dir::open(&place.common_dir)?, Dir::open(&place.git_dir)?);
    let checkout = checkout::read(place, &common, &own);
    if checkout.shallow || checkout.head == checkout::Head::Unborn {
        return Ok(None);
    }
    let asked = ["rev-list", "--first-parent", "--max-parents=0", "HEAD", "--"];
    let answer = git.within(super::PATIENCE).run(asked)?;
    if !answer.ok() {
        // A branch without a commit whose refs only git can read ends here too.
        return if names_no_commit(&answer) { Ok(None) } else { Err(Unread::of(&answer)) };
    }
    Ok(answer.text().lines().next_back().filter(|line| is_commit(line)).map(str::to_owned))
}

/// How many commits the style is read from.
const SAMPLE: usize = 200;
/// Hash, parents, author, committer and subject of a commit, on one line.
const FORMAT: &str = "--format=%x00%H%x00%P%x00%ae%x00%ce%x00%s";

/// The root commit and the style of merging: one process of git where the history is short, else two.
pub(super) fn read(place: &Place, git: &Git<'_>, merge: &mut Merge) -> Result<Option<String>, Unread> {
    // `log` would obey settings that run programs, such as the check of signatures; this obeys none.
    let sample = format!("-n{SAMPLE}");
    let answer = git.run(["rev-list", "--first-parent", &sample, FORMAT, "HEAD", "--"])?;
    if !answer.ok() {
        return if names_no_commit(&answer) { Ok(None) } else { Err(Unread::of(&answer)) };
    }
    let text = answer.text();
    let mut last = None;
    for line in text.lines().filter_map(|line| line.strip_prefix('\0')) {
        let fields: Vec<&str> = line.splitn(5, '\0').collect();
        if let [hash, parents, author, committer, subject] = *fields {
            let parents = parents.split_whitespace().count();
            merge.count(Commit { parents, author, committer, subject });
            last = Some((hash, parents));
        }
    }
    match last {
        Some((hash, 0)) if !checkout::is_shallow(&Dir::open(&place.common_dir)?) => Ok(Some(hash.to_owned())),
        _ => root_commit(place, git),
    }
}

/// Whether git failed since `HEAD` stands for nothing.
fn names_no_commit(answer: &Answer) -> bool {
    String::from_utf8_lossy(&answer.stderr).contains("bad revision 'HEAD'")
}

fn is_commit(text: &str) -> bool {
    [40, 64].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
