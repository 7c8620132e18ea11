//! How a release is cut: the first of the rows that something shows, and which others contradict it.

use schemars::JsonSchema;
use serde::Serialize;

use super::contradictions::{Choice, Contradiction};
use super::facts::{Certainty, Evidence};
use super::grammar;
use super::ground::Ground;
use super::resolve::Resolver;
use super::seen::workflows::Workflow;
use super::targets;
use crate::tables::model::repository::{ReleaseFlow, Start};
use crate::tables::model::toolchains::{Effect, Field};

/// How a release is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Release {
    /// The flow, from the tables.
    pub kind: String,
    /// How sure this is: declared where CI, a target or a page shows it, derived from a configuration alone.
    pub certainty: Certainty,
    /// The file that shows it: a path of a plain grammar, from the root.
    pub path: String,
    /// A sentence of the tables, with the path filled in.
    pub how: String,
    /// The sentence as the table has it, with `{path}` where the path goes.
    pub sentence: String,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// The flow that counts, and the contradictions among what decides versions.
pub(super) fn read(
    resolver: &Resolver<'_, '_>,
    workflows: &[Workflow],
) -> (Option<Release>, Vec<Contradiction>) {
    let look = Look { resolver, workflows };
    let found: Vec<(&ReleaseFlow, Release)> =
        resolver.rows.flows.iter().filter_map(|row| Some((row, look.flow(row)?))).collect();
    let contradictions = rivals(&found);
    (found.into_iter().next().map(|(_, release)| release), contradictions)
}

/// Flows of one group: each is said, and the first counts.
fn rivals(found: &[(&ReleaseFlow, Release)]) -> Vec<Contradiction> {
    let mut groups: Vec<&str> = found.iter().map(|(row, _)| row.group.as_ref()).collect();
    groups.retain(|group| !group.is_empty());
    groups.sort_unstable();
    groups.dedup();
    let of = |group: &str| -> Vec<&Release> {
        found.iter().filter(|(row, _)| row.group == group).map(|(_, release)| release).collect()
    };
    let several = groups.into_iter().map(of).filter(|flows| flows.len() > 1);
    several
        .map(|flows| Contradiction {
            about: "how a release is cut".to_owned(),
            choices: flows
                .iter()
                .map(|flow| Choice { says: flow.kind.clone(), evidence: flow.evidence.clone() })
                .collect(),
            settled: flows.first().map(|flow| flow.kind.clone()),
            by: "the order of the release flows in the tables".to_owned(),
        })
        .collect()
}

struct Look<'l, 'a, 't> {
    resolver: &'l Resolver<'a, 't>,
    workflows: &'l [Workflow],
}

