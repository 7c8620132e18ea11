//! The one printer: results, refusals, faults, help; and the exit status.

mod leaving;
mod progress;
mod splice;
mod veil;

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Error;

use super::typed::Typed;
use crate::call::{Call, Document, Item, Look, Page, Sink, Text};
use crate::host::Host;
use crate::refusal::{Fault, Stop};
use crate::safe;
use crate::tables::model::commands::{Command, Effect, Output, Plane, Prints, Step};
use leaving::{Leaving, offer};
use progress::Progress;
use veil::Veil;

/// Where a call's output goes.
pub(super) struct Out<'a> {
    typed: &'a Typed,
    host: &'a Host,
    stdout: io::BufWriter<io::Stdout>,
    command: Option<&'static Command>,
    quiet: bool,
    color: bool,
    repo: Option<PathBuf>,
    veil: Option<Veil>,
    broken: Option<io::Error>,
    progress: Progress,
}

impl<'a> Out<'a> {
    /// Nothing is printed and nothing is looked up yet.
    pub(super) fn new(typed: &'a Typed, host: &'a Host) -> Self {
        let stdout = io::BufWriter::new(io::stdout());
        // A refusal of a call that named no command leads to the root.
        let command = if typed.short { None } else { typed.command() };
        Self {
            typed,
            host,
            stdout,
            command,
            quiet: false,
            color: false,
            repo: None,
            veil: None,
            broken: None,
            progress: Progress::default(),
        }
    }

    /// What the parsed call says of its output.
    pub(super) fn begin(&mut self, call: &Call) {
        self.command = Some(call.command);
        self.quiet = call.quiet;
        self.color = call.color;
        self.repo.clone_from(&call.repo);
    }

    /// Whether text may be coloured: a terminal that takes it, and nobody who said no.
    pub(super) fn may_color(&self, no_color: bool) -> bool {
        let dumb = self.host.env.term.as_ref().is_none_or(|term| term == "dumb");
        !no_color && !dumb && !self.host.env.no_color && io::stdout().is_terminal()
    }

    /// The parser's help or version.
    pub(super) fn help(&mut self, error: &Error) -> Result<(), Stop> {
        let text = error.to_string();
        // The command was asked about and not called.
        self.command = None;
        if self.typed.json {
            self.json(&safe::json(&Text { text }).map_err(unwritable)?);
            return Ok(());
        }
        self.write(text.as_bytes());
        Ok(())
    }

    /// The result of a call, or the summary that closes its stream; it names what usually follows.
    pub(super) fn last<T: Document>(&mut self, document: &T) -> Result<(), Stop> {
        let steps = self.command.filter(|row| row.plane == Plane::Person).map(|row| row.next.as_ref());
        let elsewhere = self.typed.elsewhere();
        let offered = |step: &Step| Step { run: offer(&step.run, elsewhere).into(), when: step.when.clone() };
        let steps: Option<Vec<Step>> = steps.map(|steps| steps.iter().map(offered).collect());
        self.result(document, steps.as_deref())
    }

    /// A report whose answer is "no"; what to do next is for the refusal behind it to say.
    pub(super) fn report<T: Document>(&mut self, document: &T) -> Result<(), Stop> {
        self.result(document, None)
    }

    fn result<T: Document>(&mut self, document: &T, follows: Option<&[Step]>) -> Result<(), Stop> {
        if self.typed.json {
            let bytes = document.json().map_err(unwritable)?;
            let bytes = self.veiled(&bytes);
            let bytes = match follows {
                None => bytes,
                Some(steps) => {
                    let steps = safe::json(steps).map_err(unwritable)?;
                    let lacks = |what| Fault::new(format!("the result cannot carry next steps: {what}"));
                    splice::splice(&bytes, "next_steps", &steps).map_err(lacks)?.into()
                }
            };
            self.write(&bytes);
            self.write(b"\n");
            return Ok(());
        }
        self.progress.clear();
        let Some(command) = self.command else { return Ok(()) };
        let whole = document.is_whole();
        if command.effect == Effect::Writes && self.quiet && command.output != Output::Text && !whole {
            return Ok(());
        }
        let mut page = Page::default();
        Document::page(document, &mut page);
        if command.effect == Effect::Writes && command.output == Output::Object && !whole {
            for step in follows.unwrap_or_default() {
                page.aside(format!("next: {} ({})", step.run, step.when));
            }
        }
        self.page(&page);
        Ok(())
    }

