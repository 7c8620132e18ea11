//! What might be a gate: targets that the root offers, and commands that CI or a page shows.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Certainty, Evidence};
use super::folders::Step;
use super::grammar;
use super::resolve::Resolver;
use super::rows::Called;
use super::said;
use super::seen::pages::Pages;
use super::seen::{Sighting, Source};
use super::targets::{Runner, Target};
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Kind, Reader};

/// A command that might be a gate.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) command: String,
    pub(super) dir: String,
    /// `dir|runner|target`, where it is a target.
    pub(super) key: Option<String>,
    pub(super) called: Called,
    pub(super) verdict: Verdict,
    pub(super) certainty: Certainty,
    pub(super) evidence: Vec<Evidence>,
    pub(super) ci: bool,
    pub(super) page: bool,
    /// Its name alone says that it is a gate.
    pub(super) head: bool,
    pub(super) varied: bool,
    /// It is one of several environments of a test runner.
    pub(super) environment: bool,
    /// Its place among all, in the order of reading.
    pub(super) order: usize,
    /// Its place among what CI and pages show.
    pub(super) turn: usize,
    /// What must be run before it.
    pub(super) before: Vec<Step>,
}

impl Candidate {
    /// What it checks, in one word.
    pub(super) fn kind(&self) -> Kind {
        let kinds = &self.verdict.kinds;
        if self.called.gathers && kinds.len() > 1 || self.spans() && self.called.kind.is_none() {
            // What only looks is a look, however many it gathers.
            let looks = kinds.iter().all(|kind| *kind < Kind::Build);
            return match kinds.iter().next_back() {
                Some(_) if looks && kinds.contains(&Kind::Lint) => Kind::Lint,
                Some(last) if looks => *last,
                _ => Kind::All,
            };
        }
        let named =
            self.called.kind.filter(|kind| kinds.is_empty() || kinds.contains(kind) || kinds.len() > 1);
        named.or_else(|| kinds.iter().next_back().copied()).unwrap_or(Kind::Test)
    }

    /// Whether it checks things of more than one kind, building left aside.
    pub(super) fn spans(&self) -> bool {
        self.verdict.kinds.iter().filter(|kind| **kind != Kind::Build).count() > 1
    }
}

/// The candidates, and what a page forbids.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) all: Vec<Candidate>,
    places: BTreeMap<String, usize>,
    /// Targets by key, and commands by their beginning.
    pub(super) forbidden: BTreeSet<String>,
    /// What CI checks by commands that are not plain.
    pub(super) unread: Vec<Evidence>,
}

/// Gathers what the repository offers and shows.
pub(super) fn gather(resolver: &Resolver<'_, '_>, ci: &[Sighting], pages: &Pages) -> Candidates {
    let mut found = Candidates::default();
    for runner in resolver.runners(".").iter() {
        for target in &runner.targets {
            found.offer(resolver, runner, target);
        }
    }
    for (at, _) in ci.iter().enumerate() {
        found.see(resolver, ci, at, 0);
    }
    for (at, _) in pages.shown.iter().enumerate() {
        found.see(resolver, &pages.shown, at, ci.len());
    }
    for sighting in &pages.forbidden {
        found.forbid(resolver, sighting);
    }
    found
}

impl Candidates {
    fn offer(&mut self, resolver: &Resolver<'_, '_>, runner: &Runner, target: &Target) {
        if target.private || target.asks || target.aside {
            return;
        }
        self.target(resolver, runner, target, false);
    }

    /// Makes a candidate of a target, if it is fit to be one; its place.
    fn target(
        &mut self,
        resolver: &Resolver<'_, '_>,
        runner: &Runner,
        target: &Target,
        seen: bool,
    ) -> Option<usize> {
        let key = format!("{}|{}|{}", runner.dir, runner.id, target.name);
        if let Some(at) = self.places.get(&key) {
            return Some(*at);
        }
        let command = runner.command(&target.name);
        if target.private || target.asks {
            if seen {
                let why =
                    format!("the target on line {} is not meant to be called as it stands", target.line);
                resolver.ground.skip(&target.path, why);
            }
            return None;
        }
        if !grammar::is_name(&target.name) {
            let why = format!("a target's name on line {} is not plain", target.line);
            resolver.ground.skip(&target.path, why);
            return None;
        }
        let called = resolver.rows.called(&target.name);
        let verdict = resolver.target(runner, &target.name, &[], 0);
        let speaks = called.kind.is_some() || called.gathers;
        let installs = called.effect == Effect::Installs && !(called.gathers && verdict.is_check());
        if called.packs {
            if verdict.is_check() {
                resolver.ground.skip(&command, "it makes a package");
            }
            return None;
        }
        if called.effect > Effect::Tasks || called.soft > Effect::Tasks || installs {
            if verdict.is_check() {
                resolver.ground.skip(&command, "its name says that it is no check");
            }
            return None;
        }
        let environment = matches!(runner.reader, Reader::Tox | Reader::Nox);
        let trusted = verdict.is_check()
            || (verdict.unknown && !verdict.is_bad() && !called.weak && called.effect == Effect::Checks);
        // A file that is built is no gate that has a name.
        let file = verdict.kinds.iter().eq([&Kind::Build]) && !speaks;
        if verdict.is_bad() || !trusted || file {
            if speaks || seen {
                resolver.ground.skip(&command, verdict.why());
            }
            return None;
        }
        let Some(command) = ending(command.clone(), runner, &verdict) else {
            if speaks || seen {
                resolver.ground.skip(&command, said::WATCHES);
            }
            return None;
        };
        let head = !target.aside
            && (environment
                || (called.head && called.effect == Effect::Checks && (speaks || verdict.is_check())));
        self.places.insert(key.clone(), self.all.len());
        self.all.push(Candidate {
            command,
            dir: runner.dir.clone(),
            key: Some(key),
            called,
            verdict,
            certainty: Certainty::Declared,
            evidence: vec![Evidence::new(&target.path, target.line)],
            ci: false,
            page: false,
            head,
            varied: false,
            environment,
            order: self.all.len(),
            turn: usize::MAX,
            before: Vec::new(),
        });
        Some(self.all.len() - 1)
    }

