//! A pseudo-terminal with somebody at it: a screen that is looked at, keys that are pressed, and the attributes
//! that the program has to give back.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};
use serde_json::Value;
use tempfile::TempDir;

/// How long something may take before a test says that it does not come.
const DEADLINE: Duration = Duration::from_secs(30);

/// What came out so far.
struct Seen {
    screen: vt100::Parser,
    raw: Vec<u8>,
    stdout: String,
}

/// Somebody at a terminal, and the program that asks there.
pub(crate) struct Person {
    master: Option<File>,
    slave: OwnedFd,
    before: String,
    child: Option<Child>,
    pid: Pid,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    /// Dropped to make whoever reads the terminal let go of it.
    reading: Option<OwnedFd>,
    /// Where the program runs.
    _folder: TempDir,
}

/// How a program is started at the terminal.
pub(crate) struct Start {
    /// What runs before the program, such as a shell.
    pub(crate) through: Vec<String>,
    /// The arguments behind the file of asks.
    pub(crate) args: Vec<&'static str>,
    /// Its environment, over the usual one; an empty value takes a variable away.
    pub(crate) env: Vec<(&'static str, &'static str)>,
    /// Its columns; there are 24 rows.
    pub(crate) columns: u16,
    /// The person's settings.
    pub(crate) settings: &'static str,
}

impl Default for Start {
    fn default() -> Self {
        let through = ["setsid", "--ctty"].map(str::to_owned).to_vec();
        Self { through, args: Vec::new(), env: Vec::new(), columns: 80, settings: "" }
    }
}

/// The program that asks.
pub(crate) fn program() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let path = tests.parent().unwrap().parent().unwrap().join("examples/ask");
    assert!(path.exists(), "build it first: cargo build --example ask");
    path
}

impl Start {
    /// Starts the program with these asks and waits for nothing.
    pub(crate) fn asks(self, asks: &Value) -> Person {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("asks.json"), asks.to_string()).unwrap();
        fs::create_dir_all(folder.path().join("config/abcd")).unwrap();
        fs::write(folder.path().join("config/abcd/config.toml"), self.settings).unwrap();
        let open = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = openpt(open).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let slave = ioctl_tiocgptpeer(&master, open).unwrap();
        let size = Winsize { ws_row: 24, ws_col: self.columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, size).unwrap();
        let before = attributes(&slave);
        let child = self.spawn(&folder, &slave);
        Person::at(master, slave, before, child, folder, self.columns)
    }

    fn spawn(&self, folder: &TempDir, slave: &OwnedFd) -> Child {
        let mut command = Command::new(&self.through[0]);
        command.args(&self.through[1..]).env_clear().current_dir(folder.path());
        if !self.through.iter().any(|word| word == "bash") {
            command.arg(program()).arg("asks.json").args(&self.args);
        }
        command.env("PATH", "/usr/bin:/bin").env("HOME", folder.path()).env("LANG", "C.UTF-8");
        command.env("XDG_CONFIG_HOME", folder.path().join("config")).env("TERM", "xterm-256color");
        for (name, value) in &self.env {
            if value.is_empty() {
                command.env_remove(name)
            } else {
                command.env(name, value)
            };
        }
        let tty = || Stdio::from(slave.try_clone().unwrap());
        command.stdin(tty()).stdout(Stdio::piped()).stderr(tty()).spawn().unwrap()
    }
}

/// Somebody who is asked these asks in the usual terminal.
pub(crate) fn asked(asks: &Value) -> Person {
    Start::default().asks(asks)
}

fn attributes(terminal: &OwnedFd) -> String {
    format!("{:?}", tcgetattr(terminal).unwrap())
}

