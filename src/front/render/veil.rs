//! Home and repository paths never leave whole.

use std::path::{Path, PathBuf};

use memchr::{memchr, memchr_iter};

use crate::host::Host;
use crate::host::place::Repository;

/// The roots that are covered and what stands in their place, the longest first.
#[derive(Debug)]
pub(super) struct Veil {
    roots: Vec<(Vec<u8>, &'static str)>,
}

impl Veil {
    /// The roots of a call made in `host`, in the repository around `repo` or the working folder.
    pub(super) fn new(host: &Host, repo: Option<&Path>) -> Self {
        let start = repo.map_or_else(|| host.env.cwd.clone(), |repo| host.env.cwd.join(repo));
        let mut paths: Vec<(PathBuf, &'static str)> = Vec::new();
        paths.push((start.clone(), "."));
        paths.push((host.env.cwd.clone(), "."));
        if let Ok(repository) = Repository::around(&start) {
            // The root as it was reached, where the working folder was reached through a link.
            let depth = repository.below(&start).components().count();
            paths.extend(start.ancestors().nth(depth).map(|root| (root.to_path_buf(), ".")));
            paths.push((repository.git_dir, ".git"));
            paths.push((repository.common_dir, ".git"));
            paths.push((repository.root, "."));
        }
        if let Some(home) = &host.env.home {
            paths.extend(std::fs::canonicalize(home).map(|home| (home, "~")));
            paths.push((home.clone(), "~"));
        }
        Self::of(paths)
    }

    fn of(paths: Vec<(PathBuf, &'static str)>) -> Self {
        let mut roots: Vec<(Vec<u8>, &'static str)> = Vec::new();
        for (path, cover) in paths.into_iter().filter(|(path, _)| path.is_absolute()) {
            let plain = path.display().to_string();
            let plain = plain.trim_end_matches('/');
            // In a document the same path stands with its quotes and backslashes escaped.
            let escaped = serde_json::to_string(plain).unwrap_or_default();
            for form in [plain, escaped.trim_matches('"')] {
                if form.len() > 1 && !roots.iter().any(|(root, _)| root == form.as_bytes()) {
                    roots.push((form.as_bytes().to_vec(), cover));
                }
            }
        }
        roots.sort_by_key(|(root, _)| std::cmp::Reverse(root.len()));
        Self { roots }
    }

    /// `text` with each root replaced where both its edges are edges of a path.
    pub(super) fn cover(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(slash) = memchr(b'/', rest) {
            let (before, here) = rest.split_at(slash);
            out.extend_from_slice(before);
            let root = self.roots.iter().find(|(root, _)| {
                here.starts_with(root) && starts(&out) && ends(here.get(root.len()..).unwrap_or_default())
            });
            let length = if let Some((root, cover)) = root {
                out.extend_from_slice(cover.as_bytes());
                root.len()
            } else {
                out.push(b'/');
                1
            };
            rest = here.get(length..).unwrap_or_default();
        }
        out.extend_from_slice(rest);
        out
    }
}

/// Whether an absolute path begins anywhere in `text`; only then is anything looked up to cover it.
pub(super) fn holds_a_path(text: &[u8]) -> bool {
    memchr_iter(b'/', text).any(|at| {
        text.get(at + 1).is_some_and(|next| *next != b'/' && !next.is_ascii_whitespace())
            && starts(text.get(..at).unwrap_or_default())
    })
}

/// Whether a path may begin after `before`: nothing of a longer path stands there.
fn starts(before: &[u8]) -> bool {
    match before {
        // In a document a line break or a hidden character stands as an escape that ends in a letter.
        [] | [.., b'\\', b'n' | b't' | b'r' | b'b' | b'f'] => true,
        [.., b'\\', b'u', a, b, c, d] if [a, b, c, d].iter().all(|byte| byte.is_ascii_hexdigit()) => true,
        [.., b'/'] => before.ends_with(b"://"),
        [.., byte] => !is_path(*byte),
    }
}

/// Whether a path may end before `after`: a deeper level or no path at all.
fn ends(after: &[u8]) -> bool {
    match after {
        [b'.'] | [] => true,
        [b'.', next, ..] => !is_path(*next),
        [byte, ..] => *byte == b'/' || !is_path(*byte),
    }
}

fn is_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.".contains(&byte) || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::{Veil, holds_a_path};

    #[test]
    fn a_code_and_a_relative_path_need_no_cover() {
        for (text, holds) in [
            ("usage/unknown-flag", false),
            ("tables/x.toml:3", false),
            ("a / b", false),
            ("in /home/x", true),
            ("in /(odd)/x", true),
            ("\"/x\"", true),
            ("https://example.com/x", false),
            ("file:///home/x", true),
            (r"a\n/x", true),
        ] {
            assert_eq!(holds_a_path(text.as_bytes()), holds, "{text}");
        }
    }

    #[test]
    fn both_edges_are_checked() {
        let veil = Veil::of(vec![("/home/ann".into(), "~"), ("/home/ann/src/app".into(), ".")]);
        for (text, covered) in [
            ("/home/ann", "~"),
            ("at /home/ann/x.", "at ~/x."),
            ("in /home/ann.", "in ~."),
            ("in /home/ann.d", "in /home/ann.d"),
            ("/home/anna", "/home/anna"),
            ("/private/home/ann", "/private/home/ann"),
            ("\"/home/ann/src/app/a\":", "\"./a\":"),
            ("file:///home/ann/x", "file://~/x"),
            ("/home/ann:/home/ann/src/app", "~:."),
            ("/home/annü", "/home/annü"),
            (r"one\n/home/ann/x\n", r"one\n~/x\n"),
            (r"hidden\u202e/home/ann", r"hidden\u202e~"),
            (r"\under/home/ann", r"\under/home/ann"),
        ] {
            assert_eq!(String::from_utf8(veil.cover(text.as_bytes())).unwrap(), covered, "{text}");
        }
    }
}
