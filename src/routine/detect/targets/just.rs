//! Justfiles: recipes, their parameters, dependencies and attributes.

use super::super::ground::{Ground, join};
use super::Target;

/// How many files one justfile may import.
const IMPORTS: usize = 16;

/// The recipes of a justfile.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut left = IMPORTS;
    file(ground, path, &mut targets, &mut left);
    targets
}

/// The recipe that runs by default: the first that needs no words.
pub(super) fn default(targets: &[Target]) -> Option<String> {
    targets.first().filter(|target| !target.asks).map(|target| target.name.clone())
}

fn file(ground: &Ground<'_>, path: &str, targets: &mut Vec<Target>, left: &mut usize) {
    let Some(text) = ground.text(path) else { return };
    let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
    let mut private = false;
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with([' ', '\t']) {
            if open && let Some(target) = targets.last_mut() {
                take(target, line.trim());
            }
            continue;
        }
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        open = false;
        if let Some(attributes) = line.strip_prefix('[') {
            private |= attributes.contains("private") || attributes.contains("confirm");
        } else if let Some(file_name) = line.strip_prefix("import ").or_else(|| line.strip_prefix("import? "))
        {
            let name = file_name.trim().trim_matches(['\'', '"']);
            if let Some(path) = join(dir, name).filter(|path| *left > 0 && ground.has(path)) {
                *left -= 1;
                file(ground, &path, targets, left);
            }
        } else if let Some(target) = alias(line, path, at + 1).or_else(|| recipe(line, path, at + 1, private))
        {
            targets.push(target);
            (open, private) = (true, false);
        }
    }
}

fn alias(line: &str, path: &str, number: usize) -> Option<Target> {
    let (name, to) = line.strip_prefix("alias ")?.split_once(":=")?;
    Some(Target {
        name: name.trim().to_owned(),
        path: path.to_owned(),
        line: number,
        needs: vec![to.trim().to_owned()],
        aside: true,
        ..Target::default()
    })
}

fn recipe(line: &str, path: &str, number: usize, private: bool) -> Option<Target> {
    let at = colon(line)?;
    let (head, tail) = (line.get(..at)?, line.get(at + 1..)?);
    if tail.starts_with('=')
        || head.starts_with("set ")
        || head.starts_with("export ")
        || head.starts_with("mod ")
    {
        return None;
    }
    let mut words = head.trim_start_matches('@').split_whitespace();
    let name = words.next()?.to_owned();
    let asks = words.any(|word| !word.contains('=') && !word.starts_with('*'));
    let private = private || name.starts_with('_');
    Some(Target {
        name,
        path: path.to_owned(),
        line: number,
        needs: needs(tail),
        private,
        asks,
        ..Target::default()
    })
}

/// The colon after the head, past defaults that are quoted.
fn colon(line: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, ':') => return Some(at),
            _ => {}
        }
    }
    None
}

fn needs(tail: &str) -> Vec<String> {
    let code = tail.split(" #").next().unwrap_or_default();
    code.replace("&&", " ")
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')']).to_owned())
        .filter(|word| !word.is_empty() && !word.starts_with(['"', '\'']))
        .collect()
}

/// Takes a line of a body: a script with a shebang is one text, any other line is a text of its own.
fn take(target: &mut Target, line: &str) {
    let plain = interpolated(line);
    let script = target.body.first().is_some_and(|first| first.starts_with("#!"));
    let goes_on = target.body.last().is_some_and(|last| last.ends_with('\\'));
    match target.body.last_mut() {
        Some(last) if script || goes_on => {
            last.push('\n');
            last.push_str(&plain);
        }
        _ => target.body.push(plain.trim_start_matches(['@', '-']).to_owned()),
    }
}

/// `{{ name }}` as a variable of the shell.
pub(super) fn interpolated(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inner, tail) = after.split_once("}}").unwrap_or((after, ""));
        let name: String = inner
            .trim()
            .trim_start_matches('.')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        out.push_str(before);
        out.push_str("${");
        out.push_str(if name.is_empty() { "made" } else { &name });
        out.push('}');
        rest = tail;
    }
    out.push_str(rest);
    out
}
