//! The ledger of template versions: what each version's content was, so that a released one stays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the ledger stands, from the top of the repository.
pub const PLACE: &str = ".abcd/development/release/templates.json";
/// The one version of its form.
const VERSION: u32 = 1;

/// `.abcd/development/release/templates.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The version of this file's form.
    pub schema_version: u32,
    /// One entry a version, sorted by archetype and version.
    pub templates: Vec<Entry>,
}

/// One version of an archetype's template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The archetype's name.
    pub archetype: String,
    /// The template version, from 1.
    pub version: u32,
    /// What the digest over its templates and rows gave for it, in hex.
    pub sha256: String,
    /// The tag that it was released under; none while it may still change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<String>,
}

/// How a version's content stands to the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It is what the ledger says.
    Same,
    /// The ledger does not know the version.
    New,
    /// It differs from what the ledger says, and may, since no release holds it.
    Changed,
    /// It differs from what was released under this tag, and may not.
    Broken(String),
}

/// A template version of a release that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Altered {
    /// The archetype.
    pub archetype: String,
    /// The template version.
    pub version: u32,
    /// Whether it is gone; otherwise its content changed.
    pub missing: bool,
}

impl Ledger {
    /// Reads a ledger strictly.
    pub fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        let ledger: Self = serde_json::from_slice(bytes).map_err(|_| "does not have its form")?;
        if ledger.schema_version == VERSION { Ok(ledger) } else { Err("is of another version of its form") }
    }

    /// What `new` does not keep of this ledger, which a release holds.
    pub fn altered(&self, new: &Self) -> Vec<Altered> {
        let now = |was: &Entry| {
            new.templates.iter().find(|one| one.archetype == was.archetype && one.version == was.version)
        };
        let lost = self.templates.iter().filter(|was| now(was).is_none_or(|now| now.sha256 != was.sha256));
        lost.map(|was| Altered {
            archetype: was.archetype.clone(),
            version: was.version,
            missing: now(was).is_none(),
        })
        .collect()
    }

    /// How the content with this digest stands to the ledger.
    pub fn standing(&self, archetype: &str, version: u32, sha256: &str) -> Standing {
        let entry = self.templates.iter().find(|one| one.archetype == archetype && one.version == version);
        match entry {
            None => Standing::New,
            Some(entry) if entry.sha256 == sha256 => Standing::Same,
            Some(Entry { released: Some(tag), .. }) => Standing::Broken(tag.clone()),
            Some(_) => Standing::Changed,
        }
    }

    /// Writes the version's content down, unless a release holds another one.
    pub fn enter(&mut self, archetype: &str, version: u32, sha256: &str) -> Standing {
        let standing = self.standing(archetype, version, sha256);
        if matches!(standing, Standing::New | Standing::Changed) {
            self.templates.retain(|one| one.archetype != archetype || one.version != version);
            let (archetype, sha256) = (archetype.to_owned(), sha256.to_owned());
            self.templates.push(Entry { archetype, version, sha256, released: None });
            self.templates
                .sort_by(|one, other| (&one.archetype, one.version).cmp(&(&other.archetype, other.version)));
        }
        standing
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Ledger, Standing};

    fn ledger(released: Option<&str>) -> Ledger {
        let entry = Entry {
            archetype: "bug-hunt".to_owned(),
            version: 1,
            sha256: "aa".to_owned(),
            released: released.map(ToOwned::to_owned),
        };
        Ledger { schema_version: 1, templates: vec![entry] }
    }

    #[test]
    fn a_released_version_keeps_its_content() {
        let mut held = ledger(Some("v1.0.0"));
        assert_eq!(held.enter("bug-hunt", 1, "aa"), Standing::Same);
        assert_eq!(held.enter("bug-hunt", 1, "bb"), Standing::Broken("v1.0.0".to_owned()));
        assert_eq!(held, ledger(Some("v1.0.0")), "what was released stands");
        assert_eq!(held.enter("bug-hunt", 2, "bb"), Standing::New);
        assert_eq!(held.templates.len(), 2);
    }

    #[test]
    fn an_unreleased_version_follows_its_content() {
        let mut open = ledger(None);
        assert_eq!(open.enter("bug-hunt", 1, "bb"), Standing::Changed);
        assert_eq!(open.standing("bug-hunt", 1, "bb"), Standing::Same);
        assert_eq!(open.templates.len(), 1);
    }
}
