//! Starts a program and outlives it: own process group, deadline, bounded output, nothing inherited.
//!
//! One thread does all of it: it waits for the pipes and for the signal that a child has ended. The order at
//! the end matters. The leader is seen to have ended without being reaped, so its group id cannot be given to
//! a stranger; then the group is killed; then the leader is reaped.

mod family;
mod talk;

use std::ffi::{OsStr, OsString};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Access, access};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::consts::SIGCHLD;

use super::files::Trouble;
use super::signal::{Interrupts, Wake};
use family::Family;
use talk::Talk;

/// How long a program may take to end by itself after it was asked to.
const GRACE: Duration = Duration::from_secs(2);
/// What to start, and its bounds.
#[derive(Debug)]
pub struct Order<'a> {
    /// The program: a path, or a name that is looked up in the `PATH` of `env`.
    pub program: &'a OsStr,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it runs.
    pub cwd: &'a Path,
    /// Its whole environment.
    pub env: Vec<(OsString, OsString)>,
    /// What it reads; nothing where this is `None`.
    pub stdin: Option<Vec<u8>>,
    /// How long it may run.
    pub deadline: Duration,
    /// How many bytes of each of its outputs are kept.
    pub cap: usize,
    /// How it is watched over.
    pub care: Care<'a>,
}

/// How closely a program is watched over.
#[derive(Debug, Clone, Copy)]
pub struct Care<'a> {
    /// How many bytes of its standard error are kept, where that is another number.
    pub errors: Option<usize>,
    /// How long output is waited for once the group is dead: a program that left the group may hold the pipe.
    pub last_words: Duration,
    /// What ends it before its time.
    pub interrupts: Option<&'a Interrupts>,
    /// Whether what left its group is ended too. Only for a caller that has started nothing else.
    pub family: bool,
}

impl Default for Care<'_> {
    /// A short program that starts nothing which outlives it.
    fn default() -> Self {
        Self { errors: None, last_words: Duration::from_secs(1), interrupts: None, family: false }
    }
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal, which abcd did not send.
    Signal(i32),
    /// By abcd, since its time was over.
    Deadline,
    /// By abcd, since whoever called it asked it to end.
    Interrupted,
}

/// What was kept of one output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// The first bytes, up to the cap.
    pub bytes: Vec<u8>,
    /// Whether there were more, or the end was not seen.
    pub cut: bool,
}

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// Its standard output.
    pub stdout: Heard,
    /// Its standard error.
    pub stderr: Heard,
    /// Whether something that left its group held an output open beyond the last words.
    pub held: bool,
}

/// Runs a program to its end. [`Trouble::Absent`] where it cannot be found.
pub fn run(order: Order<'_>) -> Result<Ran, Trouble> {
    // Listened for before the start, so that no end is missed.
    let ended = Wake::on(SIGCHLD)?;
    let (care, deadline) = (order.care, order.deadline);
    let caps = [order.cap, care.errors.unwrap_or(order.cap)];
    let family = if care.family { Some(Family::gather()?) } else { None };
    let (mut child, stdin) = start(order)?;
    let leader = Pid::from_child(&child);
    let mut talk = Talk::with(&mut child, stdin, caps);
    let cut_short = Watch { leader, ended: &ended, interrupts: care.interrupts }.over(&mut talk, deadline);
    // The group is gone where the leader was alone; that is no error.
    kill_process_group(leader, Signal::KILL).ok();
    let status = child.wait()?;
    let end = match (cut_short?, status.code(), status.signal()) {
        (Some(end), _, _) => end,
        (None, Some(code), _) => End::Exit(code),
        (None, None, signal) => End::Signal(signal.unwrap_or_default()),
    };
    talk.drain(care.last_words)?;
    let held = talk.hears();
    drop(family);
    let [stdout, stderr] = talk.heard();
    Ok(Ran { end, stdout, stderr, held })
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that starts programs")]
fn start(order: Order<'_>) -> Result<(Child, Option<Vec<u8>>), Trouble> {
    let mut command = Command::new(found(&order)?);
    let input = if order.stdin.is_some() { Stdio::piped() } else { Stdio::null() };
    command.args(order.args).current_dir(order.cwd).env_clear().envs(order.env).process_group(0);
    let child = command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    Ok((child, order.stdin))
}

/// Where the program stands: a plain path is started without a copy of this process.
///
/// A relative folder of the `PATH` is passed over; it would name whatever a repository holds.
fn found(order: &Order<'_>) -> Result<PathBuf, Trouble> {
    if Path::new(order.program).components().count() > 1 {
        return Ok(PathBuf::from(order.program));
    }
    let path = order.env.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path.as_os_str());
    std::env::split_paths(path.unwrap_or_default())
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(order.program))
        .find(|file| access(file, Access::EXEC_OK).is_ok() && file.is_file())
        .ok_or(Trouble::Absent)
}

