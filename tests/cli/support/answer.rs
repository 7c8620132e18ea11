//! What a call answered.

use std::ffi::OsString;
use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::Output;

use serde_json::Value;

/// Exit status and both streams of a call that has ended.
#[derive(Debug, Clone)]
pub(crate) struct Ran {
    /// The call, for messages.
    pub(crate) call: String,
    /// The exit status; 128 and the signal where one ended it.
    pub(crate) exit: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(super) fn new(args: &[OsString], output: &Output) -> Self {
        let mut call = "abcd".to_owned();
        for word in args {
            let word = word.to_string_lossy();
            call.push(' ');
            call.extend(word.escape_default().take(200));
        }
        let exit = output.status.code().or(output.status.signal().map(|signal| 128 + signal));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("abcd prints UTF-8 only");
        Self { call, exit: exit.unwrap(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }

    /// What a process answered that a test started by itself.
    pub(crate) fn of(output: &Output) -> Self {
        Self::new(&[], output)
    }

    /// Says that the call must have succeeded.
    #[track_caller]
    pub(crate) fn done(self) -> Self {
        assert_eq!(self.exit, 0, "`{}` did not succeed:\n{self}", self.call);
        self
    }

    /// Says that the call must have been refused with `code`.
    #[track_caller]
    pub(crate) fn refused(self, code: &str) -> Self {
        assert_eq!(self.code().as_deref(), Some(code), "`{}` was not refused with it:\n{self}", self.call);
        self
    }

    /// Says that the call must have ended in a fault: exit 1 and no code.
    #[track_caller]
    pub(crate) fn faulted(self) -> Self {
        assert_eq!((self.exit, self.code()), (1, None), "`{}` did not end in a fault:\n{self}", self.call);
        self
    }

    /// The documents on standard output.
    #[track_caller]
    pub(crate) fn documents(&self) -> Vec<Value> {
        let parse =
            |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}:\n{self}"));
        self.stdout.lines().map(parse).collect()
    }

    /// The last document on standard output.
    #[track_caller]
    pub(crate) fn document(&self) -> Value {
        self.documents().pop().unwrap_or_else(|| panic!("nothing was printed:\n{self}"))
    }

    /// The code that the call was refused with, read from where it stands: the last document, or the last
    /// line of standard error.
    pub(crate) fn code(&self) -> Option<String> {
        let line = self.stdout.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok());
        if let Some(error) = line.filter(|document| document["abcd"] == "error") {
            return error["code"].as_str().map(str::to_owned);
        }
        let (_, code) = self.stderr.lines().last()?.rsplit_once("(abcd explain ")?;
        Some(code.trim_end_matches(')').to_owned())
    }

    /// The command that the refusal offers.
    pub(crate) fn next(&self) -> Option<String> {
        let line = self.stdout.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok());
        if let Some(error) = line.filter(|document| document["abcd"] == "error") {
            return error["next"].as_str().map(str::to_owned);
        }
        let (_, offer) = self.stderr.lines().last()?.rsplit_once(" — try: ")?;
        Some(offer.rsplit_once(" (abcd explain ")?.0.to_owned())
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit: {}\n--- stdout\n{}--- stderr\n{}", self.exit, self.stdout, self.stderr)
    }
}
