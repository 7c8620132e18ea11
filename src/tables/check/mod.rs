//! What the tables must be beyond their shape. Every check runs; nothing stops at the first problem.

mod commands;
mod parameters;
mod refusals;
mod routines;
mod schema;
mod template;
mod usage;
mod values;
mod words;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeTable;

use super::load::Tables;
use super::source::{Place, Problem, Step, span};
#[cfg(library)]
pub(crate) use refusals::{is_code, is_release_tag};

/// Every problem of `tables`, in no order.
pub fn check(tables: &Tables) -> Vec<Problem> {
    let documents = tables.sources.iter().map(|_| OnceCell::new()).collect();
    let mut checks = Checks { tables, documents, problems: Vec::new() };
    values::check(&mut checks);
    commands::check(&mut checks);
    refusals::check(&mut checks);
    usage::check(&mut checks);
    routines::check(&mut checks);
    schema::check(&mut checks);
    checks.problems
}

/// The checks of one set of tables, and what they found so far.
struct Checks<'a> {
    tables: &'a Tables,
    /// What each file holds, read again where something in it has to be pointed at.
    documents: Vec<OnceCell<DeTable<'a>>>,
    problems: Vec<Problem>,
}

impl<'a> Checks<'a> {
    /// Notes a problem at the value that `steps` lead to from the row at `place`.
    fn add(&mut self, place: Place, steps: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let mut path = vec![Step::Key(place.key), Step::Row(place.row)];
        path.extend_from_slice(steps);
        let span = self.span(place, &path);
        self.problems.push(Problem { file: place.file, span, message: message.into(), help: help.into() });
    }

    /// Where a row stands, for a message that points back at it.
    fn shown(&self, place: Place) -> String {
        let Some(source) = self.tables.sources.get(place.file) else { return String::new() };
        let span = self.span(place, &[Step::Key(place.key), Step::Row(place.row)]);
        format!("{}:{}", source.path, source.line(span.start))
    }

    fn span(&self, place: Place, steps: &[Step]) -> Range<usize> {
        let tables: &'a Tables = self.tables;
        let (Some(source), Some(document)) = (tables.sources.get(place.file), self.documents.get(place.file))
        else {
            return 0..0;
        };
        span(document.get_or_init(|| source.document()), steps)
    }
}

/// Notes each row whose `name` an earlier row already has.
fn unique<T>(checks: &mut Checks<'_>, rows: &[(Place, T)], key: &'static str, name: fn(&T) -> &str) {
    let mut known = BTreeMap::new();
    for (place, row) in rows {
        let first = *known.entry(name(row)).or_insert(*place);
        if first != *place {
            let first = checks.shown(first);
            checks.add(
                *place,
                &[Step::Key(key)],
                format!("`{}` is already the row at {first}", name(row)),
                format!("a {key} is given once and never reused; pick another"),
            );
        }
    }
}