/// A program that is watched until it has ended; it is not reaped.
struct Watch<'a> {
    leader: Pid,
    ended: &'a Wake,
    interrupts: Option<&'a Interrupts>,
}

/// What a program that is watched has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// It has ended by itself.
    Ended,
    /// Somebody asked for its end.
    Asked,
    /// Its time is over.
    TimeOver,
}

impl Watch<'_> {
    /// Talks to it until it has ended; asks it to end at the deadline or the interrupt, and makes it end after
    /// that. Says why it was cut short.
    fn over(&self, talk: &mut Talk, deadline: Duration) -> Result<Option<End>, Trouble> {
        let cut_short = match self.ends_within(talk, deadline, self.interrupts)? {
            Turn::Ended => return Ok(None),
            Turn::Asked => End::Interrupted,
            Turn::TimeOver => End::Deadline,
        };
        kill_process_group(self.leader, Signal::TERM).ok();
        if self.ends_within(talk, GRACE, None)? == Turn::TimeOver {
            kill_process_group(self.leader, Signal::KILL).ok();
            waitid(WaitId::Pid(self.leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).ok();
        }
        Ok(Some(cut_short))
    }

    /// Talks to it until it has ended, is to end, or the time is over.
    fn ends_within(
        &self,
        talk: &mut Talk,
        time: Duration,
        interrupts: Option<&Interrupts>,
    ) -> Result<Turn, Trouble> {
        let begun = Instant::now();
        loop {
            self.ended.hush();
            if has_ended(self.leader)? {
                return Ok(Turn::Ended);
            }
            if interrupts.is_some_and(Interrupts::came) {
                return Ok(Turn::Asked);
            }
            let Some(left) = time.checked_sub(begun.elapsed()) else { return Ok(Turn::TimeOver) };
            let wakes = [Some(self.ended.as_fd()), interrupts.map(AsFd::as_fd)];
            talk.turn(&wakes, left)?;
        }
    }
}

