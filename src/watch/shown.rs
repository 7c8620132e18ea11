//! A path as a person may read it: escaped, bounded, never absolute.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::host::env::Env;
use crate::safe;

/// The longest path that is shown whole, in characters; of a longer one its two ends are.
const LONGEST: usize = 1024;
const END: usize = 500;

/// A name as the system takes it.
pub(super) fn os(name: &[u8]) -> &OsStr {
    OsStr::from_bytes(name)
}

/// Bytes as one line: what is no UTF-8 as `\x…`, what cannot be seen as `\u{…}`.
pub(super) fn text(path: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in path.utf8_chunks() {
        shown.push_str(&safe::line(chunk.valid()));
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
    }
    let count = shown.chars().count();
    if count <= LONGEST {
        return shown;
    }
    let head: String = shown.chars().take(END).collect();
    let tail: String = shown.chars().skip(count.saturating_sub(END)).collect();
    format!("{head}…{tail}")
}

/// A place outside of the working tree: from the home on, or its last name alone.
pub(super) fn outside(path: &Path, env: &Env) -> String {
    let below = env.home.as_deref().and_then(|home| path.strip_prefix(home).ok());
    match below {
        Some(below) => format!("~/{}", text(below.as_os_str().as_bytes())),
        None => format!("…/{}", text(path.file_name().unwrap_or_default().as_bytes())),
    }
}

/// A path below something that has a name of its own.
pub(super) fn below(label: &str, path: &[u8]) -> String {
    match (label, path) {
        ("", []) => ".".to_owned(),
        ("", path) => text(path),
        (label, []) => label.to_owned(),
        (label, path) => format!("{label}/{}", text(path)),
    }
}