    /// Looks at the sighting at `at`, which is the `first + at`th of all.
    fn see(&mut self, resolver: &Resolver<'_, '_>, all: &[Sighting], at: usize, first: usize) {
        let Some(sighting) = all.get(at) else { return };
        if sighting.set {
            return said::check(resolver, sighting, "is about the settings around it");
        }
        if sighting.forgiven {
            return said::check(resolver, sighting, "cannot fail: what follows it swallows its failure");
        }
        let called = resolver.called(&sighting.texts, &sighting.dir);
        if let Some(called) = called.filter(|called| !called.call.members)
            && let Some(runner) = called.runner()
        {
            let mut names = called.call.names.clone();
            if names.is_empty() {
                names.extend(runner.default.clone());
            }
            // Words for the target can turn a check into a fix.
            if !called.call.args.is_empty() && resolver.of_call(&called, 0).is_bad() {
                return said::harm(resolver, sighting, &resolver.of_call(&called, 0));
            }
            let mut any = false;
            for name in &names {
                let found =
                    runner.target(name).and_then(|target| self.target(resolver, runner, target, true));
                if let Some(candidate) = found.and_then(|at| self.all.get_mut(at)) {
                    any = true;
                    mark(candidate, sighting, first + at);
                }
            }
            // A target that only hands its words on is the command that they make.
            if any || called.call.args.is_empty() {
                return;
            }
        }
        if sighting.source != Source::Readme {
            self.raw(resolver, all, at, first);
        }
    }

    fn raw(&mut self, resolver: &Resolver<'_, '_>, all: &[Sighting], at: usize, first: usize) {
        let Some(sighting) = all.get(at) else { return };
        let mut here = sighting.dir.clone();
        let mut verdict = resolver.command(&sighting.texts, &mut here, 0);
        if sighting.source == Source::Ci && verdict.worst == Effect::Contained {
            let Evidence { path, line } = &sighting.evidence;
            resolver.ground.skip(path, format!("a command on line {line} runs in a container"));
        }
        if let Some(name) = super::shadows::named(resolver, sighting) {
            return resolver.ground.skip(&name, "its name says that it is no check here");
        }
        if let Some(shadow) = super::shadows::alias(resolver, &sighting.texts, &sighting.dir)
            && shadow.is_bad()
        {
            return said::harm(resolver, sighting, &Verdict { kinds: verdict.kinds, ..shadow });
        }
        if let Some(path) = super::proclaimed::script(resolver, sighting) {
            match super::proclaimed::allowed(resolver, &path, verdict) {
                Ok(allowed) => verdict = allowed,
                Err(why) => return resolver.ground.skip(&path, why),
            }
        } else if !verdict.is_check() || (sighting.source == Source::Page && sighting.raws.len() < 2) {
            // A page may name a tool without meaning a command.
            return said::harm(resolver, sighting, &verdict);
        }
        if verdict.aside && verdict.kinds.iter().all(|kind| *kind == Kind::Build) {
            return;
        }
        let raws = plain(resolver, sighting);
        let raws: Vec<&str> = raws.iter().map(String::as_str).collect();
        let exists = |word: &str| {
            super::ground::join(&sighting.dir, word).is_some_and(|path| resolver.ground.kind(&path).is_some())
                || resolver.rows.called(word).effect == Effect::Checks
                || resolver.rows.is_part(&sighting.texts, word)
        };
        let mut command = raws.join(" ");
        if !grammar::is_command(&raws, exists) && !resolver.rows.is_own(&command) {
            self.unread.push(sighting.evidence.clone());
            return;
        }
        if let Some(once) = &verdict.once {
            command = format!("{command} {once}");
        }
        let Some(before) = super::folders::before(resolver, all, at) else {
            return said::check(resolver, sighting, "works in a folder that no command offered here makes");
        };
        let own = own_file(resolver, sighting, &verdict);
        if own.is_some() && verdict.kinds.iter().all(|kind| *kind == Kind::Build) {
            return;
        }
        let key = format!("{}$ {command}", sighting.dir);
        if let Some(candidate) = self.places.get(&key).copied().and_then(|at| self.all.get_mut(at)) {
            candidate.varied &= sighting.varied || candidate.verdict.aside;
            mark(candidate, sighting, first + at);
            return;
        }
        self.places.insert(key, self.all.len());
        let aside = verdict.aside;
        let mut candidate = Candidate {
            command,
            dir: sighting.dir.clone(),
            called: own.as_ref().map_or_else(Called::default, |path| script(resolver, path)),
            key: own.map(|path| format!("file|{path}")),
            verdict,
            certainty: Certainty::Declared,
            evidence: Vec::new(),
            ci: false,
            page: false,
            head: false,
            varied: sighting.varied || aside,
            environment: false,
            order: self.all.len(),
            turn: usize::MAX,
            before,
        };
        mark(&mut candidate, sighting, first + at);
        self.all.push(candidate);
    }

