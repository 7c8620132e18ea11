//! The door over the terminal: whoever sits there is asked by a list or by numbered lines.

use super::door::{Door, Keep};
use super::list::{Outcome, State, settled, step, view};
use super::numbered::{self, PROMPT, Reader};
use super::paint::Painter;
use super::question::Ask;
use super::safe::Safe;
use super::view::Line;
use crate::host::Host;
use crate::host::env::Env;
use crate::host::files::Trouble;
use crate::host::terminal::{Ahead, Happened, Size, Terminal, is_there};
use crate::person::Settings;
use crate::person::settings::Shown;
use crate::refusal::{Fault, Stop};

/// Why nothing more is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The person, or somebody from outside, interrupted the call.
    Interrupted,
    /// The input is at its end, or the terminal is gone. It is never taken for an answer.
    Gone,
}

/// Whoever sits at the terminal.
#[derive(Debug)]
pub struct Seat {
    by: Shown,
    color: bool,
    ascii: bool,
    /// A line to say before the first question.
    aside: Option<String>,
    ahead: Ahead,
    ends: fn(End) -> Stop,
}

impl Seat {
    /// The seat at the terminal, or none where nobody can sit there. `color` says whether the call may draw in
    /// colour; `ends` makes the stop of what ended the answering.
    pub fn of(host: &Host, color: bool, ends: fn(End) -> Stop) -> Option<Self> {
        if !is_there() {
            return None;
        }
        let color = color && !host.env.no_color;
        let (by, aside) = shown(&host.env, color, Settings::of(&host.env));
        Some(Self { by, color, ascii: !host.env.utf8, aside, ahead: Ahead::default(), ends })
    }

    /// Asks by the list.
    fn list(&self, mut terminal: Terminal<'_>, ask: &Safe<'_>, keep: &mut Keep<'_>) -> Result<(), Stop> {
        let mut painter = Painter::new(self.color);
        let mut state = State::of(ask);
        while !state.is_done() {
            let size = Size::now();
            let picture = view(&state, ask, size, self.ascii);
            state = state.drawn(&picture);
            let drawn = painter.draw(&picture.lines, size);
            let key = match terminal.draw(drawn.as_bytes()).and_then(|()| terminal.key()) {
                Ok(Happened::Came(key)) => key,
                Ok(Happened::Changed { afresh }) => {
                    if afresh {
                        painter.forget();
                    }
                    continue;
                }
                Ok(Happened::Interrupt) => return Err(self.broken_off(terminal, End::Interrupted)),
                Ok(Happened::Ended) | Err(_) => return Err(self.broken_off(terminal, End::Gone)),
            };
            let outcome;
            (state, outcome) = step(state, &key);
            match outcome {
                Outcome::Goes => {}
                Outcome::Replied(reply) => {
                    if let Err(stop) = keep(reply) {
                        terminal.break_off();
                        return Err(stop);
                    }
                }
                Outcome::Suspend => {
                    terminal.suspend().map_err(|trouble| lost(&trouble))?;
                    painter.forget();
                }
                Outcome::Interrupt => return Err(self.broken_off(terminal, End::Interrupted)),
                Outcome::Ended => return Err(self.broken_off(terminal, End::Gone)),
            }
        }
        let size = Size::now();
        let lines: Vec<Line> = (0..ask.pairs().len())
            .filter_map(|tab| settled(&state, ask, tab, size.columns, self.ascii))
            .collect();
        // Every answer is kept already; that nobody sees it any more changes nothing.
        terminal.draw(painter.settle(&lines, size).as_bytes()).ok();
        Ok(())
    }

    /// Asks by numbered lines.
    fn numbered(&self, mut terminal: Terminal<'_>, ask: &Safe<'_>, keep: &mut Keep<'_>) -> Result<(), Stop> {
        let mut reader = Reader::of(ask);
        let mut text = self.question(&reader, ask);
        while !reader.is_done() {
            let said = format!("{text}{PROMPT}");
            let line = match terminal.draw(said.as_bytes()).and_then(|()| terminal.line()) {
                Ok(Happened::Came(line)) => line,
                Ok(Happened::Changed { .. }) => {
                    text = String::from("\n");
                    continue;
                }
                Ok(Happened::Interrupt) => return Err(self.broken_off(terminal, End::Interrupted)),
                Ok(Happened::Ended) | Err(_) => return Err(self.broken_off(terminal, End::Gone)),
            };
            let outcome;
            (reader, outcome) = reader.step(ask, &line);
            text = match outcome {
                numbered::Outcome::Said(said) => format!("  {said}\n"),
                numbered::Outcome::Again(said) => {
                    let said = said.map(|said| format!("  {said}\n")).unwrap_or_default();
                    format!("{said}{}", plain(&reader.answers(ask, Size::now(), self.ascii)))
                }
                numbered::Outcome::Replied(reply, label) => {
                    keep(reply)?;
                    let next = if reader.is_done() { String::new() } else { self.question(&reader, ask) };
                    format!("  Answered: {label}\n\n{next}")
                }
            };
        }
        terminal.draw(text.as_bytes()).ok();
        Ok(())
    }

