//! A routine as the files that start it somewhere: a host's row and its templates filled in from the manifest.
//!
//! No host is known here. What a template reads is of the manifest's plain grammars or of abcd's own tables,
//! so that nothing in it can end the line, the quotation or the comment that it stands in.

pub mod put;
pub mod seal;

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use serde::Serialize;

use super::cadence::{Seed, Times};
use super::manifest::Schedule;
use super::render::Broken;
use super::render::engine::Engine;
use crate::registry::values::{Closed, Power};
use crate::tables::model::hosts::{Pin, Starter};

/// A file that a host takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// Where it goes, from the top of the repository.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// Why a host does not take a routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotTaken {
    /// Only a person starts the routine, and the host only schedules.
    ByHand,
    /// Two runs are fewer minutes apart than the host allows.
    TooOften {
        /// The minutes between two runs.
        shortest: u32,
        /// The fewest that the host takes.
        smallest: u32,
    },
    /// The prompt has more bytes than the host takes.
    PromptTooLong {
        /// The bytes of the prompt.
        bytes: usize,
        /// The most that the host takes.
        most: u32,
    },
}

/// All that a host's template can read. A text that is not known is empty.
#[derive(Debug, Serialize)]
struct Values<'a> {
    name: &'a str,
    /// How often, in words.
    cadence: String,
    /// The five fields of a crontab line in UTC; empty where only a person starts the routine.
    cron: String,
    /// The same for systemd.
    calendar: String,
    slug: &'a str,
    /// The forge's host name.
    forge: &'a str,
    archetype: &'a str,
    template_version: u32,
    /// The prompt's path from the top of the repository.
    prompt: &'a str,
    prompt_sha256: &'a str,
    models: &'a BTreeMap<String, String>,
    /// Whether the routine has each power.
    may: BTreeMap<&'static str, bool>,
    /// Each pin as a workflow names it.
    pin: BTreeMap<&'a str, String>,
    runs: &'a str,
    run_ends: u32,
    /// The mark of a file that abcd wrote; each file holds it once.
    seal: &'static str,
}

/// Whether the host takes a routine with this manifest and a prompt of so many bytes.
pub fn fits(schedule: &Schedule, prompt: usize, host: &Starter) -> Result<(), NotTaken> {
    match schedule.cadence.shortest() {
        None if !host.by_hand => return Err(NotTaken::ByHand),
        Some(shortest) if shortest < host.smallest => {
            return Err(NotTaken::TooOften { shortest, smallest: host.smallest });
        }
        _ => {}
    }
    match host.longest_prompt.map(|kib| kib.saturating_mul(1024)) {
        Some(most) if u32::try_from(prompt).unwrap_or(u32::MAX) > most => {
            Err(NotTaken::PromptTooLong { bytes: prompt, most })
        }
        _ => Ok(()),
    }
}

/// The files that the host takes, in the order of its row.
pub fn export(schedule: &Schedule, host: &Starter, engine: &Engine) -> Result<Vec<Filled>, Broken> {
    let values = values(schedule, host);
    let values = Value::from(Serde(&values));
    let fill = |path: &str, template: &str| {
        let text = engine.fill_value(template, &values)?;
        let text = seal::seal(&text)
            .ok_or_else(|| Broken::Template(format!("{template} does not hold its seal once")))?;
        Ok(Filled { path: path.replace("{name}", &schedule.name), text })
    };
    host.file.iter().map(|file| fill(&file.path, &file.template)).collect()
}

fn values<'a>(schedule: &'a Schedule, host: &'a Starter) -> Values<'a> {
    let repository = &schedule.repository;
    let times = schedule.cadence.scatter(&Seed::new(repository.root.as_deref(), &schedule.name));
    let pin = |pin: &'a Pin| (pin.id.as_ref(), format!("{}@{} # {}", pin.uses, pin.commit, pin.version));
    Values {
        name: &schedule.name,
        cadence: schedule.cadence.to_string(),
        cron: times.as_ref().map(Times::cron).unwrap_or_default(),
        calendar: times.as_ref().map(Times::calendar).unwrap_or_default(),
        slug: repository.slug.as_deref().unwrap_or_default(),
        forge: repository.host.as_deref().unwrap_or_default(),
        archetype: &schedule.archetype,
        template_version: schedule.template_version,
        prompt: &schedule.prompt.path,
        prompt_sha256: &schedule.prompt.sha256,
        models: &schedule.models,
        may: Power::ALL.iter().map(|power| (power.as_str(), schedule.powers.contains(power))).collect(),
        pin: host.pin.iter().map(pin).collect(),
        runs: &host.runs,
        run_ends: host.run_ends,
        seal: seal::BLANK,
    }
}

#[cfg(test)]
mod tests;
