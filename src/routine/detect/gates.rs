//! Which candidates are the gates: the surest first, each kind once, an aggregate instead of its parts.

use std::collections::BTreeSet;

use super::candidates::{Candidate, Candidates};
use super::facts::{Certainty, Evidence, Gate};
use super::fields::is_set;
use super::ground::join;
use super::parts::{covers, fold, part_of, replaces};
use super::resolve::Resolver;
use super::targets;
use crate::tables::model::toolchains::{Field, Kind, Toolchain};

/// The gates, in the order in which a contributor runs them.
pub(super) fn choose(
    resolver: &Resolver<'_, '_>,
    mut found: Candidates,
    toolchains: &[(&Toolchain, Evidence)],
) -> Vec<Gate> {
    let forbidden: Vec<bool> = found.all.iter().map(|candidate| found.forbids(candidate)).collect();
    let mut flags = forbidden.into_iter();
    found.all.retain(|candidate| {
        let out = flags.next().unwrap_or(false);
        if out {
            resolver.ground.skip(&candidate.command, "a page for contributors forbids it");
        }
        !out
    });
    let mut chosen = Chosen { taken: Vec::new(), gates: Vec::new() };
    chosen.aggregate(&found.all);
    chosen.shown_by_ci(resolver, &found.all);
    chosen.by_name(&found.all);
    chosen.shown_by_pages(&found.all);
    chosen.by_custom(resolver, toolchains, &found);
    let gates = chosen.gates();
    say_unread(resolver, &found, &gates);
    gates
}

/// Says which checks of CI could not be read, and where no test is left without them.
fn say_unread(resolver: &Resolver<'_, '_>, found: &Candidates, gates: &[Gate]) {
    let tested = gates.iter().any(|gate| gate.kind >= Kind::Test);
    for Evidence { path, line } in &found.unread {
        let why = if tested {
            format!("a command on line {line} is not plain")
        } else {
            format!("a check on line {line} is not plain, and no test was found without it")
        };
        resolver.ground.skip(path, why);
    }
}

struct Chosen {
    taken: Vec<Candidate>,
    gates: Vec<Gate>,
}

impl Chosen {
    /// The one target that gathers the others.
    fn aggregate(&mut self, all: &[Candidate]) {
        let fit = |candidate: &&Candidate| {
            candidate.dir == "."
                && candidate.spans()
                && candidate.key.is_some()
                && (candidate.page || candidate.ci || candidate.head)
                && (candidate.called.gathers || candidate.page)
        };
        let best = all.iter().filter(fit).max_by_key(|candidate| {
            let size = candidate.verdict.tools.len();
            (
                candidate.page && candidate.called.gathers,
                candidate.ci,
                candidate.page,
                size,
                std::cmp::Reverse(candidate.order),
            )
        });
        self.taken.extend(best.cloned());
    }

    /// What CI runs: targets as they are, of plain commands one for each tool.
    fn shown_by_ci(&mut self, resolver: &Resolver<'_, '_>, all: &[Candidate]) {
        // What only builds a part of the repository is no gate for the whole of it.
        let part = |candidate: &&Candidate| {
            candidate.dir != "." && !candidate.page && candidate.kind() == Kind::Build
        };
        let all: Vec<&Candidate> =
            all.iter().filter(|candidate| candidate.ci || candidate.head).filter(|one| !part(one)).collect();
        for candidate in all.iter().filter(|candidate| candidate.ci && candidate.key.is_some()) {
            self.take(candidate);
        }
        let mut plain: Vec<&Candidate> =
            all.iter().copied().filter(|candidate| candidate.ci && candidate.key.is_none()).collect();
        plain.sort_by_key(|candidate| {
            let doubts = usize::from(candidate.varied) + usize::from(narrow(resolver, candidate));
            let covered = std::cmp::Reverse(candidate.verdict.tools.len());
            (doubts, !is_whole(&candidate.command), covered, candidate.order)
        });
        for candidate in plain {
            if self.taken.iter().any(|taken| part_of(resolver.rows, candidate, taken)) {
                continue;
            }
            // A target that is called for it and runs the same tool stands for the plain command.
            let named = all.iter().find(|target| {
                target.head
                    && target.dir == candidate.dir
                    && covers(target, candidate)
                    && !target.called.gathers
            });
            match named {
                Some(target) => {
                    let mut target = (*target).clone();
                    target.evidence.extend(candidate.evidence.iter().cloned());
                    target.ci = true;
                    self.take(&target);
                }
                None => self.take(candidate),
            }
        }
    }

