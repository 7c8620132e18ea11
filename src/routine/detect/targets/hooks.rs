//! lefthook's hooks: each runs commands or scripts before git goes on.

use super::super::document::Node;
use super::super::ground::Ground;
use super::Target;

/// How deep groups of jobs may nest.
const DEPTH: usize = 4;

/// The hooks of a configuration. They look at what is staged, so none is offered unless CI or a page names it.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let hooks = root
        .entries()
        .iter()
        .filter(|(_, node)| ["commands", "jobs", "scripts"].iter().any(|part| node.get(part).is_some()));
    hooks
        .map(|(name, node)| {
            let mut body = Vec::new();
            group(node, DEPTH, &mut body);
            Target {
                name: name.clone(),
                path: path.to_owned(),
                line: node.line,
                body,
                aside: true,
                ..Target::default()
            }
        })
        .collect()
}

fn group(node: &Node, left: usize, body: &mut Vec<String>) {
    if left == 0 {
        return;
    }
    for (_, command) in node.get("commands").map(Node::entries).unwrap_or_default() {
        job(command, left, body);
    }
    for one in node.get("jobs").map(Node::items).unwrap_or_default() {
        job(one, left, body);
    }
    // What a script of a hook does is told by no text here.
    body.extend(node.get("scripts").map(|_| "${script}".to_owned()));
}

fn job(node: &Node, left: usize, body: &mut Vec<String>) {
    if let Some(run) = node.get("run").and_then(Node::text) {
        let run = filled(run);
        let folder = node.get("root").and_then(Node::text);
        body.push(folder.map_or_else(|| run.clone(), |folder| format!("cd {folder}\n{run}")));
    }
    if node.get("script").is_some() {
        body.push("${script}".to_owned());
    }
    if let Some(inner) = node.get("group") {
        group(inner, left - 1, body);
    }
}

/// A command without lefthook's own places: the files are words of the caller.
fn filled(run: &str) -> String {
    ["{staged_files}", "{all_files}", "{files}", "{push_files}", "{0}", "{1}"]
        .iter()
        .fold(run.to_owned(), |text, place| text.replace(place, ""))
}
