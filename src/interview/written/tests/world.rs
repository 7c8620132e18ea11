//! A repository with a local tier, a role that does what a script says, and a person who answers from a list.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::host::files::Dir;
use crate::interview::door::{AnsweredIn, Door, Keep, Reply, Said};
use crate::interview::question::Ask;
use crate::interview::record::{Answer, Fallback};
use crate::interview::written::Written;
use crate::interview::written::dispatch::{
    Changes, Dispatch, Dispatched, Interrupt, Keeps, Outcome, Request, Watching,
};
use crate::interview::written::end::{Ended, Through};
use crate::interview::written::receipt::tests::ask_of;
use crate::interview::written::run::With;
use crate::refusal::{Fault, Stop};
use crate::registry::roles::role;

/// What a runner does in one dispatch.
pub(super) type Act = Box<dyn FnMut(&Request<'_>) -> Dispatched>;

/// Everything that a test sets and looks at.
pub(super) struct World {
    pub(super) top: TempDir,
    pub(super) role: &'static str,
    pub(super) runners: Vec<&'static str>,
    pub(super) acts: VecDeque<Act>,
    pub(super) says: VecDeque<Reply>,
    pub(super) changes: VecDeque<Changes>,
    /// What `finish` gives, in turn; then it takes everything.
    pub(super) refusals: VecDeque<String>,
    pub(super) handed: bool,
    /// The runners that were started, in order, and the timeout of each.
    pub(super) started: Vec<(String, Duration)>,
    pub(super) kept: Kept,
    pub(super) asked: Vec<Ask>,
    /// How long each dispatch takes.
    pub(super) takes: SignedDuration,
    /// Whether an interrupt comes while a runner writes.
    pub(super) interrupt: bool,
}

/// What was kept, in order, as a line each.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) lines: Rc<RefCell<Vec<String>>>,
    pub(super) answers: Vec<Answer>,
    pub(super) fallbacks: Vec<Fallback>,
}

impl World {
    pub(super) fn new() -> Self {
        let top = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(top.path().join(".abcd/.work.local")).unwrap();
        Self {
            top,
            role: "planning-interviewer",
            runners: vec!["claude"],
            acts: VecDeque::new(),
            says: VecDeque::new(),
            changes: VecDeque::new(),
            refusals: VecDeque::new(),
            handed: false,
            started: Vec::new(),
            kept: Kept::default(),
            asked: Vec::new(),
            takes: SignedDuration::ZERO,
            interrupt: false,
        }
    }

    /// The role writes this as its receipt.
    pub(super) fn writes(&mut self, receipt: &Value) -> &mut Self {
        let text = receipt.to_string();
        self.does(move |request| {
            std::fs::write(&request.receipt, &text).unwrap();
            Dispatched::Answered
        })
    }

    /// The role asks one question a chip.
    pub(super) fn asks(&mut self, chips: &[&str]) -> &mut Self {
        self.writes(&json!({ "ask": ask_of(chips) }))
    }

    /// The role hands over an outcome.
    pub(super) fn hands_over(&mut self) -> &mut Self {
        self.writes(&json!({ "done": { "summary": "done" } }))
    }

    pub(super) fn does(&mut self, act: impl FnMut(&Request<'_>) -> Dispatched + 'static) -> &mut Self {
        self.acts.push_back(Box::new(act));
        self
    }

    /// The person says this to that question.
    pub(super) fn says(&mut self, id: &str, value: &str) -> &mut Self {
        let said = if value == "?" { Said::Unclear } else { Said::Value(value.to_owned()) };
        let (id, note) = (id.to_owned(), None);
        self.says.push_back(Reply { id, said, note, answered_in: AnsweredIn::Terminal });
        self
    }

    pub(super) fn run(&mut self) -> Result<Through, Box<Ended>> {
        let dir = Dir::open(self.top.path()).unwrap();
        let clock = Rc::new(Cell::new("2031-02-03T04:05:06Z".parse::<Timestamp>().unwrap()));
        let listening = Rc::new(Cell::new(false));
        let seed = json!({ "record": ".abcd/work/intents/itd-1.md" });
        let now = {
            let clock = Rc::clone(&clock);
            move || clock.get()
        };
        let written = Written {
            role: role(self.role).unwrap(),
            target: "itd-1",
            top: &dir,
            path: self.top.path(),
            seed: &seed,
            verbs: &["intent"],
            handed: self.handed,
            now: &now,
        };
        let mut dispatch = Script {
            runners: self.runners.iter().map(|name| (*name).to_owned()).collect(),
            acts: &mut self.acts,
            started: &mut self.started,
            lines: Rc::clone(&self.kept.lines),
            clock: Rc::clone(&clock),
            takes: self.takes,
            listening: Rc::clone(&listening),
        };
        let mut watch = Watcher { changes: &mut self.changes, listening: Rc::clone(&listening) };
        let comes = self.interrupt;
        let mut listen = || {
            listening.set(true);
            Ok(Box::new(Ear { listening: Rc::clone(&listening), asked: Cell::new(0), comes })
                as Box<dyn Interrupt>)
        };
        let mut door =
            Person { says: &mut self.says, asked: &mut self.asked, listening: Rc::clone(&listening) };
        let mut outcome = Taker { refusals: &mut self.refusals };
        written.run(With {
            dispatch: &mut dispatch,
            watch: &mut watch,
            listen: &mut listen,
            door: &mut door,
            keeps: &mut self.kept,
            outcome: &mut outcome,
        })
    }

    /// A file of the run's folder.
    pub(super) fn turn_file(&self, name: &str) -> Option<String> {
        let turns = self.top.path().join(".abcd/.work.local/interview-turns");
        let run = std::fs::read_dir(turns).ok()?.next()?.unwrap().path();
        std::fs::read_to_string(run.join(name)).ok()
    }

    /// What the person was asked: the ids of every ask.
    pub(super) fn ids(&self) -> Vec<Vec<&str>> {
        self.asked.iter().map(|ask| ask.questions.iter().map(|one| one.id.as_str()).collect()).collect()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.kept.lines.borrow().clone()
    }
}

struct Script<'a> {
    runners: Vec<String>,
    acts: &'a mut VecDeque<Act>,
    started: &'a mut Vec<(String, Duration)>,
    lines: Rc<RefCell<Vec<String>>>,
    clock: Rc<Cell<Timestamp>>,
    takes: SignedDuration,
    listening: Rc<Cell<bool>>,
}

