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
    /// Whether what left its group is waited for so long, and ended after that. Only for a caller that has started
    /// nothing else.
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
    /// Whether something that left its group was still there after the last words and was ended, where the order
    /// cares for that.
    pub outlived: bool,
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
    let watch = Watch { leader, ended: &ended, interrupts: care.interrupts };
    let cut_short = watch.over(&mut talk, deadline);
    // The group is gone where the leader was alone; that is no error.
    kill_process_group(leader, Signal::KILL).ok();
    let status = child.wait()?;
    let mut end = match (cut_short?, status.code(), status.signal()) {
        (Some(end), _, _) => end,
        (None, Some(code), _) => End::Exit(code),
        (None, None, signal) => End::Signal(signal.unwrap_or_default()),
    };
    let cut_short = matches!(end, End::Deadline | End::Interrupted);
    // What is to end is not waited for.
    let patience = if cut_short && care.family { Duration::ZERO } else { care.last_words };
    if watch.lingers(&mut talk, family.as_ref(), patience)? && !cut_short {
        end = End::Interrupted;
    }
    let held = talk.hears();
    let outlived = family.as_ref().is_some_and(Family::end);
    // With them goes what they held, but for a program that nobody could find.
    talk.drain(if outlived || cut_short { GRACE } else { Duration::ZERO })?;
    let [stdout, stderr] = talk.heard();
    Ok(Ran { end, stdout, stderr, held, outlived })
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
        let cut_short = match self.ends_within(talk, deadline, self.interrupts, 1)? {
            Turn::Ended => return Ok(None),
            Turn::Asked => End::Interrupted,
            Turn::TimeOver => End::Deadline,
        };
        kill_process_group(self.leader, Signal::TERM).ok();
        let again = self.interrupts.filter(|_| cut_short == End::Interrupted);
        if self.ends_within(talk, GRACE, again, 2)? != Turn::Ended {
            kill_process_group(self.leader, Signal::KILL).ok();
            waitid(WaitId::Pid(self.leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).ok();
        }
        Ok(Some(cut_short))
    }

    /// Hears the last words of it and waits for what it let go, for so long, or until somebody asks for the end;
    /// says whether they did.
    fn lingers(&self, talk: &mut Talk, family: Option<&Family>, time: Duration) -> Result<bool, Trouble> {
        let begun = Instant::now();
        loop {
            self.ended.hush();
            let alone = family.is_none_or(Family::is_gone);
            if alone && !talk.hears() {
                return Ok(false);
            }
            if self.interrupts.is_some_and(|asked| asked.times() >= 1) {
                return Ok(true);
            }
            let Some(left) = time.checked_sub(begun.elapsed()) else { return Ok(false) };
            talk.turn(&[Some(self.ended.as_fd()), self.interrupts.map(AsFd::as_fd)], left)?;
        }
    }

    /// Talks to it until it has ended, its end was asked for so many times, or the time is over.
    fn ends_within(
        &self,
        talk: &mut Talk,
        time: Duration,
        interrupts: Option<&Interrupts>,
        asked: usize,
    ) -> Result<Turn, Trouble> {
        let begun = Instant::now();
        loop {
            self.ended.hush();
            if has_ended(self.leader)? {
                return Ok(Turn::Ended);
            }
            if interrupts.is_some_and(|interrupts| interrupts.times() >= asked) {
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
mod tests;
