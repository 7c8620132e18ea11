//! Rakefiles, read as text: what their tasks need and which commands they hand to a shell.

use super::super::ground::{Ground, ending, join};
use super::{TARGETS, Target};

/// Classes that make a task, the command that it stands for and its usual name.
const MAKERS: [(&str, &str, &str); 9] = [
    ("Minitest::TestTask.create", "minitest", "test"),
    ("Rake::TestTask.new", "minitest", "test"),
    ("RSpec::Core::RakeTask.new", "rspec", "spec"),
    ("RuboCop::RakeTask.new", "rubocop", "rubocop"),
    ("Cucumber::Rake::Task.new", "cucumber", "cucumber"),
    ("Reek::Rake::Task.new", "reek", "reek"),
    ("Steep::RakeTask.new", "steep check", "steep"),
    ("YARD::Rake::YardocTask.new", "yard doc", "yard"),
    ("RDoc::Task.new", "rdoc", "rdoc"),
];
/// What a `require` of it brings.
const BROUGHT: [(&str, &str, &str); 2] =
    [("standard/rake", "standard", "standardrb"), ("rubocop/rake_task", "", "")];
/// Ways to hand a text to a shell.
const SHELLS: [&str; 8] = ["sh ", "sh(", "system ", "system(", "exec ", "exec(", "ruby ", "ruby("];
/// Folders of files of tasks that a Rakefile is joined from.
const PARTS: [&str; 4] = ["tasks", "rakelib", "lib/tasks", "rake"];
/// What stands for Ruby that is not followed: a program that no row knows.
const RUBY: &str = "ruby-code";
/// How many such files are read.
const FILES: usize = 40;

/// The tasks of a Rakefile and of the files of tasks beside it.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    one(ground, path, &mut targets);
    let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
    let mut parts = Vec::new();
    for folder in PARTS.iter().filter_map(|part| join(dir, part)).filter(|path| ground.is_folder(path)) {
        let names = ground.names(&folder);
        parts.extend(
            names.keys().filter(|name| ending(name) == "rake").filter_map(|name| join(&folder, name)),
        );
    }
    for part in parts.iter().take(FILES) {
        one(ground, part, &mut targets);
    }
    merged(targets)
}

/// Tasks that are given in several places are one with all of it.
fn merged(all: Vec<Target>) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for target in all {
        match targets.iter_mut().find(|one| one.name == target.name) {
            Some(known) => {
                known.needs.extend(target.needs);
                known.body.extend(target.body);
                known.asks |= target.asks;
            }
            None => targets.push(target),
        }
    }
    targets
}

fn one(ground: &Ground<'_>, path: &str, targets: &mut Vec<Target>) {
    let Some(text) = ground.has(path).then(|| ground.text(path)).flatten() else { return };
    // Names of namespaces, with the indentation at which each ends.
    let mut spaces: Vec<(usize, String)> = Vec::new();
    let mut open: Option<usize> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        // One more than is read, so that what is too much is seen.
        if targets.len() > TARGETS {
            return;
        }
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if open.is_some_and(|open| indent <= open) {
            open = None;
        }
        spaces.retain(|(space, _)| indent > *space);
        let whole = logical(&lines, at);
        if let Some(name) = whole.strip_prefix("namespace ").and_then(named) {
            spaces.push((indent, name));
        } else if let Some(mut target) = task(&whole, &spaces) {
            (target.path, target.line) = (path.to_owned(), at + 1);
            open = (whole.ends_with(" do") || whole.contains(" do |")).then_some(indent);
            if open.is_some() {
                target.body.push(String::new());
            }
            if let Some((_, inner)) = whole.split_once("{ ") {
                target.body.push(command(inner).unwrap_or_else(|| RUBY.to_owned()));
            }
            targets.push(target);
        } else if let Some(target) = made(&whole, &spaces) {
            targets.push(Target { path: path.to_owned(), line: at + 1, ..target });
            // What stands in its block says how it runs, and is no step.
            open = None;
        } else if open.is_some()
            && let Some(target) = targets.last_mut()
        {
            step(target, &whole);
        }
    }
    for target in targets.iter_mut() {
        target.body.retain(|body| !body.is_empty());
    }
}

/// A line with those that go on from it.
fn logical(lines: &[&str], at: usize) -> String {
    let mut whole = lines.get(at).copied().unwrap_or_default().trim().to_owned();
    for next in lines.iter().skip(at + 1).take(30) {
        let open = whole.matches('[').count() > whole.matches(']').count();
        if !(open || whole.ends_with([',', '\\'])) {
            break;
        }
        whole.push(' ');
        whole.push_str(next.trim());
    }
    whole
}

