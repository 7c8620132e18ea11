//! A home and a repository that nothing else shares, and that take nothing from the developer's own.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use super::call::Call;
use super::tree::{Thing, Tree, tree};
use super::{Ran, words};

/// The uid and gid of nobody, whom no permission bit lets pass.
const NOBODY: u32 = 65534;

/// A place for one test; it goes away with the value.
pub(crate) struct Sandbox {
    _keep: TempDir,
    /// The folder that holds all the others.
    pub(crate) root: PathBuf,
    /// The person's home, which is in no repository.
    pub(crate) home: PathBuf,
    /// The repository, with one commit on `main`.
    pub(crate) repo: PathBuf,
    /// How many calls were made, which moves the clock and the draws on.
    pub(super) calls: Cell<u32>,
    /// Whom calls run as, where that is not who runs the tests.
    pub(super) user: Option<u32>,
    /// The binary that calls run.
    pub(super) binary: PathBuf,
}

impl Sandbox {
    /// A repository with one commit and a remote-less `main`.
    pub(crate) fn new() -> Self {
        let keep = tempfile::Builder::new().prefix("abcd-test-").tempdir().unwrap();
        let root = fs::canonicalize(keep.path()).unwrap();
        let (home, repo) = (root.join("home"), root.join("repo"));
        for folder in [&home, &repo, &root.join("tmp")] {
            fs::create_dir(folder).unwrap();
        }
        let binary = PathBuf::from(env!("CARGO_BIN_EXE_abcd"));
        let sandbox = Self { _keep: keep, root, home, repo, calls: Cell::new(0), user: None, binary };
        sandbox.put_first_commit();
        sandbox
    }

    /// Git makes the repository once; every other sandbox gets a copy, which takes a tenth of the time.
    fn put_first_commit(&self) {
        static MADE: OnceLock<Vec<(PathBuf, Option<Vec<u8>>)>> = OnceLock::new();
        let mut made_here = false;
        let made = MADE.get_or_init(|| {
            made_here = true;
            self.git("init --quiet --template= --initial-branch=main");
            self.git("commit --quiet --allow-empty --message first");
            let mut found = Vec::new();
            remember(&self.repo, &self.repo.join(".git"), &mut found);
            found
        });
        for (path, bytes) in made.iter().filter(|_| !made_here) {
            match bytes {
                None => fs::create_dir(self.repo.join(path)).unwrap(),
                Some(bytes) => fs::write(self.repo.join(path), bytes).unwrap(),
            }
        }
    }

    /// A repository in which `abcd init` was called.
    pub(crate) fn with_record() -> Self {
        let sandbox = Self::new();
        drop(sandbox.run("init").done());
        sandbox
    }

    /// Another sandbox whose repository has the same files.
    pub(crate) fn twin(&self) -> Self {
        let twin = Self::new();
        for (path, thing) in self.tree() {
            let path = twin.repo.join(path);
            match thing {
                Thing::Folder => fs::create_dir(path).unwrap(),
                Thing::File(bytes) => fs::write(path, bytes).unwrap(),
                other => panic!("a twin of {other:?} is not made"),
            }
        }
        twin
    }

    /// Hands everything to a user whom permissions bind; the tests may run as root, whom nothing binds.
    /// Nothing where root may not become somebody else; the test then says that it was not tried.
    pub(crate) fn unprivileged(mut self) -> Option<Self> {
        if !rustix::process::geteuid().is_root() {
            return Some(self);
        }
        fs::set_permissions(&self.root, fs::Permissions::from_mode(0o755)).unwrap();
        if !Command::new("/bin/sh")
            .args(["-c", ":"])
            .current_dir(&self.root)
            .uid(NOBODY)
            .gid(NOBODY)
            .status()
            .is_ok_and(|status| status.success())
        {
            println!("not tried here: permissions do not bind root, and root cannot become nobody");
            return None;
        }
        let copy = self.root.join("abcd");
        // Copied by another process: while a file is open for writing here, a call that another test starts
        // just then inherits it for a moment, and a file that is open for writing cannot be run.
        assert!(Command::new("cp").arg(&self.binary).arg(&copy).status().unwrap().success());
        self.binary = copy;
        self.user = Some(NOBODY);
        hand_over(&self.root);
        Some(self)
    }

