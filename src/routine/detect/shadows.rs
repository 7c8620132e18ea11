//! What stands behind a command that looks harmless by its words: a target of another name that a wrapper
//! runs, an alias of the name of a task.

use super::judge;
use super::resolve::Resolver;
use super::seen::Sighting;
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Reader};

/// How many words may stand before the command that a wrapper runs.
const BEFORE: usize = 8;

/// The call of a target, behind a wrapper, whose name says that it is no check, or one of another machine.
pub(super) fn named(resolver: &Resolver<'_, '_>, sighting: &Sighting) -> Option<String> {
    let words = &sighting.texts;
    let program = judge::program(words.first()?);
    let spoken: Vec<&str> =
        [program.as_str()].into_iter().chain(words.iter().skip(1).map(String::as_str)).collect();
    let (row, taken) = resolver.rows.tool(&spoken)?;
    if row.effect != Effect::Wraps {
        return None;
    }
    let called = (taken..words.len().min(taken + BEFORE))
        .find_map(|at| resolver.called(words.get(at..)?, &sighting.dir))?;
    let runner = called.runner()?;
    let harm = |name: &&String| {
        let said = resolver.rows.called(name);
        said.effect.max(said.soft) > Effect::Tasks || resolver.rows.is_platform(name)
    };
    called.call.names.iter().find(harm).map(|name| runner.command(name))
}

/// What an alias does that has the name of the task which the words name.
pub(super) fn alias(resolver: &Resolver<'_, '_>, words: &[String], dir: &str) -> Option<Verdict> {
    let [program, name, ..] = words else { return None };
    let runners = resolver.runners(dir);
    let runner = runners
        .iter()
        .find(|runner| runner.reader == Reader::Mix && runner.command(name) == format!("{program} {name}"))?;
    runner.target(name).map(|_| resolver.target(runner, name, &[], 0))
}