fn has_ended(leader: Pid) -> Result<bool, Trouble> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    match waitid(WaitId::Pid(leader), options) {
        Err(rustix::io::Errno::INTR) => Ok(false),
        ended => Ok(ended?.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::path::Path;
    use std::time::Duration;

    use rustix::process::{Pid, test_kill_process};

    use super::{Care, End, Order, Ran, run};
    use crate::host::files::Trouble;

    fn sh(script: &str, deadline: Duration, cap: usize) -> Ran {
        let env = vec![(OsString::from("PATH"), OsString::from("/usr/bin:/bin"))];
        let args = vec![OsString::from("-c"), OsString::from(script)];
        let order = Order {
            program: OsStr::new("sh"),
            args,
            cwd: Path::new("/"),
            env,
            stdin: None,
            deadline,
            cap,
            care: Care::default(),
        };
        run(order).unwrap()
    }

    #[test]
    fn output_and_exit_are_told_apart() {
        let ran = sh("echo out; echo err >&2; exit 3", Duration::from_mins(1), 100);
        assert_eq!(ran.end, End::Exit(3));
        assert_eq!(
            (ran.stdout.bytes.as_slice(), ran.stderr.bytes.as_slice()),
            (&b"out\n"[..], &b"err\n"[..])
        );
        assert!(!ran.stdout.cut);
    }

    #[test]
    fn more_than_the_cap_is_cut_and_said() {
        let ran = sh("printf 123456", Duration::from_mins(1), 5);
        assert_eq!((ran.stdout.bytes.as_slice(), ran.stdout.cut), (&b"12345"[..], true));
        let ran = sh("printf 12345", Duration::from_mins(1), 5);
        assert_eq!((ran.stdout.bytes.as_slice(), ran.stdout.cut), (&b"12345"[..], false));
    }

    /// Whether the process whose id is in `output` ends; it may take the system a moment to reap it.
    fn ends(output: &[u8]) -> bool {
        let pid = String::from_utf8_lossy(output).trim().parse().ok().and_then(Pid::from_raw).unwrap();
        (0..2000).any(|_| {
            std::thread::yield_now();
            let stat = Path::new("/proc").join(pid.as_raw_nonzero().to_string()).join("stat");
            let state = std::fs::File::open(stat).and_then(std::io::read_to_string).unwrap_or_default();
            state.contains(") Z ") || test_kill_process(pid).is_err()
        })
    }

    #[test]
    fn the_deadline_ends_the_group_with_a_grandchild_that_holds_the_pipe() {
        let ran = sh("trap '' TERM; sleep 600 & echo $!; wait; sleep 600", Duration::from_millis(300), 100);
        assert_eq!(ran.end, End::Deadline);
        assert!(ends(&ran.stdout.bytes), "the grandchild is gone");
    }

    #[test]
    fn a_leader_that_ends_first_takes_its_group_along() {
        let ran = sh("sleep 600 & echo $!; exit 0", Duration::from_mins(1), 100);
        assert_eq!(ran.end, End::Exit(0));
        assert!(ends(&ran.stdout.bytes), "the child is gone");
    }

    #[test]
    fn standard_input_is_empty_or_what_is_given() {
        assert_eq!(sh("cat", Duration::from_mins(1), 100).stdout.bytes, b"");
        let env = vec![(OsString::from("PATH"), OsString::from("/usr/bin:/bin"))];
        let order = Order {
            program: OsStr::new("cat"),
            args: Vec::new(),
            cwd: Path::new("/"),
            env,
            stdin: Some(b"given".to_vec()),
            deadline: Duration::from_mins(1),
            cap: 100,
            care: Care::default(),
        };
        assert_eq!(run(order).unwrap().stdout.bytes, b"given");
    }

    #[test]
    fn much_is_told_and_heard_at_once_and_a_program_may_close_its_ears() {
        let tell = |script: &str, stdin: Vec<u8>| {
            run(Order {
                program: OsStr::new("sh"),
                args: vec!["-c".into(), script.into()],
                cwd: Path::new("/"),
                env: vec![("PATH".into(), "/usr/bin:/bin".into())],
                stdin: Some(stdin),
                deadline: Duration::from_mins(1),
                cap: 8 * 1024 * 1024,
                care: Care::default(),
            })
            .unwrap()
        };
        let much: Vec<u8> = (0..3_000_000_u32).map(|at| (at % 251) as u8).collect();
        assert!(tell("cat", much.clone()).stdout.bytes == much, "every byte comes back");
        let ran = tell("exec <&-; echo deaf", much);
        assert_eq!((ran.end, ran.stdout.bytes.as_slice()), (End::Exit(0), &b"deaf\n"[..]));
    }

    #[test]
    fn many_at_once_each_see_their_own_end() {
        let ended: Vec<_> = std::thread::scope(|scope| {
            let calls: Vec<_> = (1..=12)
                .map(|code| scope.spawn(move || sh(&format!("exit {code}"), Duration::from_mins(1), 10).end))
                .collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        assert_eq!(ended, (1..=12).map(End::Exit).collect::<Vec<_>>());
    }

    #[test]
    fn a_program_beside_the_call_is_not_the_one_that_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        let dir = crate::host::files::Dir::open(folder.path()).unwrap();
        dir.create("sh", b"#!/bin/sh\necho planted\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path().join("sh"), mode).unwrap();
        for (path, said) in [(".:/usr/bin:/bin", "real\n"), (":/usr/bin:/bin", "real\n")] {
            let order = Order {
                program: OsStr::new("sh"),
                args: vec!["-c".into(), "echo real".into()],
                cwd: folder.path(),
                env: vec![("PATH".into(), path.into())],
                stdin: None,
                deadline: Duration::from_mins(1),
                cap: 100,
                care: Care::default(),
            };
            assert_eq!(run(order).unwrap().stdout.bytes, said.as_bytes(), "{path}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_absent() {
        let order = Order {
            program: OsStr::new("no-such-program-of-abcd"),
            args: Vec::new(),
            cwd: Path::new("/"),
            env: Vec::new(),
            stdin: None,
            deadline: Duration::from_secs(1),
            cap: 1,
            care: Care::default(),
        };
        assert_eq!(run(order), Err(Trouble::Absent));
    }
}
