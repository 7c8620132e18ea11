//! The CI workflows that a pull request starts, and which of their jobs a merge likely waits for. What the
//! forge really requires stands in its settings, which are not on disk.

use schemars::JsonSchema;
use serde::Serialize;

use super::document::Node;
use super::grammar;
use super::resolve::Resolver;
use super::rows::pieces;
use super::seen::events::{excludes, filtered, forgiven};
use super::seen::workflows::Workflow;
use crate::tables::model::repository::Start;
use crate::tables::model::toolchains::Effect;

/// How many jobs are listed.
const JOBS: usize = 200;

/// A workflow that a pull request starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WorkflowFact {
    /// Its file.
    pub path: String,
    /// Its jobs, in the order of the file.
    pub jobs: Vec<JobFact>,
}

/// A job of such a workflow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JobFact {
    /// Its id.
    pub id: String,
    /// The line on which it begins.
    pub line: usize,
    /// Whether a merge waits for it.
    pub requires: Requires,
    /// Why this is thought.
    pub why: String,
}

/// Whether a merge waits for a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Requires {
    /// It looks so.
    Likely,
    /// It does not look so.
    No,
}

/// The workflows, sorted by path.
pub(super) fn read(resolver: &Resolver<'_, '_>, workflows: &[Workflow]) -> Vec<WorkflowFact> {
    let mut left = JOBS;
    let started = workflows.iter().filter(|workflow| workflow.starts(Start::PullRequest).is_some());
    let mut facts = Vec::new();
    for workflow in started {
        if !grammar::is_file(&workflow.path) {
            resolver.ground.skip_unnamed();
            continue;
        }
        let mut jobs = Vec::new();
        for (id, job) in workflow.jobs() {
            if left == 0 {
                resolver.ground.skip(&workflow.path, format!("only the first {JOBS} jobs of CI are listed"));
                break;
            }
            left -= 1;
            if !grammar::is_name(id) {
                resolver
                    .ground
                    .skip(&workflow.path, format!("the job on line {} has no plain name", job.line));
                continue;
            }
            let (requires, why) = judged(resolver, workflow, id, job);
            jobs.push(JobFact { id: id.clone(), line: job.line, requires, why: why.to_owned() });
        }
        facts.push(WorkflowFact { path: workflow.path.clone(), jobs });
    }
    facts
}

fn judged<'t>(resolver: &Resolver<'_, 't>, workflow: &Workflow, id: &str, job: &Node) -> (Requires, &'t str) {
    if filtered(workflow.on()) {
        return (Requires::No, "changes of other files do not start its workflow");
    }
    if excludes(job.get("if")) {
        return (Requires::No, "its condition keeps pull requests out");
    }
    if forgiven(job) {
        return (Requires::No, "its failure fails nothing");
    }
    let words = pieces(id);
    let mut rows = resolver.rows.job_words.iter();
    if let Some(row) = rows.find(|row| row.words.iter().any(|word| words.iter().any(|piece| word == piece))) {
        return (if row.likely { Requires::Likely } else { Requires::No }, row.why.as_ref());
    }
    let action = |uses: &str| resolver.rows.actions.iter().any(|row| row.uses.eq_ignore_ascii_case(uses));
    let checks = |words: &[String]| resolver.command(words, &mut ".".to_owned(), 0).is_check();
    let steps = workflow.steps_of(job);
    if steps.iter().any(|step| {
        step.uses().is_some_and(|(uses, _)| action(uses))
            || step.commands().iter().any(|(words, _)| checks(words))
    }) {
        return (Requires::Likely, "it runs checks");
    }
    let elsewhere = |uses: &str| !uses.starts_with("./");
    if job.get("uses").and_then(Node::text).is_some_and(elsewhere) {
        return (Requires::Likely, "it calls a workflow of another repository");
    }
    let called = resolver.rows.called(id);
    if called.effect == Effect::Checks && (called.kind.is_some() || called.gathers) {
        return (Requires::Likely, "it is called for a check");
    }
    (Requires::No, "it runs nothing that is known as a check")
}
