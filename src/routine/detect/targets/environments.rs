//! hatch's environments: each has scripts of its own, called `environment:script`.

use super::super::document::Node;
use super::super::ground::Ground;
use super::{Target, map};

/// The scripts of all environments.
pub(super) fn read(ground: &Ground<'_>, path: &str, field: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let Some(environments) = root.at(field).or_else(|| root.get("envs")) else { return Vec::new() };
    let mut targets = Vec::new();
    for (environment, node) in environments.entries() {
        let scripts = node.get("scripts").map(Node::entries).unwrap_or_default();
        let names: Vec<&str> = scripts.iter().map(|(name, _)| name.as_str()).collect();
        for (name, script) in scripts {
            let mut target = map::target(name, script, path, &names);
            if names.contains(&target.body.first().map_or("", |body| body.trim())) {
                target.needs.append(&mut target.body);
            }
            let full = |name: &str| match environment.as_str() {
                "default" => name.to_owned(),
                environment => format!("{environment}:{name}"),
            };
            targets.push(Target {
                // A step that runs another script with more words is that script's text with those words.
                body: target.body.iter().map(|body| inlined(body, scripts)).collect(),
                needs: target.needs.iter().map(|need| full(need)).collect(),
                name: full(name),
                ..target
            });
        }
    }
    targets
}

fn inlined(body: &str, scripts: &[(String, Node)]) -> String {
    let (first, rest) = body.split_once(' ').unwrap_or((body, ""));
    let found = scripts.iter().find(|(name, _)| name == first);
    let texts = found.map(|(_, node)| node.texts()).unwrap_or_default();
    match texts.first() {
        Some((text, _)) => format!("{text} {rest}").replace("{args}", ""),
        None => body.replace("{args}", ""),
    }
}
