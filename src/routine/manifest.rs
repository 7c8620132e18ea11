//! `schedule.json`: what a routine is, for whatever starts it. It names no host and no time of its making.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::cadence::Cadence;
use super::render::plain;
use super::sha256::sha256;
use crate::registry::values::Power;

/// The one version of the format.
pub const VERSION: u32 = 1;
/// The most that is read of a manifest, in bytes.
pub const CAP: u64 = 64 * 1024;
/// The most that is read of a prompt, in bytes.
pub const PROMPT_CAP: u64 = 1024 * 1024;
/// The folder that holds a folder for each routine, from the top of the repository.
pub const ROUTINES: &str = ".abcd/routines";
/// The longest name of a routine, in bytes.
const LONGEST_NAME: usize = 64;

/// `.abcd/routines/<name>/schedule.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The version of this format: 1.
    pub schema_version: u32,
    /// The routine's name: lower-case words joined by hyphens.
    pub name: String,
    /// How often it runs.
    pub cadence: Cadence,
    /// Which repository it is of.
    pub repository: Repository,
    /// The archetype that its prompt was rendered from.
    pub archetype: String,
    /// The version of the archetype's template.
    pub template_version: u32,
    /// The prompt to run.
    pub prompt: Prompt,
    /// The class of model for each role.
    #[serde(deserialize_with = "each_once")]
    pub models: BTreeMap<String, String>,
    /// What it may do on its own, in the order of their table, each once.
    pub powers: Vec<Power>,
}

/// Which repository, wherever its clone stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repository {
    /// The id of its first commit in lower-case hexadecimal; null where it has none.
    #[serde(deserialize_with = "said")]
    #[schemars(schema_with = "text_or_null")]
    pub root: Option<String>,
    /// `owner/name` on its forge; null where it is not known.
    #[serde(deserialize_with = "said")]
    #[schemars(schema_with = "text_or_null")]
    pub slug: Option<String>,
    /// The forge's host name; null where it is not known.
    #[serde(deserialize_with = "said")]
    #[schemars(schema_with = "text_or_null")]
    pub host: Option<String>,
}

/// Which prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// Where it stands, from the top of the repository.
    pub path: String,
    /// The SHA-256 of its bytes in lower-case hexadecimal.
    pub sha256: String,
}

/// Why a text is no manifest, in words of our own: what it says is never repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// It is larger than [`CAP`].
    TooLarge,
    /// It is not whole JSON, or not of the manifest's form; what is wrong, and in which line.
    Form(&'static str, usize),
    /// It is of another version than [`VERSION`].
    Version,
    /// The value at this key cannot be one; what one is.
    Value(&'static str, &'static str),
}

impl Schedule {
    /// Reads a manifest strictly: what is not understood is never passed over.
    pub fn parse(bytes: &[u8]) -> Result<Self, Broken> {
        /// A later version may have keys that this one does not know; that it is later is said first.
        #[derive(Deserialize)]
        struct Versioned {
            schema_version: u32,
        }
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > CAP {
            return Err(Broken::TooLarge);
        }
        let versioned: Versioned = serde_json::from_slice(bytes).map_err(Broken::of)?;
        if versioned.schema_version != VERSION {
            return Err(Broken::Version);
        }
        let schedule: Self = serde_json::from_slice(bytes).map_err(Broken::of)?;
        schedule.check()?;
        Ok(schedule)
    }

    /// The file's text: one spelling for one manifest, two blanks a level and a line break at the end.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// What [`parse`](Self::parse) holds beyond the form: every value is plain, and they agree.
    pub fn check(&self) -> Result<(), Broken> {
        const NAME: &str = "lower-case words joined by hyphens";
        const WORD: &str = "a lower-case word";
        self.repository.check()?;
        let here = file_of(&self.name, "prompt.md");
        let rules = [
            (is_name(&self.name), "name", NAME),
            (is_name(&self.archetype), "archetype", NAME),
            (self.template_version > 0, "template_version", "a number from 1"),
            (self.prompt.path == here, "prompt.path", "the prompt beside the manifest"),
            (is_digest(&self.prompt.sha256), "prompt.sha256", HEX),
            (self.models.keys().all(|role| is_word(role)), "models", WORD),
            (self.models.values().all(|class| is_word(class)), "models", WORD),
            (in_order(&self.powers), "powers", "each power once, in order"),
        ];
        held(rules)
    }

