//! Points at which a test makes a write die or fail. In a release build there are none.
//!
//! Every file-system call of a write passes one point before it is made. `ABCD_CRASH_AT=<n>` aborts the
//! process at the n-th point, `ABCD_FAIL_AT=<n>` makes the n-th call fail as on a full disk, `ABCD_PANIC_AT=<n>`
//! panics there as a fault of abcd's own would, and a run in which nothing happened tells a test that it has
//! tried them all.

use super::files::Trouble;

#[cfg(debug_assertions)]
mod armed {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use crate::host::files::Trouble;

    static PASSED: AtomicU64 = AtomicU64::new(0);
    static CRASH_AT: LazyLock<Option<u64>> = LazyLock::new(|| number("ABCD_CRASH_AT"));
    static FAIL_AT: LazyLock<Option<u64>> = LazyLock::new(|| number("ABCD_FAIL_AT"));
    static PANIC_AT: LazyLock<Option<u64>> = LazyLock::new(|| number("ABCD_PANIC_AT"));

    #[expect(clippy::disallowed_methods, reason = "a test's switch, not a setting of the person")]
    fn number(name: &str) -> Option<u64> {
        std::env::var(name).ok().and_then(|text| text.parse().ok())
    }

    pub(super) fn pass() -> Result<(), Trouble> {
        if CRASH_AT.is_none() && FAIL_AT.is_none() && PANIC_AT.is_none() {
            return Ok(());
        }
        let here = PASSED.fetch_add(1, Ordering::Relaxed) + 1;
        if *CRASH_AT == Some(here) {
            std::process::abort();
        }
        if *FAIL_AT == Some(here) {
            return Err(Trouble::Full);
        }
        assert!(*PANIC_AT != Some(here), "a test asked for it");
        Ok(())
    }
}

/// Passes one point of a write.
#[cfg(debug_assertions)]
pub(super) fn point() -> Result<(), Trouble> {
    armed::pass()
}

/// Passes one point of a write: nothing in a release build.
#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "the armed form can fail")]
pub(super) const fn point() -> Result<(), Trouble> {
    Ok(())
}
