//! The terminal at which somebody answers: its keys, its lines, its size, and giving it back.
//!
//! Standard input is read and standard error is drawn on. The attributes are set on standard input itself and
//! the bytes are read here: `termina`'s own reader changes the terminal of standard output, which may be another
//! one, and takes an escape at the end of a read for the escape key. Its parser says what a sequence means.

mod attributes;
mod decoder;
mod key;
mod screen;
mod signals;

use std::collections::VecDeque;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, kill_process_group};
use rustix::stdio::stdin;

use super::files::Trouble;
pub use attributes::restore;
pub use decoder::Decoder;
pub use key::Key;
pub use screen::Size;
use signals::{Asked, Watch};

/// The longest line that is taken, in bytes; what is more of it is dropped.
const LINE: usize = 16 * 1024;

/// What was typed and not looked at yet; it outlives one question.
#[derive(Debug, Default)]
pub struct Ahead {
    decoder: Decoder,
    keys: VecDeque<Key>,
}

/// The terminal while a question stands. When this is dropped, the terminal is as it was found.
#[derive(Debug)]
pub struct Terminal<'a> {
    ahead: &'a mut Ahead,
    watch: Watch,
}

/// What happened at a terminal.
#[derive(Debug, PartialEq, Eq)]
pub enum Happened<T> {
    /// A key or a line came.
    Came(T),
    /// The terminal has another size, or the process goes on after it was stopped: what is drawn is no more.
    Changed {
        /// Whether something else may have been drawn meanwhile.
        afresh: bool,
    },
    /// An interrupt came from outside.
    Interrupt,
    /// The input is at its end, or the terminal is gone.
    Ended,
}

/// Whether somebody sits at a terminal, to be asked and to see it.
pub fn is_there() -> bool {
    attributes::there()
}

impl<'a> Terminal<'a> {
    /// Takes the signals and gives whole lines, as the terminal is.
    pub fn open(ahead: &'a mut Ahead) -> Result<Self, Trouble> {
        Ok(Self { ahead, watch: Watch::begin()? })
    }

    /// Makes it give single keys from now on. An error means that it cannot, and gives lines as before.
    pub fn give_keys(&mut self) -> Result<(), Trouble> {
        attributes::make_raw()
    }

    /// Draws; an error means that nobody sees it any more.
    pub fn draw(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(screen::write(bytes)?)
    }

    /// Gives the terminal back and stops the process, as its shell asks; returns when it goes on.
    pub fn suspend(&mut self) -> Result<(), Trouble> {
        restore();
        // All of the shell's job is stopped. Where no shell could wake it, the system does nothing.
        kill_process_group(getpgrp(), Signal::TSTP)?;
        self.take_again()
    }

    /// Makes the terminal raw again once it is this process's; until then the process is stopped.
    fn take_again(&mut self) -> Result<(), Trouble> {
        while !attributes::in_front() && self.watch.resumes() {
            kill_process_group(getpgrp(), Signal::TSTP)?;
        }
        attributes::make_raw()
    }

    /// Gives the terminal back below what is drawn, which stays.
    pub fn break_off(&mut self) {
        restore();
    }

    /// Waits for a key.
    pub fn key(&mut self) -> Result<Happened<Key>, Trouble> {
        loop {
            match self.watch.asked() {
                Some(Asked::Interrupt) => return Ok(Happened::Interrupt),
                Some(Asked::Resumed) => {
                    self.take_again()?;
                    return Ok(Happened::Changed { afresh: true });
                }
                Some(Asked::Resized) => return Ok(Happened::Changed { afresh: false }),
                None => {}
            }
            if let Some(key) = self.ahead.keys.pop_front() {
                return Ok(Happened::Came(key));
            }
            let mut keys = Vec::new();
            let mut bytes = [0_u8; 1024];
            match self.read(&mut bytes)? {
                Read::Bytes(count) => {
                    self.ahead.decoder.feed(bytes.get(..count).unwrap_or_default(), &mut keys);
                }
                Read::Late => self.ahead.decoder.expire(&mut keys),
                Read::Woken => {}
                Read::Ended => return Ok(Happened::Ended),
            }
            self.ahead.keys.extend(keys);
        }
    }

    /// Waits for a line and reads nothing beyond it. An end before the line's own end is the end.
    pub fn line(&mut self) -> Result<Happened<String>, Trouble> {
        let mut line = Vec::new();
        loop {
            match self.watch.asked() {
                Some(Asked::Interrupt) => return Ok(Happened::Interrupt),
                Some(Asked::Resumed) => return Ok(Happened::Changed { afresh: true }),
                Some(Asked::Resized) | None => {}
            }
            let mut byte = [0_u8; 1];
            match self.read(&mut byte)? {
                Read::Bytes(_) if byte == *b"\n" => {
                    return Ok(Happened::Came(String::from_utf8_lossy(&line).into_owned()));
                }
                Read::Bytes(_) if line.len() < LINE => line.extend(byte),
                Read::Bytes(_) | Read::Late | Read::Woken => {}
                Read::Ended => return Ok(Happened::Ended),
            }
        }
    }

    /// Waits for bytes, a signal, or as long as the decoder waits.
    fn read(&mut self, bytes: &mut [u8]) -> Result<Read, Trouble> {
        let patience = self.ahead.decoder.patience().and_then(|wait| Timespec::try_from(wait).ok());
        let input = stdin();
        let mut ready = [PollFd::new(&input, PollFlags::IN), self.watch.wakes()];
        match poll(&mut ready, patience.as_ref()) {
            Ok(0) => return Ok(Read::Late),
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(Read::Woken),
            Err(errno) => return Err(errno.into()),
        }
        let [input, wakes] = ready;
        if !wakes.revents().is_empty() {
            return Ok(Read::Woken);
        }
        if input.revents().is_empty() {
            return Ok(Read::Woken);
        }
        match rustix::io::read(stdin(), bytes) {
            // A terminal that is gone gives an error on some systems and nothing on others.
            Ok(0) | Err(Errno::IO) => Ok(Read::Ended),
            Ok(count) => Ok(Read::Bytes(count)),
            Err(Errno::INTR) => Ok(Read::Woken),
            Err(Errno::AGAIN) if !input.revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
                Ok(Read::Woken)
            }
            Err(_) => Ok(Read::Ended),
        }
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() { restore() } else { attributes::give_back() }
    }
}

/// What one wait gave.
enum Read {
    Bytes(usize),
    Woken,
    Late,
    Ended,
}
