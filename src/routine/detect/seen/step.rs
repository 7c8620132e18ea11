//! One step of a job: the commands of its text, where they run and what holds around them.

use super::super::document::Node;
use super::super::facts::Evidence;
use super::super::ground::{Ground, join};
use super::super::rows::Rows;
use super::super::shell::{self, Command, Word};
use super::expression::{self, Known};
use super::{Sighting, Source, within};

/// How many commands are taken in all.
const COMMANDS: usize = 5_000;

/// Where a step stands and what it knows.
pub(super) struct Step<'s, 'a, 't> {
    pub(super) ground: &'s Ground<'a>,
    pub(super) rows: &'s Rows<'t>,
    /// The file.
    pub(super) path: &'s str,
    pub(super) known: &'s Known,
    /// The folder it runs in, `?` where that cannot be told.
    pub(super) dir: &'s str,
    /// The folder to build in that it runs in, from `dir`, where that is not there yet.
    pub(super) inside: Option<&'s str>,
    /// Its environment makes its commands check something else.
    pub(super) set: bool,
    /// The number of its job.
    pub(super) job: usize,
}

impl Step<'_, '_, '_> {
    /// Takes every command of a text; a change of folder holds for what follows.
    pub(super) fn take(&self, run: &Node, seen: &mut Vec<Sighting>) {
        let Some(text) = run.text() else { return };
        if seen.len() > COMMANDS {
            self.ground.skip(self.path, "enough commands were read before it");
            return;
        }
        let mut here = self.dir.to_owned();
        // The folder to build in, below `here`, that the commands are typed in.
        let mut inside = self.inside.map(str::to_owned);
        for command in shell::commands(&expression::as_variables(text)) {
            if command.inner {
                continue;
            }
            if let Some("cd" | "pushd") = command.words.first().map(|word| word.text.as_str()) {
                let to = command.words.get(1).map_or("", |word| &word.text);
                (here, inside) = goes(self.ground, &here, inside.as_deref(), to);
                continue;
            }
            if let Some(folder) = &inside {
                if let Some(command) = within::outside(self.rows, &command, folder) {
                    self.command(&command, &here, run.line + command.line, seen);
                }
                continue;
            }
            // In a folder that cannot be told nothing can be checked.
            if here != "?" {
                self.command(&command, &here, run.line + command.line, seen);
            }
        }
    }

    fn command(&self, command: &Command, here: &str, line: usize, seen: &mut Vec<Sighting>) {
        let named = command.settings.iter().filter_map(|setting| setting.split_once('='));
        let set = self.set || named.into_iter().any(|(name, value)| self.rows.is_setting(name, value));
        let (spellings, varied) = expression::spellings(command, self.known, self.rows);
        for words in spellings {
            let raw = |word: &Word| word.raw.clone();
            seen.push(Sighting {
                raws: words.iter().map(raw).collect(),
                texts: words.into_iter().map(|word| word.text).collect(),
                dir: here.to_owned(),
                evidence: Evidence::new(self.path, line),
                source: Source::Ci,
                varied,
                set,
                writes: command.writes,
                forgiven: command.forgiven,
                job: self.job,
            });
        }
    }
}

/// Where a change of folder leads: to a folder that is there, or into one that is to be made.
pub(super) fn goes(
    ground: &Ground<'_>,
    here: &str,
    inside: Option<&str>,
    to: &str,
) -> (String, Option<String>) {
    let from = inside.map_or_else(|| here.to_owned(), |inside| format!("{here}/{inside}"));
    let unknown = ("?".to_owned(), None);
    if here == "?" || to.contains(['$', '`', '*', '~']) || to.is_empty() || to == "-" {
        return unknown;
    }
    let Some(there) = join(&from, to) else { return unknown };
    if ground.is_folder(&there) {
        return (there, None);
    }
    let base = if here == "." { "" } else { here };
    let below = there.strip_prefix(base).map(|rest| rest.trim_start_matches('/').to_owned());
    below.filter(|below| !below.is_empty()).map_or(unknown, |below| (here.to_owned(), Some(below)))
}
