//! What git would do with a new file: in abcd's own folders, and where decisions are logged.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::thread;

use super::facts::{DecisionLog, LogState, Tier, TierState};
use super::ground::Ground;
use super::rows::Rows;
use super::unread::Unread;
use crate::host::files::Kind;
use crate::host::git::{Answer, Git, GitTrouble};

/// A name that no file has.
const PROBE: &str = "abcd-probe.md";

/// What git said.
#[derive(Debug)]
pub(super) struct Said {
    /// abcd's folders.
    pub(super) tiers: Vec<Tier>,
    /// Where decisions are logged.
    pub(super) log: Option<DecisionLog>,
    /// Of the paths that the caller asked about, those that git ignores, sorted.
    pub(super) ignored: Vec<String>,
}

/// The states of the tiers, the decision log, and which of `files` git ignores. `own` is the log that the
/// repository itself names, which comes before those that the rows know.
pub(super) fn read(
    ground: &Ground<'_>,
    git: &Git<'_>,
    rows: &Rows<'_>,
    own: Option<&str>,
    files: &[String],
) -> Result<Said, Unread> {
    let tiers = rows.tiers.iter().map(|row| row.path.as_ref()).filter(|path| askable(ground, path));
    let rows_of_logs = rows.decision_logs.iter().map(|row| row.path.as_ref());
    let logs: Vec<&str> = own
        .into_iter()
        .chain(rows_of_logs.filter(|path| own != Some(*path)))
        .filter(|path| ground.kind(path).is_some() && askable(ground, path))
        .collect();
    let probe = |path| {
        let probed =
            if ground.kind(path) == Some(Kind::File) { path.to_owned() } else { format!("{path}/{PROBE}") };
        (path, probed)
    };
    let mut probes: Vec<(&str, String)> = tiers.chain(logs.iter().copied()).map(probe).collect();
    let there: Vec<&str> =
        probes.iter().map(|(path, _)| *path).filter(|path| ground.kind(path).is_some()).collect();
    let asked = files.iter().filter(|path| askable(ground, path));
    probes.extend(asked.map(|path| (path.as_str(), path.clone())));
    let (ignored, tracked) = ask(git, &probes, &there);
    let ignored = which_ignored(&ignored?, &probes)?;
    let tracked = tracked.map_or_else(|| Ok(BTreeSet::new()), |answer| which_tracked(&answer?, &there))?;
    let tiers = rows.tiers.iter().map(|row| row.path.as_ref());
    let tiers = tiers
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
    let log = log.map(|(path, state)| DecisionLog { path: (*path).to_owned(), state });
    let mut ignored: Vec<String> = files.iter().filter(|path| ignored.contains(*path)).cloned().collect();
    ignored.sort();
    ignored.dedup();
    Ok(Said { tiers, log, ignored })
}

/// Whether nothing on the way to the path is a link or no folder: git gives up on all that it is asked where
/// one path leads through such.
fn askable(ground: &Ground<'_>, path: &str) -> bool {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.filter_map(|end| ground.kind(path.get(..end)?))
        .all(|kind| kind == Kind::Folder || kind == Kind::File && ground.kind(path) == Some(Kind::File))
}

/// What git said, or why it did not.
type Asked = Result<Answer, GitTrouble>;

/// What git ignores and, where anything is there, what it tracks; asked at the same time.
fn ask(git: &Git<'_>, probes: &[(&str, String)], there: &[&str]) -> (Asked, Option<Asked>) {
    let mut asked: Vec<u8> = Vec::new();
    for (_, probe) in probes {
        asked.extend(probe.as_bytes());
        asked.push(0);
    }
    let git = git.with_ignores();
    let list = || git.run(["ls-files", "-z", "--"].into_iter().chain(there.iter().copied()));
    thread::scope(|scope| {
        let tracked = (!there.is_empty()).then(|| thread::Builder::new().spawn_scoped(scope, list));
        let ignored = ["--no-literal-pathspecs", "check-ignore", "--no-index", "-z", "--stdin"];
        let ignored = git.run_with(ignored, asked);
        let tracked = tracked.map(|started| match started {
            Ok(started) => started.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // No thread to spare: one after the other.
            Err(_) => list(),
        });
        (ignored, tracked)
    })
}

/// Of which paths a new file would be ignored, whatever stands beside it already.
fn which_ignored(answer: &Answer, probes: &[(&str, String)]) -> Result<BTreeSet<String>, Unread> {
    if !(0..=1).contains(&answer.exit) {
        return Err(Unread::of(answer));
    }
    let named: BTreeSet<&[u8]> = answer.fields().collect();
    let hit = |(_, probe): &&(&str, String)| named.contains(probe.as_bytes());
    Ok(probes.iter().filter(hit).map(|(path, _)| (*path).to_owned()).collect())
}

/// Which of the paths hold something that git tracks.
fn which_tracked(answer: &Answer, paths: &[&str]) -> Result<BTreeSet<String>, Unread> {
    if !answer.ok() {
        return Err(Unread::of(answer));
    }
    let holds = |path: &&&str| {
        answer.fields().any(|name| {
            name.strip_prefix(path.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        })
    };
    Ok(paths.iter().filter(holds).map(|path| (*path).to_owned()).collect())
}
