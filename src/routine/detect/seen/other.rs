//! CI of other systems: CircleCI and GitLab, whose jobs run for every change unless they say otherwise.

use super::super::document::{Node, Value};
use super::super::ground::Ground;
use super::super::rows::Rows;
use super::Sighting;
use super::expression::Known;
use super::step::Step;

/// Where the numbers of another system's jobs begin.
const JOBS: usize = 1_000_000;

/// The commands of the jobs.
pub(super) fn read(ground: &Ground<'_>, rows: &Rows<'_>) -> Vec<Sighting> {
    let mut seen = Vec::new();
    if let Some(root) = document(ground, ".circleci/config.yml") {
        circle(ground, rows, &root, &mut seen);
    }
    if let Some(root) = document(ground, ".gitlab-ci.yml") {
        gitlab(ground, rows, &root, &mut seen);
    }
    seen
}

fn one(
    ground: &Ground<'_>,
    rows: &Rows<'_>,
    (path, dir, job): (&str, &str, usize),
    run: &Node,
    seen: &mut Vec<Sighting>,
) {
    let known = &Known::default();
    Step { ground, rows, path, known, dir, inside: None, set: false, job }.take(run, seen);
}

fn document(ground: &Ground<'_>, path: &str) -> Option<std::rc::Rc<Node>> {
    if ground.has(path) { ground.document(path) } else { None }
}

fn circle(ground: &Ground<'_>, rows: &Rows<'_>, root: &Node, seen: &mut Vec<Sighting>) {
    let path = ".circleci/config.yml";
    for part in ["jobs", "commands"] {
        for (number, (_, job)) in root.get(part).map(Node::entries).unwrap_or_default().iter().enumerate() {
            let dir = job
                .get("working_directory")
                .and_then(Node::text)
                .filter(|dir| ground.is_folder(dir))
                .unwrap_or(".");
            for step in job.get("steps").map(Node::items).unwrap_or_default() {
                let Some(run) = step.get("run") else { continue };
                let command = run.get("command").unwrap_or(run);
                let dir = run
                    .get("working_directory")
                    .and_then(Node::text)
                    .filter(|dir| ground.is_folder(dir))
                    .unwrap_or(dir);
                one(ground, rows, (path, dir, JOBS + number), command, seen);
            }
        }
    }
}

/// Keys of a GitLab file that are no jobs.
const NO_JOB: [&str; 9] =
    ["default", "variables", "stages", "include", "workflow", "image", "services", "cache", "pages"];

fn gitlab(ground: &Ground<'_>, rows: &Rows<'_>, root: &Node, seen: &mut Vec<Sighting>) {
    for (number, (name, job)) in root.entries().iter().enumerate() {
        let stage = job.get("stage").and_then(Node::text).unwrap_or_default();
        let outward = ["deploy", "release", "publish"].iter().any(|word| stage.contains(word));
        if NO_JOB.contains(&name.as_str()) || outward || job.get("only").is_some_and(is_tags) || manual(job) {
            continue;
        }
        for step in job
            .get("script")
            .map(|script| match &script.value {
                Value::List(items) => items.as_slice(),
                _ => std::slice::from_ref(script),
            })
            .unwrap_or_default()
        {
            one(ground, rows, (".gitlab-ci.yml", ".", 2 * JOBS + number), step, seen);
        }
    }
}

fn is_tags(only: &Node) -> bool {
    let named = only.texts();
    !named.is_empty()
        && named.iter().all(|(name, _)| ["tags", "schedules", "main", "master", "web"].contains(name))
}

fn manual(job: &Node) -> bool {
    job.get("when").and_then(Node::text) == Some("manual")
        || job.get("allow_failure").and_then(Node::text) == Some("true")
}
