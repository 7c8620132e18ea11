//! What a program started and let go: processes that left its group come back here, and are ended.
//!
//! Linux gives a process that has lost its parent to the nearest ancestor that asked for it. Elsewhere only
//! the group is ended.

use super::super::files::Trouble;

/// This process, as the one to which all that a program lets go comes back while this lives.
pub(super) struct Family {
    /// This process.
    #[cfg(target_os = "linux")]
    own: rustix::process::Pid,
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsStr;
    use std::path::Path;

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    use super::{Family, Trouble};
    use crate::host::files::Dir;

    /// How often it is looked again: each look may bring to light what the ones before it had started.
    const LOOKS: usize = 1_000;
    /// The most that is read of what the system says of one process, in bytes.
    const CAP: u64 = 64 * 1024;

    impl Family {
        /// Asks for what programs let go from now on.
        pub(in super::super) fn gather() -> Result<Self, Trouble> {
            let own = getpid();
            set_child_subreaper(Some(own))?;
            Ok(Self { own })
        }

        /// Whether nothing is left of it; what has ended by itself is reaped.
        pub(in super::super) fn is_gone(&self) -> bool {
            for _ in 0..LOOKS {
                let left = children(self.own);
                let ended = |pid: &Pid| !matches!(waitpid(Some(*pid), WaitOptions::NOHANG), Ok(None));
                // What had ended may have let go of others, which come to light at the next look.
                if left.iter().filter(|pid| ended(pid)).count() == 0 {
                    return left.is_empty();
                }
            }
            false
        }

        /// Ends what is left of it, and what comes back for that; says whether there was any.
        pub(in super::super) fn end(&self) -> bool {
            let mut any = false;
            for _ in 0..LOOKS {
                if self.is_gone() {
                    break;
                }
                any = true;
                for pid in children(self.own) {
                    kill_process(pid, Signal::KILL).ok();
                    waitpid(Some(pid), WaitOptions::empty()).ok();
                }
            }
            any
        }
    }

    impl Drop for Family {
        fn drop(&mut self) {
            self.end();
            set_child_subreaper(None).ok();
        }
    }

    /// The processes that one is the parent of.
    fn children(own: Pid) -> Vec<Pid> {
        let Ok(all) = Dir::open(Path::new("/proc")) else { return Vec::new() };
        let Ok(names) = all.stream(".") else { return Vec::new() };
        let pids = names.flatten().filter_map(|entry| pid(&entry.name));
        pids.filter(|pid| parent(&all, *pid) == Some(own)).collect()
    }

    fn pid(name: &OsStr) -> Option<Pid> {
        Pid::from_raw(name.to_str()?.parse().ok()?)
    }

    /// Behind the name of a process, which may hold anything, stand its state and its parent.
    fn parent(all: &Dir, pid: Pid) -> Option<Pid> {
        let stat = all.read(format!("{}/stat", pid.as_raw_nonzero()), CAP).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let parent = stat.rsplit_once(") ")?.1.split(' ').nth(1)?;
        Pid::from_raw(parent.parse().ok()?)
    }
}

#[cfg(not(target_os = "linux"))]
impl Family {
    /// Nothing can be asked for.
    pub(super) fn gather() -> Result<Self, Trouble> {
        Ok(Self {})
    }

    /// Nothing is known of it.
    #[expect(clippy::unused_self, reason = "it is asked as on Linux")]
    pub(super) fn is_gone(&self) -> bool {
        true
    }

    /// Nothing can be ended.
    #[expect(clippy::unused_self, reason = "it is asked as on Linux")]
    pub(super) fn end(&self) -> bool {
        false
    }
}
