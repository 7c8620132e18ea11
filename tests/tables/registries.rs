//! The registries are the tables: what is read again is what the build wrote.

use abcd::registry::asking::{LIMITS, RULES};
use abcd::registry::commands::{COMMANDS, KIND_CODES, KINDS, ROOT};
use abcd::registry::inert::INERT;
use abcd::registry::interviews::INTERVIEWS;
use abcd::registry::reflect::{REFLECTIONS, THIN};
use abcd::registry::refusals::REFUSALS;
use abcd::registry::roles::ROLES;
use abcd::registry::runners::RUNNERS;
use abcd::registry::values::SETS;
use abcd::registry::watch::{BOUNDS, EXCEPTIONS, WATCHED};
use abcd::tables::source::Place;
use abcd::tables::{check, load};

use crate::tables;

fn rows<T: Clone>(rows: &[(Place, T)], name: fn(&T) -> &str) -> Vec<T> {
    let mut rows: Vec<T> = rows.iter().map(|(_, row)| row.clone()).collect();
    rows.sort_by(|one, other| name(one).cmp(name(other)));
    rows
}

#[test]
fn what_is_read_again_is_what_was_written() {
    let (tables, problems) = load::load(tables("tables"));
    assert_eq!(problems, []);
    assert_eq!(check::check(&tables), []);
    assert_eq!(rows(&tables.commands, |row| &row.path), COMMANDS);
    assert_eq!(rows(&tables.refusals, |row| &row.code), REFUSALS);
    assert_eq!(rows(&tables.kinds, |row| &row.kind), KINDS);
    let sets: Vec<_> = tables.sets.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(sets, SETS);
    let inert: Vec<_> = tables.inert.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(inert, INERT);
    let limits: Vec<_> = tables.limits.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(limits, std::slice::from_ref(&LIMITS));
    let asking: Vec<_> = tables.rules.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(asking, RULES);
    let roles: Vec<_> = tables.roles.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(roles, ROLES);
    let runners: Vec<_> = tables.runners.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(runners, RUNNERS);
    assert_eq!(tables.bounds.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), BOUNDS);
    assert_eq!(tables.exceptions.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), EXCEPTIONS);
    assert_eq!(tables.watched.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), WATCHED);
    assert_eq!(rows(&tables.interviews, |row| &row.id), INTERVIEWS);
    assert_eq!(tables.reflections.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), REFLECTIONS);
    assert_eq!(tables.thin.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), THIN);
    let roots: Vec<_> = tables.roots.iter().map(|(_, row)| row.clone()).collect();
    assert_eq!(roots, std::slice::from_ref(&ROOT));
    let codes: Vec<&str> = KIND_CODES.iter().map(|code| code.row().code.as_ref()).collect();
    let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.code.as_ref()).collect();
    assert_eq!(codes, kinds);
}
