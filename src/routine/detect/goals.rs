//! Tasks of a build that one command names: each is judged alone, and the worst of them counts.

use super::fields::is_set;
use super::judge::{self, Judged};
use super::members::by_name;
use super::resolve::Resolver;
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Kind, Tool};

/// How many tasks of one command are judged.
const GOALS: usize = 64;

/// How deep a command stands that CI or a page shows as it is.
const OFFERED: usize = 1;

/// The words of a command of a build tool.
#[derive(Debug)]
struct Spoken<'w> {
    /// The name of the tool: its row's first spelling.
    name: &'w str,
    tool: &'w Tool,
    flags: Vec<&'w str>,
    goals: Vec<Goal<'w>>,
}

/// A task, and the words that are handed to it alone.
#[derive(Debug)]
struct Goal<'w> {
    name: &'w str,
    words: Vec<&'w str>,
}

impl Resolver<'_, '_> {
    /// Judges a command of a build tool by its tasks.
    pub(super) fn goals(&self, words: &[String], here: &str, depth: usize) -> Verdict {
        let texts: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some((tool, taken)) = self.rows.tool(&texts) else { return Verdict::unknown() };
        // Only a command that is offered itself can be offered without what cleans before it.
        let spoken = read(tool, &texts, taken, depth <= OFFERED);
        if spoken.goals.len() > GOALS {
            // Not judged to the end: it is not offered.
            return Verdict::unfollowed();
        }
        if spoken.flags.iter().any(|flag| tool.rewrites_with.iter().any(|one| one == flag)) {
            return Verdict::of(Effect::Rewrites, spoken.name);
        }
        if spoken.goals.is_empty() {
            let mut bare = Verdict { empty: tool.kind.is_none(), ..Verdict::of(Effect::Quiet, spoken.name) };
            bare.kinds.extend(tool.kind);
            bare.tools.extend(tool.kind.map(|_| spoken.name.to_owned()));
            bare.usual = tool.kind.is_some();
            return bare;
        }
        let mut verdict = Verdict::nothing();
        for goal in &spoken.goals {
            verdict.then(self.goal(&spoken, goal, here, depth));
        }
        verdict
    }

    fn goal(&self, spoken: &Spoken<'_>, asked: &Goal<'_>, here: &str, depth: usize) -> Verdict {
        let goal = asked.name;
        if goal.starts_with('~') {
            return Verdict::of(Effect::Stays, goal);
        }
        let runners = self.runners(here);
        let own = runners.iter().find_map(|runner| {
            let ours = runner.calls.first().is_some_and(|call| call.starts_with(spoken.name));
            runner.target(goal).filter(|_| ours).map(|target| (runner, target))
        });
        if let Some((runner, target)) = own {
            return self.target(runner, &target.name, &[], depth + 1);
        }
        let plain = goal.split('@').next().unwrap_or(goal);
        let last = plain.rsplit([':', '/', '.']).next().unwrap_or(plain);
        // A task of one project is a special case of the task of all.
        let part = last.len() < plain.len() && !["Test/", "__."].iter().any(|all| plain.starts_with(all));
        let row = [plain, last].iter().find_map(|name| self.rows.spelled(&format!("{} {name}", spoken.name)));
        let mut verdict = if let Some(row) = row {
            self.by_task_row(spoken, asked, row, last, here)
        } else {
            let name = if spoken.tool.nested { last } else { plain };
            let called = self.rows.called(name);
            let mut verdict = by_name(called, name, spoken.name);
            verdict.aside = called.aside && verdict.is_check();
            verdict.usual = verdict.is_check() && !called.aside;
            verdict
        };
        if part && verdict.is_check() {
            (verdict.aside, verdict.usual) = (true, false);
        }
        verdict
    }