    fn question(&self, reader: &Reader, ask: &Safe<'_>) -> String {
        plain(&reader.question(ask, Size::now(), self.ascii))
    }

    /// Leaves the terminal below what is drawn, with the stop of what ended it.
    fn broken_off(&self, mut terminal: Terminal<'_>, end: End) -> Stop {
        terminal.break_off();
        (self.ends)(end)
    }
}

impl Door for Seat {
    fn put(&mut self, ask: &Ask, keep: &mut Keep<'_>) -> Result<(), Stop> {
        let safe = Safe::of(ask);
        // What was typed ahead stays for the next question.
        let mut ahead = std::mem::take(&mut self.ahead);
        let opened = Terminal::open(&mut ahead);
        let ended = opened.map_err(|trouble| lost(&trouble)).and_then(|mut terminal| {
            if self.by == Shown::Arrows && terminal.give_keys().is_err() {
                self.by = Shown::Numbered;
                self.aside = Some("this terminal gives no single keys, so answers are numbered".to_owned());
            }
            if let Some(aside) = self.aside.take() {
                terminal.draw(format!("abcd: note: {aside}\n").as_bytes()).ok();
            }
            match self.by {
                Shown::Arrows => self.list(terminal, &safe, keep),
                Shown::Numbered => self.numbered(terminal, &safe, keep),
            }
        });
        self.ahead = ahead;
        ended
    }
}

/// How questions are shown, and what is to be said of that. What the environment asks for comes before the
/// person's setting; settings that cannot be read never keep a person from answering. Who wants no colour gets
/// numbered lines too, but a person who set arrows gets them without colour.
fn shown(env: &Env, color: bool, settings: Result<Settings, Stop>) -> (Shown, Option<String>) {
    let dumb = env.term.as_ref().is_none_or(|term| term == "dumb");
    let usual = if color { Shown::Arrows } else { Shown::Numbered };
    match settings {
        _ if dumb || env.accessible => (Shown::Numbered, None),
        Ok(settings) => (settings.interview.list.unwrap_or(usual), None),
        Err(_) => {
            let aside = "your settings cannot be read, so answers are numbered".to_owned();
            (Shown::Numbered, Some(aside))
        }
    }
}

fn lost(trouble: &Trouble) -> Stop {
    Fault::new(format!("the terminal: {trouble}")).into()
}

/// Lines without colours and without spaces at their ends.
fn plain(lines: &[Line]) -> String {
    lines.iter().flat_map(|line| [line.text().trim_end().to_owned(), "\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::shown;
    use crate::host::env::Env;
    use crate::person::Settings;
    use crate::person::settings::Shown;
    use crate::refusal::Fault;

    fn env(term: &str, accessible: bool) -> Env {
        Env { term: Some(term.into()), accessible, ..Env::default() }
    }

    fn by(list: Option<Shown>) -> Settings {
        let mut settings = Settings::default();
        settings.interview.list = list;
        settings
    }

    #[test]
    fn the_environment_comes_before_the_setting_and_arrows_are_what_is_left() {
        for (env, color, list, expected) in [
            (env("xterm", false), true, None, Shown::Arrows),
            (env("xterm", false), false, None, Shown::Numbered),
            (env("xterm", false), true, Some(Shown::Numbered), Shown::Numbered),
            (env("xterm", false), true, Some(Shown::Arrows), Shown::Arrows),
            (env("xterm", false), false, Some(Shown::Arrows), Shown::Arrows),
            (env("dumb", false), true, Some(Shown::Arrows), Shown::Numbered),
            (env("xterm", true), true, Some(Shown::Arrows), Shown::Numbered),
            (Env::default(), true, None, Shown::Numbered),
        ] {
            assert_eq!(shown(&env, color, Ok(by(list))), (expected, None), "{env:?} {color} {list:?}");
        }
    }

    #[test]
    fn settings_that_cannot_be_read_number_the_answers_and_say_so() {
        let (by, aside) = shown(&env("xterm", false), true, Err(Fault::new("broken").into()));
        assert_eq!(by, Shown::Numbered);
        assert!(aside.is_some_and(|aside| aside.contains("settings")));
    }
}