impl Person {
    fn at(
        master: OwnedFd,
        slave: OwnedFd,
        before: String,
        mut child: Child,
        folder: TempDir,
        columns: u16,
    ) -> Self {
        let of = |count: u16| NonZeroU16::new(count).unwrap();
        let screen = vt100::Parser::new(of(24), of(columns), 500);
        let seen = Seen { screen, raw: Vec::new(), stdout: String::new() };
        let seen = Arc::new((Mutex::new(seen), Condvar::new()));
        let (stops, reading) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let tells = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..count]);
                tells.0.lock().unwrap().stdout.push_str(&text);
                tells.1.notify_all();
            }
        });
        let (tells, mut reader) = (Arc::clone(&seen), File::from(master.try_clone().unwrap()));
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let mut ready = [PollFd::new(&reader, PollFlags::IN), PollFd::new(&stops, PollFlags::IN)];
                poll(&mut ready, None).unwrap();
                if !ready[1].revents().is_empty() {
                    break;
                }
                let Ok(count @ 1..) = reader.read(&mut buffer) else { break };
                let mut seen = tells.0.lock().unwrap();
                seen.screen.process(&buffer[..count]);
                seen.raw.extend(&buffer[..count]);
                tells.1.notify_all();
            }
        });
        let pid = Pid::from_child(&child);
        let master = Some(File::from(master));
        Self { master, slave, before, child: Some(child), pid, seen, reading: Some(reading), _folder: folder }
    }

    /// Waits until what is seen is as expected.
    #[track_caller]
    fn wait(&self, what: &str, is: impl Fn(&Seen) -> bool) {
        let until = Instant::now() + DEADLINE;
        let mut seen = self.seen.0.lock().unwrap();
        while !is(&seen) {
            let left = until.saturating_duration_since(Instant::now());
            let screen = seen.screen.screen().contents();
            assert!(!left.is_zero(), "{what} does not come in:\n{screen}\nstdout:\n{}", seen.stdout);
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// Waits until `text` is on the screen; gives the whole of it.
    #[track_caller]
    pub(crate) fn sees(&self, text: &str) -> String {
        self.wait(text, |seen| seen.screen.screen().contents().contains(text));
        self.screen()
    }

    /// Waits until nothing but `text` is on the screen.
    #[track_caller]
    pub(crate) fn sees_only(&self, text: &str) {
        self.wait(&format!("only {text}"), |seen| seen.screen.screen().contents().trim() == text);
    }

    /// Waits until `text` is on the screen no more.
    #[track_caller]
    pub(crate) fn sees_no_more(&self, text: &str) -> String {
        self.wait(&format!("the end of {text}"), |seen| !seen.screen.screen().contents().contains(text));
        self.screen()
    }

    /// Waits until the program has written `text` to standard output.
    #[track_caller]
    pub(crate) fn told(&self, text: &str) {
        self.wait(text, |seen| seen.stdout.contains(text));
    }

    /// Waits until so many lines were asked for.
    #[track_caller]
    pub(crate) fn wait_for_prompts(&self, count: usize) {
        let asks = |seen: &Seen| String::from_utf8_lossy(&seen.raw).matches("Your answer:").count();
        self.wait("the next prompt", |seen| asks(seen) >= count);
    }

    /// What the program wrote to standard output.
    pub(crate) fn stdout(&self) -> String {
        self.seen.0.lock().unwrap().stdout.clone()
    }

    /// What is on the screen now.
    pub(crate) fn screen(&self) -> String {
        self.seen.0.lock().unwrap().screen.screen().contents()
    }

    /// Every byte that was drawn.
    pub(crate) fn drawn(&self) -> String {
        String::from_utf8_lossy(&self.seen.0.lock().unwrap().raw).into_owned()
    }

    /// Looks at the screen itself.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.seen.0.lock().unwrap().screen.screen())
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.send(keys.as_bytes());
    }

    /// Sends bytes.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.master.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Waits until the program has read everything that was sent.
    #[track_caller]
    pub(crate) fn has_read(&self) {
        let until = Instant::now() + DEADLINE;
        while rustix::io::ioctl_fionread(&self.slave).unwrap() > 0 {
            assert!(Instant::now() < until, "nobody reads");
            std::thread::yield_now();
        }
    }

    /// Makes the terminal another width.
    pub(crate) fn resize(&mut self, columns: u16) {
        let mut seen = self.seen.0.lock().unwrap();
        seen.screen.set_size(NonZeroU16::new(24).unwrap(), NonZeroU16::new(columns).unwrap());
        drop(seen);
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(self.master.as_ref().unwrap(), size).unwrap();
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).unwrap();
    }

    /// Sends a signal to what the program, a shell, has started.
    pub(crate) fn signal_job(&self, signal: Signal) {
        let own = self.pid.as_raw_nonzero();
        let jobs = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap();
        let job = jobs.split_whitespace().next().and_then(|job| Pid::from_raw(job.parse().ok()?)).unwrap();
        kill_process(job, signal).unwrap();
    }

    /// Reads nothing more of what is drawn, and leaves the terminal open.
    pub(crate) fn looks_away(&mut self) {
        drop(self.reading.take());
    }

    /// Closes the terminal, as a window that is closed.
    pub(crate) fn hang_up(&mut self) {
        drop(self.reading.take());
        drop(self.master.take());
    }

    /// Whether the attributes of the terminal are those from before.
    pub(crate) fn attributes_are_back(&self) -> bool {
        attributes(&self.slave) == self.before
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let mut child = self.child.take().unwrap();
        let (tells, hears) = mpsc::channel();
        std::thread::spawn(move || tells.send(child.wait()).ok());
        hears.recv_timeout(DEADLINE).expect("the program goes on").unwrap()
    }

    /// Waits for the end by an exit status, with the terminal as it was.
    #[track_caller]
    pub(crate) fn leaves_with(&mut self, status: i32) {
        assert_eq!(self.ends().code(), Some(status), "{}", self.screen());
        self.is_left_in_order();
    }

    /// Waits for the end by a signal, with the terminal as it was.
    #[track_caller]
    pub(crate) fn dies_by(&mut self, signal: Signal) {
        assert_eq!(self.ends().signal(), Some(signal.as_raw()), "{}", self.screen());
        self.is_left_in_order();
    }

    #[track_caller]
    fn is_left_in_order(&self) {
        assert!(self.attributes_are_back(), "the attributes are others");
        self.wait("the end of marked pastes", |seen| !seen.screen.screen().bracketed_paste());
        self.wait("a new line", |seen| seen.screen.screen().cursor_position().1 == 0);
        self.look(|screen| assert!(!screen.hide_cursor() && !screen.alternate_screen()));
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().ok();
            child.wait().ok();
        }
    }
}
