//! Texts into rows: syntax and shape, every error at once.

use toml::de::{DeTable, DeValue};

use super::detection::Detection;
use super::model::asking::{Limits, Rule};
use super::model::commands::Command;
use super::model::hosts::Starter;
use super::model::inert::Inert;
use super::model::interviews::Interview;
use super::model::invariants::Invariant;
use super::model::reflect::{Reflection, Thin};
use super::model::refusals::Refusal;
use super::model::roles::Role;
use super::model::root::Root;
use super::model::routines::Routine;
use super::model::runners::Runner;
use super::model::usage::Kind;
use super::model::values::Set;
use super::model::watch::{Bound, Exception, Watched};
use super::source::{Place, Problem, Source, rows};

/// Every table, each row with its place.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// The texts, sorted by path.
    pub sources: Vec<Source>,
    /// `[[command]]` rows.
    pub commands: Vec<(Place, Command)>,
    /// `[[refusal]]` rows.
    pub refusals: Vec<(Place, Refusal)>,
    /// `[[root]]` rows; there is one.
    pub roots: Vec<(Place, Root)>,
    /// `[[kind]]` rows.
    pub kinds: Vec<(Place, Kind)>,
    /// `[[set]]` rows.
    pub sets: Vec<(Place, Set)>,
    /// The rows of `tables/toolchains/`.
    pub detection: Detection,
    /// `[[routine]]` rows.
    pub routines: Vec<(Place, Routine)>,
    /// `[[invariant]]` rows.
    pub invariants: Vec<(Place, Invariant)>,
    /// `[[host]]` rows.
    pub hosts: Vec<(Place, Starter)>,
    /// `[[inert]]` rows.
    pub inert: Vec<(Place, Inert)>,
    /// `[[limits]]` rows; there is one.
    pub limits: Vec<(Place, Limits)>,
    /// `[[rule]]` rows.
    pub rules: Vec<(Place, Rule)>,
    /// `[[role]]` rows.
    pub roles: Vec<(Place, Role)>,
    /// `[[runner]]` rows.
    pub runners: Vec<(Place, Runner)>,
    /// `[[watch_bound]]` rows.
    pub bounds: Vec<(Place, Bound)>,
    /// `[[watch_exception]]` rows.
    pub exceptions: Vec<(Place, Exception)>,
    /// `[[watched]]` rows.
    pub watched: Vec<(Place, Watched)>,
    /// `[[interview]]` rows.
    pub interviews: Vec<(Place, Interview)>,
    /// `[[reflection]]` rows.
    pub reflections: Vec<(Place, Reflection)>,
    /// `[[thin]]` rows.
    pub thin: Vec<(Place, Thin)>,
    /// Whether a command row was dropped because it does not fit.
    pub commands_broken: bool,
}

/// Where rows stand: a folder or a file of tables, named as its schema, and the keys of the rows it holds.
pub const HOMES: [(&str, &[&str]); 15] = [
    ("root.toml", &["root"]),
    ("commands", &["command"]),
    ("refusals", &["refusal"]),
    ("usage.toml", &["kind"]),
    ("values.toml", &["set"]),
    ("toolchains", DETECTION),
    ("routines", &["routine"]),
    ("invariants", &["invariant"]),
    ("hosts", &["host"]),
    ("inert.toml", &["inert"]),
    ("interviews", &["limits", "rule", "interview"]),
    ("roles.toml", &["role"]),
    ("runners.toml", &["runner"]),
    ("watch.toml", &["watch_bound", "watch_exception", "watched"]),
    ("reflect.toml", &["reflection", "thin"]),
];

/// The rows that a repository is read with.
const DETECTION: &[&str] = &[
    "toolchain",
    "program",
    "target_word",
    "ci_action",
    "platform",
    "ci_setting",
    "decision_log",
    "page",
    "hosting",
    "tier",
    "release_flow",
    "publisher",
    "rivalry",
    "pins",
    "instruction",
    "merge_sign",
    "job_word",
    "project_mark",
    "aside_folder",
    "build_tree",
];

/// Every key that a table file may have.
fn keys() -> impl Iterator<Item = &'static str> {
    HOMES.iter().flat_map(|(_, keys)| keys.iter().copied())
}

/// Reads `sources`; rows that do not fit are left out and said.
pub fn load(mut sources: Vec<Source>) -> (Tables, Vec<Problem>) {
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    let mut tables = Tables::default();
    let mut problems = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let (document, errors) = DeTable::parse_recoverable(&source.text);
        problems.extend(errors.iter().map(|error| Problem {
            file,
            span: error.span().unwrap_or(0..0),
            message: error.message().to_owned(),
            help: "this is not TOML; mend it first, the rows below it may be wrongly read".to_owned(),
        }));
        let syntax = !errors.is_empty();
        unknown_keys(file, document.get_ref(), &mut problems);
        let said = problems.len();
        tables.take(file, document.get_ref(), syntax, &mut problems);
        if syntax {
            // What is left of a row behind a slip is not what was written.
            problems.truncate(said);
        }
    }
    tables.sources = sources;
    (tables, problems)
}

impl Tables {
    fn take(&mut self, file: usize, document: &DeTable<'_>, syntax: bool, problems: &mut Vec<Problem>) {
        let before = problems.len();
        self.commands.extend(rows(file, "command", document, problems));
        self.commands_broken |= syntax || problems.len() > before;
        self.refusals.extend(rows(file, "refusal", document, problems));
        self.roots.extend(rows(file, "root", document, problems));
        self.kinds.extend(rows(file, "kind", document, problems));
        self.sets.extend(rows(file, "set", document, problems));
        self.detection.take(file, document, problems);
        self.routines.extend(rows(file, "routine", document, problems));
        self.invariants.extend(rows(file, "invariant", document, problems));
        self.hosts.extend(rows(file, "host", document, problems));
        self.inert.extend(rows(file, "inert", document, problems));
        self.limits.extend(rows(file, "limits", document, problems));
        self.rules.extend(rows(file, "rule", document, problems));
        self.roles.extend(rows(file, "role", document, problems));
        self.runners.extend(rows(file, "runner", document, problems));
        self.bounds.extend(rows(file, "watch_bound", document, problems));
        self.exceptions.extend(rows(file, "watch_exception", document, problems));
        self.watched.extend(rows(file, "watched", document, problems));
        self.interviews.extend(rows(file, "interview", document, problems));
        self.reflections.extend(rows(file, "reflection", document, problems));
        self.thin.extend(rows(file, "thin", document, problems));
    }

    /// The command of a path.
    pub fn command(&self, path: &str) -> Option<&Command> {
        self.commands.iter().map(|(_, command)| command).find(|command| command.path == path)
    }

    /// The flags that every command takes.
    pub fn global_flags(&self) -> &[super::model::commands::Parameter] {
        self.roots.first().map_or(&[], |(_, root)| &root.flag)
    }
}

fn unknown_keys(file: usize, document: &DeTable<'_>, problems: &mut Vec<Problem>) {
    for (key, value) in document {
        if !keys().any(|known| known == key.get_ref()) {
            let span = match value.get_ref() {
                DeValue::Array(_) | DeValue::Table(_) => value.span(),
                _ => key.span(),
            };
            problems.push(Problem {
                file,
                span,
                message: format!("no table is called `{}`", key.get_ref()),
                help: format!("a table file holds {}", keys().collect::<Vec<_>>().join(", ")),
            });
        }
    }
}
