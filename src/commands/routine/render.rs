//! `abcd routine render`: the finished prompt of a loop, printed or laid into the repository.

use schemars::JsonSchema;
use serde::Serialize;

use super::asked::Asked;
use super::at::At;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::person::Ceiling;
use crate::refusal::{Refusal, Stop};
use crate::registry::refusals::Code;
use crate::registry::{args, code};
use crate::routine::audit::lacking;
use crate::routine::detect::{Facts, Found, History, Wants};
use crate::routine::manifest::{ROUTINES, Schedule, is_name};
use crate::routine::record::difference::merged;
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::layers::Lowered;
use crate::routine::record::make::{self, Made, PROMPT, Parts, RECORD, SCHEDULE};
use crate::routine::record::standing::{Finding, Standing, own, unknown_archetype, unknown_version};
use crate::routine::record::terms::{look, recorded};
use crate::routine::record::update;
use crate::routine::render::{Answers, Carried, Edition, Known, LeftOut};

/// The archetype of a routine that nobody named one for.
const FIRST: &str = "bug-hunt";

/// A prompt, and what it was made from.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Prompt {
    /// The routine's name.
    name: String,
    /// The archetype's name.
    archetype: String,
    /// The version of its template.
    template_version: u32,
    /// The prompt: Markdown, with one final newline.
    prompt: String,
    /// What the loop was asked to do, by the question's id, as the prompt has it.
    answers: Answers,
    /// What a host is told.
    schedule: Schedule,
    /// How far the loop may merge.
    authority: Ceiling,
    /// A merge authority that was asked for and not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lowered: Option<Lowered>,
    /// What is known of the repository.
    facts: Facts,
    /// The rules that the prompt carries, each with its text as it stands there.
    invariants: Vec<Carried>,
    /// What the repository says and the prompt does not.
    left_out: Vec<LeftOut>,
    /// The files that were written, from the top of the repository; empty without `--write`.
    written: Vec<String>,
    /// Whether the files are what the caller asked for, in place of the prompt.
    #[serde(skip)]
    laid: bool,
}

pub(crate) fn run(args: args::RoutineRender, call: &Call, host: &Host) -> Outcome<Prompt> {
    let at = At::of(call, host)?;
    let (name, laid) = routine(&args, &at)?;
    let edition = edition(&args, &at, laid.as_ref())?;
    let asked = Asked::of(args.answers.as_deref(), &args.set, host)?;
    let layers = asked.layers(edition, &at.terms.settings, laid.as_ref())?;
    let file = format!("{ROUTINES}/{name}/{PROMPT}");
    // What is recorded of the first commit stays.
    let rooted = laid.as_ref().is_some_and(|laid| laid.record.repository.root.is_some());
    let history = if rooted { History::Unasked } else { History::Root };
    let found = look(&at.place, host, Wants { history, files: std::slice::from_ref(&file) })?;
    let mut known = Known::of(&found.facts).plain();
    if let Some(laid) = &laid {
        known = known.named_as(&laid.record.facts);
    }
    let repository = recorded(laid.as_ref(), &found.facts);
    let ceiling = at.terms.ceiling(&found.facts);
    let parts =
        Parts { edition, name: &name, layers: &layers, ceiling, known: &known, repository: &repository };
    let mut made = make::make(parts)?;
    let mut written = Vec::new();
    if args.write {
        (made, written) = write(&args, &at, &found, made, host)?;
    }
    Ok(prompt(made, found.facts, written, args.write).into())
}

/// The routine's name, and what stands under it.
fn routine(args: &args::RoutineRender, at: &At) -> Result<(String, Option<Laid>), Stop> {
    let name = args.name.as_deref().or(args.archetype.as_deref()).unwrap_or(FIRST);
    if args.name.is_none() && at.terms.editions.latest(name).is_none() {
        return Err(unknown_archetype(&at.terms.editions));
    }
    if !is_name(name) {
        return Err(Refusal::new(code::ROUTINE_BAD_NAME).into());
    }
    Ok((name.to_owned(), laid::read(&at.root, name)?))
}

