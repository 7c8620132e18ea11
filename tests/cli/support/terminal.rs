//! A call that is made at a terminal of plain lines, and the keys that somebody presses there.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Output, Stdio};

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

use super::Ran;
use super::call::Call;
use super::laws;

/// What the reader of plain lines ends its question with.
const PROMPT: &str = "Your answer: ";
/// The exit of a call that was interrupted.
const INTERRUPTED: i32 = 130;

impl Call<'_> {
    /// Makes the call, presses the keys line by line, each time the call waits for one, and holds the answer to
    /// the laws. What is drawn is no part of what is answered: of standard error only abcd's own lines count.
    #[must_use]
    pub(crate) fn at_terminal(self, keys: &str) -> Ran {
        let (mut child, mut master, mut drawn) = self.seated(keys, Some(Stdio::piped()));
        let mut stdout = String::new();
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        // A terminal that nobody writes to any more ends in an error.
        drop(master.read_to_end(&mut drawn));
        let status = child.wait().unwrap();
        let drawn = String::from_utf8_lossy(&drawn).replace('\r', "");
        let said: Vec<&str> =
            drawn.lines().filter_map(|line| line.find("abcd: ").and_then(|at| line.get(at..))).collect();
        let stderr = said.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        let output = Output { status, stdout: stdout.into_bytes(), stderr: stderr.into_bytes() };
        let ran = Ran::new(self.args(), &output);
        // Who breaks off is told so in a line and gets no code.
        if ran.exit != INTERRUPTED {
            laws::hold(self.sandbox(), self.args(), &ran);
        }
        ran
    }

    /// Makes the call, presses the keys, and gives everything that is on the terminal at the end, the keys too.
    #[must_use]
    pub(crate) fn session(self, keys: &str) -> String {
        let (mut child, mut master, mut drawn) = self.seated(keys, None);
        drop(master.read_to_end(&mut drawn));
        assert!(child.wait().unwrap().success(), "{}", String::from_utf8_lossy(&drawn));
        String::from_utf8(drawn).unwrap().replace('\r', "")
    }

    /// The call at its terminal with all keys pressed. Its standard output goes where it is said, or to the terminal.
    fn seated(&self, keys: &str, stdout: Option<Stdio>) -> (Child, File, Vec<u8>) {
        let call = self.command();
        // The shell's part: a session of its own, whose terminal this is.
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait"]).arg(call.get_program()).args(call.get_args());
        command.current_dir(call.get_current_dir().unwrap()).env_clear();
        command.envs(call.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let (mut master, slave) = terminal();
        let end = || Stdio::from(slave.try_clone().unwrap());
        let stdout = stdout.unwrap_or_else(end);
        let child = command.stdin(end()).stdout(stdout).stderr(end()).spawn().unwrap();
        drop(command);
        drop(slave);
        let mut drawn = Vec::new();
        for line in keys.split_inclusive('\r') {
            if wait_for_prompt(&mut master, &mut drawn) {
                master.write_all(line.as_bytes()).unwrap();
            }
        }
        (child, master, drawn)
    }
}

fn terminal() -> (File, OwnedFd) {
    let open = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(open).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let slave = ioctl_tiocgptpeer(&master, open).unwrap();
    (File::from(master), slave)
}

/// Reads what is drawn until a new prompt ends it; says whether one came before the call ended.
fn wait_for_prompt(master: &mut File, drawn: &mut Vec<u8>) -> bool {
    let from = drawn.len();
    let mut buffer = [0; 4096];
    loop {
        match master.read(&mut buffer) {
            Ok(0) | Err(_) => return false,
            Ok(count) => drawn.extend_from_slice(&buffer[..count]),
        }
        if drawn[from..].ends_with(PROMPT.as_bytes()) {
            return true;
        }
    }
}
