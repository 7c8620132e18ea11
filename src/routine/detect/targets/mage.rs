//! mage's targets: exported functions of Go files that are built for mage alone, read as text.

use std::collections::BTreeSet;

use super::super::ground::{Ground, ending, join};
use super::Target;
use crate::host::files::Kind;

/// How many files are read.
const FILES: usize = 40;
/// How many calls of one function are read.
const CALLS: usize = 200;
/// Calls that run a program, and how many of their words stand before it.
const RUNS: [(&str, usize); 9] = [
    ("sh.Run(", 0),
    ("sh.RunV(", 0),
    ("sh.Output(", 0),
    ("sh.RunWith(", 1),
    ("sh.RunWithV(", 1),
    ("sh.OutputWith(", 1),
    ("sh.Exec(", 3),
    ("exec.Command(", 0),
    ("exec.CommandContext(", 1),
];
/// Calls that remove.
const REMOVES: [&str; 3] = ["sh.Rm(", "os.Remove(", "os.RemoveAll("];
/// Calls that run other targets.
const DEPS: [&str; 4] = ["mg.Deps(", "mg.SerialDeps(", "mg.CtxDeps(", "mg.SerialCtxDeps("];

/// The targets of a folder and the one that runs by default.
pub(super) fn read(ground: &Ground<'_>, dir: &str) -> (Vec<Target>, Option<String>) {
    let texts = files(ground, dir);
    let spaces: BTreeSet<String> = texts.iter().flat_map(|(_, text)| spaces(text)).collect();
    let mut found: Vec<Function> = Vec::new();
    for (path, text) in &texts {
        functions(path, text, &spaces, &mut found);
    }
    let names: Vec<(String, String)> =
        found.iter().map(|function| (function.called.clone(), function.target.name.clone())).collect();
    let default = texts.iter().find_map(|(_, text)| {
        let line = text.lines().find_map(|line| line.strip_prefix("var Default = "))?;
        names.iter().find(|(called, _)| called == line.trim()).map(|(_, name)| name.clone())
    });
    let targets = found.into_iter().map(|function| function.target(&names)).collect();
    (targets, default)
}

/// The Go files that mage compiles: those with its build tag, and all of its folder.
fn files(ground: &Ground<'_>, dir: &str) -> Vec<(String, std::rc::Rc<str>)> {
    let own = join(dir, "magefiles").filter(|folder| ground.is_folder(folder));
    let mut out = Vec::new();
    for folder in own.iter().map(String::as_str).chain([dir]) {
        let names = ground.names(folder);
        let go = names.iter().filter(|(name, kind)| {
            **kind == Kind::File && ending(name) == "go" && !name.ends_with("_test.go")
        });
        for (name, _) in go.take(FILES) {
            let Some((path, text)) =
                join(folder, name).and_then(|path| Some((path.clone(), ground.text(&path)?)))
            else {
                continue;
            };
            if folder != dir || is_tagged(&text) {
                out.push((path, text));
            }
        }
    }
    out
}

fn is_tagged(text: &str) -> bool {
    let head = text.lines().take_while(|line| !line.starts_with("package "));
    let mut tags =
        head.filter_map(|line| line.strip_prefix("//go:build ").or(line.strip_prefix("// +build ")));
    tags.any(|tag| tag.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "mage"))
}

/// Types by which functions are grouped.
fn spaces(text: &str) -> Vec<String> {
    let types = text.lines().filter_map(|line| line.trim_start().trim_start_matches("type ").split_once(' '));
    types.filter(|(_, of)| of.trim() == "mg.Namespace").map(|(name, _)| name.to_owned()).collect()
}

struct Function {
    /// As the code calls it: `Test`, `Lint.All`.
    called: String,
    text: String,
    target: Target,
}

fn functions(path: &str, text: &str, spaces: &BTreeSet<String>, out: &mut Vec<Function>) {
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(head) = line.strip_prefix("func ") {
            open = false;
            if let Some(function) = function(head, path, at + 1, spaces) {
                // A body may stand on the line of its head.
                open = !line.trim_end().ends_with('}');
                out.push(function);
            }
        } else if line.starts_with('}') {
            open = false;
        } else if open && let Some(function) = out.last_mut() {
            function.text.push_str(line.split("//").next().unwrap_or_default());
            function.text.push('\n');
        }
    }
}

