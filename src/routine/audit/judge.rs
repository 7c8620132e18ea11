//! Judges a prompt against the rules of every template version.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::derive::variants;
use super::domains::Domains;
use super::sheet::Sheet;
use super::variant::{Hole, Variant};
use crate::routine::render::{Broken, Editions, plain};
use crate::tables::model::invariants::When;

/// More names that no version knows are not worth a list.
const MOST_UNKNOWN: usize = 100;

/// How a prompt carries a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// In the words of a template.
    Whole,
    /// In other words, twice with different words, or beside a rule that says the opposite.
    Altered,
    /// Not at all; a quotation, a code block or a comment does not count.
    Missing,
}

/// What was found of one rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judged {
    /// The rule's name.
    pub id: String,
    /// How the prompt carries it.
    pub state: State,
    /// Whether the template version that fits best has the rule.
    pub required: bool,
    /// The template versions of the archetype in whose words it stands, rising.
    pub versions: Vec<u32>,
}

/// What was found of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Audit {
    /// The archetype whose rules fit best.
    pub archetype: String,
    /// The template version of it that fits best.
    pub template_version: u32,
    /// Every rule that this version has and every other one that the prompt names, by name.
    pub rules: Vec<Judged>,
    /// Rules that the prompt names and that no template version has, where the name is a plain one.
    pub unknown: Vec<String>,
}

impl Audit {
    /// The rules that the prompt lacks, or has in other words.
    pub fn broken(&self) -> impl Iterator<Item = &Judged> {
        self.rules.iter().filter(|rule| rule.state != State::Whole)
    }
}

/// The rules of all template versions in all their wordings.
#[derive(Debug, Clone)]
pub struct Patterns(Vec<Pattern>);

/// The rules of one template version.
#[derive(Debug, Clone)]
struct Pattern {
    archetype: String,
    version: u32,
    holes: Vec<Hole>,
    rules: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    id: String,
    when: When,
    variants: Vec<Variant>,
}

/// The versions of an archetype in whose words each rule stands; a rule that stands in none is not there.
type Found<'a> = BTreeMap<&'a str, Vec<u32>>;

impl Patterns {
    /// Works out every wording of every rule.
    pub fn of(editions: &Editions) -> Result<Self, Broken> {
        let mut patterns = Vec::new();
        for routine in editions.archetypes() {
            for edition in routine.versions.iter().filter_map(|version| editions.at(&routine.id, *version)) {
                let (domains, engine) = (Domains::of(edition), edition.engine());
                let rules = edition.rules().map(|rule| {
                    let variants = variants(rule, &domains, &engine)?;
                    Ok(Rule { id: rule.id.to_string(), when: rule.when, variants })
                });
                patterns.push(Pattern {
                    archetype: routine.id.to_string(),
                    version: edition.version,
                    rules: rules.collect::<Result<_, Broken>>()?,
                    holes: domains.holes,
                });
            }
        }
        Ok(Self(patterns))
    }

    /// Judges a prompt; none where it names no rule that any version has.
    pub fn audit(&self, prompt: &str) -> Option<Audit> {
        let sheet = Sheet::read(prompt);
        let claimed: BTreeSet<&str> = sheet.claimed().collect();
        let (known, unknown): (BTreeSet<&str>, BTreeSet<&str>) =
            claimed.into_iter().partition(|id| self.0.iter().any(|pattern| pattern.has(id)));
        let found = self.found(&sheet, &known);
        let weight = |pattern: &&Pattern| {
            found.get(pattern.archetype.as_str()).map(|found| pattern.weight(prompt, &known, found))
        };
        let best = self.0.iter().filter(|_| !known.is_empty()).max_by_key(weight)?;
        let found = found.get(best.archetype.as_str())?;
        let required = best.required(&known);
        let mut ids: BTreeSet<&str> = known.clone();
        ids.extend(&required);
        let rules = ids.into_iter().map(|id| {
            let versions = found.get(id).cloned().unwrap_or_default();
            let state = if !known.contains(id) {
                State::Missing
            } else if versions.is_empty() || best.contradicted(id, &known) {
                State::Altered
            } else {
                State::Whole
            };
            Judged { id: id.to_owned(), state, required: required.contains(id), versions }
        });
        Some(Audit {
            archetype: best.archetype.clone(),
            template_version: best.version,
            rules: rules.collect(),
            unknown: unknown
                .into_iter()
                .filter(|id| plain::word(id))
                .take(MOST_UNKNOWN)
                .map(str::to_owned)
                .collect(),
        })
    }

    /// For each archetype.
    fn found<'a>(&'a self, sheet: &Sheet, known: &BTreeSet<&'a str>) -> BTreeMap<&'a str, Found<'a>> {
        let mut all: BTreeMap<&str, Found<'a>> = BTreeMap::new();
        for pattern in &self.0 {
            let found = all.entry(&pattern.archetype).or_default();
            for id in known.iter().filter(|id| pattern.words(id, sheet)) {
                found.entry(id).or_default().push(pattern.version);
            }
        }
        all
    }
}

impl Pattern {
    fn has(&self, id: &str) -> bool {
        self.rules.iter().any(|rule| rule.id == id)
    }

    /// Whether the prompt has a rule in the words of this version.
    fn words(&self, id: &str, sheet: &Sheet) -> bool {
        self.rules.iter().filter(|rule| rule.id == id).any(|rule| {
            sheet.whole(id, |block| rule.variants.iter().any(|variant| variant.fits(block, &self.holes)))
        })
    }

    /// How well a prompt fits: by the rules that are whole, by what it says of itself, by how few rules are
    /// not whole, and else the newest.
    fn weight(
        &self,
        prompt: &str,
        known: &BTreeSet<&str>,
        found: &Found<'_>,
    ) -> (usize, bool, Reverse<usize>, u32) {
        let required = self.required(known);
        let stands = |id: &&&str| found.get(**id).is_some_and(|versions| versions.contains(&self.version));
        let whole = required.iter().filter(stands).count();
        (whole, self.is_named(prompt), Reverse(required.len() - whole), self.version)
    }

    /// Whether the prompt says that it was rendered from this version.
    fn is_named(&self, prompt: &str) -> bool {
        let named = format!("`{}`, version {}", self.archetype, self.version);
        prompt
            .match_indices(&named)
            .filter_map(|(at, named)| prompt.get(at + named.len()..))
            .any(|behind| !behind.starts_with(|next: char| next.is_ascii_digit()))
    }

    /// The rules that the prompt must carry: of the two about rounds the one that it names, or the first.
    fn required(&self, known: &BTreeSet<&str>) -> BTreeSet<&str> {
        let (one, many) = (self.names(When::OneRound, known), self.names(When::ManyRounds, known));
        let must = |rule: &&Rule| match rule.when {
            When::Always => true,
            When::OneRound => one || !many,
            When::ManyRounds => many,
        };
        self.rules.iter().filter(must).map(|rule| rule.id.as_str()).collect()
    }

    /// Whether a rule holds for some number of rounds, and the prompt names one for the others too.
    fn contradicted(&self, id: &str, known: &BTreeSet<&str>) -> bool {
        let about_rounds = |rule: &Rule| rule.id == id && rule.when != When::Always;
        self.rules.iter().any(about_rounds)
            && self.names(When::OneRound, known)
            && self.names(When::ManyRounds, known)
    }

    fn names(&self, when: When, known: &BTreeSet<&str>) -> bool {
        self.rules.iter().any(|rule| rule.when == when && known.contains(rule.id.as_str()))
    }
}
