//! What a target or a script would do, followed through everything that it leads to. Nothing is run.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::fields::is_set;
use super::ground::{Ground, join};
use super::judge::{self, Judged};
use super::removal;
use super::rows::Rows;
use super::shell;
use super::targets::{self, Call, Runner, Target};
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Kind, Reader};

/// How far one thing may lead to another.
pub(super) const DEPTH: usize = 40;
/// How many steps are judged in all.
const STEPS: usize = 50_000;

/// Judges with the repository at hand.
pub(super) struct Resolver<'a, 't> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) rows: &'a Rows<'t>,
    runners: RefCell<BTreeMap<String, Rc<Vec<Runner>>>>,
    pub(super) verdicts: RefCell<BTreeMap<String, Verdict>>,
    steps: Cell<usize>,
    /// Whether something reads what the command at hand says.
    heard: Cell<bool>,
}

/// A target that a command calls.
#[derive(Debug, Clone)]
pub(super) struct Called {
    pub(super) runners: Rc<Vec<Runner>>,
    pub(super) at: usize,
    pub(super) call: Call,
}

impl Called {
    pub(super) fn runner(&self) -> Option<&Runner> {
        self.runners.get(self.at)
    }
}

impl<'a, 't> Resolver<'a, 't> {
    pub(super) fn new(ground: &'a Ground<'a>, rows: &'a Rows<'t>) -> Self {
        Self {
            ground,
            rows,
            runners: RefCell::default(),
            verdicts: RefCell::default(),
            steps: Cell::new(0),
            heard: Cell::new(false),
        }
    }

    /// The runners of a folder.
    pub(super) fn runners(&self, dir: &str) -> Rc<Vec<Runner>> {
        if let Some(known) = self.runners.borrow().get(dir) {
            return Rc::clone(known);
        }
        let found = Rc::new(targets::of(self.ground, self.rows, dir));
        self.runners.borrow_mut().insert(dir.to_owned(), Rc::clone(&found));
        found
    }

    /// The target that `words`, typed in `dir`, would run.
    pub(super) fn called(&self, words: &[String], dir: &str) -> Option<Called> {
        let program = judge::program(words.first()?);
        let mut spoken: Vec<&str> = words.iter().map(String::as_str).collect();
        *spoken.first_mut()? = &program;
        if self
            .rows
            .tool(&spoken)
            .is_some_and(|(tool, taken)| taken > 1 && !matches!(tool.effect, Effect::Wraps | Effect::Tasks))
        {
            return None;
        }
        let read = |dir: &str| {
            let runners = self.runners(dir);
            (0..runners.len()).find_map(|at| {
                let runner = runners.get(at)?;
                let many = matches!(runner.reader, Reader::Make | Reader::Task | Reader::Just | Reader::Rake);
                let calls = runner.calls.iter();
                let mut call = calls
                    .filter_map(|spelling| targets::read_call(&spoken, spelling, many))
                    .find(|call| call.dir.is_some() || call.members || fits(runner, call))?;
                if runner.reader == Reader::Just {
                    // What follows a recipe's name may be words for it.
                    call.names.retain(|name| runner.target(name).is_some());
                }
                Some(Called { runners: Rc::clone(&runners), at, call })
            })
        };
        let found = read(dir).or_else(|| self.guess(&spoken, dir))?;
        let there = match &found.call.dir {
            Some(to) => join(dir, to)?,
            None => return Some(found),
        };
        let mut again = read(&there).or_else(|| self.guess(&spoken, &there))?;
        let names = again.call.names.clone();
        again.call.dir = None;
        again
            .runner()
            .is_some_and(|runner| names.iter().all(|name| runner.target(name).is_some()))
            .then_some(again)
    }

    /// Whether a call of targets names a folder outside the repository.
    fn leaves(&self, words: &[String], dir: &str) -> bool {
        if !words.iter().any(|word| word.contains("..") || word.contains('/')) {
            return false;
        }
        let spoken: Vec<&str> = words.iter().map(String::as_str).collect();
        let targets = self.rows.toolchains.iter().filter_map(|row| row.targets.as_ref());
        targets
            .flat_map(|targets| targets.calls.iter())
            .filter_map(|spelling| targets::read_call(&spoken, spelling, true))
            .filter_map(|call| call.dir)
            .any(|to| !to.contains('$') && join(dir, &to).is_none())
    }

