//! The only doors to the outside: places, files, locks, git, processes, clock, entropy.
//!
//! Everything here returns plain values. Which of them is a refusal, and under which code, is decided by
//! the commands.

pub mod clock;
mod crash;
pub mod entropy;
pub mod env;
pub mod files;
pub mod git;
pub mod input;
pub mod lock;
pub mod place;
pub mod process;
pub mod scratch;
pub mod signal;
pub mod terminal;

use std::time::Duration;

use clock::Clock;
use entropy::Entropy;
use env::Env;

/// What a call may know and use of the world around it.
#[derive(Debug)]
pub struct Host {
    /// The environment, read once.
    pub env: Env,
    /// The one source of time.
    pub clock: Clock,
    /// The one source of randomness.
    pub entropy: Entropy,
    /// How long a writer waits for a lock that somebody else holds.
    pub lock_wait: Duration,
}

impl Host {
    /// Reads the process's environment; the only place where this happens.
    pub fn of_process() -> Self {
        let env = Env::of_process();
        let clock = Clock::from_setting(env.now.as_deref());
        let entropy = Entropy::from_setting(env.seed.as_deref());
        let lock_wait = lock::wait_from_setting(env.lock_wait.as_deref());
        Self { env, clock, entropy, lock_wait }
    }
}