fn inside(spaces: &[(usize, String)], name: &str) -> String {
    let mut levels: Vec<&str> = spaces.iter().map(|(_, space)| space.as_str()).collect();
    levels.push(name);
    levels.join(":")
}

/// `task name: %i[a b] do` and its other spellings.
fn task(line: &str, spaces: &[(usize, String)]) -> Option<Target> {
    let rest = line.strip_prefix("multi").unwrap_or(line).strip_prefix("task")?;
    let rest = rest.strip_prefix([' ', '('])?.trim_start();
    let (head, tail) = rest.split_once("=>").unwrap_or((rest, ""));
    // `name: needs` and `:name => needs`, or a name alone, with parameters in between.
    let keyed =
        head.split_once(": ").filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let (name, needs, asks) = match keyed {
        Some((name, needs)) if !head.starts_with(':') => (name.to_owned(), needs, false),
        _ => (named(head)?, tail, head.contains(", [")),
    };
    let needs = needs.split(" do").next().unwrap_or(needs);
    let needs = needs.split(" {").next().unwrap_or(needs);
    Some(Target { name: inside(spaces, &name), needs: names(needs), asks, ..Target::default() })
}

/// A task that a class makes.
fn made(line: &str, spaces: &[(usize, String)]) -> Option<Target> {
    if let Some(rest) = line.strip_prefix("require ") {
        let brought = BROUGHT.iter().find(|(file, name, _)| !name.is_empty() && rest.contains(file))?;
        return Some(Target {
            name: brought.1.to_owned(),
            body: vec![brought.2.to_owned()],
            ..Target::default()
        });
    }
    let (maker, body, usual) = MAKERS.iter().find(|(maker, ..)| line.contains(maker))?;
    let rest = line.split_once(maker).map_or("", |(_, rest)| rest);
    let rest = rest.strip_prefix(['(', ' ']).unwrap_or_default();
    let given = rest.split([' ', ')', '=']).next().unwrap_or_default();
    let name = given
        .strip_suffix(':')
        .map(str::to_owned)
        .or_else(|| named(given))
        .unwrap_or_else(|| (*usual).to_owned());
    Some(Target {
        name: inside(spaces, &name),
        body: vec![(*body).to_owned()],
        needs: rest.split_once("=>").map(|(_, needs)| names(needs)).unwrap_or_default(),
        ..Target::default()
    })
}

/// What a line in a task's block does.
fn step(target: &mut Target, line: &str) {
    if let Some((_, rest)) = line.split_once("Rake::Task[")
        && rest.contains("].invoke")
    {
        target.needs.extend(named(rest));
    } else if let Some(text) = command(line) {
        target.body.push(text);
    } else if !["desc ", "puts ", "end", "ENV[", "require", "}"].iter().any(|quiet| line.starts_with(quiet)) {
        target.body.push(RUBY.to_owned());
    }
}

/// The text that a line hands to a shell.
fn command(line: &str) -> Option<String> {
    let (_, rest) = SHELLS.iter().find_map(|shell| {
        let at = line.find(shell)?;
        let whole = !line.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
        whole.then(|| line.split_at(at + shell.len()))
    })?;
    let mut words = Vec::new();
    for piece in rest.trim_end_matches([')', '}', ' ']).split(", ") {
        let inner = ['"', '\''].iter().find_map(|quote| piece.strip_prefix(*quote)?.strip_suffix(*quote));
        match inner {
            Some(text) => words.push(text.replace("#{", "${")),
            None => break,
        }
    }
    // What calls Ruby itself goes on with that program's words.
    let program = if line.split_at(line.len() - rest.len()).0.ends_with("ruby ") { "ruby " } else { "" };
    Some(if words.is_empty() { "${text}".to_owned() } else { format!("{program}{}", words.join(" ")) })
}

/// The name that a text begins with: `:name`, `"name"`, `:'na:me'`.
fn named(text: &str) -> Option<String> {
    let rest = text.trim_start().trim_start_matches(':');
    let quoted = ['"', '\''].iter().find_map(|quote| rest.strip_prefix(*quote)?.split(*quote).next());
    let name = quoted.unwrap_or_else(|| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_-?!".contains(c)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    });
    let symbol = text.trim_start().starts_with([':', '"', '\'']);
    (symbol && !name.is_empty()).then(|| name.to_owned())
}

/// Every name of a list: `:a`, `[:a, "b"]`, `%i[a b]`.
fn names(text: &str) -> Vec<String> {
    let text = text.trim();
    if let Some((_, inner)) = text.split_once("%i[").or_else(|| text.split_once("%w["))
        && let Some((inner, _)) = inner.split_once(']')
    {
        return inner.split_whitespace().map(str::to_owned).collect();
    }
    text.trim_matches(['[', ']', ' ']).split(',').filter_map(named).collect()
}