    /// A call with a folder of its own names a runner that may not stand here.
    fn guess(&self, words: &[&str], dir: &str) -> Option<Called> {
        let targets = self.rows.toolchains.iter().filter_map(|row| row.targets.as_ref());
        let call = targets
            .flat_map(|targets| targets.calls.iter())
            .filter_map(|spelling| targets::read_call(words, spelling, true))
            .find(|call| call.dir.is_some())?;
        let there = join(dir, call.dir.as_deref()?)?;
        let runners = self.runners(&there);
        (!runners.is_empty()).then_some(Called { runners, at: 0, call })
    }

    /// Judges shell text that starts in `dir`.
    pub(super) fn script(&self, text: &str, dir: &str, depth: usize) -> Verdict {
        let mut verdict = Verdict::nothing();
        let mut here = dir.to_owned();
        let mut scratch = false;
        for command in shell::commands(text) {
            let words = judge::texts(&command);
            let around = self.heard.replace(command.inner || command.writes);
            let mut one = self.command(&words, &mut here, depth);
            self.heard.set(around);
            if !command.settings.is_empty() {
                // Under other settings it is another check than the one that it leads to.
                one.leads.clear();
            }
            if let [go, to] = words.as_slice()
                && go == "cd"
            {
                scratch = removal::is_scratch(text, to);
            } else if scratch && matches!(one.worst, Effect::Cleans | Effect::Rewrites) {
                // It works on what it has made for itself.
                one = Verdict { cleans: false, worst: Effect::Checks, ..one };
            }
            verdict.then(one);
        }
        verdict
    }

    /// Judges one command; a change of folder moves `here`.
    pub(super) fn command(&self, words: &[String], here: &mut String, depth: usize) -> Verdict {
        let dir = here.clone();
        let mut verdict = self.one(words, here, depth);
        if verdict.steps.is_empty() && (verdict.unknown || !verdict.kinds.is_empty()) {
            verdict.steps.insert(format!("{dir}$ {}", words.join(" ")));
        }
        verdict
    }

    fn one(&self, words: &[String], here: &mut String, depth: usize) -> Verdict {
        self.steps.set(self.steps.get() + 1);
        // The clock is asked now and then: a judgement is far shorter than a look at the time is worth.
        let late = self.steps.get().is_multiple_of(256) && self.ground.is_late();
        if depth > DEPTH || self.steps.get() > STEPS || late {
            // Not followed to the end: it is not offered.
            return Verdict::unfollowed();
        }
        if self.leaves(words, here) {
            return Verdict::of(Effect::Outward, "a folder outside");
        }
        if let Some(called) = self.called(words, here) {
            let verdict = self.of_call(&called, depth + 1);
            let program = words.iter().map(String::as_str).collect::<Vec<_>>();
            let plain = verdict.unknown && verdict.kinds.is_empty() && !verdict.is_bad();
            // An alias whose body tells nothing may be a tool that a row knows.
            if !plain || self.rows.tool(&program).is_none_or(|(_, taken)| taken < 2) {
                return verdict;
            }
        }
        if let Some(verdict) = self.program_file(words, here, depth + 1) {
            return verdict;
        }
        let dir = here.clone();
        let setting = |field: &_| is_set(self.ground, field, &dir) || is_set(self.ground, field, ".");
        match judge::judge(self.rows, words, self.heard.get(), setting) {
            Judged::Done(verdict) if verdict == Verdict::unknown() => {
                self.through_manager(words, here, depth)
            }
            Judged::Done(verdict) => verdict,
            Judged::Wraps(words) => self.command(&words, here, depth + 1),
            Judged::Shell(text) => self.script(&text, here, depth + 1),
            Judged::File(path) => self.file(&path, here, depth + 1),
            Judged::Scripts(names) => self.scripts(&names, here, depth + 1),
            Judged::Tasks(names, tool) => self.tasks(&names, &tool, here),
            Judged::Goals(words) => self.goals(&words, here, depth + 1),
            Judged::Removes(paths, by, spares) => removal::judge(self.ground, &paths, here, &by, &spares),
            Judged::Lands(to, by) => removal::landing(&to, here, &by),
            Judged::Goes(to) => {
                // A folder that cannot be told is taken for the root, where scripts usually go.
                *here =
                    join(here, &to).filter(|to| self.ground.is_folder(to)).unwrap_or_else(|| ".".to_owned());
                Verdict::nothing()
            }
        }
    }

