//! Puts the asks of a file to whoever sits at the terminal: `ask FILE`, where the file is a JSON list of asks.
//!
//! Every reply is a line on standard output the moment it is given, as a record would keep it. The tests of the
//! terminal drive this program; a second argument `panic` makes it break off when it keeps the first reply, and
//! `linger` makes it wait for a signal behind the last.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use abcd::host::Host;
use abcd::host::files::Dir;
use abcd::host::terminal::restore;
use abcd::interview::door::{Door, Reply, Said};
use abcd::interview::question::Ask;
use abcd::interview::seat::{End, Seat};
use abcd::refusal::{Exit, Fault, Stop};

/// Whoever is interrupted.
const INTERRUPTED: u8 = 130;
/// Nobody answers any more.
const GONE: u8 = 4;
/// Nobody sits there.
const NOBODY: u8 = 5;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| restore()));
    let ended = catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|_| Err(Fault::new("broke off").into()));
    let status = match ended {
        Ok(()) => 0,
        Err(Stop::Exit(exit)) => exit.status(),
        Err(_) => 1,
    };
    drop(writeln!(std::io::stdout(), "status {status}"));
    ExitCode::from(status)
}

fn ask() -> Result<(), Stop> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_default();
    let then = args.next().unwrap_or_default();
    let host = Host::of_process();
    let read = Dir::open(&host.env.cwd).and_then(|dir| dir.read_text(&file, 1024 * 1024));
    let text = read.map_err(|trouble| Fault::new(format!("the asks: {trouble}")))?;
    let asks: Vec<Ask> =
        serde_json::from_str(&text).map_err(|error| Fault::new(format!("the asks: {error}")))?;
    let Some(mut seat) = Seat::of(&host, true, ends) else {
        return Err(Exit::uncoded(NOBODY, "nobody sits here").into());
    };
    for ask in &asks {
        seat.put(ask, &mut |reply| {
            assert!(then != "panic", "it was asked to");
            keep(&reply)
        })?;
    }
    drop(seat);
    if then == "linger" {
        drop(writeln!(std::io::stdout(), "lingers"));
        loop {
            std::thread::park();
        }
    }
    Ok(())
}

fn ends(end: End) -> Stop {
    match end {
        End::Interrupted => Exit::uncoded(INTERRUPTED, "interrupted").into(),
        End::Gone => Exit::uncoded(GONE, "gone").into(),
    }
}

fn keep(reply: &Reply) -> Result<(), Stop> {
    let said = match &reply.said {
        Said::Value(value) => format!("said {value:?}"),
        Said::Unclear => "unclear".to_owned(),
    };
    let note = reply.note.as_deref().map(|note| format!(" note {note:?}")).unwrap_or_default();
    let line = format!("{} {said}{note} in {}\n", reply.id, reply.answered_in);
    std::io::stdout().write_all(line.as_bytes()).map_err(|_| Fault::new("nobody reads").into())
}
