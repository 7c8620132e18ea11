//! Folders that one command makes and others work in: a command alone is no gate where its folder is made
//! by another, and the pair is offered only where both can be.

use super::facts::Evidence;
use super::grammar;
use super::ground::join;
use super::ignored::is_ignored;
use super::resolve::Resolver;
use super::rows::Rows;
use super::seen::Sighting;
use crate::tables::model::Text;
use crate::tables::model::toolchains::{Effect, Kind, Tool};

/// A command that must be run before another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) command: String,
    pub(super) dir: String,
    pub(super) evidence: Evidence,
}

/// What a command does to folders.
#[derive(Debug, Default)]
struct Touched {
    made: Vec<String>,
    needed: Vec<String>,
    hides: bool,
}

/// What must be run before the sighting at `at`; `None`: something that cannot be offered.
pub(super) fn before(resolver: &Resolver<'_, '_>, all: &[Sighting], at: usize) -> Option<Vec<Step>> {
    let sighting = all.get(at)?;
    let needed = touched(resolver.rows, sighting).needed;
    if needed.is_empty() {
        return Some(Vec::new());
    }
    let mut steps = Vec::new();
    let mut made = 0;
    for earlier in all.iter().take(at).filter(|one| one.source == sighting.source && one.job == sighting.job)
    {
        let found = touched(resolver.rows, earlier);
        let makes: Vec<&String> = found.made.iter().filter(|one| needed.contains(one)).collect();
        let works = found.needed.iter().any(|one| needed.contains(one));
        if makes.is_empty() && !works {
            continue;
        }
        let verdict = resolver.command(&earlier.texts, &mut earlier.dir.clone(), 0);
        if makes.is_empty() && verdict.kinds.contains(&Kind::Test) {
            continue;
        }
        let hidden = found.hides || makes.iter().all(|folder| is_ignored(resolver.ground, folder));
        let raws: Vec<&str> = earlier.raws.iter().map(String::as_str).collect();
        let plain = grammar::is_command(&raws, |_| false) && !earlier.varied && !earlier.set;
        if !plain || earlier.writes || verdict.is_bad() || !hidden {
            return None;
        }
        made += makes.len();
        let step =
            Step { command: raws.join(" "), dir: earlier.dir.clone(), evidence: earlier.evidence.clone() };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    (made > 0).then_some(steps)
}

fn touched(rows: &Rows<'_>, sighting: &Sighting) -> Touched {
    let mut words: Vec<&str> = sighting.texts.iter().map(String::as_str).collect();
    let program = words.first().map(|first| super::judge::program(first)).unwrap_or_default();
    if let Some(first) = words.first_mut() {
        *first = &program;
    }
    let mut row = rows.tool(&words);
    while row.is_some_and(|(tool, _)| tool.effect == Effect::Wraps) && words.len() > 1 {
        words.remove(0);
        row = rows.tool(&words);
    }
    let at = |folder: &str| join(&sighting.dir, folder);
    match row {
        Some((tool, taken)) => Touched {
            made: values(&words, taken, &tool.makes, tool).iter().filter_map(|one| at(one)).collect(),
            needed: values(&words, taken, &tool.needs, tool).iter().filter_map(|one| at(one)).collect(),
            hides: tool.hides,
        },
        // A script takes the folder by a flag that some tool calls it by too.
        None => Touched {
            needed: rows
                .folder_flags()
                .flat_map(|flag| valued(&words, flag))
                .filter_map(|one| at(&one))
                .collect(),
            ..Touched::default()
        },
    }
}

fn values(words: &[&str], taken: usize, flags: &[Text], tool: &Tool) -> Vec<String> {
    let mut out: Vec<String> = flags.iter().flat_map(|flag| valued(words, flag)).collect();
    if flags.iter().any(|flag| flag == "{word}") {
        let mut rest = words.iter().skip(taken);
        while let Some(word) = rest.next() {
            if tool.takes.iter().any(|flag| flag == word) {
                rest.next();
            } else if !word.starts_with('-') {
                out.push((*word).to_owned());
                break;
            }
        }
    }
    out
}

/// The values of a flag: the next word, what follows `=`, or what is written onto a short one.
fn valued(words: &[&str], flag: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if *word == flag {
            out.extend(words.get(at + 1).map(|next| (*next).to_owned()));
        } else if let Some(rest) = word.strip_prefix(flag) {
            let short = flag.len() == 2;
            match rest.strip_prefix('=') {
                Some(value) => out.push(value.to_owned()),
                None if short && flag.starts_with('-') => out.push(rest.to_owned()),
                None => {}
            }
        }
    }
    out
}