    /// Targets whose name says that they are gates, for what no such target covers yet.
    fn by_name(&mut self, all: &[Candidate]) {
        let shown = self.kinds(".");
        let settled = self.taken.iter().any(|taken| taken.ci || taken.page);
        // What CI types out, and special cases, may be variants of the target that people call.
        let here = || self.taken.iter().filter(|taken| taken.dir == "." && !taken.called.aside);
        let own = here().filter(|taken| taken.key.is_some() && (taken.head || taken.called.gathers));
        let mut named: BTreeSet<Kind> = own.flat_map(kinds).collect();
        let tools: BTreeSet<String> = here().flat_map(|taken| taken.verdict.tools.iter().cloned()).collect();
        for candidate in all.iter().filter(|candidate| candidate.head && candidate.dir == ".") {
            let kinds = kinds(candidate);
            let builds = kinds.iter().all(|kind| *kind == Kind::Build);
            let known = !candidate.verdict.tools.is_empty();
            // A name without a body that can be read is trusted only where nothing else speaks for its kind.
            let new =
                if known { !candidate.verdict.tools.is_subset(&tools) } else { kinds.is_disjoint(&shown) };
            if kinds.is_disjoint(&named) && new && !(builds && (settled || !candidate.page)) {
                self.take(candidate);
                // Environments differ in what is installed around one check; the first stands for it.
                if candidate.environment {
                    named.extend(kinds);
                }
            }
        }
    }

    /// What a page shows, for what is not covered yet.
    fn shown_by_pages(&mut self, all: &[Candidate]) {
        for named in [true, false] {
            let covered = self.kinds(".");
            for candidate in all.iter().filter(|candidate| candidate.page && candidate.key.is_some() == named)
            {
                let kinds = kinds(candidate);
                let builds = kinds.iter().all(|kind| *kind == Kind::Build);
                if candidate.dir == "." && kinds.is_disjoint(&covered) && !builds {
                    self.take(candidate);
                }
            }
        }
    }

    /// The customs of the toolchains, where the repository itself says nothing.
    fn by_custom(
        &mut self,
        resolver: &Resolver<'_, '_>,
        toolchains: &[(&Toolchain, Evidence)],
        found: &Candidates,
    ) {
        let shown = self.taken.iter().any(|taken| taken.ci || taken.page);
        let covered = self.kinds(".");
        let looked = [Kind::Format, Kind::Lint].iter().any(|kind| covered.contains(kind));
        // A manifest that cannot be read says nothing of what its toolchain would do here.
        let read = |evidence: &Evidence| {
            !resolver.ground.has(&evidence.path) || resolver.ground.text(&evidence.path).is_some()
        };
        for (row, evidence) in toolchains.iter().filter(|(_, evidence)| read(evidence)) {
            for gate in row.gate.iter() {
                let set = |field: &_| is_set(resolver.ground, field, ".");
                let fits = gate.when.is_empty() || gate.when.iter().any(set);
                // Where CI or a page names gates, only tests are added that nobody names.
                let wanted = !covered.contains(&gate.kind) && (!shown || gate.kind == Kind::Test);
                // What is tested is built.
                let built = gate.kind == Kind::Build && covered.iter().any(|kind| *kind >= Kind::Test);
                // Where the repository has looks of its own, those are the ones that count.
                let rival = looked && gate.kind != Kind::Test;
                let derived = gate.when.iter().any(|field| tells(row, field))
                    || row.markers.iter().all(|marker| marker.starts_with('.'));
                if fits
                    && gate.with.iter().all(set)
                    && wanted
                    && !(rival || built)
                    && !found.forbids_command(&gate.command)
                    && !gate.unless.iter().any(set)
                {
                    self.gates.push(Gate {
                        command: executed(resolver, row, &gate.command),
                        dir: ".".to_owned(),
                        kind: gate.kind,
                        certainty: if derived { Certainty::Derived } else { Certainty::Default },
                        evidence: vec![evidence.clone()],
                    });
                }
            }
        }
    }

