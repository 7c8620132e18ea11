//! tox's environments, from any of its homes.

use super::super::document::{Node, Value, parse};
use super::super::ground::{Ground, ending};
use super::Target;

/// The environments that have commands: `py` for the base, and each named one.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    if ["ini", "cfg"].contains(&ending(path)) {
        return ini(&root, path);
    }
    let table = root.at("tool.tox").unwrap_or(&root);
    if let Some(legacy) = table.get("legacy_tox_ini").and_then(Node::text) {
        let line = table.get("legacy_tox_ini").map_or(1, |node| node.line);
        let parsed = parse("tox.ini", legacy).map(|root| ini(&root, path)).unwrap_or_default();
        return parsed.into_iter().map(|target| Target { line, ..target }).collect();
    }
    toml(table, path)
}

fn ini(root: &Node, path: &str) -> Vec<Target> {
    let tox = root.get("tox").or_else(|| root.get("tox:tox"));
    let listed = tox
        .and_then(|tox| tox.get("envlist").or_else(|| tox.get("env_list")))
        .and_then(Node::text)
        .map(names)
        .unwrap_or_default();
    let base = root.get("testenv").and_then(|section| section.get("commands"));
    let mut targets: Vec<Target> = base.map(|node| target("py", node, path, &listed)).into_iter().collect();
    for (section, node) in root.entries() {
        let Some(heads) = section.strip_prefix("testenv:") else { continue };
        for name in names(heads) {
            if let Some(commands) = node.get("commands").or(base) {
                targets.push(Target { line: node.line, ..target(&name, commands, path, &listed) });
            }
        }
    }
    targets
}

fn toml(table: &Node, path: &str) -> Vec<Target> {
    let listed: Vec<String> = table
        .get("env_list")
        .map(|node| node.texts().iter().map(|(text, _)| (*text).to_owned()).collect())
        .unwrap_or_default();
    let base = table.get("env_run_base").and_then(|node| node.get("commands"));
    let mut targets: Vec<Target> = base.map(|node| target("py", node, path, &listed)).into_iter().collect();
    for (name, node) in table.get("env").map(Node::entries).unwrap_or_default() {
        if let Some(commands) = node.get("commands").or(base) {
            targets.push(target(name, commands, path, &listed));
        }
    }
    targets
}

fn target(name: &str, commands: &Node, path: &str, listed: &[String]) -> Target {
    let body = match &commands.value {
        Value::Text(text) => text.replace("\\\n", " ").lines().map(plain).collect(),
        Value::List(items) => items.iter().map(line).collect(),
        _ => Vec::new(),
    };
    Target {
        name: name.to_owned(),
        path: path.to_owned(),
        line: commands.line,
        body,
        // `py` stands for the interpreters of the list.
        aside: name != "py" && !listed.is_empty() && !listed.iter().any(|listed| listed == name),
        ..Target::default()
    }
}

fn line(item: &Node) -> String {
    match &item.value {
        Value::Text(text) => plain(text),
        Value::List(words) => {
            let words: Vec<&str> = words.iter().filter_map(Node::text).collect();
            plain(&words.join(" "))
        }
        _ => String::new(),
    }
}

/// A command without tox's own substitutions.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line.trim().trim_start_matches(['-', '!']).trim_start();
    while let Some((before, after)) = rest.split_once('{') {
        let end = closing(after);
        let inner = after.get(..end).unwrap_or_default();
        out.push_str(before);
        match inner.split_once(':') {
            Some(("posargs", default)) => out.push_str(&plain(default)),
            Some(("env", rest)) if rest.contains(':') => {
                out.push_str(&plain(rest.split_once(':').map_or("", |(_, default)| default)));
            }
            _ if inner == "posargs" => {}
            _ if inner == "envpython" => out.push_str("python"),
            _ => out.push_str("${made}"),
        }
        rest = after.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The place of the brace that closes one that was open before `text`.
fn closing(text: &str) -> usize {
    let mut depth = 1_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Names of a list with `{a,b}` spread out, within bounds.
fn names(list: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let (mut depth, mut word) = (0_usize, String::new());
    for c in list.chars().chain([',']) {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c == ',' || c.is_whitespace()) {
            spread(std::mem::take(&mut word), &mut out);
        } else {
            word.push(c);
        }
    }
    out
}

fn spread(word: String, out: &mut Vec<String>) {
    if word.is_empty() || word.len() > 400 || out.len() > 256 {
        return;
    }
    let braces = word.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match braces {
        None => out.push(word),
        Some((before, (choices, after))) => {
            for choice in choices.split(',') {
                spread(format!("{before}{}{after}", choice.trim()), out);
            }
        }
    }
}
