//! What a program started and let go: processes that left its group come back here, and are ended.
//!
//! Linux gives a process that has lost its parent to the nearest ancestor that asked for it. Elsewhere only
//! the group is ended.

use super::super::files::Trouble;

/// This process, as the one to which all that a program lets go comes back.
pub(super) struct Family;

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    use super::{Family, Trouble};
    use crate::host::files::{Dir, Kind};

    /// How often it is looked again: each look may bring to light what the ones before it had started.
    const LOOKS: usize = 1_000;
    /// The most that is read of a list of processes, in bytes.
    const CAP: u64 = 1024 * 1024;

    impl Family {
        /// Asks for what programs let go from now on.
        pub(in super::super) fn gather() -> Result<Self, Trouble> {
            set_child_subreaper(Some(getpid()))?;
            Ok(Self)
        }
    }

    impl Drop for Family {
        /// Ends what has come back, and what comes back for it.
        fn drop(&mut self) {
            for _ in 0..LOOKS {
                let left = children();
                if left.is_empty() {
                    break;
                }
                for pid in left {
                    kill_process(pid, Signal::KILL).ok();
                    waitpid(Some(pid), WaitOptions::empty()).ok();
                }
            }
            set_child_subreaper(None).ok();
        }
    }

    /// The processes that this one is the parent of.
    fn children() -> Vec<Pid> {
        let Ok(tasks) = Dir::open(Path::new("/proc/self/task")) else { return Vec::new() };
        let threads = tasks.entries(".").unwrap_or_default();
        let lists = threads.iter().filter(|entry| entry.kind == Kind::Folder).filter_map(|entry| {
            let list = Path::new(&entry.name).join("children");
            tasks.read_text(list, CAP).ok()
        });
        lists.flat_map(|list| pids(&list)).collect()
    }

    fn pids(list: &str) -> Vec<Pid> {
        list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
    }
}

#[cfg(not(target_os = "linux"))]
impl Family {
    /// Nothing can be asked for.
    pub(super) fn gather() -> Result<Self, Trouble> {
        Ok(Self)
    }
}
