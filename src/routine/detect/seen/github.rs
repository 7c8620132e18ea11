//! GitHub's workflows: what their jobs run on a pull request.

use std::collections::BTreeSet;

use super::super::document::Node;
use super::super::facts::Skipped;
use super::super::grammar;
use super::super::ground::{Ground, ending, join};
use super::super::rows::Rows;
use super::expression::Known;
use super::step::Step;
use super::{Sighting, events};

/// Where workflows stand.
const FOLDER: &str = ".github/workflows";
/// How many workflows are read.
const WORKFLOWS: usize = 60;
/// How far a workflow may call others.
const CALLS: usize = 3;

/// The commands of every workflow that a pull request starts.
pub(super) fn read(ground: &Ground<'_>, rows: &Rows<'_>) -> Vec<Sighting> {
    let mut reader = Reader { ground, rows, seen: Vec::new(), called: BTreeSet::new(), jobs: 0 };
    let mut others = Vec::new();
    for path in paths(ground) {
        if let Some(root) = document(ground, &path) {
            if events::on_pull_request(root.get("on")) {
                reader.workflow(&path, &root, CALLS);
            } else {
                others.push(path);
            }
        }
    }
    for path in others.iter().filter(|path| !reader.called.contains(*path)) {
        ground.skip(path, Skipped::NO_PULL_REQUEST);
    }
    reader.seen
}

/// The workflows that are looked at, sorted.
pub(super) fn paths(ground: &Ground<'_>) -> Vec<String> {
    let names = ground.names(FOLDER);
    let workflows = names.keys().filter(|name| {
        // A compiled agent workflow is a program of its own, not a check.
        ["yml", "yaml"].contains(&ending(name)) && !name.contains(".lock.")
    });
    let mut paths: Vec<String> = workflows.map(|name| format!("{FOLDER}/{name}")).collect();
    paths.retain(|path| {
        let plain = grammar::is_shown(path);
        if !plain {
            ground.skip_unnamed();
        }
        plain
    });
    if paths.len() > WORKFLOWS {
        ground.skip(FOLDER, format!("only its first {WORKFLOWS} workflows are read"));
        paths.truncate(WORKFLOWS);
    }
    paths
}

pub(super) fn document(ground: &Ground<'_>, path: &str) -> Option<std::rc::Rc<Node>> {
    if ground.has(path) { ground.document(path) } else { None }
}

struct Reader<'r, 'a, 't> {
    ground: &'r Ground<'a>,
    rows: &'r Rows<'t>,
    seen: Vec<Sighting>,
    /// Workflows that others call.
    called: BTreeSet<String>,
    jobs: usize,
}

/// What holds for the steps of a job.
#[derive(Clone, Default)]
struct Around {
    known: Known,
    dir: String,
    /// A setting makes the commands check something else.
    set: bool,
    job: usize,
}

