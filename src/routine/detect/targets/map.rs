//! Maps from a name to what it runs: the scripts of a manifest, the aliases of cargo.

use super::super::document::{Node, Value};
use super::super::ground::Ground;
use super::{TARGETS, Target};

/// The targets of the map at `field`.
pub(super) fn read(ground: &Ground<'_>, path: &str, field: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let entries = root.at(field).map(Node::entries).unwrap_or_default();
    // One more than is read, so that what is too much is seen.
    let entries = entries.get(..=TARGETS).unwrap_or(entries);
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    entries.iter().map(|(name, node)| target(name, node, path, &names)).collect()
}

/// The aliases of cargo: each stands for the words after `cargo`.
pub(super) fn aliases(ground: &Ground<'_>, path: &str, field: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let entries = root.at(field).map(Node::entries).unwrap_or_default();
    let alias = |(name, node): &(String, Node)| {
        let words: Vec<&str> = node.texts().iter().map(|(text, _)| *text).collect();
        Target {
            body: vec![format!("cargo {}", words.join(" "))],
            name: name.clone(),
            path: path.to_owned(),
            line: node.line,
            ..Target::default()
        }
    };
    entries.iter().map(alias).collect()
}

/// A target from what the map holds for it: a text, a list of texts, or a table that says how it runs.
pub(super) fn target(name: &str, node: &Node, path: &str, names: &[&str]) -> Target {
    let mut target = Target {
        name: name.to_owned(),
        path: path.to_owned(),
        line: node.line,
        private: name.starts_with('_'),
        ..Target::default()
    };
    fill(&mut target, node, names);
    for around in ["pre", "post"] {
        let name = format!("{around}{name}");
        if names.contains(&name.as_str()) {
            target.needs.push(name);
        }
    }
    target
}

fn fill(target: &mut Target, node: &Node, names: &[&str]) {
    match &node.value {
        // `@name` alone is another target.
        Value::Text(text) if text.starts_with('@') => one(target, text, names),
        Value::Text(text) => target.body.push(text.clone()),
        Value::List(items) => {
            for item in items {
                step(target, item, names);
            }
        }
        Value::Map(_) => {
            for key in [
                "cmd",
                "shell",
                "composite",
                "sequence",
                "script",
                "ref",
                "command",
                "run",
                "exec",
                "steps",
                "parallel",
                "call",
                "depends",
                "dependencies",
                "deps",
            ] {
                match node.get(key) {
                    Some(_) if key == "call" => target.body.push("${call}".to_owned()),
                    Some(found) if key == "depends" || key == "dependencies" || key == "deps" => {
                        target.needs.extend(found.texts().iter().map(|(text, _)| (*text).to_owned()));
                    }
                    Some(Node { value: Value::List(items), .. }) => {
                        for item in items {
                            step(target, item, names);
                        }
                    }
                    Some(found) => {
                        if let Some(text) = found.text() {
                            one(target, text, names);
                        }
                    }
                    None => {}
                }
            }
        }
        Value::Null => {}
    }
}

fn step(target: &mut Target, item: &Node, names: &[&str]) {
    match item.text() {
        Some(text) => one(target, text, names),
        None => fill(target, item, names),
    }
}

/// A step of a list is another target where one has its first word as name.
fn one(target: &mut Target, text: &str, names: &[&str]) {
    let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('@');
    if names.contains(&first) && first != target.name {
        target.needs.push(first.to_owned());
        // Words after it can turn a check into a fix.
        let rest: Vec<&str> = text.split_whitespace().skip(1).collect();
        if !rest.is_empty() {
            target.body.push(format!("{first} {}", rest.join(" ")));
        }
    } else {
        target.body.push(text.to_owned());
    }
}