    /// Whether `prompt` is what the manifest was written for.
    pub fn is_of(&self, prompt: &[u8]) -> bool {
        self.prompt.sha256 == sha256(prompt)
    }
}

const HEX: &str = "lower-case hexadecimal digits";

impl Repository {
    /// What it holds beyond the form: every value is plain.
    pub fn check(&self) -> Result<(), Broken> {
        let known = |value: &Option<String>, fits: fn(&str) -> bool| value.as_deref().is_none_or(fits);
        held([
            (known(&self.root, is_commit), "repository.root", HEX),
            (known(&self.slug, plain::slug), "repository.slug", "an owner and a name"),
            (known(&self.host, is_host), "repository.host", "a host name"),
        ])
    }
}

/// The first rule that does not hold: whether it does, the key that it is about, and what fits there.
pub(super) fn held(
    rules: impl IntoIterator<Item = (bool, &'static str, &'static str)>,
) -> Result<(), Broken> {
    match rules.into_iter().find(|(fits, ..)| !fits) {
        Some((_, key, what)) => Err(Broken::Value(key, what)),
        None => Ok(()),
    }
}

/// Whether each stands once and in order.
pub(super) fn in_order<T: PartialOrd>(all: &[T]) -> bool {
    all.iter().zip(all.iter().skip(1)).all(|(one, next)| one < next)
}

/// Whether it is a SHA-256 as it is written down.
pub(super) fn is_digest(text: &str) -> bool {
    is_hex(text, &[64])
}

/// A file of the routine `name`, from the top of the repository.
pub fn file_of(name: &str, file: &str) -> String {
    format!("{ROUTINES}/{name}/{file}")
}

/// Whether a routine can be called so: lower-case words joined by hyphens, at most 64 bytes.
pub fn is_name(text: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.len() <= LONGEST_NAME
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.split('-').all(word)
}

fn is_commit(text: &str) -> bool {
    is_hex(text, &[40, 64])
}

fn is_hex(text: &str, lengths: &[usize]) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A role or a class of model.
fn is_word(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
}

/// Labels of letters, digits and hyphens, with a port where there is one.
pub(super) fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').unwrap_or((text, "1"));
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    };
    name.len() <= 253 && name.split('.').all(label) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

impl Broken {
    fn of(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The beginnings of serde's own sentences; what follows them is the file's.
        let what = [
            ("unknown field", "it has a key that is not known"),
            ("duplicate field", "it has a key twice"),
            ("missing field", "it lacks a key"),
            ("unknown variant", "it has a power that is not known"),
            ("a cadence ", "its cadence is none that abcd reads"),
        ];
        let what = what.iter().find(|(start, _)| text.starts_with(start)).map(|(_, what)| *what);
        let other = if error.is_data() { "it has a value of the wrong kind" } else { "it is not whole JSON" };
        Self::Form(what.unwrap_or(other), error.line())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(to, "it is larger than {CAP} bytes"),
            Self::Form(what, line) => write!(to, "{what} (line {line})"),
            Self::Version => write!(to, "it is not of version {VERSION}"),
            Self::Value(key, what) => write!(to, "`{key}` is not {what}"),
        }
    }
}

impl std::error::Error for Broken {}

/// A key that must be there, if only to say null.
fn said<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(from)
}

fn text_or_null(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "null"] })
}