    fn take(&mut self, candidate: &Candidate) {
        if let Some(same) = self
            .taken
            .iter_mut()
            .find(|taken| taken.command == candidate.command && taken.dir == candidate.dir)
        {
            same.evidence.extend(candidate.evidence.iter().cloned());
            return;
        }
        if !self.taken.iter().any(|taken| replaces(taken, candidate)) {
            self.taken.push(candidate.clone());
        }
    }

    fn kinds(&self, dir: &str) -> BTreeSet<Kind> {
        self.taken.iter().filter(|taken| taken.dir == dir).flat_map(kinds).collect()
    }

    /// The gates: looks first and tests last, and within each kind what people call before what CI runs,
    /// in the order of showing it.
    fn gates(mut self) -> Vec<Gate> {
        fold(&mut self.taken);
        let mut sorted: Vec<((Kind, bool, usize, usize), Gate)> = Vec::new();
        for mut candidate in self.taken {
            let kind = candidate.kind();
            let led = candidate.page && candidate.spans() && candidate.key.is_some();
            candidate.evidence.sort();
            candidate.evidence.dedup();
            let place = |rank, step| (rank, !led, candidate.turn, step);
            for (at, step) in candidate.before.into_iter().enumerate() {
                let gate = Gate {
                    command: step.command,
                    dir: step.dir,
                    kind: Kind::Build,
                    certainty: candidate.certainty,
                    evidence: vec![step.evidence],
                };
                sorted.push((place(Kind::Build, at), gate));
            }
            let gate = Gate {
                command: candidate.command,
                dir: candidate.dir,
                kind,
                certainty: candidate.certainty,
                evidence: candidate.evidence,
            };
            sorted.push((place(rank(kind, &candidate.verdict.kinds), usize::MAX), gate));
        }
        sorted.extend(self.gates.into_iter().map(|gate| ((gate.kind, true, usize::MAX, usize::MAX), gate)));
        sorted.sort_by_key(|(place, _)| *place);
        let mut known: BTreeSet<(String, String)> = BTreeSet::new();
        sorted
            .into_iter()
            .map(|(_, gate)| gate)
            .filter(|gate| known.insert((gate.dir.clone(), gate.command.clone())))
            .collect()
    }
}

/// Where a kind stands: what holds several stands with the last that it holds.
fn rank(kind: Kind, holds: &BTreeSet<Kind>) -> Kind {
    if kind == Kind::All { holds.iter().next_back().copied().unwrap_or(kind) } else { kind }
}

fn kinds(candidate: &Candidate) -> BTreeSet<Kind> {
    // What is called a build is one, whatever its compiler checks on the way.
    if candidate.called.kind == Some(Kind::Build) && candidate.head {
        return [Kind::Build].into();
    }
    let mut kinds = candidate.verdict.kinds.clone();
    if kinds.is_empty() || candidate.called.kind.is_some() {
        kinds.extend(candidate.called.kind);
    }
    if kinds.is_empty() {
        kinds.insert(Kind::Test);
    }
    kinds
}

/// Whether a test is told of one place of the repository, where others of its tool may not be.
fn narrow(resolver: &Resolver<'_, '_>, candidate: &Candidate) -> bool {
    let place = |word: &str| {
        let path = join(&candidate.dir, word).filter(|path| word.contains('/') && path != ".");
        path.is_some_and(|path| resolver.ground.kind(&path).is_some())
    };
    candidate.kind() == Kind::Test && candidate.command.split(' ').skip(1).any(place)
}

/// Whether a command covers a whole workspace by its words.
fn is_whole(command: &str) -> bool {
    ["--workspace", "--all", "./...", "-ws"].iter().any(|flag| command.split(' ').any(|word| word == *flag))
}

/// Whether a field says more than that the toolchain is there.
fn tells(row: &Toolchain, field: &Field) -> bool {
    !field.path.is_empty() || !field.holds.is_empty() || !row.markers.contains(&field.file)
}

/// A default command as the folder's package manager runs it.
fn executed(resolver: &Resolver<'_, '_>, row: &Toolchain, command: &str) -> String {
    targets::manager(resolver.ground, resolver.rows, &row.id, ".")
        .and_then(|row| row.manager.as_ref())
        .filter(|manager| !manager.exec.is_empty())
        .map_or_else(|| command.to_owned(), |manager| manager.exec.replace("{command}", command))
}