impl Dispatch for Script<'_> {
    fn reaches(&self, _: &str) -> Vec<String> {
        self.runners.clone()
    }

    fn dispatch(
        &mut self,
        runner: &str,
        request: &Request<'_>,
        _: &dyn Interrupt,
    ) -> Result<Dispatched, Stop> {
        assert!(self.listening.get(), "a runner writes and nobody listens for an interrupt");
        assert!(request.brief.is_absolute() && request.brief.is_file(), "{:?}", request.brief);
        assert!(request.receipt.is_absolute() && request.dir.is_absolute());
        self.started.push((runner.to_owned(), request.timeout));
        self.lines.borrow_mut().push(format!("started {runner}"));
        self.clock.set(self.clock.get() + self.takes);
        let mut act = self.acts.pop_front().ok_or_else(|| Fault::new("the script is at its end"))?;
        Ok(act(request))
    }
}

struct Watcher<'a> {
    changes: &'a mut VecDeque<Changes>,
    listening: Rc<Cell<bool>>,
}

impl Watching for Watcher<'_> {
    fn before(&mut self, turns: &Path) -> Result<(), Stop> {
        assert!(turns.is_relative() && self.listening.get());
        Ok(())
    }

    fn after(&mut self) -> Result<Changes, Stop> {
        Ok(self.changes.pop_front().unwrap_or_default())
    }
}

struct Ear {
    listening: Rc<Cell<bool>>,
    asked: Cell<u32>,
    comes: bool,
}

impl Interrupt for Ear {
    /// Before a runner starts nothing came yet.
    fn came(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.comes && self.asked.get() > 1
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.listening.set(false);
    }
}

struct Person<'a> {
    says: &'a mut VecDeque<Reply>,
    asked: &'a mut Vec<Ask>,
    listening: Rc<Cell<bool>>,
}

impl Door for Person<'_> {
    fn put(&mut self, ask: &Ask, keep: &mut Keep<'_>) -> Result<(), Stop> {
        assert!(!self.listening.get(), "the dispatch's interrupt is in force while a question stands");
        self.asked.push(ask.clone());
        for _ in &ask.questions {
            keep(self.says.pop_front().ok_or_else(|| Fault::new("the person is gone"))?)?;
        }
        Ok(())
    }
}

struct Taker<'a> {
    refusals: &'a mut VecDeque<String>,
}

impl Outcome for Taker<'_> {
    fn check(&self, outcome: &Value) -> Result<(), String> {
        if outcome.get("summary").is_some() { Ok(()) } else { Err("it has no summary".to_owned()) }
    }

    fn finish(&mut self, _: &Value) -> Result<Option<String>, Stop> {
        Ok(self.refusals.pop_front())
    }
}

impl Keeps for Kept {
    fn answer(&mut self, answer: Answer) -> Result<(), Stop> {
        self.lines.borrow_mut().push(format!("{}={}", answer.id, answer.value));
        self.answers.push(answer);
        Ok(())
    }

    fn fallback(&mut self, fallback: Fallback) -> Result<(), Stop> {
        self.lines.borrow_mut().push(format!("{} {} ran {}", fallback.asked, fallback.reason, fallback.ran));
        self.fallbacks.push(fallback);
        Ok(())
    }

    fn path(&self) -> Option<String> {
        (!self.lines.borrow().iter().all(|line| line.starts_with("started")))
            .then(|| "record.json".to_owned())
    }
}
