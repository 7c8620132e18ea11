//! `abcd routine export`: the files that start a routine somewhere.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::{Call, Document, Outcome, Page};
use crate::commands::here::repository;
use crate::host::Host;
use crate::host::files::{Dir, Trouble};
use crate::records::ledger::unusable;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::hosts::{HOSTS, host as row_of};
use crate::registry::{args, code, templates};
use crate::routine::cadence::Seed;
use crate::routine::export::put::{NotPut, State, put};
use crate::routine::export::seal::Standing;
use crate::routine::export::{Filled, NotTaken, export, fits};
use crate::routine::manifest::{Schedule, file_of};
use crate::routine::record::laid;
use crate::routine::render::engine::Engine;
use crate::routine::stored::{self, NotStored, Stored};
use crate::tables::model::hosts::Starter;

/// What a host takes.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Exported {
    /// The routine's name.
    name: String,
    /// The host's name.
    host: String,
    /// How often the routine runs, in words.
    cadence: String,
    /// When it runs, as a crontab says it in UTC; null where only a person starts it.
    cron: Option<String>,
    /// The files.
    files: Vec<File>,
    /// What judged the files.
    checked: Checked,
    /// What else whoever sets it up must know.
    notes: Vec<String>,
    /// What to do with the files.
    then: String,
    #[serde(skip)]
    quiet: bool,
}

/// A file that the host takes.
#[derive(Debug, Serialize, JsonSchema)]
struct File {
    /// Where it goes, from the top of the repository; below the folder of --output its name alone.
    path: String,
    /// The whole text.
    text: String,
    /// What became of it.
    state: State,
}

/// The host's own checker. abcd starts no program of others, so it says what to run.
#[derive(Debug, Serialize, JsonSchema)]
struct Checked {
    /// The program that judges such files; null where there is none.
    by: Option<String>,
    /// The command that judges them.
    run: Option<String>,
    /// What it said: null, since it was not run.
    result: Option<String>,
    /// Why there is no result.
    why: String,
}

pub(crate) fn run(args: args::RoutineExport, call: &Call, host: &Host) -> Outcome<Exported> {
    let row = row_of(&args.host).ok_or_else(|| {
        Stop::from(Refusal::new(code::ROUTINE_UNKNOWN_HOST).allowed(HOSTS.iter().map(|row| row.id.as_ref())))
    })?;
    let root = repository(call, host)?.open().map_err(|trouble| unusable(".", trouble))?;
    let Stored { schedule, prompt } =
        stored::read(&root, &args.name).map_err(|why| not_read(&root, &args.name, why))?;
    // A manifest that its record does not know is somebody's word alone.
    if laid::read(&root, &args.name)?.is_some_and(|laid| !laid.is_whole()) {
        return Err(Refusal::new(code::ROUTINE_RECORD_EDITED)
            .at(file_of(&args.name, "schedule.json"))
            .into());
    }
    fits(&schedule, prompt.len(), row).map_err(|why| not_taken(&schedule, prompt.len(), why))?;
    let mut files = export(&schedule, row, &Engine::over(templates::text))
        .map_err(|broken| Fault::new(broken.to_string()))?;
    let states = match &args.output {
        Some(folder) => {
            files.iter_mut().for_each(flat);
            put(&folder_of(&host.env.cwd.join(folder))?, &files, args.force).map_err(not_put)?
        }
        None if args.write => put(&root, &files, args.force).map_err(not_put)?,
        None => vec![State::Printed; files.len()],
    };
    Ok(exported(&schedule, row, files, states, call.quiet).into())
}

fn exported(
    schedule: &Schedule,
    row: &Starter,
    files: Vec<Filled>,
    states: Vec<State>,
    quiet: bool,
) -> Exported {
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let run = |run: &str| run.replace("{files}", &paths.join(" "));
    let checked = Checked {
        by: row.checker.as_ref().map(|checker| checker.by.to_string()),
        run: row.checker.as_ref().map(|checker| run(&checker.run)),
        result: None,
        why: match row.checker {
            Some(_) => "abcd starts no program of others; run it where the files are",
            None => "no program is known that judges them",
        }
        .to_owned(),
    };
    let seed = Seed::new(schedule.repository.root.as_deref(), &schedule.name);
    Exported {
        name: schedule.name.clone(),
        host: row.id.to_string(),
        cadence: schedule.cadence.to_string(),
        cron: schedule.cadence.scatter(&seed).map(|times| times.cron()),
        checked,
        notes: row.note.iter().map(ToString::to_string).collect(),
        then: row.then.to_string(),
        files: files
            .into_iter()
            .zip(states)
            .map(|(Filled { path, text }, state)| File { path, text, state })
            .collect(),
        quiet,
    }
}

