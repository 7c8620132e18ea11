//! The signals by which a person or a system ends a call, as a flag that work looks at between two steps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_conditional_shutdown};

use super::files::Trouble;

/// The exit status of a call that a second signal ends at once.
const AT_ONCE: i32 = 130;

/// Who takes the signals now. A signal once taken is never the system's again, so that what it does by default
/// is done here while nobody takes it.
static TAKERS: Mutex<Option<Takers>> = Mutex::new(None);

#[derive(Debug)]
struct Takers {
    count: usize,
    nobody: Arc<AtomicBool>,
}

/// Somebody takes the signals that end a process, while it lives.
#[derive(Debug)]
pub(super) struct Taken(());

impl Taken {
    /// From now on.
    pub(super) fn begin() -> Result<Self, Trouble> {
        let mut takers = TAKERS.lock().unwrap_or_else(PoisonError::into_inner);
        if takers.is_none() {
            let nobody = Arc::new(AtomicBool::new(false));
            for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
                register_conditional_default(signal, Arc::clone(&nobody))?;
            }
            *takers = Some(Takers { count: 0, nobody });
        }
        if let Some(takers) = takers.as_mut() {
            takers.count += 1;
            takers.nobody.store(false, Ordering::SeqCst);
        }
        Ok(Self(()))
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(takers) = TAKERS.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            takers.count = takers.count.saturating_sub(1);
            takers.nobody.store(takers.count == 0, Ordering::SeqCst);
        }
    }
}

/// Whether a call was asked to end; while this lives, the first signal only sets the flag.
#[derive(Debug)]
pub struct Interrupts {
    asked: Arc<AtomicBool>,
    hooks: Vec<SigId>,
    _taken: Taken,
}

impl Interrupts {
    /// Listens from now on. A second signal ends the process at once.
    pub fn listen() -> Result<Self, Trouble> {
        let asked = Arc::new(AtomicBool::new(false));
        let mut interrupts = Self { asked, hooks: Vec::new(), _taken: Taken::begin()? };
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
