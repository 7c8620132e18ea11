//! One dispatch: the program is found, started, watched, and what it printed is kept and read.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

pub use super::failure::Failure;
use super::ground::Ground;
use super::ready::{Ready, ready};
use super::redact::secrets_of;
use super::request::Request;
use super::routes::Route;
use super::stream;
use super::transcript::Transcripts;
use crate::host::Host;
use crate::host::env::of_person;
use crate::host::files::Trouble;
use crate::host::process::{self, Care, End, Order, Ran};
use crate::host::signal::Interrupts;
use crate::refusal::Stop;
use crate::registry::values::FallbackReason;
use crate::tables::model::runners::Runner;

/// How many bytes of standard output and of standard error a runner may print.
const OUTPUT: usize = 32 * 1024 * 1024;
const ERRORS: usize = 64 * 1024;
/// How long what left its group may go on after its end.
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

/// Starts the runner of a route and waits for it. Nothing else that this process started may run meanwhile: what
/// the runner lets go is ended with it.
pub fn dispatch(
    route: &Route,
    request: &Request,
    root_commit: Option<&str>,
    interrupts: Option<&Interrupts>,
    host: &Host,
) -> Result<Ended, Stop> {
    request.check()?;
    let ground = Ground::around(&request.checkout);
    // What was allowed when the settings were read is asked again right before it counts.
    let ready = match ready(route, host.env.path.as_ref(), &ground) {
        Ok(ready) => ready,
        Err(failure) => return Ok(Ended::Badly(failure)),
    };
    if ready.row.writes.contains("{receipt}") && !request.is_grantable() {
        let detail = "the path of the repository holds a character that parts a list of tools";
        return Ok(Ended::Badly(Failure::new(FallbackReason::Refused, detail)));
    }
    // What cannot be kept is not begun.
    let transcripts = match Transcripts::open(host.env.home.as_deref(), root_commit) {
        Ok(transcripts) => transcripts,
        Err(why) => return Ok(failed(format!("its transcript could not be kept: {why}"))),
    };
    let env = environment(ready.row, request, &ground);
    let known = secrets_of(&env);
    let words = ready.first.iter().cloned().chain(request.words(ready.row, route.model.as_deref()));
    let order = Order {
        program: ready.program.as_os_str(),
        args: words.map(OsString::from).collect(),
        cwd: &request.checkout,
        env,
        stdin: None,
        deadline: patience(request, host),
        cap: OUTPUT,
        care: Care { errors: Some(ERRORS), last_words: LAST_WORDS, interrupts, family: true },
    };
    match process::run(order) {
        Ok(ran) => Ok(judged(&ready, request, &ran, &transcripts, &known)),
        Err(Trouble::Absent) => Ok(Ended::Badly(Failure::new(
            FallbackReason::Absent,
            "its program went away, or what interprets it is not there",
        ))),
        Err(trouble) => Ok(failed(format!("it could not be started: {trouble}"))),
    }
}

/// How long it may take; tests may say less.
fn patience(request: &Request, host: &Host) -> Duration {
    let asked = host.env.dispatch_wait.as_deref().and_then(|text| text.parse().ok());
    asked.map_or(request.deadline, |asked| request.deadline.min(Duration::from_millis(asked)))
}

fn failed(detail: impl Into<String>) -> Ended {
    Ended::Badly(Failure::new(FallbackReason::Failed, detail))
}

/// The person's environment, but for what would have a program of the repository run, and what the row sets.
fn environment(row: &Runner, request: &Request, ground: &Ground) -> Vec<(OsString, OsString)> {
    let set = request.environment(row);
    let theirs = of_person().into_iter().filter(|(name, _)| !set.iter().any(|(own, _)| name == own.as_str()));
    let own = set.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let safe = |(name, value): (OsString, OsString)| {
        let value = if name == "PATH" { without_theirs(&value, ground) } else { value };
        (name, value)
    };
    theirs.map(safe).chain(own).collect()
}

/// A `PATH` without relative folders, which name whatever stands where a program runs, and without the ground's.
fn without_theirs(path: &OsString, ground: &Ground) -> OsString {
    let in_order = |folder: &Path| {
        let whole = folder.canonicalize();
        folder.is_absolute() && !ground.holds(folder) && !whole.is_ok_and(|whole| ground.holds(&whole))
    };
    let folders = std::env::split_paths(path).filter(|folder| in_order(folder));
    std::env::join_paths(folders).unwrap_or_default()
}

/// Keeps what it printed, and says how it ended.
fn judged(ready: &Ready, request: &Request, ran: &Ran, transcripts: &Transcripts, known: &[String]) -> Ended {
    let told = stream::read(ready.row, &ran.stdout.bytes);
    let session = told.session.as_deref().unwrap_or(&request.session);
    let kept = transcripts.keep(session, [&ran.stdout.bytes, &ran.stderr.bytes], known);
    if ran.end == End::Interrupted {
        return Ended::Interrupted;
    }
    let minutes = request.deadline.as_secs().div_ceil(60);
    match ran.end {
        // Read first: a limit is what it is, however the program ended.
        _ if told.limited => {
            Ended::Badly(Failure::new(FallbackReason::RateLimited, "the account takes no more calls for now"))
        }
        End::Deadline => failed(format!("it took longer than {minutes} min and was ended")),
        End::Signal(signal) => failed(format!("it was ended by signal {signal}")),
        End::Exit(code) if code != 0 => failed(format!("it ended with exit status {code}")),
        _ if ran.held => failed("something that it started held its output open after its end"),
        _ if ran.outlived => {
            failed("something that it started left its group, went on after its end and was ended")
        }
        _ if ran.stdout.cut => failed("it printed more than 32 MiB"),
        _ if ran.stderr.cut => failed("it printed more than 64 KiB of errors"),
        _ if told.garbled => Ended::Badly(Failure::new(
            FallbackReason::Unparsable,
            "what it printed is not the stream it promises",
        )),
        _ if told.failed => failed("it says itself that it failed"),
        _ => match kept {
            Ok(transcript) => Ended::Well { model: told.model, transcript },
            Err(why) => failed(format!("its transcript could not be kept: {why}")),
        },
    }
}