    /// The verdict on the task `name` by its row, with the words of the command and its own.
    fn by_task_row(
        &self,
        spoken: &Spoken<'_>,
        asked: &Goal<'_>,
        row: &Tool,
        name: &str,
        here: &str,
    ) -> Verdict {
        let mut words: Vec<&str> = spoken.name.split(' ').collect();
        let taken = words.len() + 1;
        words.push(name);
        words.extend(spoken.flags.iter().chain(&asked.words));
        let set = |field: &_| is_set(self.ground, field, here);
        match judge::by_row(row, taken, &words, false, set) {
            Judged::Done(verdict) => {
                let own = row.run.first().map_or("", |name| name.as_ref());
                named(verdict, own, &format!("{} {name}", spoken.name))
            }
            _ => Verdict::unknown(),
        }
    }
}

/// A row of several tasks is named by the task that was meant.
fn named(mut verdict: Verdict, first: &str, name: &str) -> Verdict {
    // Builds of several variants are one build.
    let builds = verdict.kinds.iter().all(|kind| *kind == Kind::Build);
    if !builds && verdict.tools.remove(first) {
        verdict.tools.insert(name.to_owned());
    }
    verdict
}

fn read<'w>(tool: &'w Tool, words: &[&'w str], taken: usize, offered: bool) -> Spoken<'w> {
    let name = tool.run.first().map_or("", |name| name.as_ref());
    let (mut flags, mut goals) = (Vec::new(), Vec::new());
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let value = tool.takes.iter().any(|flag| flag == word);
        if value
            || word.starts_with(['-', '+']) && !word.trim_start_matches('+').starts_with(char::is_alphabetic)
        {
            flags.extend(words.get(at..=at + usize::from(value)).unwrap_or_default());
            at += usize::from(value);
        } else if at >= taken {
            goals.extend(steps(word));
        }
        at += 1;
    }
    // What only cleans before a check is none of its tasks.
    let dropped = |goal: &Goal<'_>| tool.offers.iter().any(|one| one.by.is_empty() && one.word == goal.name);
    if offered && goals.iter().any(|goal| !dropped(goal)) {
        goals.retain(|goal| !dropped(goal));
    }
    Spoken { name, tool, flags, goals }
}

/// The tasks of one word: several where it is a list.
fn steps(word: &str) -> impl Iterator<Item = Goal<'_>> {
    let list = word.split(';').map(|step| step.trim().trim_start_matches('+'));
    list.filter_map(|step| {
        let mut words = step.split_whitespace();
        Some(Goal { name: words.next()?, words: words.collect() })
    })
}

/// The words of a command as they are offered: what only cleans before a check is left out.
pub(super) fn offered(resolver: &Resolver<'_, '_>, texts: &[String], raws: Vec<String>) -> Vec<String> {
    let mut spoken: Vec<&str> = texts.iter().map(String::as_str).collect();
    let Some(first) = spoken.first_mut() else { return raws };
    let program = judge::program(first);
    *first = &program;
    let Some((tool, _)) = resolver.rows.tool(&spoken) else { return raws };
    let meant = |raw: &str, word: &str| {
        let raw = raw.trim_matches(['"', '\'']);
        word.strip_suffix('*').map_or(raw == word, |start| raw.starts_with(start))
    };
    let by =
        |raw: &String| tool.offers.iter().find(|one| meant(raw, &one.word)).map(|one| one.by.to_string());
    let apart = |raw: String| if tool.each { listed(&raw) } else { vec![raw] };
    let words = raws.into_iter().flat_map(apart);
    words.map(|raw| by(&raw).unwrap_or(raw)).filter(|raw| !raw.is_empty()).collect()
}

/// A list of tasks in one quoted word as a word for each.
fn listed(raw: &str) -> Vec<String> {
    let inner = raw.trim_matches(['"', '\'']);
    if inner.len() + 2 != raw.len() || !inner.contains(';') {
        return vec![raw.to_owned()];
    }
    let steps = inner.split(';').map(str::trim).filter(|step| !step.is_empty());
    steps.map(|step| if step.contains(' ') { format!("\"{step}\"") } else { step.to_owned() }).collect()
}
