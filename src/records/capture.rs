//! Filing an issue: everything that the caller said is judged before anything is written.

use std::path::Path;

use jiff::Timestamp;

use super::frontmatter::{Document, Value};
use super::guard::{Meant, meant};
use super::id::Id;
use super::issue::{FIELDS, SCHEMA_VERSION};
use super::ledger::{Ledger, Names, Record};
use super::slug::{is_slug, of_text};
use super::text::{self, Unfit};
use super::writer::Writer;
use crate::host::Host;
use crate::host::files::Dir;
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::values::{Category, Closed, Family, ProductionMode, Severity, Source};
use crate::registry::{code, commands};

/// What a caller wants to file.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each field is the argument of that name")]
pub struct Wish {
    pub text: String,
    pub remedy: Option<String>,
    pub severity: Severity,
    pub category: Category,
    pub source: Source,
    pub found_during: String,
    pub found_at: Option<String>,
    pub blocked_by: Vec<String>,
    pub slug: Option<String>,
    pub lapsed_at: Option<String>,
    pub production_mode: ProductionMode,
}

/// Files an issue; `cwd` is where a relative place may also be meant from.
pub fn file(repository: &Repository, host: &Host, judged: &Judged) -> Result<Record, Stop> {
    let root = open(repository)?;
    // A repository without a record is told so before a place in it is looked for.
    drop(Ledger::open(&root)?);
    let found_at = match &judged.found_at {
        Some(place) => Some(place_of(&root, &repository.below(&host.env.cwd), place)?),
        None => None,
    };
    let writer = Writer::open(&root, host, "capture")?;
    let names = writer.ledger.names()?;
    let blocked_by = existing(&names, &judged.blocked_by)?;
    let document = document(judged, found_at, &blocked_by);
    writer.file(host, &names, &judged.slug, document)
}

/// Opens the top of a repository.
pub fn open(repository: &Repository) -> Result<Dir, Stop> {
    repository
        .open()
        .map_err(|trouble| Fault::new(format!("the repository cannot be opened: {trouble}")).into())
}

/// The issues of these ids, each once; refused where one does not exist.
pub(super) fn existing(names: &Names, ids: &[String]) -> Result<Vec<Id>, Stop> {
    let mut known = Vec::new();
    for text in ids.iter().flat_map(|ids| ids.split(',')) {
        let id = issue_id(text)?;
        if !names.has(id) {
            return Err(Refusal::new(code::CAPTURE_UNKNOWN_ID).into());
        }
        if !known.contains(&id) {
            known.push(id);
        }
    }
    Ok(known)
}

/// The id of an issue as a caller typed it.
pub fn issue_id(text: &str) -> Result<Id, Stop> {
    let id = text.parse().ok().filter(|id: &Id| id.family() == Family::Iss);
    let refusal = || Refusal::new(code::CAPTURE_UNKNOWN_ID).saying("what was given is no id of an issue");
    id.ok_or_else(|| refusal().into())
}

/// What was said, judged fit to be stored.
#[derive(Debug)]
pub struct Judged {
    text: String,
    slug: String,
    remedy: String,
    found_during: String,
    found_at: Option<String>,
    lapsed_at: Option<String>,
    blocked_by: Vec<String>,
    choices: [(&'static str, &'static str); 4],
}