/// In a folder of the caller's the file has its name alone.
fn flat(file: &mut Filled) {
    if let Some((_, name)) = file.path.rsplit_once('/') {
        file.path = name.to_owned();
    }
}

/// The folder of --output, made where the one above it is there.
fn folder_of(path: &Path) -> Result<Dir, Stop> {
    let refused = || Refusal::new(code::ROUTINE_OUTPUT_UNFIT);
    let fault = |trouble: Trouble| Fault::new(format!("the folder of --output: {trouble}"));
    let opened = match (Dir::open(path), path.parent(), path.file_name()) {
        (Err(Trouble::Absent), Some(above), Some(name)) => {
            Dir::open(above).and_then(|above| above.make_dir(name).and_then(|_| above.dir(name)))
        }
        (opened, ..) => opened,
    };
    opened.map_err(|trouble| match trouble {
        Trouble::Absent | Trouble::NotDirectory | Trouble::Link | Trouble::Outside => refused().into(),
        trouble => fault(trouble).into(),
    })
}

fn not_read(root: &Dir, name: &str, why: NotStored) -> Stop {
    match why {
        NotStored::BadName => Refusal::new(code::ROUTINE_BAD_NAME).into(),
        NotStored::Absent => laid::names(root).map_or_else(|stop| stop, |names| laid::absent(&names)),
        NotStored::Broken(broken) => {
            let refusal = Refusal::new(code::ROUTINE_BROKEN_MANIFEST);
            refusal
                .saying(format!("the routine's manifest cannot be read: {broken}"))
                .at(file_of(name, "schedule.json"))
                .into()
        }
        NotStored::OtherName => {
            let refusal = Refusal::new(code::ROUTINE_BROKEN_MANIFEST);
            refusal
                .saying("the routine's manifest is of another routine")
                .at(file_of(name, "schedule.json"))
                .into()
        }
        NotStored::PromptEdited => {
            Refusal::new(code::ROUTINE_PROMPT_EDITED).at(file_of(name, "prompt.md")).into()
        }
        NotStored::Trouble(place, trouble) => unusable(&place, trouble),
    }
}

fn not_taken(schedule: &Schedule, prompt: usize, why: NotTaken) -> Stop {
    let others = HOSTS.iter().filter(|row| fits(schedule, prompt, row).is_ok()).map(|row| row.id.as_ref());
    let refusal = match why {
        NotTaken::ByHand => Refusal::new(code::ROUTINE_NEVER_SCHEDULED),
        NotTaken::TooOften { shortest, smallest } => Refusal::new(code::ROUTINE_TOO_OFTEN)
            .fact("cadence", &schedule.cadence)
            .fact("minutes", &shortest)
            .fact("smallest", &smallest),
        NotTaken::PromptTooLong { bytes, most } => {
            Refusal::new(code::ROUTINE_PROMPT_TOO_LONG).fact("bytes", &bytes).fact("most", &most)
        }
    };
    refusal.allowed(others).into()
}

fn not_put(why: NotPut) -> Stop {
    match why {
        NotPut::Taken(path, standing) => {
            let says = match standing {
                Standing::Foreign => "a file that abcd did not write stands where the host's file goes",
                _ => "the host's file was changed since abcd wrote it",
            };
            Refusal::new(code::ROUTINE_EXPORT_TAKEN).saying(says).at(path).into()
        }
        NotPut::Trouble(path, trouble) => unusable(&path, trouble),
    }
}

impl Document for Exported {
    fn page(&self, page: &mut Page) {
        let printed = self.files.iter().any(|file| file.state == State::Printed);
        for file in &self.files {
            match file.state {
                State::Printed => {
                    page.heading(file.path.as_str());
                    page.blank();
                    page.text(&file.text);
                    page.blank();
                }
                State::Written if !self.quiet => page.line(format!("wrote {}", file.path)),
                State::Unchanged if !self.quiet => page.line(format!("unchanged {}", file.path)),
                State::Written | State::Unchanged => {}
            }
        }
        if self.quiet && !printed {
            return;
        }
        page.line(format!("then: {}", self.then));
        for note in &self.notes {
            page.aside(format!("note: {note}"));
        }
        match &self.checked.run {
            Some(run) => page.aside(format!("not checked here; to check it: {run}")),
            None => page.aside(format!("not checked: {}", self.checked.why)),
        }
    }
}
