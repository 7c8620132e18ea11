//! The signals by which a person or a system ends a call, as a flag that work looks at between two steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
