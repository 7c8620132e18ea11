//! nox's sessions, read from the text of the noxfile: a session's literal commands.

use super::super::ground::Ground;
use super::Target;

/// How many calls of one session are read.
const CALLS: usize = 200;
/// The longest call, in characters.
const LENGTH: usize = 4_000;

/// The sessions of a noxfile.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(text) = ground.text(path) else { return Vec::new() };
    let listed = listed(&text);
    let mut targets: Vec<Target> = Vec::new();
    let mut parameters: Vec<String> = Vec::new();
    let mut decorator: Option<(usize, String)> = None;
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(rest) = line
            .strip_prefix("@")
            .filter(|rest| rest.starts_with("nox.session") || rest.starts_with("session"))
        {
            decorator = Some((at + 1, rest.to_owned()));
        } else if let Some(head) = line.strip_prefix("def ") {
            open = false;
            if let Some((number, decorator)) = decorator.take() {
                let name = head.split('(').next().unwrap_or_default();
                targets.push(session(name, &decorator, path, number, listed.as_ref()));
                parameters.push(parameter(head));
                open = true;
            }
        } else if let Some((_, decorator)) = &mut decorator {
            decorator.push_str(line.trim());
        } else if open && let Some(target) = targets.last_mut() {
            target.body.push(line.trim().to_owned());
        }
    }
    for (target, parameter) in targets.iter_mut().zip(&parameters) {
        target.body = calls(&target.body.join("\n"), parameter);
    }
    targets
}

fn session(function: &str, decorator: &str, path: &str, line: usize, listed: Option<&Vec<String>>) -> Target {
    let given = decorator.split_once("name=").and_then(|(_, rest)| literals(rest).into_iter().next());
    let name = given.unwrap_or_else(|| function.to_owned());
    let off = decorator.replace(' ', "").contains("default=False");
    let aside = off || listed.is_some_and(|listed| !listed.contains(&name));
    Target { private: name.starts_with('_'), name, path: path.to_owned(), line, aside, ..Target::default() }
}

/// The sessions that run by default, where the file says.
fn listed(text: &str) -> Option<Vec<String>> {
    let (_, rest) = text.split_once("nox.options.sessions")?;
    let (_, rest) = rest.split_once(['[', '('])?;
    let (list, _) = rest.split_once([']', ')'])?;
    Some(literals(list))
}

/// The calls of a session as shell text; what is no literal is a variable.
fn calls(body: &str, parameter: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = body;
    for _ in 0..CALLS {
        let Some(after) = after_name(rest, parameter) else { return out };
        rest = after;
        let Some((method, inner)) = after.split_once('(') else { continue };
        let end = closing(inner);
        let words = literals(inner.get(..end).unwrap_or_default());
        match method {
            "run" | "run_always" | "run_install" if !words.is_empty() => out.push(words.join(" ")),
            "install" | "conda_install" => out.push("pip install".to_owned()),
            "notify" => out.extend(words.first().map(|name| format!("nox -s {name}"))),
            _ => {}
        }
    }
    out
}

/// The first parameter of a function, by which a session goes in its body.
fn parameter(head: &str) -> String {
    let inner = head.split_once('(').map_or("", |(_, inner)| inner);
    inner.split([',', ')', ':', '=']).next().unwrap_or_default().trim().to_owned()
}

/// What follows the first `NAME.` that is no part of a longer name.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let part = |c: char| c.is_alphanumeric() || "_.\"'".contains(c);
    let mut places = text.match_indices(name).filter(|_| !name.is_empty());
    places.find_map(|(at, _)| {
        let whole = !text.get(..at)?.ends_with(part);
        text.get(at + name.len()..)?.strip_prefix('.').filter(|_| whole)
    })
}

/// The place of the bracket that closes one that was open before `text`, quoted brackets left out.
fn closing(text: &str) -> usize {
    let (mut depth, mut quote) = (1_usize, None);
    for (at, c) in text.char_indices().take(LENGTH) {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    0
}

fn literals(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '"' || c == '\'' {
            let word: String = chars.by_ref().take_while(|next| *next != c).collect();
            out.push(word);
        } else if c == '#' {
            chars.by_ref().find(|next| *next == '\n');
        }
    }
    out
}
