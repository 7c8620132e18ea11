//! The ledger of codes: every code that a release carried, so that none is lost or changes its meaning.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::registry::refusals::all;
use crate::tables::check::{is_code, is_release_tag};

/// Where the ledger stands, relative to the top of a repository.
pub const PLACE: &str = ".abcd/development/release/refusal-codes.json";
/// The most that is read of a ledger, in bytes.
pub const CAP: u64 = 1024 * 1024;

/// The one version of the format.
const VERSION: u32 = 1;
/// The exits that a code can have: refused, held by someone else, interrupted.
const EXITS: [u8; 3] = [2, 3, 130];

/// Every code, sorted, each once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The version of this format: 1.
    pub schema_version: u32,
    /// The codes, sorted.
    pub codes: Vec<Entry>,
}

/// One code and what a release promised of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// `verb/reason`.
    pub code: String,
    /// The exit status that it leaves with.
    pub exit: u8,
    /// The release tag that retired it; a live code has none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub retired: Option<String>,
}

/// Why a text is no ledger, in words of our own: its content is never repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(String);

impl Ledger {
    /// The ledger of the codes that this abcd registers.
    pub fn of_registry() -> Self {
        let entry = |entry: crate::registry::refusals::Entry| Entry {
            code: entry.row.code.clone().into_owned(),
            exit: entry.row.exit.status(),
            retired: entry.row.retired.as_deref().map(str::to_owned),
        };
        Self { schema_version: VERSION, codes: all().map(entry).collect() }
    }

    /// The file's text.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads a ledger strictly: what is not understood is never passed over.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let ledger: Self = serde_json::from_slice(bytes).map_err(|error| {
            let what = if error.is_data() { "does not have the ledger's form" } else { "is not whole JSON" };
            Unreadable(format!("{what} (line {}, column {})", error.line(), error.column()))
        })?;
        if ledger.schema_version != VERSION {
            return Err(Unreadable(format!("is not of version {VERSION}")));
        }
        for (number, entry) in ledger.codes.iter().enumerate() {
            entry.check().map_err(|what| Unreadable(format!("{what} (entry {})", number + 1)))?;
        }
        let ordered = ledger.codes.iter().zip(ledger.codes.iter().skip(1));
        match ordered.enumerate().find(|(_, (one, other))| one.code >= other.code) {
            Some((number, _)) => Err(Unreadable(format!("is not sorted (entry {})", number + 2))),
            None => Ok(ledger),
        }
    }

    /// The entry of a code.
    pub fn entry(&self, code: &str) -> Option<&Entry> {
        let at = self.codes.binary_search_by(|entry| entry.code.as_str().cmp(code)).ok()?;
        self.codes.get(at)
    }
}

impl Entry {
    fn check(&self) -> Result<(), &'static str> {
        if !is_code(&self.code) {
            return Err("holds something that is no code");
        }
        if !EXITS.contains(&self.exit) {
            return Err("holds an exit that no code has");
        }
        if self.retired.as_ref().is_some_and(|tag| !is_release_tag(tag)) {
            return Err("holds something that is no release tag");
        }
        Ok(())
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A key that may be left out and, where it is there, is not null.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    String::deserialize(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::Ledger;

    const TWO: &str = r#"{"schema_version":1,"codes":[{"code":"a/b","exit":2},{"code":"a/c","exit":3,"retired":"v1.0.0"}]}"#;

    #[test]
    fn what_is_written_is_read_back() {
        let ledger = Ledger::of_registry();
        assert_eq!(Ledger::read(ledger.text().unwrap().as_bytes()).unwrap(), ledger);
        assert!(Ledger::read(TWO.as_bytes()).unwrap().entry("a/c").is_some_and(|entry| entry.exit == 3));
    }

    #[test]
    fn whatever_is_not_understood_is_said() {
        for (from, to, why) in [
            (r#""exit":2"#, r#""exit":2,"note":"x""#, "does not have the ledger's form (line 1"),
            (r#""exit":2"#, r#""exit":2,"exit":2"#, "does not have the ledger's form (line 1"),
            (r#""exit":2"#, r#""exit":2,"retired":null"#, "does not have the ledger's form (line 1"),
            (r#""exit":2"#, r#""exit":1"#, "holds an exit that no code has (entry 1)"),
            (r#""v1.0.0""#, r#""1.0""#, "holds something that is no release tag (entry 2)"),
            (r#""a/b""#, r#""A/b""#, "holds something that is no code (entry 1)"),
            (r#""a/b""#, r#""a/d""#, "is not sorted (entry 2)"),
            (r#""a/b""#, r#""a/c""#, "is not sorted (entry 2)"),
            (r#"sion":1"#, r#"sion":2"#, "is not of version 1"),
            ("]}", "]} {}", "is not whole JSON (line 1"),
            ("]}", "]", "is not whole JSON (line 1"),
        ] {
            let text = TWO.replacen(from, to, 1);
            assert_ne!(text, TWO, "{from}");
            let said = Ledger::read(text.as_bytes()).unwrap_err().to_string();
            assert!(said.starts_with(why), "{text}: {said}");
        }
    }
}
