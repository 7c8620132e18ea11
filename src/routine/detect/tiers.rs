//! What git would do with a new file: in abcd's own folders, and where decisions are logged.

use std::collections::BTreeSet;
use std::thread;

use super::facts::{DecisionLog, LogState, Tier, TierState};
use super::ground::Ground;
use super::rows::Rows;
use crate::host::files::Kind;
use crate::host::git::{Answer, Git};

/// abcd's folders in a repository.
pub(super) const TIERS: [&str; 3] = [".abcd/development", ".abcd/work", ".abcd/.work.local"];
/// A name that no file has.
const PROBE: &str = "abcd-probe.md";

/// The states of the tiers, the decision log, and what git could not answer.
pub(super) fn read(ground: &Ground<'_>, git: &Git<'_>, rows: &Rows<'_>) -> (Vec<Tier>, Option<DecisionLog>) {
    let logs: Vec<&str> = rows
        .decision_logs
        .iter()
        .map(|row| row.path.as_ref())
        .filter(|path| ground.kind(path).is_some())
        .collect();
    let probes: Vec<(&str, String)> = TIERS
        .into_iter()
        .chain(logs.iter().copied())
        .map(|path| {
            (
                path,
                if ground.kind(path) == Some(Kind::File) {
                    path.to_owned()
                } else {
                    format!("{path}/{PROBE}")
                },
            )
        })
        .collect();
    let there: Vec<&str> =
        probes.iter().map(|(path, _)| *path).filter(|path| ground.kind(path).is_some()).collect();
    let (ignored, tracked) = ask(git, &probes, &there);
    let ignored = which_ignored(ground, ignored, &probes);
    let tracked = which_tracked(ground, tracked, &there);
    let tiers = TIERS
        .into_iter()
        .map(|path| {
            let state = match () {
                () if ignored.contains(path) => TierState::Ignored,
                () if tracked.contains(path) => TierState::Tracked,
                () if there.contains(&path) => TierState::Untracked,
                () => TierState::Absent,
            };
            Tier { path: path.to_owned(), state }
        })
        .collect();
    // The first that a new record could be committed to; else the first that is there, as ignored.
    let open = logs.iter().find(|path| tracked.contains(**path) && !ignored.contains(**path));
    let log = open
        .map(|path| (path, LogState::Tracked))
        .or_else(|| logs.iter().find(|path| ignored.contains(**path)).map(|path| (path, LogState::Ignored)));
    (tiers, log.map(|(path, state)| DecisionLog { path: (*path).to_owned(), state }))
}

/// What git ignores and what it tracks, asked at the same time; nothing where it could not be asked.
fn ask(git: &Git<'_>, probes: &[(&str, String)], there: &[&str]) -> (Option<Answer>, Option<Answer>) {
    let mut asked: Vec<u8> = Vec::new();
    for (_, probe) in probes {
        asked.extend(probe.as_bytes());
        asked.push(0);
    }
    thread::scope(|scope| {
        let tracked = (!there.is_empty()).then(|| {
            thread::Builder::new().spawn_scoped(scope, || {
                git.run(["ls-files", "-z", "--"].into_iter().chain(there.iter().copied())).ok()
            })
        });
        let ignored = ["--no-literal-pathspecs", "check-ignore", "--no-index", "-z", "--stdin"];
        let ignored = git.run_with(ignored, asked).ok();
        let tracked = tracked.and_then(|started| started.ok()?.join().ok()?);
        (ignored, tracked)
    })
}

/// Of which paths a new file would be ignored, whatever stands beside it already.
fn which_ignored(ground: &Ground<'_>, answer: Option<Answer>, probes: &[(&str, String)]) -> BTreeSet<String> {
    let Some(answer) = answer.filter(|answer| answer.exit <= 1) else {
        ground.skip(".gitignore", "git did not say what it ignores");
        // Not known: nothing is named as a place to commit to.
        return probes.iter().map(|(path, _)| (*path).to_owned()).collect();
    };
    let named: BTreeSet<&[u8]> = answer.fields().collect();
    let hit = |(_, probe): &&(&str, String)| named.contains(probe.as_bytes());
    probes.iter().filter(hit).map(|(path, _)| (*path).to_owned()).collect()
}

/// Which of the paths hold something that git tracks.
fn which_tracked(ground: &Ground<'_>, answer: Option<Answer>, paths: &[&str]) -> BTreeSet<String> {
    if paths.is_empty() {
        return BTreeSet::new();
    }
    let Some(answer) = answer.filter(Answer::ok) else {
        ground.skip(".git/index", "git did not say what it tracks");
        return BTreeSet::new();
    };
    let holds = |path: &&&str| {
        answer.fields().any(|name| {
            name.strip_prefix(path.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        })
    };
    paths.iter().filter(holds).map(|path| (*path).to_owned()).collect()
}