fn edition<'a>(args: &args::RoutineRender, at: &'a At, laid: Option<&Laid>) -> Result<Edition<'a>, Stop> {
    let there = laid.map(|laid| laid.record.archetype.as_str());
    let archetype = args.archetype.as_deref().or(there).unwrap_or(FIRST);
    let latest = at.terms.editions.latest(archetype).ok_or_else(|| unknown_archetype(&at.terms.editions))?;
    if there.is_some_and(|there| there != archetype) {
        return Err(Refusal::new(code::ROUTINE_OTHER_ARCHETYPE).fact("archetype", &there).into());
    }
    let Some(version) = args.template_version else { return Ok(latest) };
    let at = u32::try_from(version).ok().and_then(|version| at.terms.editions.at(archetype, version));
    at.ok_or_else(|| unknown_version(latest))
}

/// Lays the routine into the repository; gives the files that are new.
fn write(
    args: &args::RoutineRender,
    at: &At,
    found: &Found,
    mut made: Made,
    host: &Host,
) -> Result<(Made, Vec<String>), Stop> {
    let folder = format!("{ROUTINES}/{}", made.record.name);
    if !found.ignored.is_empty() && laid::has_home(&at.root)? {
        return Err(Refusal::new(code::ROUTINE_IGNORED_PATH).at(folder).into());
    }
    let lock = laid::lock(&at.root, host)?;
    // What stood there when the answers were read may have changed since.
    if let Some(laid) = laid::read(&at.root, &made.record.name)? {
        let added = update::added(&laid, &made);
        if !added.is_empty() && !args.approve {
            return Err(Refusal::new(code::ROUTINE_NEW_POWER).fact("added", &added).into());
        }
        let standing = own(&at.terms.editions, &laid)?;
        made = kept(&laid, &standing, made).map_err(|code| Refusal::new(code).at(&*folder))?;
    }
    let new = laid::lay(&at.root, &made, &lock)?;
    let files = if new { &[PROMPT, SCHEDULE, RECORD][..] } else { &[] };
    Ok((made, files.iter().map(|file| format!("{folder}/{file}")).collect()))
}

/// The new routine with what was edited by hand in the old one.
fn kept(laid: &Laid, standing: &Standing<'_>, made: Made) -> Result<Made, Code> {
    if standing.findings.contains(&Finding::RecordEdited) {
        return Err(code::ROUTINE_RECORD_EDITED);
    }
    let base = standing.base.as_deref().ok_or(code::ROUTINE_TEMPLATE_ALTERED)?;
    let text = merged(base, &laid.prompt, &made.rendered.prompt).ok_or(code::ROUTINE_CONFLICT)?;
    if text != made.rendered.prompt && !lacking(&text, &made.rendered.invariants).is_empty() {
        return Err(code::ROUTINE_INVARIANTS_MISSING);
    }
    Ok(made.with_prompt(text))
}

fn prompt(made: Made, facts: Facts, written: Vec<String>, laid: bool) -> Prompt {
    Prompt {
        name: made.record.name,
        archetype: made.rendered.archetype,
        template_version: made.rendered.template_version,
        prompt: made.rendered.prompt,
        answers: made.rendered.answers,
        schedule: made.schedule,
        authority: made.record.authority,
        lowered: made.lowered,
        facts,
        invariants: made.rendered.invariants,
        left_out: made.rendered.left_out,
        written,
        laid,
    }
}

impl Document for Prompt {
    fn page(&self, page: &mut Page) {
        if let Some(lowered) = &self.lowered {
            page.note(lowered.to_string());
        }
        if !self.laid {
            page.text(&self.prompt);
        } else if self.written.is_empty() {
            page.line("The routine stands there already; nothing was changed.");
        }
        for path in &self.written {
            page.line(format!("wrote {path}"));
        }
    }
}
