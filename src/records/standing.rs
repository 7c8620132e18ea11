//! What git does with a path of the record, as git itself says it.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::host::Host;
use crate::host::git::{Answer, Git};
use crate::host::place::Repository;

/// A name that no file of a folder has.
const PROBE: &str = "abcd-probe.md";

/// What git does with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Git has it, or something in it, in its index.
    Tracked,
    /// It is there, and nothing of it was added yet.
    Untracked,
    /// A new file there would be ignored.
    Ignored,
    /// It is not there.
    Absent,
}

impl Standing {
    /// The word for it, as it stands in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tracked => "tracked",
            Self::Untracked => "untracked",
            Self::Ignored => "ignored",
            Self::Absent => "absent",
        }
    }
}

/// Whether git ignores each of the paths, from the top of the repository; none where git did not say.
/// What stands in the index already does not count: the question is what happens to a new file.
pub fn ignored(repository: &Repository, host: &Host, paths: &[String]) -> Option<Vec<bool>> {
    let asked: Vec<u8> = paths.iter().flat_map(|path| path.bytes().chain([0])).collect();
    let call = ["--no-literal-pathspecs", "check-ignore", "--no-index", "-z", "--stdin"];
    let answer = Git::at(&host.env, &repository.root).run_with(call, asked).ok();
    let answer = answer.filter(|answer| answer.exit <= 1)?;
    let named: BTreeSet<&[u8]> = answer.fields().collect();
    Some(paths.iter().map(|path| named.contains(path.as_bytes())).collect())
}

/// Whether git ignores a new file in each of the folders; none where git did not say.
pub fn ignored_within(repository: &Repository, host: &Host, folders: &[String]) -> Option<Vec<bool>> {
    let probes: Vec<_> = folders.iter().map(|folder| format!("{folder}/{PROBE}")).collect();
    ignored(repository, host, &probes)
}

/// What git does with folders that are there; none where git did not say.
pub fn of_folders(repository: &Repository, host: &Host, folders: &[String]) -> Option<Vec<Standing>> {
    if folders.is_empty() {
        return Some(Vec::new());
    }
    let ignored = ignored_within(repository, host, folders)?;
    let call = ["ls-files", "-z", "--"].into_iter().chain(folders.iter().map(String::as_str));
    let tracked = Git::at(&host.env, &repository.root).run(call).ok().filter(Answer::ok)?;
    let holds = |folder: &String| {
        let below =
            |name: &[u8]| name.strip_prefix(folder.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"));
        tracked.fields().any(below)
    };
    let standing = |(folder, ignored): (&String, bool)| match () {
        () if ignored => Standing::Ignored,
        () if holds(folder) => Standing::Tracked,
        () => Standing::Untracked,
    };
    Some(folders.iter().zip(ignored).map(standing).collect())
}