impl Look<'_, '_, '_> {
    fn ground(&self) -> &Ground<'_> {
        self.resolver.ground
    }

    fn flow(&self, row: &ReleaseFlow) -> Option<Release> {
        let files = if row.headings.is_empty() { self.files(&row.fields) } else { self.headings(row) };
        let ci = self.in_ci(row);
        let by_event: Vec<Evidence> =
            row.starts.map(|start| self.published(start)).into_iter().flatten().collect();
        let target = self.target(row);
        let page = !row.headings.is_empty() || row.id == "page";
        let declared = !(ci.is_empty() && by_event.is_empty()) || target.is_some() || page;
        let name = target.as_ref().map(|(name, _)| *name).unwrap_or_default();
        let target = target.map(|(_, at)| at);
        let mut evidence: Vec<Evidence> = files.into_iter().chain(by_event).chain(target).chain(ci).collect();
        evidence.retain(|at| {
            let plain = grammar::is_file(&at.path);
            if !plain {
                self.ground().skip_unnamed();
            }
            plain
        });
        let path = evidence.first()?.path.clone();
        evidence.sort();
        evidence.dedup();
        let sentence = row.how.replace("{name}", name);
        Some(Release {
            kind: row.id.to_string(),
            certainty: if declared { Certainty::Declared } else { Certainty::Derived },
            how: sentence.replace("{path}", &path),
            path,
            sentence,
            evidence,
        })
    }

    fn files(&self, fields: &[Field]) -> Vec<Evidence> {
        fields.iter().filter_map(|field| targets::place_of(self.ground(), field, ".")).collect()
    }

    /// Headings of pages that name one of the row's own.
    fn headings(&self, row: &ReleaseFlow) -> Vec<Evidence> {
        let files = row.fields.iter().filter(|field| self.ground().has(&field.file));
        let found = files.filter_map(|field| {
            let text = self.ground().text(&field.file)?;
            let titled = |line: &str| {
                let title = line.strip_prefix('#')?.trim_start_matches('#').trim().to_lowercase();
                let title = title.trim_end_matches(['#', ':', ' ']).to_owned();
                row.headings.iter().find(|known| known.as_ref() == title)
            };
            let at = text.lines().position(|line| titled(line).is_some())?;
            Some(Evidence::new(&field.file, at + 1))
        });
        found.take(1).collect()
    }

    /// Actions and commands of CI that show the flow.
    fn in_ci(&self, row: &ReleaseFlow) -> Vec<Evidence> {
        if row.uses.is_empty() && row.runs.is_empty() {
            return Vec::new();
        }
        let used = |workflow: &Workflow| {
            let hit = |(uses, at): (&str, Evidence)| is_one_of(uses, &row.uses).then_some(at);
            workflow.uses().find_map(hit)
        };
        let runs = |words: &[String]| {
            let spelled = |run: &str| {
                let run: Vec<&str> = run.split(' ').collect();
                words.windows(run.len()).any(|part| part.iter().map(String::as_str).eq(run.iter().copied()))
            };
            row.runs.iter().any(|run| spelled(run))
        };
        let run = |workflow: &Workflow| {
            workflow.commands().iter().find(|(words, _)| runs(words)).map(|(_, at)| at.clone())
        };
        self.workflows.iter().filter_map(|workflow| used(workflow).or_else(|| run(workflow))).collect()
    }

    /// What starts each workflow that publishes so, and the step that does it.
    fn published(&self, start: Start) -> Vec<Evidence> {
        let by = |workflow: &Workflow| {
            let at = workflow.starts(start)?;
            // What also runs for every change is no release because a person may start it, too.
            if start != Start::Tag && workflow.by_change() {
                return None;
            }
            Some([at, self.publishes(workflow)?])
        };
        self.workflows.iter().filter_map(by).flatten().collect()
    }

    fn publishes(&self, workflow: &Workflow) -> Option<Evidence> {
        let publisher =
            |uses: &str| self.resolver.rows.publishers.iter().any(|row| is_one_of(uses, &row.uses));
        if let Some((_, at)) = workflow.uses().find(|(uses, _)| publisher(uses)) {
            return Some(at);
        }
        let outward = |words: &[String]| {
            self.resolver.command(words, &mut ".".to_owned(), 0).worst == Effect::Outward
                && !words.first().is_some_and(|first| ["curl", "wget"].contains(&first.as_str()))
        };
        workflow.commands().iter().find(|(words, _)| outward(words)).map(|(_, at)| at.clone())
    }

    /// A target with one of the names, where it is offered to people.
    fn target<'r>(&self, row: &'r ReleaseFlow) -> Option<(&'r str, Evidence)> {
        if row.targets.is_empty() {
            return None;
        }
        let runners = self.resolver.runners(".");
        row.targets.iter().find_map(|name| {
            let target = runners.iter().find_map(|runner| runner.target(name))?;
            let does = !target.private && (!target.body.is_empty() || !target.needs.is_empty());
            does.then(|| (name.as_ref(), Evidence::new(&target.path, target.line)))
        })
    }
}

fn is_one_of(uses: &str, known: &[crate::tables::model::Text]) -> bool {
    known.iter().any(|known| uses.eq_ignore_ascii_case(known))
}
