//! Signals: those by which a person or a system ends a call, as a flag that work looks at between two steps,
//! and any one as something to wait for.

use std::collections::BTreeMap;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_conditional_shutdown};

use super::files::Trouble;

/// The exit status of a call that a second signal ends at once.
const AT_ONCE: i32 = 130;

/// Who takes which signal now. A signal once taken is never the system's again, so that what it does by default
/// is done here while nobody takes it.
static TAKERS: Mutex<BTreeMap<i32, Takers>> = Mutex::new(BTreeMap::new());

#[derive(Debug)]
struct Takers {
    count: usize,
    nobody: Arc<AtomicBool>,
}

/// Somebody takes these signals, each of which ends a process by default, while it lives.
#[derive(Debug)]
pub(super) struct Taken(&'static [i32]);

impl Taken {
    /// From now on.
    pub(super) fn begin(signals: &'static [i32]) -> Result<Self, Trouble> {
        let mut takers = TAKERS.lock().unwrap_or_else(PoisonError::into_inner);
        for signal in signals {
            if !takers.contains_key(signal) {
                let nobody = Arc::new(AtomicBool::new(false));
                register_conditional_default(*signal, Arc::clone(&nobody))?;
                takers.insert(*signal, Takers { count: 0, nobody });
            }
        }
        change(&mut takers, signals, |count| count + 1);
        Ok(Self(signals))
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut takers = TAKERS.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut takers, self.0, |count| count.saturating_sub(1));
    }
}

fn change(takers: &mut BTreeMap<i32, Takers>, signals: &[i32], change: impl Fn(usize) -> usize) {
    for signal in signals {
        if let Some(takers) = takers.get_mut(signal) {
            takers.count = change(takers.count);
            takers.nobody.store(takers.count == 0, Ordering::SeqCst);
        }
    }
}

/// Whether a call was asked to end; while this lives, the first signal only sets the flag.
#[derive(Debug)]
pub struct Interrupts {
    asked: Arc<AtomicBool>,
    times: AtomicUsize,
    wakes: OwnedFd,
    hooks: Vec<SigId>,
    _taken: Taken,
}

impl Interrupts {
    /// Listens from now on. A second signal ends the process at once.
    pub fn listen() -> Result<Self, Trouble> {
        Self::begin(&[SIGINT, SIGTERM], true)
    }

    /// Listens while a program runs that must not be left behind: no signal ends the process meanwhile, not a
    /// second one either, and that the terminal went away is a signal too. [`process::run`](super::process::run)
    /// ends the program at the first and kills it at the second.
    pub fn listen_beside_a_program() -> Result<Self, Trouble> {
        Self::begin(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT], false)
    }

    fn begin(signals: &'static [i32], at_once: bool) -> Result<Self, Trouble> {
        let (wakes, write) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let (asked, taken) = (Arc::new(AtomicBool::new(false)), Taken::begin(signals)?);
        let times = AtomicUsize::new(0);
        let mut interrupts = Self { asked, times, wakes, hooks: Vec::new(), _taken: taken };
        for signal in signals {
            // In this order: the first signal finds the flag unset.
            if at_once {
                let hook = register_conditional_shutdown(*signal, AT_ONCE, Arc::clone(&interrupts.asked))?;
                interrupts.hooks.push(hook);
            }
            interrupts.hooks.push(register(*signal, Arc::clone(&interrupts.asked))?);
            interrupts.hooks.push(signal_hook::low_level::pipe::register(*signal, write.try_clone()?)?);
        }
        Ok(interrupts)
    }

    /// Whether a signal came.
    pub fn came(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// How many signals came. Those that were counted wake nobody any more.
    pub fn times(&self) -> usize {
        let mut bytes = [0_u8; 64];
        while let Ok(count @ 1..) = rustix::io::read(&self.wakes, &mut bytes) {
            self.times.fetch_add(count, Ordering::SeqCst);
        }
        self.times.load(Ordering::SeqCst)
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        for hook in self.hooks.drain(..) {
            signal_hook::low_level::unregister(hook);
        }
    }
}

impl AsFd for Interrupts {
    /// It can be read from once a signal came.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.wakes.as_fd()
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
