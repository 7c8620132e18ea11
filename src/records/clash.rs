//! Files of one id of which a repair cannot tell which is right.

use std::collections::BTreeSet;

use serde::Serialize;

use super::id::Id;
use super::issue::FIELDS;
use super::ledger::{Name, Record};

/// Several files of one id that say different things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Clash {
    /// The id.
    #[schemars(with = "String")]
    pub id: Id,
    /// The files, from the top of the repository.
    pub files: Vec<String>,
    /// The fields in which they differ; `text` is what stands below the head.
    pub keys: Vec<String>,
}

impl Clash {
    /// The clash of records of one id; none where there are not two.
    pub(super) fn of(records: &[Record]) -> Option<Self> {
        let (first, others) = records.split_first().filter(|(_, others)| !others.is_empty())?;
        let mut keys = BTreeSet::new();
        for other in others {
            let differs = |key: &&&str| first.document.value(key) != other.document.value(key);
            keys.extend(FIELDS.iter().filter(differs).copied());
            if first.issue.text != other.issue.text {
                keys.insert("text");
            }
        }
        let mut files: Vec<_> = records.iter().map(|record| Name::path(&record.name)).collect();
        files.sort();
        Some(Self { id: first.issue.id, files, keys: keys.into_iter().map(str::to_owned).collect() })
    }
}
