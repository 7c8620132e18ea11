//! Every code that abcd has ever refused with.

use crate::tables::model::Text;
use crate::tables::model::refusals::{Exit, Refusal};

/// A registered code. The field is private, so that only the table makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code(u16);

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// A row of the table and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The row itself.
    pub row: &'static Refusal,
    /// `tables/refusals/<verb>.toml:<line>`.
    pub place: &'static str,
    /// The paths of the commands that raise it, sorted.
    pub raised_by: &'static [&'static str],
}

impl Code {
    /// The row of this code.
    pub fn row(self) -> &'static Refusal {
        #[expect(clippy::indexing_slicing, reason = "the build makes codes and rows from one list")]
        &REFUSALS[usize::from(self.0)]
    }
}

/// Every code, sorted, the retired ones among them.
pub fn all() -> impl Iterator<Item = Entry> {
    REFUSALS.iter().zip(REFUSAL_ROWS).zip(RAISED_BY).map(|((row, place), raised_by)| Entry {
        row,
        place,
        raised_by,
    })
}

/// The entry of `code`, in any letter case.
pub fn by_name(code: &str) -> Option<Entry> {
    let code = code.to_ascii_lowercase();
    let at = REFUSALS.binary_search_by(|row| row.code.as_ref().cmp(&code)).ok()?;
    Some(Entry { row: REFUSALS.get(at)?, place: REFUSAL_ROWS.get(at)?, raised_by: RAISED_BY.get(at)? })
}
