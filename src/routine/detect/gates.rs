//! Which candidates are the gates: the surest first, each kind once, an aggregate instead of its parts.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidate, Candidates};
use super::facts::{Certainty, Evidence, Gate};
use super::resolve::Resolver;
use super::targets;
use crate::tables::model::toolchains::{Kind, Toolchain};

/// The gates, in the order in which a contributor runs them.
pub(super) fn choose(
    resolver: &Resolver<'_>,
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
    chosen.shown_by_ci(&found.all);
    chosen.by_name(&found.all);
    chosen.shown_by_pages(&found.all);
    chosen.by_custom(resolver, toolchains, &found);
    chosen.gates()
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
    fn shown_by_ci(&mut self, all: &[Candidate]) {
        for candidate in all.iter().filter(|candidate| candidate.ci && candidate.key.is_some()) {
            self.take(candidate);
        }
        let mut plain: Vec<&Candidate> =
            all.iter().filter(|candidate| candidate.ci && candidate.key.is_none()).collect();
        plain.sort_by_key(|candidate| (candidate.varied, !is_whole(&candidate.command), candidate.order));
        for candidate in plain {
            // A target that is called for it and runs the same tool stands for the plain command.
            let named = all.iter().find(|target| {
                target.head
                    && target.dir == candidate.dir
                    && covers(target, candidate)
                    && !target.called.gathers
            });
            match named {
                Some(target) => {
                    let mut target = target.clone();
                    target.evidence.extend(candidate.evidence.iter().cloned());
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
        resolver: &Resolver<'_>,
        toolchains: &[(&Toolchain, Evidence)],
        found: &Candidates,
    ) {
        let shown = self.taken.iter().any(|taken| taken.ci || taken.page);
        let covered = self.kinds(".");
        let looked = [Kind::Format, Kind::Lint].iter().any(|kind| covered.contains(kind));
        for (row, evidence) in toolchains {
            for gate in row.gate.iter() {
                let set = |field: &_| targets::is_set(resolver.ground, field, ".");
                let fits = gate.when.is_empty() || gate.when.iter().any(set);
                // Where CI or a page names gates, only tests are added that nobody names.
                let wanted = !covered.contains(&gate.kind) && (!shown || gate.kind == Kind::Test);
                // Where the repository has looks of its own, those are the ones that count.
                let rival = looked && gate.kind != Kind::Test;
                let derived =
                    !gate.when.is_empty() || row.markers.iter().all(|marker| marker.starts_with('.'));
                if fits
                    && wanted
                    && !rival
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

    fn gates(self) -> Vec<Gate> {
        let mut merged: BTreeMap<(Kind, usize, String, String), Gate> = BTreeMap::new();
        let own = self.taken.into_iter().map(|candidate| {
            let kind = candidate.kind();
            let gate = Gate {
                command: candidate.command,
                dir: candidate.dir,
                kind,
                certainty: candidate.certainty,
                evidence: candidate.evidence,
            };
            (candidate.order, gate)
        });
        for (order, mut gate) in own.chain(self.gates.into_iter().map(|gate| (usize::MAX, gate))) {
            gate.evidence.sort();
            gate.evidence.dedup();
            merged.entry((gate.kind, order, gate.dir.clone(), gate.command.clone())).or_insert(gate);
        }
        merged.into_values().collect()
    }
}

/// Whether a taken one makes another unnecessary: it runs it, or it runs the same tools as an aggregate.
fn replaces(taken: &Candidate, other: &Candidate) -> bool {
    if taken.dir != other.dir {
        return other.key.as_ref().is_some_and(|key| taken.verdict.leads.contains(key));
    }
    let leads = other.key.as_ref().is_some_and(|key| taken.verdict.leads.contains(key));
    let file =
        other.key.is_none() && other.verdict.leads.iter().any(|lead| taken.verdict.leads.contains(lead));
    let tools = !other.verdict.tools.is_empty() && covers(taken, other);
    let whole = taken.spans() && taken.key.is_some();
    leads || file || (tools && (whole || other.key.is_none()))
}

fn covers(one: &Candidate, other: &Candidate) -> bool {
    !other.verdict.tools.is_empty() && other.verdict.tools.is_subset(&one.verdict.tools)
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

/// Whether a command covers a whole workspace by its words.
fn is_whole(command: &str) -> bool {
    ["--workspace", "--all", "./...", "-ws"].iter().any(|flag| command.split(' ').any(|word| word == *flag))
}

/// A default command as the folder's package manager runs it.
fn executed(resolver: &Resolver<'_>, row: &Toolchain, command: &str) -> String {
    targets::manager(resolver.ground, resolver.rows, &row.id, ".")
        .and_then(|row| row.manager.as_ref())
        .filter(|manager| !manager.exec.is_empty())
        .map_or_else(|| command.to_owned(), |manager| manager.exec.replace("{command}", command))
}
