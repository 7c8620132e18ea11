//! What every name that a template reads may stand for: all that it can be, or a mark where that is endless.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use serde_json::{Map, Value as Json};

use super::variant::{Fits, Hole};
use crate::routine::cadence::Cadence;
use crate::routine::manifest::is_name;
use crate::routine::render::{Answers, Edition, Known, KnownLog, KnownRelease, context, plain};
use crate::tables::model::routines::Grammar;

/// The one number of the context that an edition fixes.
const VERSION: &str = "version";

/// The values of every name, and the holes that the marks among them stand for.
#[derive(Debug, Clone, Default)]
pub(super) struct Domains {
    /// What a name may be, by name.
    pub(super) values: BTreeMap<String, Vec<Json>>,
    /// What stands in the place of what is endless.
    pub(super) holes: Vec<Hole>,
}

impl Domains {
    /// The names that the templates of an edition read.
    pub(super) fn of(edition: Edition<'_>) -> Self {
        let mut domains = Self::default();
        let name = domains.text("zq", is_name);
        let answers = Answers::by_default(edition);
        for known in domains.repositories() {
            let (context, _) = context::context(edition, &name, &known, &answers);
            if let Ok(Json::Object(context)) = serde_json::to_value(context) {
                domains.gather(context);
            }
        }
        domains.questions(edition);
        domains
    }

    /// The values of a name as a template reads them.
    pub(super) fn read(&self, name: &str, at: usize) -> Option<Value> {
        self.values.get(name)?.get(at).map(|value| Value::from(Serde(value)))
    }

    /// Repositories that differ in everything that decides a word.
    fn repositories(&mut self) -> Vec<Known> {
        let branch = self.text("/zq", plain::branch);
        let (slug, remote) = (self.text("/zq", plain::slug), self.text("/zq", plain::branch));
        let log = self.text("/zq", plain::path);
        let release = KnownRelease {
            kind: self.text("zq", plain::word),
            sentence: "See {path}.".to_owned(),
            path: self.text("/zq", plain::path),
            evidence: Vec::new(),
        };
        let mut all = Vec::new();
        for hosting in [Some("github"), Some("gitlab"), None] {
            for file in [Some(true), Some(false), None] {
                for (remote, branch) in [(true, true), (true, false), (false, true), (false, false)].map(
                    |(with_remote, with_branch)| {
                        (with_remote.then(|| remote.clone()), with_branch.then(|| branch.clone()))
                    },
                ) {
                    all.push(Known {
                        default_branch: branch,
                        hosting: hosting.map(str::to_owned),
                        slug: hosting.map(|_| slug.clone()),
                        remote,
                        log: file.map(|file| KnownLog { path: log.clone(), tracked: true, file }),
                        release: Some(release.clone()),
                        ..Known::default()
                    });
                }
            }
        }
        all
    }

    fn gather(&mut self, context: Map<String, Json>) {
        for (name, value) in context {
            let values = match &value {
                Json::Bool(_) => vec![Json::from(true), Json::from(false)],
                Json::Number(_) if name != VERSION && !self.values.contains_key(&name) => {
                    vec![self.number(0, u32::MAX)]
                }
                Json::Number(_) if name != VERSION => vec![],
                _ => vec![value],
            };
            let all = self.values.entry(name).or_default();
            for value in values {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
    }

    /// An answer may be any that its row lets through. Templates say `1` in other words than more.
    fn questions(&mut self, edition: Edition<'_>) {
        for ask in edition.numbers() {
            let mut values = Vec::new();
            if ask.min <= 1 {
                values.push(Json::from(1));
            }
            values.push(self.number(ask.min.max(2), ask.max));
            self.values.insert(ask.id.to_string(), values);
        }
        for ask in edition.choices() {
            let options = ask.options.iter().map(|option| Json::from(option.as_ref()));
            self.values.insert(ask.id.to_string(), options.collect());
        }
        for ask in edition.texts() {
            let mark = match ask.grammar {
                Grammar::Path => self.text("/zq", plain::path),
                Grammar::Cadence => self.text("zq", |text| text.parse::<Cadence>().is_ok()),
            };
            self.values.insert(ask.id.to_string(), vec![Json::from(mark)]);
        }
    }

    /// A mark that stands for a text, and passes for one of its grammar by its end.
    fn text(&mut self, end: &str, fits: fn(&str) -> bool) -> String {
        let mark = format!("zq{:03}{end}", self.holes.len());
        self.holes.push(Hole { mark: mark.clone(), fits: Fits::Text(fits) });
        mark
    }

    /// A mark that stands for a number.
    fn number(&mut self, min: u32, max: u32) -> Json {
        let mark = 77_700_000_000 + self.holes.len() as u64;
        self.holes.push(Hole { mark: mark.to_string(), fits: Fits::Number(min, max) });
        Json::from(mark)
    }
}
