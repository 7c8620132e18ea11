//! The rows that detection works by, with the look-ups that it needs.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::registry::detection::{
    ACTIONS, ASIDE_FOLDERS, DECISION_LOGS, HOSTINGS, INSTRUCTIONS, JOB_WORDS, MERGE_SIGNS, PAGES, PINS,
    PLATFORMS, PROGRAMS, PROJECT_MARKS, PUBLISHERS, RELEASE_FLOWS, RIVALRIES, SETTINGS, TIERS, TOOLCHAINS,
    WORDS,
};
use crate::tables::model::repository::{
    AsideFolder, Instruction, JobWord, MergeSign, Pins, ProjectMark, Publisher, ReleaseFlow, Rivalry,
};
use crate::tables::model::toolchains::{
    Action, Effect, Hosting, Kind, Page, Place, Platform, Setting, Tool, Toolchain, Word,
};

/// All rows, indexed.
#[derive(Debug)]
pub struct Rows<'a> {
    pub(super) toolchains: Vec<&'a Toolchain>,
    pub(super) actions: Vec<&'a Action>,
    pub(super) decision_logs: Vec<&'a Place>,
    pub(super) hostings: Vec<&'a Hosting>,
    pub(super) tiers: &'a [Place],
    pub(super) flows: &'a [ReleaseFlow],
    pub(super) publishers: &'a [Publisher],
    pub(super) rivalries: &'a [Rivalry],
    pub(super) pins: &'a [Pins],
    pub(super) instructions: &'a [Instruction],
    pub(super) merge_signs: &'a [MergeSign],
    pub(super) job_words: &'a [JobWord],
    pub(super) project_marks: &'a [ProjectMark],
    pub(super) aside_folders: &'a [AsideFolder],
    pub(super) pages: &'a [Page],
    platforms: &'a [Platform],
    settings: &'a [Setting],
    programs: &'a [Tool],
    target_words: &'a [Word],
    /// Sorted by program, the longest spelling first; made when it is first asked for, beside git's work.
    tools: OnceLock<Vec<Spelled<'a>>>,
    /// Word and row, sorted.
    words: OnceLock<Vec<(&'a str, &'a Word)>>,
}

/// Program, whole spelling and row.
type Spelled<'a> = (&'a str, &'a str, &'a Tool);

/// What a target's name says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Called {
    /// What it is a gate for.
    pub(super) kind: Option<Kind>,
    /// The worst that a word of it means; `Quiet` where no word means anything.
    pub(super) effect: Effect,
    /// The worst that a weak word of it means: said by a name, and not enough against a body.
    pub(super) soft: Effect,
    /// It gathers other targets.
    pub(super) gathers: bool,
    /// Only the body can tell.
    pub(super) weak: bool,
    /// A word of it says that it is a special case.
    pub(super) aside: bool,
    /// It makes a package, and no other word says that it checks.
    pub(super) packs: bool,
    /// Every word of it is known and none is a qualifier: it is a gate without further evidence.
    pub(super) head: bool,
}

