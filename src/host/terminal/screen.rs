//! What is drawn on: standard error, so that standard output stays for the result.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::stderr;
use rustix::termios::tcgetwinsize;

/// How large a terminal is that does not say it.
const UNKNOWN: Size = Size { rows: 24, columns: 80 };

/// The rows and columns of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The rows.
    pub rows: usize,
    /// The columns.
    pub columns: usize,
}

impl Size {
    /// The size of the terminal now.
    pub fn now() -> Self {
        let Ok(size) = tcgetwinsize(stderr()) else { return UNKNOWN };
        let or = |own: u16, unknown: usize| if own == 0 { unknown } else { usize::from(own) };
        Self { rows: or(size.ws_row, UNKNOWN.rows), columns: or(size.ws_col, UNKNOWN.columns) }
    }
}

/// Writes all of `bytes`.
pub(super) fn write(bytes: &[u8]) -> Result<(), Errno> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match rustix::io::write(stderr(), rest) {
            Ok(count) => rest = rest.get(count..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                let stderr = stderr();
                poll(&mut [PollFd::new(&stderr, PollFlags::OUT)], None).ok();
            }
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

/// Whether a few bytes can be written without waiting.
pub(super) fn takes_more() -> bool {
    let stderr = stderr();
    let mut ready = [PollFd::new(&stderr, PollFlags::OUT)];
    poll(&mut ready, Some(&Timespec::default())).is_ok_and(|count| count > 0)
}
