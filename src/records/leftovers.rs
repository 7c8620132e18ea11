//! Files that a call which broke off left in the folders of the record.
//!
//! A call that is under way has such files too, for a moment. Whoever lists them without the lock must
//! tell the two apart: what was seen, and is still there after a look at a lock that nobody held, is left.

use super::decision::Tray;
use super::desk::temporaries;
use super::ledger::{HOME, Ledger, SUCCESSOR, folder, unusable};
use super::writer::LOCK;
use crate::host::files::{TEMPORARY, Trouble};
use crate::host::lock::is_held;
use crate::refusal::Stop;
use crate::registry::values::{Bucket, Closed, Stage, State};

/// The files that lie about, below `.abcd/`, by name.
pub(super) fn all(ledger: &Ledger) -> Result<Vec<String>, Stop> {
    let mut found = Vec::new();
    for state in State::ALL.iter().copied() {
        let place = folder(state);
        let in_way = |trouble| unusable(&format!("{HOME}/{place}"), trouble);
        let entries = match ledger.home.stream(&place) {
            Ok(entries) => entries,
            Err(Trouble::Absent) => continue,
            Err(trouble) => return Err(in_way(trouble)),
        };
        for entry in entries {
            let name = entry.map_err(in_way)?.name.to_string_lossy().into_owned();
            if [SUCCESSOR, TEMPORARY].iter().any(|start| name.starts_with(start)) {
                found.push(format!("{place}/{name}"));
            }
        }
    }
    found.extend(temporaries::<Bucket>(ledger)?);
    found.extend(temporaries::<Stage>(ledger)?);
    found.extend(temporaries::<Tray>(ledger)?);
    found.sort();
    Ok(found)
}

/// Those that no call under way can still need; none where somebody is writing.
pub(super) fn settled(ledger: &Ledger) -> Result<Vec<String>, Stop> {
    let mut found = all(ledger)?;
    // A lock that may not be looked at is somebody's, for all that is known.
    if found.is_empty() || is_held(&ledger.home, LOCK).unwrap_or(true) {
        return Ok(Vec::new());
    }
    found.retain(|path| !matches!(ledger.home.kind(path), Ok(None)));
    Ok(found)
}