impl<'a> Rows<'a> {
    /// The rows of the tables.
    pub fn of_tables() -> Rows<'static> {
        Rows::new(&TOOLCHAINS, &PROGRAMS, &WORDS)
    }

    /// Indexes rows; CI actions, places and forges are those of the tables.
    pub fn new(toolchains: &'a [Toolchain], programs: &'a [Tool], target_words: &'a [Word]) -> Self {
        Self {
            toolchains: toolchains.iter().collect(),
            actions: ACTIONS.iter().collect(),
            decision_logs: DECISION_LOGS.iter().collect(),
            hostings: HOSTINGS.iter().collect(),
            tiers: &TIERS,
            flows: &RELEASE_FLOWS,
            publishers: &PUBLISHERS,
            rivalries: &RIVALRIES,
            pins: &PINS,
            instructions: &INSTRUCTIONS,
            merge_signs: &MERGE_SIGNS,
            job_words: &JOB_WORDS,
            project_marks: &PROJECT_MARKS,
            aside_folders: &ASIDE_FOLDERS,
            pages: &PAGES,
            platforms: &PLATFORMS,
            settings: &SETTINGS,
            programs,
            target_words,
            tools: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    fn tools(&self) -> &[Spelled<'a>] {
        self.tools.get_or_init(|| {
            let spelled = |tool: &'a Tool| tool.run.iter().map(move |run| (program(run), run.as_ref(), tool));
            let mut tools: Vec<_> = self.programs.iter().flat_map(spelled).collect();
            // The longest spelling is the most exact; a stable sort keeps the order of the rows.
            tools.sort_by_cached_key(|(name, run, _)| (*name, Reverse(run.split(' ').count())));
            tools
        })
    }

    fn words(&self) -> &[(&'a str, &'a Word)] {
        self.words.get_or_init(|| {
            let meant = |word: &'a Word| word.words.iter().map(move |text| (text.as_ref(), word));
            let mut words: Vec<_> = self.target_words.iter().flat_map(meant).collect();
            words.sort_by_key(|(text, _)| *text);
            words
        })
    }

    /// The row that fits `words` best, its first spelling, and how many of the words name it.
    pub(super) fn tool(&self, words: &[&str]) -> Option<(&'a Tool, usize)> {
        let (program, rest) = words.split_first()?;
        let first = self.tools().partition_point(|(name, ..)| name < program);
        let mut spellings = self.tools().iter().skip(first).take_while(|(name, ..)| name == program);
        spellings.find_map(|(_, run, tool)| {
            let spelling: Vec<&str> = run.split(' ').skip(1).collect();
            named(&spelling, rest, &tool.takes).map(|taken| (*tool, taken + 1))
        })
    }

    /// The long flags by which tools are told of a folder that must have been made.
    pub(super) fn folder_flags(&self) -> impl Iterator<Item = &'a str> {
        let flags = self.tools().iter().flat_map(|(_, _, tool)| tool.needs.iter()).map(AsRef::as_ref);
        let long: BTreeSet<&str> = flags.filter(|flag: &&str| flag.len() > 2 && *flag != "--build").collect();
        long.into_iter()
    }

    /// Whether a value names a machine or a system.
    pub(super) fn is_platform(&self, value: &str) -> bool {
        let pieces = pieces(value);
        let known = |piece: &String| {
            self.platforms.iter().any(|row| row.words.iter().any(|word| word.as_ref() == piece.as_str()))
        };
        pieces.iter().any(known)
    }

    /// Whether a setting of the environment makes a command check something else.
    pub(super) fn is_setting(&self, name: &str, value: &str) -> bool {
        let value = value.to_ascii_lowercase();
        self.settings.iter().any(|row| {
            row.ends.iter().any(|end| name.ends_with(end.as_ref()))
                && row.holds.iter().any(|part| value.contains(part.as_ref()))
        })
    }

    /// What a target's name says.
    pub(super) fn called(&self, name: &str) -> Called {
        let pieces = pieces(name);
        let mut called = Called { head: !pieces.is_empty(), ..Called::default() };
        let mut strong = false;
        for piece in &pieces {
            let first = self.words().partition_point(|(text, _)| *text < piece.as_str());
            let rows = self.words().iter().skip(first).take_while(|(text, _)| text == piece);
            let count = rows.clone().count();
            if count == 0 {
                called.head &= piece.chars().all(|c| c.is_ascii_digit());
            }
            for (_, row) in rows {
                let aside = row.aside && count == 1;
                called.head &= !aside;
                called.aside |= aside;
                if row.weak && row.effect > Effect::Checks {
                    called.soft = called.soft.max(row.effect);
                } else {
                    called.effect = called.effect.max(row.effect);
                }
                called.gathers |= row.gathers;
                called.kind = called.kind.or(row.kind);
                strong |= row.effect == Effect::Checks && !row.weak;
            }
        }
        called.weak = !strong;
        called.packs = called.effect == Effect::Packs && !strong;
        called
    }
}

/// The first word of a spelling.
fn program(spelling: &str) -> &str {
    spelling.split(' ').next().unwrap_or_default()
}

/// How many of `rest` it takes to find every word of `spelling`: flags anywhere, the others as the first
/// words that are no flags, in order.
fn named(spelling: &[&str], rest: &[&str], takes: &[crate::tables::model::Text]) -> Option<usize> {
    let mut wanted = spelling.iter().filter(|word| !word.starts_with('-')).peekable();
    let mut last = 0;
    let mut at = 0;
    while let (Some(want), Some(have)) = (wanted.peek(), rest.get(at)) {
        at += 1;
        if have.starts_with('-') || have.starts_with('+') {
            at += usize::from(takes.iter().any(|flag| flag == have));
        } else if have == *want {
            wanted.next();
            last = at;
        } else {
            return None;
        }
    }
    let flags = spelling.iter().filter(|word| word.starts_with('-')).all(|flag| rest.contains(flag));
    (wanted.peek().is_none() && flags).then_some(last)
}

/// The words of a name: cut at punctuation and where small letters meet a capital, in lower case.
pub(super) fn pieces(name: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || (small && c.is_ascii_uppercase()) {
            pieces.push(String::new());
        }
        if c.is_ascii_alphanumeric()
            && let Some(piece) = pieces.last_mut()
        {
            piece.push(c.to_ascii_lowercase());
        }
        small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    pieces.retain(|piece| !piece.is_empty());
    joined(pieces)
}

/// Words that are written as one or as two mean the same: `type-check`, `typecheck`.
fn joined(pieces: Vec<String>) -> Vec<String> {
    const PAIRS: [(&str, &str); 6] = [
        ("pre", "push"),
        ("pre", "flight"),
        ("pre", "commit"),
        ("pre", "pr"),
        ("pre", "check"),
        ("pre", "submit"),
    ];
    let mut out: Vec<String> = Vec::new();
    for piece in pieces {
        match out.last_mut() {
            Some(last) if PAIRS.contains(&(last.as_str(), piece.as_str())) => last.push_str(&piece),
            _ => out.push(piece),
        }
    }
    out
}
