//! What the checked-out commit holds of files, read without a filter, a hook or a look at the index.

use crate::host::files::Dir;
use crate::host::git::Git;
use crate::refusal::{Fault, Stop};
use crate::routine::manifest::PROMPT_CAP;

/// Those of `files`, by their plain paths from the top, that no commit holds as they are now: git's `HEAD` has
/// none of that name, or other text in it. Line ends are no difference. One process of git; none for no file.
pub fn uncommitted(git: &Git<'_>, root: &Dir, files: &[String]) -> Result<Vec<String>, Stop> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let asked = files.iter().flat_map(|file| format!("HEAD:{file}\n").into_bytes()).collect();
    let answer = git.run_with(["cat-file", "--batch"], asked);
    let answer = answer
        .map_err(|trouble| Fault::new(format!("git could not be asked what a commit holds: {trouble}")))?;
    if !answer.ok() {
        return Err(Fault::new(format!("git could not read the commit (exit {})", answer.exit)).into());
    }
    let mut rest = answer.stdout.as_slice();
    let mut other = Vec::new();
    for file in files {
        let held = blob(&mut rest);
        let there = root.read(file, PROMPT_CAP).ok();
        if held.map(lines) != there.as_deref().map(lines) {
            other.push(file.clone());
        }
    }
    Ok(other)
}

/// Takes the answer to one question: the bytes of a file, or that there is none.
fn blob<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (head, after) = rest.split_at_checked(end)?;
    *rest = after.get(1..).unwrap_or_default();
    let mut words = head.rsplit(|byte| *byte == b' ');
    let size: usize = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
    let (bytes, after) = rest.split_at_checked(size)?;
    *rest = after.get(1..).unwrap_or_default();
    (words.next() == Some(b"blob")).then_some(bytes)
}

/// The text with its line ends as `\n`.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let ends = bytes.iter().zip(bytes.iter().skip(1).chain([&0]));
    ends.filter(|(byte, next)| !(**byte == b'\r' && **next == b'\n')).map(|(byte, _)| *byte).collect()
}

#[cfg(test)]
mod tests {
    use super::blob;

    #[test]
    fn answers_are_taken_one_after_the_other() {
        let mut rest = &b"ab12 blob 3\nx\ny\nHEAD:b missing\nab12 tree 1\nz\nab12 blob 0\n\n"[..];
        let held: Vec<_> = (0..5).map(|_| blob(&mut rest)).collect();
        assert_eq!(held, [Some(&b"x\ny"[..]), None, None, Some(&b""[..]), None]);
    }
}