fn function(head: &str, path: &str, line: usize, spaces: &BTreeSet<String>) -> Option<Function> {
    let (space, head) = match head.strip_prefix('(') {
        None => (None, head),
        Some(rest) => {
            let (receiver, head) = rest.split_once(") ")?;
            let name = receiver.split_whitespace().next_back()?.trim_start_matches('*');
            (Some(name), head)
        }
    };
    let (name, rest) = head.split_once('(')?;
    let (parameters, result) = rest.split_once(')')?;
    let exported = name.starts_with(|c: char| c.is_ascii_uppercase());
    let known = space.is_none_or(|space| spaces.contains(space));
    let plain = ["{", "error {"].iter().any(|end| result.trim().starts_with(end));
    let wanted = parameters.split(',').map(str::trim).filter(|parameter| !parameter.is_empty());
    let asks = wanted.filter(|parameter| !parameter.ends_with("context.Context")).count() > 0;
    Some(Function {
        called: space.map_or_else(|| name.to_owned(), |space| format!("{space}.{name}")),
        text: head.split_once('{').map_or("", |(_, body)| body).to_owned(),
        target: Target {
            name: space.map_or_else(|| lower(name), |space| format!("{}:{}", lower(space), lower(name))),
            path: path.to_owned(),
            line,
            private: !(exported && known && plain),
            asks,
            ..Target::default()
        },
    })
}

/// A name as it is typed: a first capital, or a name of capitals alone, in small letters.
fn lower(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(_) if name.chars().all(|c| !c.is_ascii_lowercase()) => name.to_ascii_lowercase(),
        Some(first) => format!("{}{}", first.to_ascii_lowercase(), chars.as_str()),
        None => String::new(),
    }
}

impl Function {
    fn target(mut self, names: &[(String, String)]) -> Target {
        for (called, name) in names.iter().filter(|(called, _)| *called != self.called) {
            if mentions(&self.text, called) {
                self.target.needs.push(name.clone());
            }
        }
        self.target.body = calls(&self.text);
        self.target
    }
}

/// Whether a text calls a function, or names it among the targets to run first.
fn mentions(text: &str, called: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || "_.\"".contains(c);
    let word = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let named = DEPS
        .iter()
        .flat_map(|deps| after(text, deps))
        .any(|(_, inner)| inner.split(|c: char| !word(c)).any(|word| word == called));
    named
        || text.match_indices(&format!("{called}(")).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            // A method on a fresh value of the namespace: `Lint{}.All()` is written `Lint.All` in the list.
            !before.ends_with(part)
        })
}

/// What the programs and removals of a text would be on a command line.
fn calls(text: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (call, skipped) in RUNS {
        found.extend(after(text, call).into_iter().map(|(at, inner)| {
            let words = words(inner);
            let command: Vec<&str> = words.iter().skip(skipped).map(String::as_str).collect();
            (at, command.join(" "))
        }));
    }
    let removed = REMOVES.iter().flat_map(|call| after(text, call));
    found.extend(removed.map(|(at, inner)| (at, format!("rm {}", words(inner).join(" ")))));
    found.sort();
    found.into_iter().map(|(_, command)| command).take(CALLS).collect()
}

/// Where each call stands, and what stands between its brackets.
fn after<'t>(text: &'t str, call: &str) -> Vec<(usize, &'t str)> {
    text.match_indices(call)
        .take(CALLS)
        .filter_map(|(at, _)| {
            let rest = text.get(at + call.len()..)?;
            Some((at, rest.get(..place(rest, false))?))
        })
        .collect()
}

/// The place of the bracket that closes one that was open before `text`; or, where `comma` is wanted, of the
/// first comma that stands in no bracket. What is quoted is neither.
fn place(text: &str, comma: bool) -> usize {
    let (mut depth, mut quoted) = (0_usize, None);
    for (at, c) in text.char_indices() {
        if let Some(open) = quoted {
            quoted = Some(open).filter(|open| *open != c);
            continue;
        }
        match c {
            '"' | '`' => quoted = Some(c),
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth == 0 => return at,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 && comma => return at,
            _ => {}
        }
    }
    text.len()
}

/// The words of a call: literals as they are, anything else as a variable.
fn words(inner: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = inner;
    while !rest.trim().is_empty() {
        let end = place(rest, true);
        let word = rest.get(..end).unwrap_or_default().trim();
        let literal = ['"', '`'].iter().find_map(|quote| {
            word.strip_prefix(*quote)?.strip_suffix(*quote).filter(|word| !word.contains(*quote))
        });
        let spaced =
            |word: &str| if word.contains([' ', '\'']) { "${text}".to_owned() } else { word.to_owned() };
        if !word.is_empty() {
            out.push(literal.map_or_else(|| "${value}".to_owned(), spaced));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    out
}
