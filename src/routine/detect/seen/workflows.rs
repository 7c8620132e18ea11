//! Every workflow of GitHub that is there: what starts it, and what its jobs use and run.

use std::cell::OnceCell;
use std::rc::Rc;

use super::super::document::{Node, Value};
use super::super::facts::Evidence;
use super::super::ground::Ground;
use super::super::shell;
use super::expression::as_variables;
use super::{events, github};
use crate::tables::model::repository::Start;

/// How many steps of one workflow are looked at.
const STEPS: usize = 2_000;

/// A workflow, and the workflows of the repository that its jobs call.
pub(in super::super) struct Workflow {
    pub(in super::super) path: String,
    root: Rc<Node>,
    called: Vec<(String, Rc<Node>)>,
    commands: OnceCell<Vec<(Vec<String>, Evidence)>>,
}

/// A step, and where it stands.
pub(in super::super) struct Stepping<'w> {
    path: &'w str,
    step: &'w Node,
}

/// The workflows that can be read, sorted by path.
pub(in super::super) fn all(ground: &Ground<'_>) -> Vec<Workflow> {
    let read = |path: String| {
        let root = github::document(ground, &path)?;
        let called = calls(&root).filter_map(|(_, to)| {
            let to = to.strip_prefix("./")?;
            Some((to.to_owned(), github::document(ground, to)?))
        });
        let called = called.collect();
        Some(Workflow { path, root, called, commands: OnceCell::new() })
    };
    github::paths(ground).into_iter().filter_map(read).collect()
}

fn calls(root: &Node) -> impl Iterator<Item = (usize, &str)> {
    let jobs = root.get("jobs").map(Node::entries).unwrap_or_default();
    jobs.iter().filter_map(|(_, job)| job.get("uses")).filter_map(|uses| Some((uses.line, uses.text()?)))
}

impl Workflow {
    /// The jobs, in the order of the file.
    pub(in super::super) fn jobs(&self) -> &[(String, Node)] {
        self.root.get("jobs").map(Node::entries).unwrap_or_default()
    }

    /// The line of what starts it so; `None` where nothing does.
    pub(in super::super) fn starts(&self, by: Start) -> Option<Evidence> {
        let on = self.root.get("on")?;
        let line = match by {
            Start::PullRequest => events::on_pull_request(Some(on)).then_some(on.line),
            Start::MergeQueue => event(on, "merge_group").map(|(line, _)| line),
            Start::Release => event(on, "release").map(|(line, _)| line),
            Start::Dispatch => event(on, "workflow_dispatch").map(|(line, _)| line),
            Start::Tag => self.by_tag(on),
        };
        line.map(|line| Evidence::new(&self.path, line))
    }

    /// A push of a tag starts it by name, or by any push and a condition on the ref.
    fn by_tag(&self, on: &Node) -> Option<usize> {
        let (line, settings) = event(on, "push")?;
        if let Some(tags) = settings.and_then(|settings| settings.get("tags")) {
            return Some(tags.line);
        }
        let any = settings.is_none_or(|settings| settings.get("branches").is_none());
        let asked =
            |node: &Node| node.get("if").and_then(Node::text).is_some_and(|text| text.contains("refs/tags/"));
        let job = |job: &Node| {
            asked(job) || job.get("steps").map(Node::items).unwrap_or_default().iter().any(asked)
        };
        (any && self.jobs().iter().any(|(_, node)| job(node))).then_some(line)
    }

    /// Whether a change starts it, be it a pull request or a push to a branch.
    pub(in super::super) fn by_change(&self) -> bool {
        let pushed = self.root.get("on").and_then(|on| event(on, "push"));
        let branch = |settings: Option<&Node>| {
            settings
                .is_none_or(|settings| settings.get("tags").is_none() || settings.get("branches").is_some())
        };
        self.starts(Start::PullRequest).is_some() || pushed.is_some_and(|(_, settings)| branch(settings))
    }

    /// What starts it.
    pub(in super::super) fn on(&self) -> Option<&Node> {
        self.root.get("on")
    }

    /// Its steps and those of the workflows that it calls.
    pub(in super::super) fn steps(&self) -> impl Iterator<Item = Stepping<'_>> {
        self.jobs().iter().flat_map(|(_, job)| self.steps_of(job)).take(STEPS)
    }

    /// The commands of all its steps.
    pub(in super::super) fn commands(&self) -> &[(Vec<String>, Evidence)] {
        self.commands.get_or_init(|| self.steps().flat_map(|step| step.commands()).collect())
    }

    /// The steps of a job, or of the workflow that it calls.
    pub(in super::super) fn steps_of<'w>(&'w self, job: &'w Node) -> Vec<Stepping<'w>> {
        let steps = |path: &'w str, job: &'w Node| {
            let steps = job.get("steps").map(Node::items).unwrap_or_default();
            steps.iter().map(move |step| Stepping { path, step })
        };
        let to = job.get("uses").and_then(|uses| uses.text()?.strip_prefix("./"));
        let called = self.called.iter().find(|(path, _)| Some(path.as_str()) == to);
        let below = called.into_iter().flat_map(|(path, root)| {
            let jobs = root.get("jobs").map(Node::entries).unwrap_or_default();
            jobs.iter().flat_map(move |(_, job)| steps(path, job))
        });
        steps(&self.path, job).chain(below).take(STEPS).collect()
    }

    /// The actions and workflows that are used, without their versions.
    pub(in super::super) fn uses(&self) -> impl Iterator<Item = (&str, Evidence)> {
        let steps = self.steps().filter_map(|at| at.uses());
        let jobs = calls(&self.root).map(|(line, uses)| (uses, Evidence::new(&self.path, line)));
        steps.chain(jobs.map(|(uses, at)| (bare(uses), at)))
    }
}

/// An action without its version.
fn bare(uses: &str) -> &str {
    uses.split('@').next().unwrap_or(uses)
}

impl<'w> Stepping<'w> {
    /// The action that the step uses, without its version.
    pub(in super::super) fn uses(&self) -> Option<(&'w str, Evidence)> {
        let uses = self.step.get("uses")?;
        Some((bare(uses.text()?), Evidence::new(self.path, uses.line)))
    }

    /// The commands of the step, as words, each with its line.
    pub(in super::super) fn commands(&self) -> Vec<(Vec<String>, Evidence)> {
        let Some(run) = self.step.get("run") else { return Vec::new() };
        let Some(text) = run.text() else { return Vec::new() };
        let commands = shell::commands(&as_variables(text)).into_iter().filter(|command| !command.inner);
        let words = |command: shell::Command| {
            let at = Evidence::new(self.path, run.line + command.line);
            (command.words.into_iter().map(|word| word.text).collect(), at)
        };
        commands.map(words).collect()
    }
}

/// An event by its name: the line, and its settings where it has any.
fn event<'n>(on: &'n Node, name: &str) -> Option<(usize, Option<&'n Node>)> {
    match &on.value {
        Value::Text(only) => (only == name).then_some((on.line, None)),
        Value::List(items) => {
            let found = items.iter().find(|item| item.text() == Some(name))?;
            Some((found.line, None))
        }
        Value::Map(_) => on.get(name).map(|settings| (settings.line, Some(settings))),
        Value::Null => None,
    }
}
