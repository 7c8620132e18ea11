//! Taskfiles: tasks, their commands and dependencies, and files that they include.

use super::super::document::{Node, Value};
use super::super::ground::{Ground, join};
use super::Target;
use super::just::interpolated;

/// How many files one Taskfile may include.
const INCLUDES: usize = 16;

/// The tasks of a Taskfile and of what it includes.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let mut targets = tasks(&root, path, "");
    let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
    for (namespace, include) in
        root.get("includes").map(Node::entries).unwrap_or_default().iter().take(INCLUDES)
    {
        let given = include.text().or_else(|| include.get("taskfile")?.text());
        let Some(found) = given.and_then(|given| file(ground, dir, given)) else { continue };
        if let Some(root) = ground.document(&found) {
            let flat = include.get("flatten").and_then(Node::text) == Some("true");
            let prefix = if flat { String::new() } else { format!("{namespace}:") };
            let hidden = include.get("internal").and_then(Node::text) == Some("true");
            targets.extend(
                tasks(&root, &found, &prefix)
                    .into_iter()
                    .map(|task| Target { private: task.private || hidden, ..task }),
            );
        }
    }
    targets
}

fn file(ground: &Ground<'_>, dir: &str, given: &str) -> Option<String> {
    let path = join(dir, given)?;
    if ground.has(&path) {
        return Some(path);
    }
    ["Taskfile.yml", "Taskfile.yaml"]
        .iter()
        .filter_map(|name| join(&path, name))
        .find(|path| ground.has(path))
}

fn tasks(root: &Node, path: &str, prefix: &str) -> Vec<Target> {
    let tasks = root.get("tasks").map(Node::entries).unwrap_or_default();
    tasks.iter().map(|(name, node)| task(name, node, path, prefix)).collect()
}

fn task(name: &str, node: &Node, path: &str, prefix: &str) -> Target {
    let yes = |key: &str| node.get(key).and_then(Node::text) == Some("true");
    let mut target = Target {
        name: format!("{prefix}{name}"),
        path: path.to_owned(),
        line: node.line,
        private: yes("internal") || name.starts_with('_') || name.contains('*'),
        stays: yes("watch") || yes("interactive") || node.get("prompt").is_some(),
        asks: node.get("requires").is_some(),
        ..Target::default()
    };
    for need in node.get("deps").map(Node::items).unwrap_or_default() {
        let name = need.text().or_else(|| need.get("task")?.text());
        target.needs.extend(name.map(|name| inside(prefix, name)));
    }
    match &node.value {
        Value::Text(text) => target.body.push(interpolated(text)),
        Value::List(items) => items.iter().for_each(|item| command(item, &mut target, prefix)),
        _ => {
            let single = node.get("cmd").map(std::slice::from_ref).unwrap_or_default();
            let commands = node.get("cmds").map(Node::items).unwrap_or_default();
            single.iter().chain(commands).for_each(|item| command(item, &mut target, prefix));
        }
    }
    let folder = node.get("dir").and_then(Node::text).filter(|dir| !dir.contains("{{"));
    if let Some(folder) = folder {
        target.body.iter_mut().for_each(|text| *text = format!("cd {folder}\n{text}"));
    }
    target
}

fn command(item: &Node, target: &mut Target, prefix: &str) {
    let text = item.text().or_else(|| item.get("cmd")?.text());
    if let Some(text) = text {
        target.body.push(interpolated(text));
    } else if let Some(name) = item.get("task").and_then(Node::text) {
        target.needs.push(inside(prefix, name));
    }
}

fn inside(prefix: &str, name: &str) -> String {
    name.strip_prefix(':').map_or_else(|| format!("{prefix}{name}"), str::to_owned)
}
