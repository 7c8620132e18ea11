//! The one runner of the git command line.
//!
//! Git runs with an environment that is built afresh: no variable of the caller can point it at another
//! repository, add configuration or change what it writes. What a repository's configuration could start
//! (hooks, a file-system monitor, a fetch of what a partial clone lacks) is off, as are locks, prompts, and
//! files of the person that would make two machines disagree. The person's own configuration stays, since it
//! says which folders to trust. To look, only commands that start no filter, no external diff and no pager are
//! asked for: what a checkout, a diff or a status would run cannot be switched off by name. A commit that
//! somebody asked for is made as they would make it: their environment, their hooks, their filters.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use super::env::{Env, of_person};
use super::files::Trouble;
use super::process::{self, Care, End, Order};

/// How long one git command may take.
const DEADLINE: Duration = Duration::from_mins(1);
/// How many bytes of output are kept.
const CAP: usize = 64 * 1024 * 1024;

/// Nothing of the person's own ignore file is asked about, unless [`Git::with_ignores`] is.
const NO_IGNORES: &str = "core.excludesFile=/dev/null";

const SETTINGS: [&str; 7] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    "core.attributesFile=/dev/null",
    "core.pager=cat",
    "core.quotePath=true",
    "color.ui=false",
];

/// What holds in a command that is the person's own.
const PERSON: [&str; 7] = [
    "core.fsmonitor=false",
    "protocol.allow=never",
    "core.pager=cat",
    "core.quotePath=true",
    "color.ui=false",
    "gc.auto=0",
    "maintenance.auto=false",
];

/// What is set in a command that is the person's own, beside their whole environment.
const PERSON_FIXED: [(&str, &str); 2] = [("GIT_NO_LAZY_FETCH", "1"), ("GIT_TERMINAL_PROMPT", "0")];

const FIXED: [(&str, &str); 7] = [
    ("LC_ALL", "C"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_GRAFT_FILE", "/dev/null"),
];

/// Git in one folder.
#[derive(Debug, Clone, Copy)]
pub struct Git<'a> {
    env: &'a Env,
    root: &'a Path,
    deadline: Duration,
    ignores: bool,
    person: bool,
}

/// What git answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its exit code.
    pub exit: i32,
    /// Its output, whole.
    pub stdout: Vec<u8>,
    /// What it said of errors, cut at the cap; never shown unchanged.
    pub stderr: Vec<u8>,
}

impl Answer {
    /// Whether git did what was asked.
    pub const fn ok(&self) -> bool {
        self.exit == 0
    }

    /// The output as text, with anything that is no UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The pieces of output that was asked for with `-z`.
    pub fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.stdout.split(|byte| *byte == 0).filter(|field| !field.is_empty())
    }
}

/// Why git gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitTrouble {
    /// There is no git on the `PATH`.
    Missing,
    /// It took longer than it may.
    Deadline,
    /// It was ended by a signal.
    Killed,
    /// It said more than 64 MiB.
    TooMuch,
    /// It could not be started.
    Trouble(Trouble),
}

impl std::fmt::Display for GitTrouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("git is not on the PATH"),
            Self::Deadline => f.write_str("git took too long"),
            Self::Killed => f.write_str("git was killed"),
            Self::TooMuch => f.write_str("git answered more than can be read"),
            Self::Trouble(trouble) => write!(f, "git could not be started: {trouble}"),
        }
    }
}

impl std::error::Error for GitTrouble {}

impl<'a> Git<'a> {
    /// Git in the folder `root`.
    pub const fn at(env: &'a Env, root: &'a Path) -> Self {
        Self { env, root, deadline: DEADLINE, ignores: false, person: false }
    }

    /// The same, with less patience.
    #[must_use]
    pub const fn within(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// The same, with the person's own ignore file: what git would do with a file for this person.
    #[must_use]
    pub const fn with_ignores(self) -> Self {
        Self { ignores: true, ..self }
    }

    /// The same as the person would run it: with the hooks, the attributes and the ignore file that are theirs.
    /// For a commit alone, which somebody asked for; it never fetches and tidies nothing up.
    #[must_use]
    pub const fn as_person(self) -> Self {
        Self { ignores: true, person: true, ..self }
    }

    /// Runs one git command.
    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Result<Answer, GitTrouble> {
        self.start(args, None)
    }

    /// Runs one git command that reads `stdin`.
    pub fn run_with<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: Vec<u8>,
    ) -> Result<Answer, GitTrouble> {
        self.start(args, Some(stdin))
    }