    /// `yarn eslint .` and the like run a program of the project.
    fn through_manager(&self, words: &[String], here: &mut String, depth: usize) -> Verdict {
        let Some((first, rest)) = words.split_first() else { return Verdict::nothing() };
        let rows = self.rows.toolchains.iter().filter_map(|row| row.manager.as_ref());
        let runs = rows
            .flat_map(|manager| manager.calls.iter())
            .any(|call| call.as_ref() == format!("{first} {{name}}"));
        if !runs || rest.is_empty() {
            return Verdict::unknown();
        }
        let rest: Vec<String> =
            rest.iter().skip_while(|word| word.starts_with('-') || *word == "run").cloned().collect();
        if rest.is_empty() { Verdict::unknown() } else { self.command(&rest, here, depth + 1) }
    }

    /// Judges all targets of a call.
    pub(super) fn of_call(&self, called: &Called, depth: usize) -> Verdict {
        let Some(runner) = called.runner() else { return Verdict::unknown() };
        if called.call.members {
            return self.tasks(&called.call.names, "", &runner.dir);
        }
        let mut names = called.call.names.clone();
        if names.is_empty() {
            match &runner.default {
                Some(name) if runner.bare => names.push(name.clone()),
                _ => return Verdict::unknown(),
            }
        }
        let mut verdict = Verdict::nothing();
        for name in &names {
            verdict.leads.insert(format!("{}|{}|{name}", runner.dir, runner.id));
            verdict.then(self.target(runner, name, &called.call.args, depth));
        }
        verdict
    }

    /// Judges a target, its prerequisites first.
    pub(super) fn target(&self, runner: &Runner, name: &str, args: &[String], depth: usize) -> Verdict {
        let key = format!("{}|{}|{name}|{}", runner.dir, runner.id, args.join(" "));
        if let Some(known) = self.verdicts.borrow().get(&key) {
            // Joining what is known costs as much as it holds.
            self.steps.set(self.steps.get() + 1 + (known.leads.len() + known.steps.len()) / 8);
            return known.clone();
        }
        if depth > DEPTH || self.steps.get() > STEPS {
            return Verdict::unfollowed();
        }
        // A circle leads to nothing new.
        self.verdicts.borrow_mut().insert(key.clone(), Verdict { empty: false, ..Verdict::nothing() });
        let verdict = match runner.target(name) {
            Some(target) => self.fresh(runner, target, args, depth),
            None if runner.reader == Reader::Make => Verdict::nothing(),
            None => Verdict::unknown(),
        };
        self.verdicts.borrow_mut().insert(key, verdict.clone());
        verdict
    }

    fn fresh(&self, runner: &Runner, target: &Target, args: &[String], depth: usize) -> Verdict {
        let mut verdict = Verdict::nothing();
        if target.stays {
            verdict.then(Verdict::of(Effect::Stays, &target.name));
        }
        for need in &target.needs {
            let called = self.rows.called(need);
            if runner.target(need).is_some() {
                verdict.leads.insert(format!("{}|{}|{need}", runner.dir, runner.id));
                let mut own = self.target(runner, need, &[], depth + 1);
                // The text of a Rakefile seldom tells what a task runs: where it says nothing its name does.
                let silent = own.unknown && own.kinds.is_empty() && !own.is_bad();
                if silent && runner.reader == Reader::Rake && called.effect == Effect::Checks && !called.weak
                {
                    own.kinds.insert(called.kind.unwrap_or(Kind::Test));
                    own.tools.insert(format!("rake {need}"));
                }
                // A body that can be read whole says more than a name; so does the place of a file.
                let told = (own.usual && !own.unknown) || need.contains(['/', '.']);
                verdict.then(own);
                if called.effect >= Effect::Cleans && !told {
                    verdict.then(Verdict::of(called.effect, &format!("by its name: {need}")));
                }
            }
        }
        let last = target.body.len().saturating_sub(1);
        for (at, text) in target.body.iter().enumerate() {
            let whole = if at == last && !args.is_empty() && runner.reader != Reader::Make {
                format!("{text} {}", args.join(" "))
            } else {
                text.clone()
            };
            verdict.then(self.script(&whole, &runner.dir, depth + 1));
        }
        verdict
    }
}

fn fits(runner: &Runner, call: &Call) -> bool {
    match call.names.first() {
        None => runner.bare,
        Some(_) => call.names.iter().any(|name| runner.target(name).is_some()),
    }
}
