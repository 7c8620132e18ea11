//! Runs calls in turn and tells their wall times and their peak of memory.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

/// Rounds before the clock counts: caches fill, files are read.
const WARM: usize = 5;

/// One call that is measured.
pub struct Subject {
    pub name: String,
    program: PathBuf,
    args: Vec<OsString>,
    place: PathBuf,
    exit: i32,
}

/// The wall times of one call, sorted.
#[derive(Clone)]
pub struct Times(Vec<Duration>);

impl Subject {
    /// A call of `program` in `place` that must leave with `exit`.
    pub fn new(name: &str, program: &Path, args: &[&str], place: &Path, exit: i32) -> Self {
        let args = args.iter().map(OsString::from).collect();
        Self { name: name.to_owned(), program: program.to_owned(), args, place: place.to_owned(), exit }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).current_dir(&self.place).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", &self.place);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn run(&self) -> Result<Duration, Box<dyn Error>> {
        let mut command = self.command();
        let start = Instant::now();
        let status = command.status()?;
        let time = start.elapsed();
        if status.code() == Some(self.exit) {
            return Ok(time);
        }
        Err(format!("`{}` left with {status}, not with {}", self.name, self.exit).into())
    }

    /// The peak of memory in KiB. A process of its own asks, whose only child the call is.
    pub fn peak(&self) -> Result<u64, Box<dyn Error>> {
        let mut asks = Command::new(std::env::current_exe()?);
        asks.arg("peak").arg(self.place.as_os_str()).arg(self.program.as_os_str()).args(&self.args);
        Ok(String::from_utf8(asks.output()?.stdout)?.trim().parse()?)
    }
}

/// Runs `place program args…` as the only child of this process and tells its peak in KiB.
pub fn peak_here(words: &[String]) -> Result<u64, Box<dyn Error>> {
    let [place, program, args @ ..] = words else { return Err("peak PLACE PROGRAM ARGS".into()) };
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    Subject::new("peak", Path::new(program), &args, Path::new(place), 0).command().status()?;
    Ok(u64::try_from(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss())?)
}

/// The times of each subject over `rounds` rounds, each of which runs all of them once.
pub fn interleaved(subjects: &[&Subject], rounds: usize) -> Result<Vec<Times>, Box<dyn Error>> {
    let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
    for round in 0..rounds + WARM {
        for (subject, times) in subjects.iter().zip(&mut times) {
            let time = subject.run()?;
            if round >= WARM {
                times.push(time);
            }
        }
    }
    Ok(times.into_iter().map(Times::of).collect())
}

impl Times {
    /// The times of one call, in any order.
    pub fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    /// How many times as long this takes as the other: by the medians, and by the minimums.
    pub fn over(&self, other: &Self) -> [f64; 2] {
        let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
        [ratio(self.median(), other.median()), ratio(self.least(), other.least())]
    }

    pub fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).copied().unwrap_or_default()
    }

    pub fn least(&self) -> Duration {
        self.0.first().copied().unwrap_or_default()
    }
}
