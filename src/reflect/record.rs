//! The record of a retrospective: what people said, beside what abcd computes.
//!
//! `.abcd/development/release/reflections/<tag>.md`. It is made once and never replaced; the same answers give the
//! same bytes, so filing them again changes nothing.

use std::path::Path;

use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use schemars::JsonSchema;
use serde::Serialize;

use super::answers::Answers;
use super::seed::Seed;
use crate::host::Host;
use crate::host::files::{Dir, TEMPORARY, Trouble};
use crate::host::place::Repository;
use crate::records::capture::open;
use crate::records::desk::Desk;
use crate::records::ledger::{HOME, unusable};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::{code, templates};

/// Where the records stand, below `.abcd/`.
const FOLDER: &str = "development/release/reflections";
const TEMPLATE: &str = "records/reflection.md.jinja";
/// The largest record that is compared, in bytes.
const CAP: u64 = 16 * 1024 * 1024;

/// What came of filing the answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Written {
    /// The release.
    pub tag: String,
    /// The record, from the top of the repository.
    pub path: String,
    /// Whether it is new; false where the same record stood there.
    pub written: bool,
    /// The sections that were taken although their answers are thin.
    pub thin: Vec<&'static str>,
}

/// Files the answers about a release. Thin answers are refused unless the caller proceeds with them.
pub fn write(
    host: &Host,
    repository: &Repository,
    seed: &Seed,
    answers: &Answers,
    proceed: bool,
) -> Result<Written, Stop> {
    let thin = answers.thin(&seed.tag);
    if !thin.is_empty() && !proceed {
        let sections: Vec<_> = thin.iter().map(|one| one.section).collect();
        let saying = format!("too thin to be of use to anybody who was not there: {}", sections.join(", "));
        return Err(Refusal::new(code::REFLECT_THIN_ANSWER).saying(saying).fact("thin", &thin).into());
    }
    let thin: Vec<&str> = thin.iter().map(|one| one.section).collect();
    let text = text(seed, answers, &thin)?;
    // Held, so that no other writer's file is taken for one that a killed call left.
    let _desk = Desk::open(repository, host, "reflect write")?;
    let root = open(repository)?;
    let folder = format!("{HOME}/{FOLDER}");
    let path = format!("{folder}/{}.md", seed.tag);
    let in_way = |trouble| unusable(&folder, trouble);
    root.make_dir(&folder).map_err(in_way)?;
    for entry in root.entries(&folder).map_err(in_way)? {
        if entry.name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
            root.remove(Path::new(&folder).join(entry.name)).map_err(in_way)?;
        }
    }
    let written = lay(&root, &path, text.as_bytes())?;
    Ok(Written { tag: seed.tag.clone(), path, written, thin })
}

/// Makes the record; says whether it is new. One that says something else stays as it is.
fn lay(root: &Dir, path: &str, text: &[u8]) -> Result<bool, Stop> {
    let there = match root.create(path, text) {
        Ok(()) => return Ok(true),
        Err(Trouble::Exists) => root.read(path, CAP),
        Err(trouble) => return Err(unusable(path, trouble)),
    };
    match there {
        Ok(there) if there == text => Ok(false),
        Ok(_) | Err(Trouble::TooLarge { .. }) => Err(Refusal::new(code::REFLECT_EXISTS).at(path).into()),
        Err(trouble) => Err(unusable(path, trouble)),
    }
}

/// One section as the template writes it.
#[derive(Serialize)]
struct Section<'a> {
    heading: &'a str,
    /// The lines of the answer, quoted or as bullets.
    answer: Vec<String>,
    /// The further question and the reply to it.
    asked: Option<&'a str>,
    reply: Vec<String>,
    thin: bool,
}

/// The record's text.
fn text(seed: &Seed, answers: &Answers, thin: &[&str]) -> Result<String, Stop> {
    let broken = || Fault::new("a template of abcd's own is broken; please report the call that met it");
    let sections: Vec<Section<'_>> = answers
        .sections()
        .zip(&seed.questions)
        .map(|((row, said), question)| Section {
            heading: &row.heading,
            answer: quoted(&said.answer),
            asked: said.has_reply().then_some(question.follow_up.as_str()),
            reply: quoted(said.follow_up.as_deref().filter(|_| said.has_reply()).unwrap_or_default()),
            thin: thin.contains(&row.section.as_ref()),
        })
        .collect();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    let source = templates::text(TEMPLATE).ok_or_else(broken)?;
    let words = serde_json::json!({ "seed": plain(seed), "sections": sections });
    environment.render_str(&source, Value::from(Serde(&words))).map_err(|_| broken().into())
}

/// Each line as a quotation: whatever it holds, it becomes no section of the record.
fn quoted(text: &str) -> Vec<String> {
    text.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect()
}

/// The seed with each title on one line that no Markdown of the record breaks out of.
fn plain(seed: &Seed) -> serde_json::Value {
    let mut value = serde_json::to_value(seed).unwrap_or_default();
    for list in ["shipped", "missed", "resolved", "decisions"] {
        let rows = value.get_mut(list).and_then(serde_json::Value::as_array_mut);
        for row in rows.into_iter().flatten() {
            if let Some(title) = row.get_mut("title") {
                let words =
                    title.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
                *title = crate::safe::line(&words).replace('`', "'").into();
            }
        }
    }
    value
}