    /// A call of abcd in the repository; `line` is what follows the program's name.
    pub(crate) fn call(&self, line: &str) -> Call<'_> {
        Call::new(self, words(line))
    }

    /// A call whose words are given one by one.
    pub(crate) fn call_of<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Call<'_> {
        Call::new(self, words.into_iter().map(|word| word.as_ref().to_owned()).collect())
    }

    /// Runs such a call.
    #[must_use]
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.call(line).run()
    }

    /// Runs git in the repository; it must succeed.
    pub(crate) fn git(&self, line: &str) -> String {
        self.git_in(&self.repo, line)
    }

    /// Runs git in `folder`; it must succeed.
    pub(crate) fn git_in(&self, folder: &Path, line: &str) -> String {
        let mut git = Command::new("git");
        git.args(words(line)).current_dir(folder).env_clear();
        git.envs(self.git_env());
        let output = git.output().expect("git is needed to run the tests");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {line}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn git_env(&self) -> Vec<(&'static str, std::ffi::OsString)> {
        let fixed = [
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_AUTHOR_NAME", "Ann"),
            ("GIT_AUTHOR_EMAIL", "ann@example.com"),
            ("GIT_AUTHOR_DATE", "2031-01-01T00:00:00Z"),
            ("GIT_COMMITTER_NAME", "Ann"),
            ("GIT_COMMITTER_EMAIL", "ann@example.com"),
            ("GIT_COMMITTER_DATE", "2031-01-01T00:00:00Z"),
            ("GIT_CONFIG_COUNT", "2"),
            ("GIT_CONFIG_KEY_0", "protocol.file.allow"),
            ("GIT_CONFIG_VALUE_0", "always"),
            ("GIT_CONFIG_KEY_1", "safe.directory"),
            ("GIT_CONFIG_VALUE_1", "*"),
        ];
        let mut env: Vec<_> = fixed.into_iter().map(|(name, value)| (name, value.into())).collect();
        env.push(("HOME", self.home.clone().into()));
        env.extend(std::env::var_os("PATH").map(|path| ("PATH", path)));
        env
    }

    /// Writes a file below the repository, and the folders above it.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.place_for(path);
        fs::write(&path, bytes).unwrap();
        self.own(&path);
    }

    /// Makes a folder below the repository.
    pub(crate) fn folder(&self, path: &str) {
        let path = self.repo.join(path);
        fs::create_dir_all(&path).unwrap();
        self.own(&path);
    }

    /// Makes a link below the repository.
    pub(crate) fn link(&self, path: &str, to: &str) {
        symlink(to, self.place_for(path)).unwrap();
    }

    /// Makes a FIFO below the repository.
    pub(crate) fn fifo(&self, path: &str) {
        let mode = rustix::fs::Mode::from_raw_mode(0o644);
        let path = self.place_for(path);
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        self.own(&path);
    }

    /// Sets the permission bits of a path below the repository.
    pub(crate) fn mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.repo.join(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// What a file below the repository holds.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.repo.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Whether something stands at a path below the repository.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.repo.join(path).symlink_metadata().is_ok()
    }

    /// Everything in the repository but git's own folder and lock files.
    pub(crate) fn tree(&self) -> Tree {
        tree(&self.repo)
    }

    fn place_for(&self, path: &str) -> PathBuf {
        let path = self.repo.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    /// What the test makes after the hand-over belongs to the same user, and so do the folders above it.
    fn own(&self, path: &Path) {
        if let Some(user) = self.user {
            for level in path.ancestors().take_while(|level| level.starts_with(&self.repo)) {
                chown(level, Some(user), Some(user)).unwrap();
            }
        }
    }
}

/// Every path at and below `path`, folders first, and what the files hold.
fn remember(root: &Path, path: &Path, found: &mut Vec<(PathBuf, Option<Vec<u8>>)>) {
    let below = path.strip_prefix(root).unwrap().to_owned();
    if !path.is_dir() {
        found.push((below, Some(fs::read(path).unwrap())));
        return;
    }
    found.push((below, None));
    for entry in fs::read_dir(path).unwrap() {
        remember(root, &entry.unwrap().path(), found);
    }
}

fn hand_over(path: &Path) {
    std::os::unix::fs::lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.is_dir() && !path.is_symlink() {
        for entry in fs::read_dir(path).unwrap() {
            hand_over(&entry.unwrap().path());
        }
    }
}
