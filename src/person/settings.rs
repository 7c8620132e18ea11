//! `$XDG_CONFIG_HOME/abcd/config.toml`, read strictly.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Table;

use super::merge::Merge;
use crate::host::Host;
use crate::host::env::Env;
use crate::host::files::{Dir, Trouble};
use crate::host::lock::{FolderLock, NotHad};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// The file, below the folder of the person's configuration.
const FILE: &str = "abcd/config.toml";
/// The folder that it stands in.
const FOLDER: &str = "abcd";
/// The most that is read of it, in bytes.
const CAP: u64 = 1024 * 1024;

/// A person's settings. Where there is no file, nothing is set.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Answers that routines take where nobody gives another: by question, or by archetype and question.
    pub routine: BTreeMap<String, Preference>,
    /// How far routines may merge.
    pub merge: Merge,
    /// What runs the roles that write questions, by role.
    // Taken as it stands: whoever asks for routes reads it key by key, so as to name the key that is wrong.
    #[schemars(with = "BTreeMap<String, RoleChoice>")]
    pub roles: Table,
    /// What is set for a runner, by its name; under `fallback_host` which one stands in for another.
    #[schemars(with = "BTreeMap<String, RunnerEntry>")]
    pub runner: Table,
    /// How the person is asked.
    pub interview: Interview,
    /// Whether there is a file at all.
    #[serde(skip)]
    pub there: bool,
}

/// What runs one role.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RoleChoice {
    /// A runner's name, or `host`.
    pub runner: Option<String>,
}

/// A runner's settings, or a runner's name.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what is read key by key, to name the key that is wrong")]
enum RunnerEntry {
    /// The name of one.
    Name(String),
    /// What is set for it.
    Settings(RunnerSettings),
}

/// What is set for a runner.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "see RunnerEntry")]
struct RunnerSettings {
    /// `provider/model`.
    model: Option<String>,
    /// The program and its first words, for a runner that has none of its own.
    #[serde(default)]
    argv: Vec<String>,
}

/// How a person is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Interview {
    /// How the answers of a question are shown in a terminal; by arrows where nothing is set.
    pub list: Option<Shown>,
}

/// How the answers of a question are shown in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// As a list with a mark that keys move.
    Arrows,
    /// As plain lines with numbers, which a screen reader follows.
    Numbered,
}

/// One answer, or the answers of one archetype.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Preference {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// A word or a text.
    Word(String),
    /// The answers of the archetype that the key names.
    Archetype(BTreeMap<String, Preference>),
}

impl Settings {
    /// Reads the person's settings.
    pub fn of(env: &Env) -> Result<Self, Stop> {
        let Some(folder) = &env.xdg_config else { return Ok(Self::default()) };
        let dir = match Dir::open(folder) {
            Ok(dir) => dir,
            Err(Trouble::Absent) => return Ok(Self::default()),
            Err(trouble) => return Err(Fault::new(format!("the configuration folder: {trouble}")).into()),
        };
        match dir.read_text_if_there(FILE, CAP) {
            Ok(Some(text)) => Self::parse(&text),
            Ok(None) => Ok(Self::default()),
            Err(trouble) => Err(broken(&trouble.to_string())),
        }
    }

    fn parse(text: &str) -> Result<Self, Stop> {
        let read: Result<Self, _> = toml::from_str(text);
        read.map(|settings| Self { there: true, ..settings }).map_err(|error| {
            let line =
                error.span().and_then(|span| text.get(..span.start)).map(|before| before.lines().count());
            broken(
                &line.map_or_else(
                    || "it does not fit".to_owned(),
                    |line| format!("see its line {}", line.max(1)),
                ),
            )
        })
    }

    /// The person's answer to a question of an archetype, as they would write it on the command line.
    pub fn answer(&self, archetype: &str, question: &str) -> Option<String> {
        Preference::answer(&self.routine, archetype, question)
    }

    /// The text of the file; empty where there is none.
    pub fn text(env: &Env) -> Result<String, Stop> {
        let Some(folder) = &env.xdg_config else { return Ok(String::new()) };
        match Dir::open(folder).and_then(|dir| dir.read_text_if_there(FILE, CAP)) {
            Ok(text) => Ok(text.unwrap_or_default()),
            Err(Trouble::Absent) => Ok(String::new()),
            Err(trouble) => Err(broken(&trouble.to_string())),
        }
    }

    /// Writes the file anew, if it still holds `before`; a text that could not be read again is not written.
    pub fn write(host: &Host, before: &str, text: &str) -> Result<(), Stop> {
        let trouble =
            |trouble: Trouble| Stop::from(Fault::new(format!("the configuration folder: {trouble}")));
        drop(Self::parse(text)?);
        let folder = host.env.xdg_config.as_deref();
        let folder = folder.ok_or_else(|| Fault::new("there is no configuration folder"))?;
        let dir = Dir::made(folder).map_err(trouble)?;
        dir.make_private_dir(FOLDER).map_err(trouble)?;
        let own = dir.dir(FOLDER).map_err(trouble)?;
        let _lock = FolderLock::take(&own, host.lock_wait).map_err(|not_had| match not_had {
            NotHad::Held(_) => Refusal::new(code::INIT_HELD).into(),
            NotHad::Trouble(why) => trouble(why),
        })?;
        if Self::text(&host.env)? != before {
            return Err(Refusal::new(code::INIT_HELD).into());
        }
        let there = dir.kind(FILE).map_err(trouble)?.is_some();
        let written =
            if there { dir.write(FILE, text.as_bytes()) } else { dir.create_private(FILE, text.as_bytes()) };
        written.map_err(|why| broken(&why.to_string()))
    }
}

impl Preference {
    /// The answer to a question of an archetype: its own before the general one.
    pub fn answer(all: &BTreeMap<String, Self>, archetype: &str, question: &str) -> Option<String> {
        let own = match all.get(archetype) {
            Some(Self::Archetype(answers)) => answers.get(question),
            _ => None,
        };
        own.or_else(|| all.get(question)).and_then(Self::shown)
    }

    fn shown(&self) -> Option<String> {
        match self {
            Self::Switch(on) => Some(if *on { "on" } else { "off" }.to_owned()),
            Self::Number(number) => Some(number.to_string()),
            Self::Word(word) => Some(word.clone()),
            Self::Archetype(_) => None,
        }
    }
}

fn broken(why: &str) -> Stop {
    let what = format!("config.toml in your abcd configuration folder cannot be used: {why}");
    Refusal::new(code::ROUTINE_BROKEN_CONFIG).saying(what).into()
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn an_archetypes_own_answer_comes_before_the_general_one() {
        let text = "[routine]\nrounds = 2\nrelease_on_completion = true\n[routine.bug-hunt]\nrounds = 3\n";
        let settings = Settings::parse(text).unwrap();
        assert_eq!(settings.answer("bug-hunt", "rounds").as_deref(), Some("3"));
        assert_eq!(settings.answer("plan-drain", "rounds").as_deref(), Some("2"));
        assert_eq!(settings.answer("plan-drain", "release_on_completion").as_deref(), Some("on"));
        assert_eq!(settings.answer("plan-drain", "bug-hunt"), None);
    }

    #[test]
    fn an_unknown_key_is_refused() {
        for text in
            ["[routines]\nrounds = 2\n", "[merge]\nceilng = \"all\"\n", "[merge]\nceiling = \"most\"\n"]
        {
            assert!(Settings::parse(text).is_err(), "{text}");
        }
    }
}