/// Judges what was said, before anything is looked up or written.
pub fn judge(wish: Wish) -> Result<Judged, Stop> {
    let own = commands::children("capture").map(|(_, row)| row.name()).collect::<Vec<_>>();
    match meant(&wish.text, &own) {
        Some(Meant::LoneWord) => return Err(Refusal::new(code::CAPTURE_LONE_WORD).into()),
        Some(Meant::Command(name)) => {
            let command = format!("capture {name}");
            let saying = format!("the text looks like a mistyped call of `abcd {command}`");
            let refusal = Refusal::new(code::CAPTURE_MISTYPED_COMMAND).saying(saying);
            return Err(refusal.nearest(Some(command)).allowed(own).into());
        }
        None => {}
    }
    let remedy = wish.remedy.as_deref().unwrap_or_default();
    let remedy = match text::line(remedy) {
        Err(Unfit::Blank) => return Err(Refusal::new(code::CAPTURE_REMEDY_MISSING).into()),
        other => fit("remedy", other)?,
    };
    let text = fit("text", text::prose(&wish.text))?;
    let slug = match wish.slug {
        Some(slug) if is_slug(&slug) => slug,
        Some(_) => {
            return Err(Refusal::new(code::CAPTURE_SLUG_UNFIT).into());
        }
        None => of_text(&text),
    };
    let found_at = wish.found_at.map(|place| fit("found-at", text::line(&place))).transpose()?;
    let lapsed_at = wish.lapsed_at.map(|time| moment(&time)).transpose()?;
    Ok(Judged {
        slug,
        remedy,
        found_during: fit("found-during", text::line(&wish.found_during))?,
        found_at,
        lapsed_at,
        blocked_by: wish.blocked_by,
        choices: [
            ("severity", wish.severity.as_str()),
            ("category", wish.category.as_str()),
            ("source", wish.source.as_str()),
            ("production_mode", wish.production_mode.as_str()),
        ],
        text,
    })
}

fn fit(field: &'static str, judged: Result<String, Unfit>) -> Result<String, Stop> {
    judged.map_err(|unfit| {
        let saying = format!("the {field} {unfit}");
        Refusal::new(code::CAPTURE_TEXT_UNFIT).saying(saying).fact("field", &field).into()
    })
}

fn moment(text: &str) -> Result<String, Stop> {
    let time: Result<Timestamp, _> = text.trim().parse();
    time.map(|time| time.to_string()).map_err(|_| Refusal::new(code::CAPTURE_TIME_UNFIT).into())
}

/// A place as it is stored: words as they are, a file from the top of the repository with the line given.
fn place_of(root: &Dir, below: &Path, place: &str) -> Result<String, Stop> {
    if place.contains(char::is_whitespace) {
        return Ok(place.to_owned());
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut path = place;
    while let Some((before, _)) = path.rsplit_once(':').filter(|(_, line)| digits(line)) {
        path = before;
    }
    let line = place.strip_prefix(path).unwrap_or_default();
    for candidate in [Path::new(path).to_path_buf(), below.join(path)] {
        if matches!(root.kind(&candidate), Ok(Some(_))) {
            if candidate.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git")) {
                let saying = "the place is in git's own folder, which no reader of the record has";
                return Err(Refusal::new(code::CAPTURE_PLACE_ABSENT).saying(saying).into());
            }
            let plain = candidate.components().filter(|part| !matches!(part, std::path::Component::CurDir));
            return Ok(format!("{}{line}", plain.collect::<std::path::PathBuf>().display()));
        }
    }
    Err(Refusal::new(code::CAPTURE_PLACE_ABSENT).into())
}

fn document(judged: &Judged, found_at: Option<String>, blocked_by: &[Id]) -> Document {
    let mut document = Document::with_body(&judged.text);
    document.set("schema_version", Value::Number(SCHEMA_VERSION), &FIELDS);
    let texts = [
        ("slug", Some(judged.slug.clone())),
        ("found_during", Some(judged.found_during.clone())),
        ("found_at", found_at),
        ("lapsed_at", judged.lapsed_at.clone()),
        ("remedy", Some(judged.remedy.clone())),
    ];
    let choices = judged.choices.iter().map(|(key, value)| (*key, Some((*value).to_owned())));
    for (key, value) in texts.into_iter().chain(choices) {
        if let Some(value) = value {
            document.set(key, Value::Text(value), &FIELDS);
        }
    }
    set_ids(&mut document, "blocked_by", blocked_by);
    document
}

/// Writes a list of ids; an empty one is left out.
pub(super) fn set_ids(document: &mut Document, key: &str, ids: &[Id]) {
    if ids.is_empty() {
        document.remove(key);
    } else {
        document.set(key, Value::List(ids.iter().map(ToString::to_string).collect()), &FIELDS);
    }
}