    fn start<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: Option<Vec<u8>>,
    ) -> Result<Answer, GitTrouble> {
        let ignores = (!self.ignores).then_some(NO_IGNORES);
        let settings: &[&str] = if self.person { &PERSON } else { &SETTINGS };
        let settings = settings.iter().copied().chain(ignores);
        let settings = settings.flat_map(|setting| [OsString::from("-c"), OsString::from(setting)]);
        let asked = args.into_iter().map(|arg| arg.as_ref().to_owned());
        let order = Order {
            program: OsStr::new("git"),
            args: std::iter::once(OsString::from("--no-pager")).chain(settings).chain(asked).collect(),
            cwd: self.root,
            env: self.variables(),
            stdin,
            deadline: self.patience(),
            cap: CAP,
            care: Care::default(),
        };
        let ran = process::run(order).map_err(|trouble| match trouble {
            Trouble::Absent => GitTrouble::Missing,
            other => GitTrouble::Trouble(other),
        })?;
        match ran.end {
            End::Deadline => Err(GitTrouble::Deadline),
            End::Signal(_) | End::Interrupted => Err(GitTrouble::Killed),
            End::Exit(_) if ran.stdout.cut => Err(GitTrouble::TooMuch),
            End::Exit(exit) => Ok(Answer { exit, stdout: ran.stdout.bytes, stderr: ran.stderr.bytes }),
        }
    }

    /// How long a command may take: a test may ask for less.
    fn patience(&self) -> Duration {
        let asked = self.env.git_wait.as_deref().and_then(|text| text.parse().ok());
        asked.map_or(self.deadline, |wait| self.deadline.min(Duration::from_millis(wait)))
    }

    fn variables(&self) -> Vec<(OsString, OsString)> {
        if self.person {
            let fixed =
                PERSON_FIXED.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
            return of_person().into_iter().chain(fixed).collect();
        }
        let path =
            |value: &Option<std::path::PathBuf>| value.as_ref().map(|path| path.clone().into_os_string());
        let known = [
            ("PATH", self.env.path.clone()),
            ("HOME", path(&self.env.home)),
            ("XDG_CONFIG_HOME", path(&self.env.xdg_config)),
        ];
        let fixed = FIXED.iter().map(|(name, value)| (*name, Some(OsString::from(value))));
        known
            .into_iter()
            .chain(fixed)
            .filter_map(|(name, value)| value.map(|value| (OsString::from(name), value)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Git, GitTrouble};
    use crate::host::env::Env;
    use crate::host::files::Dir;

    #[test]
    fn a_hook_and_a_monitor_of_the_repository_do_not_run() {
        let folder = tempfile::tempdir().unwrap();
        let env = Env::of_process();
        let git = Git::at(&env, folder.path());
        assert!(git.run(["init", "--quiet"]).unwrap().ok());
        let marker = folder.path().join("ran");
        let script = format!("#!/bin/sh\ntouch {}\n", marker.display());
        let dir = Dir::open(folder.path()).unwrap();
        dir.create("evil", script.as_bytes()).unwrap();
        dir.make_dir(".git/hooks").unwrap();
        dir.create(".git/hooks/pre-commit", script.as_bytes()).unwrap();
        for name in ["evil", ".git/hooks/pre-commit"] {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(folder.path().join(name), mode).unwrap();
        }
        let evil = folder.path().join("evil");
        assert!(git.run(["config", "core.fsmonitor", &evil.display().to_string()]).unwrap().ok());
        assert!(git.run(["status", "--porcelain"]).unwrap().ok());
        let commit =
            ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--allow-empty", "-m", "x"];
        assert!(git.run(commit).unwrap().ok());
        assert!(!marker.exists());
    }

    #[test]
    fn only_named_variables_reach_git() {
        let env = Env { path: Some("/usr/bin:/bin".into()), ..Env::default() };
        let names: Vec<_> = Git::at(&env, std::path::Path::new("/")).variables();
        assert!(names.iter().all(|(name, _)| name != "GIT_DIR" && name != "GIT_CONFIG_COUNT"));
        assert!(names.iter().any(|(name, value)| name == "LC_ALL" && value == "C"));
        assert!(!names.iter().any(|(name, _)| name == "HOME"));
    }

    #[test]
    fn no_git_is_said() {
        let env = Env { path: Some("/nowhere".into()), ..Env::default() };
        let answer = Git::at(&env, std::path::Path::new("/")).run(["version"]);
        assert_eq!(answer, Err(GitTrouble::Missing));
    }
}
