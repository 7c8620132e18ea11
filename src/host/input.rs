//! What is piped into a call.

use std::io::{self, Read};

use super::files::Trouble;

/// Reads standard input to its end: UTF-8 of at most `cap` bytes.
pub fn text(cap: u64) -> Result<String, Trouble> {
    let mut bytes = Vec::new();
    // One byte more than the cap tells a full input from one that was cut.
    io::stdin().lock().take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > cap {
        return Err(Trouble::TooLarge { cap });
    }
    String::from_utf8(bytes).map_err(|_| Trouble::NotUtf8)
}
