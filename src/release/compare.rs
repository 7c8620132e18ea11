//! Two ledgers side by side: what the newer one broke.

use schemars::JsonSchema;
use serde::Serialize;

use super::ledger::{Entry, Ledger};

/// One promise of the older ledger that the newer one does not keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Broken {
    /// The code.
    pub code: String,
    /// What happened to it.
    pub kind: Kind,
    /// What the release promised; null where only the code itself was promised.
    pub was: Option<String>,
    /// What stands there now; null where nothing does.
    pub now: Option<String>,
}

/// What happened to a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It is gone.
    Missing,
    /// It leaves with another exit.
    ExitChanged,
    /// It was retired and is live.
    LiveAgain,
    /// It was retired in another release.
    TagChanged,
}

/// Everything that `new` breaks of what `old` holds, in the order of the codes.
pub(super) fn broken(old: &Ledger, new: &Ledger) -> Vec<Broken> {
    old.codes.iter().flat_map(|was| one(was, new.entry(&was.code))).collect()
}

fn one(was: &Entry, now: Option<&Entry>) -> Vec<Broken> {
    let broken = |kind, was_text: Option<String>, now_text: Option<String>| Broken {
        code: was.code.clone(),
        kind,
        was: was_text,
        now: now_text,
    };
    let Some(now) = now else { return vec![broken(Kind::Missing, None, None)] };
    let mut found = Vec::new();
    if was.exit != now.exit {
        found.push(broken(Kind::ExitChanged, Some(was.exit.to_string()), Some(now.exit.to_string())));
    }
    match (&was.retired, &now.retired) {
        (Some(tag), None) => found.push(broken(Kind::LiveAgain, Some(tag.clone()), None)),
        (Some(tag), Some(other)) if tag != other => {
            found.push(broken(Kind::TagChanged, Some(tag.clone()), Some(other.clone())));
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Kind, broken};
    use crate::release::ledger::{Entry, Ledger};

    fn ledger(codes: &[(&str, u8, Option<&str>)]) -> Ledger {
        let entry = |(code, exit, retired): &(&str, u8, Option<&str>)| Entry {
            code: (*code).to_owned(),
            exit: *exit,
            retired: retired.map(str::to_owned),
        };
        Ledger { schema_version: 1, codes: codes.iter().map(entry).collect() }
    }

    #[test]
    fn every_kind_of_break_is_told_apart() {
        let old =
            [("a/b", 2, None), ("a/c", 2, Some("v1.0.0")), ("a/d", 2, Some("v1.0.0")), ("a/e", 2, None)];
        let new =
            [("a/c", 2, None), ("a/d", 3, Some("v2.0.0")), ("a/e", 2, Some("v2.0.0")), ("a/f", 3, None)];
        let found = broken(&ledger(&old), &ledger(&new));
        let kinds: Vec<_> = found.iter().map(|broken| (broken.code.as_str(), broken.kind)).collect();
        let expected = [
            ("a/b", Kind::Missing),
            ("a/c", Kind::LiveAgain),
            ("a/d", Kind::ExitChanged),
            ("a/d", Kind::TagChanged),
        ];
        assert_eq!(kinds, expected);
        assert_eq!((found[3].was.as_deref(), found[3].now.as_deref()), (Some("v1.0.0"), Some("v2.0.0")));
        assert!(broken(&ledger(&old), &ledger(&old)).is_empty());
    }
}
