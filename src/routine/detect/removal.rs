//! Whether what a command removes is only what a build left behind.

use super::ground::{Ground, join};
use super::judge::Verdict;
use crate::tables::model::Text;
use crate::tables::model::toolchains::Effect;

/// Removing is harmless where every path is literal, below the root, of a spared name, and either not
/// there or ignored by the repository's own rules.
pub(super) fn judge(ground: &Ground<'_>, paths: &[String], here: &str, by: &str, spares: &[Text]) -> Verdict {
    let harmless = |path: &String| {
        let literal = !path.contains(['$', '`', '{', '~']) && !path.split('/').any(|level| level == "..");
        let Some(whole) = join(here, path).filter(|_| literal) else { return false };
        let mut levels = whole.split('/').scan(String::new(), |at, level| {
            at.push_str(if at.is_empty() { "" } else { "/" });
            at.push_str(level);
            Some((at.clone(), level.to_owned()))
        });
        levels.any(|(at, level)| {
            spares.iter().any(|spared| fits(spared, &level))
                && (ground.kind(&at).is_none() || is_ignored(ground, &at))
        })
    };
    if paths.is_empty() || !paths.iter().all(harmless) {
        return Verdict::of(Effect::Cleans, by);
    }
    Verdict { empty: false, ..Verdict::of(Effect::Quiet, by) }
}

/// Whether `to` is a variable that a text fills with a folder made for the occasion.
pub(super) fn is_scratch(text: &str, to: &str) -> bool {
    let name = to.trim_start_matches("${").trim_start_matches('$').trim_end_matches('}');
    let made = |before: &str| text.lines().any(|line| line.trim_start().starts_with(before));
    to.starts_with('$')
        && [format!("{name}=$(mktemp -d"), format!("{name}=\"$(mktemp -d")].iter().any(|set| made(set))
        && text.matches(&format!("{name}=")).count() == 1
}

/// Whether the ignore file of the root names a path or its last level; the last rule that fits decides.
fn is_ignored(ground: &Ground<'_>, path: &str) -> bool {
    let Some(text) = ground.text(".gitignore") else { return false };
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut ignored = false;
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let (rule, sets) = line.strip_prefix('!').map_or((line, true), |rule| (rule, false));
        let rule = rule.trim_end_matches('/').trim_start_matches("**/");
        let fits = match rule.strip_prefix('/').or_else(|| rule.contains('/').then_some(rule)) {
            Some(rooted) => fits(rooted, path),
            None => fits(rule, name),
        };
        if fits {
            ignored = sets;
        }
    }
    ignored
}

/// Whether `name` fits a pattern in which `*` stands for any text.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
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
    use super::fits;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name) in [("*.out", "c.out"), ("a*c", "abc"), ("a*b*c", "a-b-c"), ("dist", "dist")] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.out", "c.outer"), ("dist", "dist2"), ("a*c", "ab"), ("aa*aa", "aaa")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