    fn forbid(&mut self, resolver: &Resolver<'_, '_>, sighting: &Sighting) {
        match resolver.called(&sighting.texts, &sighting.dir) {
            Some(called) => {
                if let Some(runner) = called.runner() {
                    let keys =
                        called.call.names.iter().map(|name| format!("{}|{}|{name}", runner.dir, runner.id));
                    self.forbidden.extend(keys);
                }
            }
            None if sighting.raws.len() > 1 => {
                self.forbidden.insert(sighting.raws.join(" "));
            }
            None => {}
        }
    }

    /// Whether a page forbids a candidate.
    pub(super) fn forbids(&self, candidate: &Candidate) -> bool {
        match &candidate.key {
            Some(key) => self.forbidden.contains(key),
            None => self.forbids_command(&candidate.command),
        }
    }

    /// Whether a page forbids a command, as it is or with more words.
    pub(super) fn forbids_command(&self, command: &str) -> bool {
        let more = |text: &String| command == *text || command.starts_with(&format!("{text} "));
        self.forbidden.iter().any(more)
    }
}

/// The command with the word that makes its last step end, where it needs one.
fn ending(command: String, runner: &Runner, verdict: &Verdict) -> Option<String> {
    match &verdict.once {
        None => Some(command),
        Some(once) if runner.reader == Reader::Map => Some(format!("{command}{} {once}", runner.pass)),
        Some(_) => None,
    }
}

/// The words to offer: without `env` and its settings, and a program that CI put somewhere by its name.
fn plain(resolver: &Resolver<'_, '_>, sighting: &Sighting) -> Vec<String> {
    let mut words = sighting.raws.clone();
    if words.first().is_some_and(|word| word == "env") {
        let settings = words.iter().skip(1).take_while(|word| super::shell::is_setting(word)).count();
        words.drain(..=settings);
    }
    if let Some(first) = words.first_mut().filter(|word| {
        word.contains('/') && !["node_modules", "vendor/bin"].iter().any(|own| word.contains(own))
    }) {
        let there = super::ground::join(&sighting.dir, first).is_some_and(|path| resolver.ground.has(&path));
        if !there {
            *first = super::judge::program(first);
        }
    }
    super::goals::offered(resolver, &sighting.texts, words)
}

/// The script that a command runs, if it is one of the repository.
fn own_file(resolver: &Resolver<'_, '_>, sighting: &Sighting, verdict: &Verdict) -> Option<String> {
    let words = sighting.texts.iter().map(String::as_str);
    let mut named = words.skip_while(|word| ["bash", "sh", "sudo"].contains(word) || word.starts_with('-'));
    let path = super::ground::join(&sighting.dir, named.next()?)?;
    let known = verdict.leads.contains(&format!("file|{path}")) && resolver.ground.has(&path);
    known.then_some(path)
}

/// What the name of a script says; only its kind and whether it gathers counts.
fn script(resolver: &Resolver<'_, '_>, path: &str) -> Called {
    let name = path.rsplit('/').next().unwrap_or(path);
    resolver.rows.called(name.split('.').next().unwrap_or(name))
}

fn mark(candidate: &mut Candidate, sighting: &Sighting, turn: usize) {
    if sighting.source != Source::Readme {
        candidate.turn = candidate.turn.min(turn);
    }
    match sighting.source {
        Source::Ci => candidate.ci = true,
        Source::Page => candidate.page = true,
        Source::Readme => {}
    }
    if candidate.evidence.len() < 8 && !candidate.evidence.contains(&sighting.evidence) {
        candidate.evidence.push(sighting.evidence.clone());
    }
}
