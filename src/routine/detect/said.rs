//! What is said of commands that CI or a page shows and that are not offered.

use super::facts::Evidence;
use super::grammar;
use super::resolve::Resolver;
use super::seen::{Sighting, Source};
use super::verdict::Verdict;
use crate::tables::model::toolchains::Effect;

/// Why a target is no gate whose last step needs a word that cannot be handed on.
pub(super) const WATCHES: &str = "it watches on a terminal, and nothing can be handed on that ends it";

/// Says why a command is no gate, where it is a check.
pub(super) fn check(resolver: &Resolver<'_, '_>, sighting: &Sighting, why: &str) {
    let verdict = resolver.command(&sighting.texts, &mut sighting.dir.clone(), 0);
    if verdict.is_check() && sighting.source != Source::Readme {
        let Evidence { path, line } = &sighting.evidence;
        resolver.ground.skip(path, format!("a command on line {line} {why}"));
    }
}

/// Says what harm a command does that would be a check, or that never ends or rewrites. What only
/// publishes or cleans is nothing that anybody would take for a gate.
pub(super) fn harm(resolver: &Resolver<'_, '_>, sighting: &Sighting, verdict: &Verdict) {
    let near = !verdict.kinds.is_empty() || matches!(verdict.worst, Effect::Stays | Effect::Rewrites);
    let typed = sighting.raws.len() > 1 && sighting.source != Source::Readme;
    if !(verdict.is_bad() && near && typed) {
        return;
    }
    let raws: Vec<&str> = sighting.raws.iter().map(String::as_str).collect();
    let command = raws.join(" ");
    if grammar::is_command(&raws, |_| false) && grammar::is_path(&command) {
        resolver.ground.skip(&command, verdict.why());
    } else {
        let Evidence { path, line } = &sighting.evidence;
        resolver.ground.skip(path, format!("a command on line {line}: {}", verdict.why()));
    }
}
