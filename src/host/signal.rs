//! Signals: those by which a person or a system ends a call, as a flag that work looks at between two steps,
//! and any one as something to wait for.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::files::Trouble;

/// The exit status of a call that a second signal ends at once.
const AT_ONCE: i32 = 130;

/// Whether a call was asked to end; while this lives, the first signal only sets the flag.
#[derive(Debug)]
pub struct Interrupts {
    asked: Arc<AtomicBool>,
    hooks: Vec<SigId>,
}

impl Interrupts {
    /// Listens from now on. A second signal ends the process at once.
    pub fn listen() -> Result<Self, Trouble> {
        let mut interrupts = Self { asked: Arc::new(AtomicBool::new(false)), hooks: Vec::new() };
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset.
            let at_once = register_conditional_shutdown(signal, AT_ONCE, Arc::clone(&interrupts.asked))?;
            interrupts.hooks.push(at_once);
            interrupts.hooks.push(register(signal, Arc::clone(&interrupts.asked))?);
        }
        Ok(interrupts)
    }

    /// Whether a signal came.
    pub fn came(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        for hook in self.hooks.drain(..) {
            signal_hook::low_level::unregister(hook);
        }
    }
}

/// A signal as something to wait for: it can be read from once the signal came.
#[derive(Debug)]
pub struct Wake {
    read: OwnedFd,
    hook: SigId,
}

impl Wake {
    /// Listens for `signal` from now on.
    pub fn on(signal: i32) -> Result<Self, Trouble> {
        let (read, write) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        Ok(Self { read, hook: signal_hook::low_level::pipe::register(signal, write)? })
    }

    /// Forgets what came so far.
    pub fn hush(&self) {
        let mut bytes = [0_u8; 64];
        while rustix::io::read(&self.read, &mut bytes).is_ok_and(|count| count == bytes.len()) {}
    }
}

impl AsFd for Wake {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.read.as_fd()
    }
}

impl Drop for Wake {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.hook);
    }
}