impl Reader<'_, '_, '_> {
    fn workflow(&mut self, path: &str, root: &Node, left: usize) {
        let mut around = Around { dir: ".".to_owned(), ..Around::default() };
        around.known.env(root.get("env"));
        folder(self.ground, &mut around, root.at("defaults.run"));
        for (_, job) in root.get("jobs").map(Node::entries).unwrap_or_default() {
            if events::excludes(job.get("if")) || events::forgiven(job) {
                continue;
            }
            if let Some(uses) = job.get("uses").and_then(Node::text) {
                self.call(path, uses, left);
                continue;
            }
            let mut around = around.clone();
            self.jobs += 1;
            around.job = self.jobs;
            around.known.env(job.get("env"));
            around.set = self.sets(job.get("env"));
            around.known.matrix(job.at("strategy.matrix"));
            folder(self.ground, &mut around, job.at("defaults.run"));
            self.steps(path, job.get("steps"), &around, left);
        }
    }

    fn call(&mut self, path: &str, uses: &str, left: usize) {
        let Some(local) = uses.strip_prefix("./") else {
            self.ground.skip(path, "a workflow of another repository is called, which is not on disk");
            return;
        };
        if let Some(root) = document(self.ground, local).filter(|_| left > 0 && self.called.len() < WORKFLOWS)
        {
            self.called.insert(local.to_owned());
            self.workflow(local, &root, left - 1);
        }
    }

    fn steps(&mut self, path: &str, steps: Option<&Node>, around: &Around, left: usize) {
        for step in steps.map(Node::items).unwrap_or_default() {
            if events::excludes(step.get("if")) || events::forgiven(step) {
                continue;
            }
            let mut around = around.clone();
            around.known.env(step.get("env"));
            around.set |= self.sets(step.get("env"));
            folder(self.ground, &mut around, Some(step));
            if let Some(run) = step.get("run") {
                let alien = step
                    .get("shell")
                    .and_then(Node::text)
                    .is_some_and(|shell| !["bash", "sh"].iter().any(|known| shell.contains(known)));
                if !alien {
                    self.take(path, run, &around, &around.dir);
                }
            } else if let Some(uses) = step.get("uses") {
                self.action(path, step, uses, &around, left);
            }
        }
    }

    fn action(&mut self, path: &str, step: &Node, uses: &Node, around: &Around, left: usize) {
        let Some(name) = uses.text() else { return };
        if let Some(local) = name.strip_prefix("./") {
            let found = ["action.yml", "action.yaml"].iter().filter_map(|file| join(local, file));
            let found = found
                .filter(|file| self.ground.has(file))
                .find_map(|file| Some((self.ground.document(&file)?, file)));
            if let Some((root, file)) = found.filter(|_| left > 0) {
                self.steps(&file, root.at("runs.steps"), around, left - 1);
            }
            return;
        }
        let bare = name.split('@').next().unwrap_or(name);
        let Some(row) = self.rows.actions.iter().find(|row| row.uses.eq_ignore_ascii_case(bare)) else {
            return;
        };
        let with = step.get("with");
        let fixes = row
            .never_with
            .iter()
            .any(|input| with.and_then(|with| with.get(input)?.text()).is_some_and(|value| value != "false"));
        if fixes {
            return;
        }
        let mut text = row.command.to_string();
        let more = (!row.with.is_empty()).then(|| with?.get(&row.with)?.text()).flatten();
        for line in more.into_iter().flat_map(str::lines) {
            let line = line.trim().trim_end_matches(',');
            if !line.is_empty() {
                text.push_str(&if row.quoted { format!(" \"{line}\"") } else { format!(" {line}") });
            }
        }
        let dir = with
            .and_then(|with| with.get("working-directory").or_else(|| with.get("workdir"))?.text())
            .and_then(|dir| join(&around.dir, dir))
            .filter(|dir| self.ground.is_folder(dir))
            .unwrap_or_else(|| around.dir.clone());
        let node = Node { line: uses.line, value: super::super::document::Value::Text(text) };
        self.take(path, &node, around, &dir);
    }

    fn take(&mut self, path: &str, run: &Node, around: &Around, dir: &str) {
        let Around { known, set, job, .. } = around;
        let step = Step { ground: self.ground, rows: self.rows, path, known, dir, set: *set, job: *job };
        step.take(run, &mut self.seen);
    }

    /// Whether an `env:` map makes the commands below it check something else.
    fn sets(&self, env: Option<&Node>) -> bool {
        let all = env.map(Node::entries).unwrap_or_default();
        all.iter().any(|(name, node)| node.text().is_some_and(|value| self.rows.is_setting(name, value)))
    }
}

fn folder(ground: &Ground<'_>, around: &mut Around, node: Option<&Node>) {
    if let Some(dir) = node.and_then(|node| node.get("working-directory")?.text()) {
        let dir = dir.replace("${{ github.workspace }}", ".");
        around.dir = join(".", &dir).filter(|dir| ground.is_folder(dir)).unwrap_or_else(|| "?".to_owned());
    }
}
