//! Scripts that a page for contributors names as the gate: a maintainer has declared them, so they are
//! refused for harm alone.

use super::ground::join;
use super::resolve::Resolver;
use super::seen::{Sighting, Source};
use super::shell;
use super::verdict::Verdict;
use crate::tables::model::toolchains::Effect;

/// The script of the repository that a page names by its path alone.
pub(super) fn script(resolver: &Resolver<'_, '_>, sighting: &Sighting) -> Option<String> {
    let [only] = sighting.texts.as_slice() else { return None };
    let path = join(&sighting.dir, only)?;
    let named = sighting.source == Source::Page && only.contains('/') && !only.ends_with('/');
    (named && resolver.ground.has(&path) && runs(resolver, &path)).then_some(path)
}

/// Whether a file says which program runs it.
fn runs(resolver: &Resolver<'_, '_>, path: &str) -> bool {
    resolver.ground.text(path).is_some_and(|text| text.starts_with("#!"))
}

/// The verdict on such a script as a gate, or why it is none. What it writes is no harm where it fails
/// on a difference: it changes nothing of a tree that is as it should be.
pub(super) fn allowed(resolver: &Resolver<'_, '_>, path: &str, verdict: Verdict) -> Result<Verdict, String> {
    let harmless = match verdict.worst {
        Effect::Rewrites => !verdict.cleans && compares(resolver, path),
        _ => !verdict.is_bad(),
    };
    if !harmless {
        return Err(verdict.why());
    }
    if verdict.kinds.is_empty() {
        return Err("a page names it, and nothing that it runs is known as a check".to_owned());
    }
    Ok(Verdict { worst: verdict.worst.min(Effect::Checks), ..verdict })
}

/// Whether a script fails on what it changed.
fn compares(resolver: &Resolver<'_, '_>, path: &str) -> bool {
    let Some(text) = resolver.ground.text(path) else { return false };
    shell::commands(&text).iter().filter(|command| !command.forgiven).any(|command| {
        let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
        words.starts_with(&["git", "diff"])
            && words.iter().any(|word| ["--exit-code", "--quiet"].contains(word))
    })
}
