//! One dispatch: the program is found, started, watched, and what it printed is kept and read.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use super::program::{self, NotStarted};
use super::request::Request;
use super::routes::{Route, admitted};
use super::stream;
use super::transcript;
use crate::host::Host;
use crate::host::env::of_person;
use crate::host::files::Trouble;
use crate::host::process::{self, Care, End, Order, Ran};
use crate::host::signal::Interrupts;
use crate::refusal::{Fault, Stop};
use crate::registry::runners::runner;
use crate::registry::values::FallbackReason;
use crate::tables::model::runners::Runner;

/// How many bytes of standard output and of standard error a runner may print.
const OUTPUT: usize = 32 * 1024 * 1024;
const ERRORS: usize = 64 * 1024;
/// How long what left its group may hold an output open.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How a dispatch ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The runner ended well; whether it left a receipt is for the caller to see.
    Well {
        /// The model that it says has run.
        model: Option<String>,
        /// Where its transcript stands, below the home.
        transcript: String,
    },
    /// It did not.
    Badly(Failure),
    /// Somebody interrupted it; its whole group is gone.
    Interrupted,
}

/// Why a runner did not do what it was asked for. Every word of it is abcd's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In one word.
    pub reason: FallbackReason,
    /// In a few.
    pub detail: String,
}

impl Failure {
    /// A failure for this reason.
    pub fn new(reason: FallbackReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// Starts the runner of a route and waits for it.
pub fn dispatch(
    route: &Route,
    request: &Request,
    root_commit: Option<&str>,
    interrupts: Option<&Interrupts>,
    host: &Host,
) -> Result<Ended, Stop> {
    request.check()?;
    let row = runner(&route.runner).ok_or_else(|| Fault::new("the route leads to no runner"))?;
    // What was allowed when the settings were read is asked again right before it counts.
    if let Some(model) = route.model.as_deref().filter(|model| !admitted(row, model)) {
        let detail = format!("{} takes no model of that name", row.id);
        return Ok(Ended::Badly(Failure::new(FallbackReason::Refused, detail_of(&detail, model))));
    }
    let mut argv = route.program(row).into_iter();
    let Some(name) = argv.next() else {
        return Ok(Ended::Badly(Failure::new(
            FallbackReason::Absent,
            "your config.toml names no program for it",
        )));
    };
    let program = match program::found(OsStr::new(&name), host.env.path.as_ref(), Some(&request.checkout)) {
        Ok(program) => program,
        Err(NotStarted::Absent) => {
            return Ok(Ended::Badly(Failure::new(FallbackReason::Absent, NotStarted::Absent.to_string())));
        }
        Err(why) => return Ok(Ended::Badly(Failure::new(FallbackReason::Refused, why.to_string()))),
    };
    let words = argv.chain(request.words(row, route.model.as_deref()));
    let order = Order {
        program: program.as_os_str(),
        args: words.map(OsString::from).collect(),
        cwd: &request.checkout,
        env: environment(row, request),
        stdin: None,
        deadline: request.deadline,
        cap: OUTPUT,
        care: Care { errors: Some(ERRORS), last_words: LAST_WORDS, interrupts, family: true },
    };
    match process::run(order) {
        Ok(ran) => judged(row, request, &ran, root_commit, host.env.home.as_deref()),
        Err(Trouble::Absent) => {
            Ok(Ended::Badly(Failure::new(FallbackReason::Absent, NotStarted::Absent.to_string())))
        }
        Err(trouble) => Ok(Ended::Badly(Failure::new(
            FallbackReason::Failed,
            format!("it could not be started: {trouble}"),
        ))),
    }
}

/// A model's name is the person's own; it is not repeated where it is not plain.
fn detail_of(detail: &str, model: &str) -> String {
    if model.bytes().all(|byte| byte.is_ascii_graphic()) && model.len() <= 64 {
        format!("{detail}: {model}")
    } else {
        detail.to_owned()
    }
}

fn environment(row: &Runner, request: &Request) -> Vec<(OsString, OsString)> {
    let set = request.environment(row);
    let theirs = of_person().into_iter().filter(|(name, _)| !set.iter().any(|(own, _)| name == own.as_str()));
    let own = set.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    theirs.chain(own).collect()
}

/// Keeps what it printed, and says how it ended.
fn judged(
    row: &Runner,
    request: &Request,
    ran: &Ran,
    root_commit: Option<&str>,
    home: Option<&Path>,
) -> Result<Ended, Stop> {
    let told = stream::read(row, &ran.stdout.bytes);
    let session = told.session.as_deref().unwrap_or(&request.session);
    let kept = transcript::store(home, root_commit, session, &ran.stdout.bytes);
    if ran.end == End::Interrupted {
        return Ok(Ended::Interrupted);
    }
    let failed = |reason, detail: &str| Ok(Ended::Badly(Failure::new(reason, detail)));
    let minutes = request.deadline.as_secs().div_ceil(60);
    match ran.end {
        // Read first: a limit is what it is, however the program ended.
        _ if told.limited => failed(FallbackReason::RateLimited, "the account takes no more calls for now"),
        End::Deadline => {
            failed(FallbackReason::Failed, &format!("it took longer than {minutes} min and was ended"))
        }
        End::Signal(signal) => failed(FallbackReason::Failed, &format!("it was ended by signal {signal}")),
        End::Exit(code) if code != 0 => {
            failed(FallbackReason::Failed, &format!("it ended with exit status {code}"))
        }
        _ if ran.held => {
            failed(FallbackReason::Failed, "something that it started held its output open after its end")
        }
        _ if ran.stdout.cut || ran.stderr.cut => {
            failed(FallbackReason::Failed, "it printed more than 32 MiB, or more than 64 KiB of errors")
        }
        _ if told.garbled => {
            failed(FallbackReason::Unparsable, "what it printed is not the stream it promises")
        }
        _ => match kept {
            Ok(transcript) => Ok(Ended::Well { model: told.model, transcript }),
            Err(trouble) => {
                failed(FallbackReason::Failed, &format!("its transcript could not be kept: {trouble}"))
            }
        },
    }
}
