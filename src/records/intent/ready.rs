//! Whether work on an intent can begin: four checks, all of them looked at, each with what would help.

use serde::Serialize;

use super::super::id::Id;
use super::super::ledger::{Ledger, Unread};
use super::super::names::NotOne;
use super::super::shelf::{Filed, Shelf};
use super::super::spec::Spec;
use super::{CRITERIA, Intent};
use crate::host::place::Repository;
use crate::refusal::Stop;
use crate::registry::values::{Bucket, Stage};

/// What was found of an intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Ready {
    /// The intent.
    #[schemars(with = "String")]
    pub id: Id,
    /// Its file, from the top of the repository.
    pub path: String,
    /// Whether every check holds.
    pub ready: bool,
    /// The checks, in the order in which they are looked at.
    pub checks: Vec<Check>,
}

/// What must hold of an intent before work on it can begin, in the order in which it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// It is planned.
    Bucket,
    /// It says by what one will know that it is true.
    AcceptanceCriteria,
    /// It and an open spec name each other.
    SpecLink,
    /// The spec says how it is met.
    SpecBody,
}

impl Readiness {
    /// As it is said and stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bucket => "bucket",
            Self::AcceptanceCriteria => "acceptance_criteria",
            Self::SpecLink => "spec_link",
            Self::SpecBody => "spec_body",
        }
    }
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Check {
    /// Which one.
    pub name: Readiness,
    /// Whether it holds.
    pub ok: bool,
    /// What was seen.
    pub detail: String,
    /// What would make it hold; none where it does.
    pub remedy: Option<Remedy>,
}

/// A command to call, or a file to edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Remedy {
    /// The command.
    pub run: Option<String>,
    /// The file, from the top of the repository.
    pub edit: Option<String>,
    /// What to do, in words.
    pub what: String,
}

/// Looks at an intent; nothing is written.
pub fn ready(repository: &Repository, id: Id) -> Result<Ready, Stop> {
    let ledger = Ledger::of(repository)?;
    let intent = Shelf::<Intent>::open(&ledger)?.fetch(id)?;
    let specs = Shelf::<Spec>::open(&ledger)?;
    let own = Own::of(&specs, &intent);
    let checks = vec![bucket(&intent), criteria(&intent), link(&intent, &own), body(&intent, &own)];
    let ready = checks.iter().all(|check| check.ok);
    Ok(Ready { id, path: intent.name.path(), ready, checks })
}

/// The spec of an intent, as far as there is one.
enum Own {
    /// It names none, and these name it.
    Unnamed(Vec<Id>),
    /// It names one that is not there.
    Absent,
    /// It names one that cannot be read, or that stands in several files; with why.
    Broken(String),
    /// It names this one.
    Named(Box<Filed<Spec>>),
}

impl Own {
    fn of(specs: &Shelf<'_, Spec>, intent: &Filed<Intent>) -> Self {
        let Some(id) = intent.record.spec_id else {
            let mut naming = Vec::new();
            specs.each(
                |stage| stage == Stage::Open,
                |spec| {
                    naming.extend(spec.record.names(intent.record.id).then_some(spec.record.id));
                    std::ops::ControlFlow::Continue(())
                },
            );
            return Self::Unnamed(naming);
        };
        match specs.one(id) {
            Err(NotOne::Absent) => Self::Absent,
            Err(NotOne::Several(_)) => Self::Broken(format!("{id} stands in more than one file")),
            Ok(name) => match specs.read(&name) {
                Ok(spec) => Self::Named(Box::new(spec)),
                Err(Unread::Gone) => Self::Absent,
                Err(Unread::Flawed(_)) => Self::Broken(format!("{id} cannot be read")),
            },
        }
    }
}

