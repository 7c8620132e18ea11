//! Whether the repository's own ignore files name a path, by the rules that can be told without git: enough
//! to judge what a build leaves behind.

use super::ground::Ground;

/// The name of such a file, in any folder.
const FILE: &str = ".gitignore";

/// Whether a path, or a folder above it, is ignored; nearer files and later rules decide.
pub(super) fn is_ignored(ground: &Ground<'_>, path: &str) -> bool {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.filter_map(|end| path.get(..end)).any(|level| is_named(ground, level))
}

fn is_named(ground: &Ground<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let starts = [0].into_iter().chain(path.match_indices('/').map(|(at, _)| at + 1));
    let mut ignored = false;
    for start in starts {
        let (folder, below) = path.split_at_checked(start).unwrap_or_default();
        let file = format!("{folder}{FILE}");
        let Some(text) = ground.has(&file).then(|| ground.text(&file)).flatten() else { continue };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (rule, sets) = line.strip_prefix('!').map_or((line, true), |rule| (rule, false));
            let rule = rule.trim_end_matches('/').trim_start_matches("**/");
            let fits = match rule.strip_prefix('/').or_else(|| rule.contains('/').then_some(rule)) {
                Some(rooted) => matches(rooted, below),
                None => matches(rule, name),
            };
            if fits {
                ignored = sets;
            }
        }
    }
    ignored
}

/// Whether `name` fits a pattern in which `*` stands for any text.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = left.find(piece) else { return false };
        left = left.get(at + piece.len()..).unwrap_or_default();
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{is_ignored, matches};
    use crate::host::files::Dir;
    use crate::routine::detect::cases::written;
    use crate::routine::detect::ground::Ground;

    #[test]
    fn nearer_files_decide() {
        let files = [
            (".gitignore", "/out\nlogs/\n*.tmp\ndocs/gen\n"),
            ("web/.gitignore", "dist\n!keep.tmp\n/only\n"),
            ("web/src/a.ts", ""),
        ];
        let tree = written(&files.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
        let dir = Dir::open(tree.path()).unwrap();
        let ground = Ground::new(&dir);
        for path in
            ["out", "out/a", "logs", "web/logs", "a.tmp", "web/a.tmp", "web/dist/x", "web/only", "docs/gen"]
        {
            assert!(is_ignored(&ground, path), "{path}");
        }
        for path in ["web/out", "dist", "web/keep.tmp", "web/src/only", "web/docs/gen", "src"] {
            assert!(!is_ignored(&ground, path), "{path}");
        }
    }

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name) in [("*.out", "c.out"), ("a*c", "abc"), ("a*b*c", "a-b-c"), ("dist", "dist")] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.out", "c.outer"), ("dist", "dist2"), ("a*c", "ab"), ("aa*aa", "aaa")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
