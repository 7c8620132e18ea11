//! The pipes of a program that runs: what it is told, and the first bytes of what it says.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::Heard;
use crate::host::files::Trouble;

/// How much is read at once.
const PIECE: usize = 64 * 1024;

/// A talk with a program.
pub(super) struct Talk {
    told: Option<(ChildStdin, Cursor<Vec<u8>>)>,
    says: [Option<Box<dyn Pipe>>; 2],
    heard: [Heard; 2],
    caps: [usize; 2],
    piece: Vec<u8>,
}

/// An output of a program.
trait Pipe: Read + AsFd {}

impl<P: Read + AsFd> Pipe for P {}

impl Talk {
    /// Takes the pipes of a program that was just started; so many bytes of each output are kept.
    pub(super) fn with(child: &mut Child, stdin: Option<Vec<u8>>, caps: [usize; 2]) -> Self {
        let pipe = child.stdin.take();
        if let Some(pipe) = &pipe {
            // A program that does not read must not keep this one from seeing its end.
            rustix::io::ioctl_fionbio(pipe, true).ok();
        }
        let stdout = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Pipe>);
        let stderr = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Pipe>);
        Self {
            told: pipe.zip(stdin.map(Cursor::new)),
            says: [stdout, stderr],
            heard: [Heard::default(), Heard::default()],
            caps,
            piece: vec![0; PIECE],
        }
    }

    /// Whether an output is still open.
    pub(super) fn hears(&self) -> bool {
        self.says.iter().any(Option::is_some)
    }

    /// Hears what is still said, for so long.
    pub(super) fn drain(&mut self, patience: Duration) -> Result<(), Trouble> {
        let begun = Instant::now();
        while let Some(left) = patience.checked_sub(begun.elapsed())
            && self.hears()
        {
            self.turn(&[], left)?;
        }
        Ok(())
    }

    /// Waits until a pipe is ready, something wakes it or the time is over, and moves what there is to move.
    pub(super) fn turn(&mut self, wakes: &[Option<BorrowedFd<'_>>], time: Duration) -> Result<(), Trouble> {
        let (tells, says) = self.ready(wakes, time)?;
        if tells && !self.tell() {
            self.told = None;
        }
        for (at, _) in says.iter().enumerate().filter(|(_, ready)| **ready) {
            self.hear(at);
        }
        Ok(())
    }

    /// Whether the input takes something, and which outputs have something.
    fn ready(&self, wakes: &[Option<BorrowedFd<'_>>], time: Duration) -> Result<(bool, [bool; 2]), Trouble> {
        let wakes = wakes.iter().flatten().map(|wake| PollFd::from_borrowed_fd(*wake, PollFlags::IN));
        let told = self.told.as_ref().map(|(pipe, _)| PollFd::new(pipe, PollFlags::OUT));
        let [out, err] = self
            .says
            .each_ref()
            .map(|pipe| pipe.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
        let there = [told.is_some(), out.is_some(), err.is_some()];
        let mut fds: Vec<_> = [told, out, err].into_iter().flatten().chain(wakes).collect();
        let time = Timespec::try_from(time).ok();
        match poll(&mut fds, time.as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok((false, [false; 2])),
            Err(error) => return Err(Trouble::from(io::Error::from(error))),
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let [told, out, err] = there.map(|there| there && ready.next().unwrap_or(false));
        Ok((told, [out, err]))
    }

    /// Tells some of what is to be told; says whether there is more.
    fn tell(&mut self) -> bool {
        let Some((pipe, bytes)) = &mut self.told else { return false };
        let rest = bytes.fill_buf().unwrap_or_default();
        let left = rest.len();
        match pipe.write(rest) {
            Ok(count) => {
                bytes.consume(count);
                count < left
            }
            Err(error) if again(&error) => true,
            // A program that does not read its input closes the pipe, which is its right.
            Err(_) => false,
        }
    }

    /// Hears some of an output; at its end the pipe is dropped.
    fn hear(&mut self, at: usize) {
        let (Some(says), Some(heard), Some(cap)) =
            (self.says.get_mut(at), self.heard.get_mut(at), self.caps.get(at))
        else {
            return;
        };
        let Some(pipe) = says else { return };
        match pipe.read(&mut self.piece) {
            Ok(count @ 1..) => {
                let room = cap.saturating_sub(heard.bytes.len());
                heard.cut |= count > room;
                heard.bytes.extend(self.piece.iter().take(count.min(room)));
            }
            Err(error) if again(&error) => {}
            _ => *says = None,
        }
    }

    /// What was heard. An output whose end was not seen is cut.
    pub(super) fn heard(self) -> [Heard; 2] {
        let [out_open, err_open] = self.says.map(|pipe| pipe.is_some());
        let [mut out, mut err] = self.heard;
        out.cut |= out_open;
        err.cut |= err_open;
        [out, err]
    }
}

fn again(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