    /// Ends the call: prints why it stopped, if it did, and tells the exit status.
    pub(super) fn finish(mut self, ended: Result<(), Stop>) -> u8 {
        self.progress.clear();
        let wrote = ended.is_ok() && self.command.is_some_and(|row| row.effect == Effect::Writes);
        let status = match ended {
            Ok(()) => 0,
            Err(stop) => self.stop(&stop),
        };
        if let Err(error) = self.stdout.flush() {
            self.broken.get_or_insert(error);
        }
        match self.broken.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let lost = "the output could not be written";
                // Whoever repeats a call that wrote would have its effect twice.
                let stands = if wrote { "; what the call wrote to the repository stands" } else { "" };
                self.say(&format!("{lost}{stands}"));
                1
            }
            _ => status,
        }
    }

    fn stop(&mut self, stop: &Stop) -> u8 {
        let Some(leaving) = Leaving::of(stop, self.command, self.typed.elsewhere()) else { return 0 };
        let exit = leaving.exit;
        if !self.typed.json {
            for line in leaving.lines() {
                self.say(&line);
            }
            return exit;
        }
        match safe::json(&leaving.document()) {
            Ok(bytes) => self.json(&bytes),
            Err(error) => self.broken = Some(io::Error::other(error)),
        }
        exit
    }

    fn json(&mut self, bytes: &[u8]) {
        let bytes = self.veiled(bytes);
        self.write(&bytes);
        self.write(b"\n");
    }

    fn page(&mut self, page: &Page) {
        for (look, line) in page.lines() {
            if look == Look::Note {
                self.say(&format!("note: {line}"));
                continue;
            }
            let line = self.veiled(line.as_bytes());
            let line = String::from_utf8_lossy(&line);
            let line = safe::line(&line);
            let (on, off) = match look {
                Look::Heading if self.color => ("\u{1b}[1m", "\u{1b}[0m"),
                Look::Aside if self.color => ("\u{1b}[2m", "\u{1b}[0m"),
                Look::Added if self.color => ("\u{1b}[32m", "\u{1b}[0m"),
                Look::Removed if self.color => ("\u{1b}[31m", "\u{1b}[0m"),
                _ => ("", ""),
            };
            for part in [on, &line, off, "\n"] {
                self.write(part.as_bytes());
            }
        }
    }

    /// One line on standard error, after what was printed so far.
    fn say(&mut self, message: &str) {
        if let Err(error) = self.stdout.flush() {
            self.broken.get_or_insert(error);
        }
        let message = String::from_utf8_lossy(&self.veiled(message.as_bytes())).into_owned();
        // Nobody is left to tell when standard error is gone.
        drop(writeln!(io::stderr(), "abcd: {}", safe::line(&message)));
    }

    fn veiled<'t>(&mut self, text: &'t [u8]) -> Cow<'t, [u8]> {
        let printing = self.command.is_some_and(|command| command.prints == Some(Prints::Path));
        if printing || !veil::holds_a_path(text) {
            return Cow::Borrowed(text);
        }
        let (host, repo) = (self.host, self.repo.as_deref());
        Cow::Owned(self.veil.get_or_insert_with(|| Veil::new(host, repo)).cover(text))
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.broken.is_none()
            && let Err(error) = self.stdout.write_all(bytes)
        {
            self.broken = Some(error);
        }
    }
}

impl Sink for Out<'_> {
    fn send(&mut self, document: &dyn Item) -> io::Result<()> {
        if self.typed.json {
            let bytes = document.json().map_err(io::Error::other)?;
            let bytes = self.veiled(&bytes);
            self.write(&bytes);
            self.write(b"\n");
        } else {
            self.progress.clear();
            let mut page = Page::default();
            document.page(&mut page);
            self.page(&page);
        }
        match &self.broken {
            Some(error) => Err(error.kind().into()),
            None => Ok(()),
        }
    }

    fn progress(&mut self, done: usize, all: usize) {
        if self.typed.json || self.quiet || !io::stderr().is_terminal() {
            return;
        }
        // What was printed so far stands above the bar.
        if let Err(error) = self.stdout.flush() {
            self.broken.get_or_insert(error);
        }
        self.progress.show(done, all);
    }
}

fn unwritable(error: serde_json::Error) -> Stop {
    Fault::new(format!("the result cannot be written as JSON: {error}")).into()
}