fn bucket(intent: &Filed<Intent>) -> Check {
    let state = intent.name.state;
    let detail = format!("it stands in `{state}/`");
    let remedy = match state {
        Bucket::Planned => return holds(Readiness::Bucket, detail),
        Bucket::Drafts => plan(intent.record.id),
        Bucket::Shipped | Bucket::Disciplines | Bucket::Superseded => Remedy {
            run: Some("abcd intent new \"<text>\"".to_owned()),
            edit: None,
            what: "write down what is still to be done as an intent of its own".to_owned(),
        },
    };
    lacks(Readiness::Bucket, detail, remedy)
}

fn criteria(intent: &Filed<Intent>) -> Check {
    let detail = match intent.record.criteria().len() {
        0 => format!("no bullet stands under `## {CRITERIA}`"),
        1 => return holds(Readiness::AcceptanceCriteria, "it has one".to_owned()),
        many => return holds(Readiness::AcceptanceCriteria, format!("it has {many}")),
    };
    let what = format!("write at least one bullet under `## {CRITERIA}`, given, when and then");
    lacks(Readiness::AcceptanceCriteria, detail, edit(intent.name.path(), what))
}

fn link(intent: &Filed<Intent>, own: &Own) -> Check {
    let (name, id, path) = (Readiness::SpecLink, intent.record.id, intent.name.path());
    match own {
        Own::Named(spec) if !spec.record.names(id) => {
            let detail = format!("it names {}, which does not name it", spec.record.id);
            lacks(name, detail, edit(spec.name.path(), format!("add {id} to `intents`")))
        }
        Own::Named(spec) if spec.name.state == Stage::Closed => {
            let detail = format!("{} is closed", spec.record.id);
            let run = format!("abcd spec close {}", spec.record.id);
            let what = "where the work is in, close the spec again, which ships the intent".to_owned();
            lacks(name, detail, Remedy { run: Some(run), edit: None, what })
        }
        Own::Named(spec) => holds(name, format!("it and {} name each other", spec.record.id)),
        Own::Broken(why) => lacks(name, why.clone(), check()),
        Own::Absent => {
            let detail = "it names a spec that does not exist".to_owned();
            lacks(name, detail, edit(path, "set `spec_id` to null, then plan it".to_owned()))
        }
        Own::Unnamed(naming) => match (intent.name.state, naming.as_slice()) {
            (Bucket::Planned, [spec]) => {
                let run = Some(format!("abcd intent link {id} {spec}"));
                let what = "link it to the spec that names it".to_owned();
                lacks(name, format!("{spec} names it, and it names none"), Remedy { run, edit: None, what })
            }
            _ => lacks(name, "it names no spec".to_owned(), plan(id)),
        },
    }
}

fn body(intent: &Filed<Intent>, own: &Own) -> Check {
    let name = Readiness::SpecBody;
    match own {
        Own::Named(spec) => match spec.record.unsaid().as_slice() {
            [] => holds(name, format!("every needed section of {} says something", spec.record.id)),
            unsaid => {
                let sections = unsaid.join(", ");
                let detail = format!("these sections of {} say nothing yet: {sections}", spec.record.id);
                lacks(name, detail, edit(spec.name.path(), format!("write these sections: {sections}")))
            }
        },
        Own::Broken(why) => lacks(name, why.clone(), check()),
        Own::Absent | Own::Unnamed(_) => {
            lacks(name, "there is no spec to read".to_owned(), plan(intent.record.id))
        }
    }
}

fn holds(name: Readiness, detail: String) -> Check {
    Check { name, ok: true, detail, remedy: None }
}

fn lacks(name: Readiness, detail: String, remedy: Remedy) -> Check {
    Check { name, ok: false, detail, remedy: Some(remedy) }
}

fn plan(id: Id) -> Remedy {
    let what = "plan it, which makes its spec and links the two".to_owned();
    Remedy { run: Some(format!("abcd intent plan {id}")), edit: None, what }
}

fn check() -> Remedy {
    let what = "see what is wrong with the spec, and mend it".to_owned();
    Remedy { run: Some("abcd record check".to_owned()), edit: None, what }
}

fn edit(path: String, what: String) -> Remedy {
    Remedy { run: None, edit: Some(path), what }
}
