//! mise's tasks: a map in its configuration, and scripts in folders that it looks into.

use super::super::document::{Node, Value};
use super::super::ground::{Ground, ending, join};
use super::just::interpolated;
use super::{TARGETS, Target};
use crate::host::files::Kind;

/// Folders in which mise looks for scripts.
const FOLDERS: [&str; 4] = ["mise-tasks", ".mise-tasks", ".mise/tasks", ".config/mise/tasks"];
/// Another one, which is no name of a folder that only mise would use.
const SHARED: &str = "mise/tasks";
/// Endings of files that are no scripts.
const NO_SCRIPT: [&str; 5] = ["toml", "md", "json", "yml", "yaml"];

/// The tasks of a folder.
pub(super) fn read(ground: &Ground<'_>, dir: &str, path: &str, field: &str) -> Vec<Target> {
    let root = ground.document(path);
    let mut targets: Vec<Target> = Vec::new();
    let mut folders: Vec<String> = FOLDERS.iter().chain([&SHARED]).map(ToString::to_string).collect();
    if let Some(root) = &root {
        targets.extend(tasks(root.at(field), path));
        let more = root.at("task_config.includes").map(Node::texts).unwrap_or_default();
        for (included, _) in more {
            if ending(included) == "toml" {
                if let Some(file) = join(dir, included).filter(|file| ground.has(file)) {
                    targets.extend(ground.document(&file).iter().flat_map(|node| tasks(Some(node), &file)));
                }
            } else {
                folders.push(included.to_owned());
            }
        }
    }
    for folder in folders {
        if let Some(folder) = join(dir, &folder).filter(|folder| ground.is_folder(folder)) {
            scripts(ground, &folder, "", &mut targets);
        }
    }
    targets
}

fn tasks(map: Option<&Node>, path: &str) -> Vec<Target> {
    map.map(Node::entries).unwrap_or_default().iter().map(|(name, node)| task(name, node, path)).collect()
}

fn task(name: &str, node: &Node, path: &str) -> Target {
    let mut target = Target {
        name: name.to_owned(),
        path: path.to_owned(),
        line: node.line,
        private: name.starts_with('_') || node.get("hide").and_then(Node::text) == Some("true"),
        ..Target::default()
    };
    let named = |key: &str, target: &mut Target| {
        let all = node.get(key).map(Node::texts).unwrap_or_default();
        let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
        target.needs.extend(all.iter().map(|(text, _)| first(text)));
    };
    named("depends", &mut target);
    match &node.value {
        Value::Map(_) => {
            for item in node.get("run").map(runs).unwrap_or_default() {
                step(item, &mut target);
            }
        }
        _ => runs(node).into_iter().for_each(|item| step(item, &mut target)),
    }
    if let Some(file) = node.get("file").and_then(Node::text) {
        target.body.push(format!("./{}", file.trim_start_matches("./")));
    }
    named("depends_post", &mut target);
    let folder = node.get("dir").and_then(Node::text).filter(|dir| !dir.contains("{{"));
    if let Some(folder) = folder {
        target.body.iter_mut().for_each(|text| *text = format!("cd {folder}\n{text}"));
    }
    target
}

fn runs(node: &Node) -> Vec<&Node> {
    if let Value::List(items) = &node.value { items.iter().collect() } else { vec![node] }
}

fn step(item: &Node, target: &mut Target) {
    if let Some(text) = item.text() {
        target.body.push(interpolated(text));
    }
    let named = [item.get("task"), item.get("tasks")].into_iter().flatten().flat_map(Node::texts);
    target.needs.extend(named.map(|(name, _)| name.to_owned()));
}

/// The scripts of a folder, and of the folders in it: their names are joined by colons.
fn scripts(ground: &Ground<'_>, folder: &str, prefix: &str, targets: &mut Vec<Target>) {
    for (name, kind) in ground.names(folder).iter() {
        let Some(path) = join(folder, name).filter(|_| targets.len() <= TARGETS) else { return };
        if *kind == Kind::Folder && prefix.is_empty() {
            scripts(ground, &path, &format!("{name}:"), targets);
        } else if *kind == Kind::File && !NO_SCRIPT.contains(&ending(name)) {
            targets.extend(script(ground, &path, name, prefix));
        }
    }
}

fn script(ground: &Ground<'_>, path: &str, name: &str, prefix: &str) -> Option<Target> {
    let text = ground.text(path)?;
    let said = text.lines().take(40).filter_map(|line| {
        ["#MISE ", "# mise ", "# MISE ", "#mise "].iter().find_map(|mark| line.strip_prefix(mark))
    });
    let mut target = Target {
        name: format!("{prefix}{}", name.split_once('.').map_or(name, |(stem, _)| stem)),
        path: path.to_owned(),
        line: 1,
        private: name.starts_with(['_', '.']),
        body: vec![format!("./{path}")],
        ..Target::default()
    };
    for line in said {
        let Some((key, value)) = line.split_once('=') else { continue };
        match key.trim() {
            "depends" => target.needs.extend(quoted(value)),
            "hide" => target.private |= value.trim() == "true",
            _ => {}
        }
    }
    Some(target)
}

/// The texts between double quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}
