//! A file that the caller names, wherever it stands.

use std::path::Path;

use crate::host::files::{Dir, Trouble};

/// Reads a plain UTF-8 file of at most `cap` bytes, its path seen from `from`. The file itself is no link.
pub(crate) fn read(from: &Path, path: &Path, cap: u64) -> Result<String, Trouble> {
    let whole = from.join(path);
    let name = whole.file_name().ok_or(Trouble::NotRegular)?;
    Dir::open(whole.parent().unwrap_or(from))?.read_text(name, cap)
}
