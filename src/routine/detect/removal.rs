//! Whether what a command removes is only what a build left behind.

use super::ground::{Ground, join};
use super::ignored::{is_ignored, matches};
use super::verdict::Verdict;
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
            spares.iter().any(|spared| matches(spared, &level))
                && (ground.kind(&at).is_none() || is_ignored(ground, &at))
        })
    };
    if paths.is_empty() || !paths.iter().all(harmless) {
        return Verdict::of(Effect::Cleans, by);
    }
    Verdict { empty: false, ..Verdict::of(Effect::Quiet, by) }
}

/// Writing is harmless below the root and where the system keeps what nobody needs.
pub(super) fn landing(to: &str, here: &str, by: &str) -> Verdict {
    let spare = ["/tmp", "/dev/null", "/dev/stdout", "/dev/stderr", "/var/tmp"];
    let spared = spare
        .iter()
        .any(|place| to.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
        && !to.contains("..");
    let home = ["~", "$HOME", "${HOME}"].iter().any(|home| to.starts_with(home));
    // Any other variable may well be a folder of the repository or of its checks.
    let inside = to.starts_with('$') || join(here, to).is_some();
    if home || !(spared || inside) {
        return Verdict::of(Effect::Outward, by);
    }
    Verdict::of(Effect::Quiet, by)
}

/// Whether `to` is a variable that a text fills with a folder made for the occasion.
pub(super) fn is_scratch(text: &str, to: &str) -> bool {
    let name = to.trim_start_matches("${").trim_start_matches('$').trim_end_matches('}');
    let made = |before: &str| text.lines().any(|line| line.trim_start().starts_with(before));
    to.starts_with('$')
        && [format!("{name}=$(mktemp -d"), format!("{name}=\"$(mktemp -d")].iter().any(|set| made(set))
        && text.matches(&format!("{name}=")).count() == 1
}
