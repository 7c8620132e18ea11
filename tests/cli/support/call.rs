//! One call of the built binary, in an environment that holds nothing but what a test put there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::answer::Ran;
use super::laws;
use super::sandbox::Sandbox;

/// A call that has not ended after this long hangs; the test then fails and says so.
const HANGS: Duration = Duration::from_mins(2);

/// A call that is put together.
pub(crate) struct Call<'a> {
    sandbox: &'a Sandbox,
    args: Vec<OsString>,
    cwd: PathBuf,
    env: BTreeMap<&'static str, OsString>,
}

impl<'a> Call<'a> {
    pub(super) fn new(sandbox: &'a Sandbox, args: Vec<OsString>) -> Self {
        let number = sandbox.calls.get();
        sandbox.calls.set(number + 1);
        let mut env = BTreeMap::from([
            ("HOME", sandbox.home.clone().into()),
            ("TMPDIR", sandbox.root.join("tmp").into()),
            ("TERM", "dumb".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            // The clock stands still during a call and is a second later in the next one.
            ("ABCD_NOW", format!("2031-02-03T04:{:02}:{:02}Z", number / 60, number % 60).into()),
            ("ABCD_ENTROPY", number.to_string().into()),
        ]);
        env.extend(std::env::var_os("PATH").map(|path| ("PATH", path)));
        Self { sandbox, args, cwd: sandbox.repo.clone(), env }
    }

    /// Makes the call in another folder.
    #[must_use]
    pub(crate) fn from(mut self, folder: impl AsRef<Path>) -> Self {
        self.cwd = self.cwd.join(folder);
        self
    }

    /// Sets a variable.
    #[must_use]
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.env.insert(name, value.into());
        self
    }

    /// Takes a variable away.
    #[must_use]
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.env.remove(name);
        self
    }

    /// Adds a word to the call.
    #[must_use]
    pub(crate) fn arg(mut self, word: impl Into<OsString>) -> Self {
        self.args.push(word.into());
        self
    }

    /// Runs the call to its end and holds it to the laws.
    #[must_use]
    pub(crate) fn run(self) -> Ran {
        let command = self.command();
        let ran = Self::end(command, &self.args);
        laws::hold(self.sandbox, &self.args, &ran);
        ran
    }

    /// Runs the call to its end, however it ends; for those that are killed on purpose.
    #[must_use]
    pub(crate) fn run_lawless(self) -> Ran {
        Self::end(self.command(), &self.args)
    }

    /// Starts the call and does not wait.
    pub(crate) fn start(self) -> Child {
        self.command().spawn().unwrap()
    }

    /// The words of the call.
    pub(super) fn args(&self) -> &[OsString] {
        &self.args
    }

    /// Where the call is made.
    pub(super) fn sandbox(&self) -> &'a Sandbox {
        self.sandbox
    }

    /// The call as a process that is still to be started.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.sandbox.binary);
        command.args(&self.args).current_dir(&self.cwd).env_clear().envs(&self.env);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(user) = self.sandbox.user {
            command.uid(user).gid(user);
        }
        command
    }

    /// Runs any command to its end, or kills it and fails where it hangs.
    pub(crate) fn end(mut command: Command, args: &[OsString]) -> Ran {
        // A copied binary is busy for as long as another thread's new process still holds the copy open.
        let child = loop {
            match command.spawn() {
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
                child => break child.unwrap(),
            }
        };
        let pid = rustix::process::Pid::from_child(&child);
        let (done, waits) = mpsc::channel::<()>();
        let watch = std::thread::spawn(move || {
            let hangs = waits.recv_timeout(HANGS) == Err(RecvTimeoutError::Timeout);
            if hangs {
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
            }
            hangs
        });
        let output = child.wait_with_output().unwrap();
        drop(done);
        assert!(!watch.join().unwrap(), "it hangs: {args:?}");
        Ran::new(args, &output)
    }
}
