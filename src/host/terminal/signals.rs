//! The signals while a question stands: one thread takes them and wakes whoever waits for a key.
//!
//! What ends the process is done by the thread itself, once the terminal is given back, so that it ends even
//! while nobody reads what is drawn; and it ends by that signal, which is what its parent sees.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::{emulate_default_handler, raise};

use super::attributes;
use crate::host::files::Trouble;
use crate::host::signal::Taken;

/// How long the thread is given to act on a signal that came while the process was stopped.
const GRACE: Duration = Duration::from_millis(200);

/// What came since it was last asked.
#[derive(Debug, Default)]
struct Came {
    interrupt: AtomicBool,
    resumed: AtomicBool,
    resized: AtomicBool,
}

/// Takes the signals while it lives.
#[derive(Debug)]
pub(super) struct Watch {
    came: Arc<Came>,
    wakes: OwnedFd,
    handle: Handle,
    thread: Option<JoinHandle<()>>,
    taken: Option<Taken>,
}

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Interrupt,
    Resumed,
    Resized,
}

impl Watch {
    /// Takes the signals from now on.
    pub(super) fn begin() -> Result<Self, Trouble> {
        let taken = Some(Taken::begin(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT])?);
        let (wakes, waker) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGWINCH])?;
        let handle = signals.handle();
        let came = Arc::new(Came::default());
        let tells = Arc::clone(&came);
        let take = move || {
            for signal in signals.forever() {
                tells.take(signal);
                // A full pipe wakes as well.
                rustix::io::write(&waker, &[0]).ok();
            }
        };
        let thread = Some(Builder::new().name("signals".to_owned()).spawn(take)?);
        Ok(Self { came, wakes, handle, thread, taken })
    }

    /// What wakes whoever waits.
    pub(super) fn wakes(&self) -> PollFd<'_> {
        PollFd::new(&self.wakes, PollFlags::IN)
    }

    /// Whether the process was stopped and goes on. A shell that ends a stopped job sends that signal first and
    /// wakes it then, so whoever is about to stop again leaves the thread the time to act on it.
    pub(super) fn resumes(&self) -> bool {
        std::thread::sleep(GRACE);
        self.came.resumed.swap(false, Ordering::SeqCst)
    }

    /// What came, the most urgent first; each is told once.
    pub(super) fn asked(&self) -> Option<Asked> {
        let mut none = [0_u8; 64];
        while matches!(rustix::io::read(&self.wakes, &mut none), Ok(1..)) {}
        let came = &self.came;
        [
            (&came.interrupt, Asked::Interrupt),
            (&came.resumed, Asked::Resumed),
            (&came.resized, Asked::Resized),
        ]
        .into_iter()
        .find_map(|(flag, asked)| flag.swap(false, Ordering::SeqCst).then_some(asked))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
        // One that nobody looked at is not lost.
        if self.came.interrupt.load(Ordering::SeqCst) {
            drop(self.taken.take());
            raise(SIGINT).ok();
        }
    }
}

impl Came {
    fn take(&self, signal: i32) {
        match signal {
            // Who sends a second one does not want to wait until the first is looked at.
            SIGINT if self.interrupt.swap(true, Ordering::SeqCst) => end(signal),
            SIGINT => {}
            SIGCONT => self.resumed.store(true, Ordering::SeqCst),
            SIGWINCH => self.resized.store(true, Ordering::SeqCst),
            _ => end(signal),
        }
    }
}

fn end(signal: i32) {
    attributes::restore();
    emulate_default_handler(signal).ok();
}
