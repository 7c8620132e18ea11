//! What the tables must be beyond their shape. Every check runs; nothing stops at the first problem.

mod asking;
mod commands;
mod detection;
mod hosts;
mod inert;
mod interviews;
mod parameters;
mod reflect;
mod refusals;
mod repository;
mod roles;
mod runners;
mod routines;
mod schema;
mod template;
mod usage;
mod values;
mod watch;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::literal::snake;
use super::load::Tables;
use super::source::{Place, Problem, Step, span};
#[cfg(library)]
pub(crate) use refusals::{is_code, is_release_tag};

/// Every problem of `tables`, in no order.
pub fn check(tables: &Tables) -> Vec<Problem> {
    let mut checks = Checks { tables, problems: Vec::new(), documents: BTreeMap::new() };
    values::check(&mut checks);
    commands::check(&mut checks);
    refusals::check(&mut checks);
    usage::check(&mut checks);
    routines::check(&mut checks);
    detection::check(&mut checks);
    hosts::check(&mut checks);
    inert::check(&mut checks);
    asking::check(&mut checks);
    roles::check(&mut checks);
    runners::check(&mut checks);
    watch::check(&mut checks);
    interviews::check(&mut checks);
    reflect::check(&mut checks);
    repository::check(&mut checks);
    schema::check(&mut checks);
    checks.problems
}

/// The checks of one set of tables, and what they found so far.
struct Checks<'a> {
    tables: &'a Tables,
    problems: Vec<Problem>,
    /// The files that have problems, parsed once to find their places.
    documents: BTreeMap<usize, Spanned<DeTable<'a>>>,
}

impl Checks<'_> {
    /// Notes a problem at the value that `steps` lead to from the row at `place`.
    fn add(&mut self, place: Place, steps: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let span = self.span(place, steps);
        self.problems.push(Problem { file: place.file, span, message: message.into(), help: help.into() });
    }

    /// Where a row stands, for a message that points back at it.
    fn shown(&mut self, place: Place) -> String {
        let span = self.span(place, &[]);
        let Some(source) = self.tables.sources.get(place.file) else { return String::new() };
        format!("{}:{}", source.path, source.line(span.start))
    }

    fn span(&mut self, place: Place, steps: &[Step]) -> Range<usize> {
        let tables = self.tables;
        let Some(source) = tables.sources.get(place.file) else { return 0..0 };
        let document = self.documents.entry(place.file);
        let document = document.or_insert_with(|| DeTable::parse_recoverable(&source.text).0);
        let mut path = vec![Step::Key(place.key), Step::Row(place.row)];
        path.extend_from_slice(steps);
        span(document.get_ref(), &path)
    }
}

/// Notes each row whose name an earlier row has.
fn unique<T>(checks: &mut Checks<'_>, rows: &[(Place, T)], key: &'static str, name: fn(&T) -> &str) {
    told_apart(checks, rows, key, name, str::to_owned);
}

/// Notes each row whose name an earlier row has, to the letter or as Rust spells it.
fn unique_in_rust<T>(checks: &mut Checks<'_>, rows: &[(Place, T)], key: &'static str, name: fn(&T) -> &str) {
    told_apart(checks, rows, key, name, snake);
}

fn told_apart<T>(
    checks: &mut Checks<'_>,
    rows: &[(Place, T)],
    key: &'static str,
    name: fn(&T) -> &str,
    spelled: fn(&str) -> String,
) {
    let mut seen: BTreeMap<String, (Place, &str)> = BTreeMap::new();
    for (place, row) in rows {
        let name = name(row);
        let Some((first, earlier)) = seen.get(&spelled(name)).copied() else {
            seen.insert(spelled(name), (*place, name));
            continue;
        };
        let first = checks.shown(first);
        let (message, help) = if earlier == name {
            let help = format!("each {key} is given once and never reused; pick another");
            (format!("`{name}` is already the row at {first}"), help)
        } else {
            let message = format!("`{name}` becomes the same name in Rust as the row at {first}");
            (message, "change a word, not only where the words part".to_owned())
        };
        checks.add(*place, &[Step::Key(key)], message, help);
    }
}