/// A map in which no key is repeated.
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    struct Once;
    impl<'de> Visitor<'de> for Once {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("a map of texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut found = BTreeMap::new();
            while let Some((key, value)) = map.next_entry()? {
                if found.insert(key, value).is_some() {
                    return Err(serde::de::Error::duplicate_field("models"));
                }
            }
            Ok(found)
        }
    }
    from.deserialize_map(Once)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Broken, CAP, Schedule};

    const TEXT: &str = r#"{
  "schema_version": 1,
  "name": "bug-hunt",
  "cadence": "every 6 hours",
  "repository": {
    "root": "0123456789abcdef0123456789abcdef01234567",
    "slug": "o/r",
    "host": "github.com"
  },
  "archetype": "bug-hunt",
  "template_version": 2,
  "prompt": {
    "path": ".abcd/routines/bug-hunt/prompt.md",
    "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  },
  "models": {
    "hunter": "strong",
    "refuter": "strong"
  },
  "powers": [
    "push",
    "open",
    "schedule"
  ]
}
"#;

    fn with(from: &str, to: &str) -> Result<Schedule, Broken> {
        assert!(TEXT.contains(from), "{from}");
        Schedule::parse(TEXT.replacen(from, to, 1).as_bytes())
    }

    #[test]
    fn a_manifest_is_read_and_written_back_to_the_byte() {
        assert_eq!(Schedule::parse(TEXT.as_bytes()).unwrap().text().unwrap(), TEXT);
        let unknown = TEXT
            .replace("\"0123456789abcdef0123456789abcdef01234567\"", "null")
            .replace("\"o/r\"", "null")
            .replace("\"github.com\"", "null");
        assert_eq!(Schedule::parse(unknown.as_bytes()).unwrap().text().unwrap(), unknown);
        assert_eq!(with("every 6 hours", "Every  6 hours").unwrap().text().unwrap(), TEXT);
    }

    #[test]
    fn what_is_not_understood_is_refused_and_never_repeated() {
        for (from, to, why) in [
            ("{\n", "{ \"evil\\u001b\": 1,\n", "it has a key that is not known (line 1)"),
            ("\"root\"", "\"evil\": 1, \"root\"", "it has a key that is not known (line 6)"),
            ("\"name\": \"bug-hunt\"", "\"name\": \"a\",\n\"name\": \"evil\"", "it has a key twice (line 4)"),
            ("\"hunter\"", "\"refuter\"", "it has a key twice"),
            ("    \"slug\": \"o/r\",\n", "", "it lacks a key (line 8)"),
            ("\"open\"", "\"evil\"", "it has a power that is not known (line 22)"),
            ("2,", "\"evil\",", "it has a value of the wrong kind (line 11)"),
            ("every 6 hours", "every evil hours", "its cadence is none that abcd reads (line 4)"),
            ("}\n", "", "it is not whole JSON (line 25)"),
            ("\"schema_version\": 1", "\"schema_version\": 2, \"evil\": 3", "it is not of version 1"),
            (
                "\"name\": \"bug-hunt\"",
                "\"name\": \"../evil\"",
                "`name` is not lower-case words joined by hyphens",
            ),
            (
                "0123456789abcdef0123456789abcdef01234567\"",
                "evil\"",
                "`repository.root` is not lower-case hexadecimal digits",
            ),
            ("o/r", "o/$(evil)", "`repository.slug` is not an owner and a name"),
            ("github.com", "evil com", "`repository.host` is not a host name"),
            (
                "\"archetype\": \"bug-hunt\"",
                "\"archetype\": \"E\"",
                "`archetype` is not lower-case words joined by hyphens",
            ),
            (": 2,", ": 0,", "`template_version` is not a number from 1"),
            ("bug-hunt/prompt.md", "evil/prompt.md", "`prompt.path` is not the prompt beside the manifest"),
            (
                "0123456789abcdef\"\n  }",
                "0123456789ABCDEF\"\n  }",
                "`prompt.sha256` is not lower-case hexadecimal digits",
            ),
            ("\"hunter\": \"strong\"", "\"hunter\": \"evil\\n\"", "`models` is not a lower-case word"),
            ("\"open\"", "\"push\"", "`powers` is not each power once, in order"),
        ] {
            let broken = with(from, to).unwrap_err().to_string();
            assert!(broken.starts_with(why), "{from} -> {to}: {broken}");
            assert!(!broken.contains("evil"), "{broken}");
        }
        let large = format!("{}{TEXT}", " ".repeat(usize::try_from(CAP).unwrap()));
        assert_eq!(Schedule::parse(large.as_bytes()), Err(Broken::TooLarge));
    }

    #[test]
    fn a_prompt_is_told_by_its_bytes() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let hex = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
        let schedule = with(hex, empty).unwrap();
        assert!(schedule.is_of(b"") && !schedule.is_of(b"\n"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(at in 0..TEXT.len(), byte in any::<u8>(), cut in any::<bool>()) {
            let mut bytes = TEXT.as_bytes().to_vec();
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            if let Ok(schedule) = Schedule::parse(&bytes) {
                let text = schedule.text().unwrap();
                prop_assert_eq!(Schedule::parse(text.as_bytes()), Ok(schedule));
            }
        }
    }
}
