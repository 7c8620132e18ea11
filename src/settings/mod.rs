//! What a repository set for itself: `.abcd/config.toml`, committed. It can narrow what the person who calls
//! allows, and never widen it.
//!
//! `edit` changes a settings file, this one or the person's, and leaves what people wrote around it.

pub mod edit;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::host::files::{Dir, Trouble};
use crate::person::settings::{Preference, RoleChoice};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::routine::render::plain;

/// The file, from the top of the repository.
pub const FILE: &str = ".abcd/config.toml";
/// The most that is read of it, in bytes.
pub const CAP: u64 = 256 * 1024;

/// A repository's settings. Where there is no file, nothing is set.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Where decisions are logged: a plain path from the top of the repository.
    pub decision_log: Option<String>,
    /// What the project is.
    pub identity: Identity,
    /// Answers that routines take where nobody who calls gives another: by question, or by archetype and
    /// question.
    pub routine: BTreeMap<String, Preference>,
    /// Roles that are brought back to the host; a repository chooses no runner.
    pub roles: BTreeMap<String, RoleChoice>,
}

/// What the project is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Identity {
    /// What it is called.
    pub title: Option<String>,
    /// What it is, in one line.
    pub tagline: Option<String>,
}

impl Settings {
    /// Reads them, strictly.
    pub fn of(root: &Dir) -> Result<Self, Stop> {
        match root.read_text_if_there(FILE, CAP) {
            Ok(Some(text)) => Self::parse(&text),
            Ok(None) | Err(Trouble::NotDirectory) => Ok(Self::default()),
            Err(trouble) => Err(broken(&trouble.to_string())),
        }
    }

    /// Takes the text of the file.
    pub fn parse(text: &str) -> Result<Self, Stop> {
        let settings: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            broken(&format!("see its line {}", before.map_or(1, |before| before.lines().count().max(1))))
        })?;
        if settings.decision_log.as_deref().is_some_and(|path| !plain::path(path)) {
            return Err(broken("decision_log is no plain path below the repository"));
        }
        Ok(settings)
    }
}

fn broken(why: &str) -> Stop {
    Refusal::new(code::INIT_BROKEN_SETTINGS).saying(format!("{FILE} cannot be used: {why}")).at(FILE).into()
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn a_strange_key_and_a_path_that_leaves_the_repository_are_refused() {
        let text = "decision_log = \"docs/adr\"\n[identity]\ntitle = \"Tide\"\n[routine]\nrounds = 2\n[roles.x]\nrunner = \"host\"\n";
        assert_eq!(Settings::parse(text).unwrap().identity.title.as_deref(), Some("Tide"));
        for text in [
            "colour = 1\n",
            "[runner]\n",
            "[merge]\nceiling = \"all\"\n",
            "decision_log = \"../x\"\n",
            "routine = 3\n",
            "[",
        ] {
            assert!(Settings::parse(text).is_err(), "{text}");
        }
    }
}
