//! Values that a workflow's text refers to: put in where they are known, else dropped, never shown.

use std::collections::BTreeMap;

use super::super::document::{Node, Value};
use super::super::rows::Rows;
use super::super::shell::{Command, Word};

/// How many spellings one command may give.
const VARIANTS: usize = 12;

/// Values by name: `matrix.x`, `env.X`.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    values: BTreeMap<String, Vec<String>>,
}

impl Known {
    /// Adds the settings of an `env:` map.
    pub(super) fn env(&mut self, env: Option<&Node>) {
        for (name, node) in env.map(Node::entries).unwrap_or_default() {
            if let Some(text) = node.text().filter(|text| !text.contains("${{")) {
                self.values.insert(format!("env.{name}"), vec![text.to_owned()]);
            }
        }
    }

    /// Adds the values of a `matrix:` map, of its lists and of what it includes.
    pub(super) fn matrix(&mut self, matrix: Option<&Node>) {
        for (name, node) in matrix.map(Node::entries).unwrap_or_default() {
            if name == "include" {
                for item in node.items() {
                    self.flat("matrix", item);
                }
            } else if name != "exclude" {
                for item in node.items() {
                    self.add(&format!("matrix.{name}"), item);
                }
            }
        }
    }

    fn flat(&mut self, prefix: &str, map: &Node) {
        for (name, node) in map.entries() {
            self.add(&format!("{prefix}.{name}"), node);
        }
    }

    fn add(&mut self, name: &str, node: &Node) {
        match &node.value {
            Value::Map(_) => self.flat(name, node),
            _ => {
                if let Some(text) = node.text().filter(|text| !text.contains("${{")) {
                    let slot = self.values.entry(name.to_owned()).or_default();
                    if !slot.iter().any(|known| known == text) && slot.len() < 64 {
                        slot.push(text.to_owned());
                    }
                }
            }
        }
    }

    fn of(&self, name: &str) -> Option<&[String]> {
        let found = self.values.get(name).or_else(|| self.values.get(&format!("env.{name}")))?;
        Some(found)
    }
}

/// `text` with `${{ … }}` as variables of the shell.
pub(super) fn as_variables(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{") {
        let (inner, tail) = after.split_once("}}").unwrap_or((after, ""));
        let plain = inner.trim();
        let fixed = match plain {
            "github.workspace" => Some("."),
            // Where nothing stands for a value that is not set, the command holds without it.
            _ if plain.ends_with("|| ''") => Some(""),
            _ => None,
        };
        if let Some(fixed) = fixed {
            out.push_str(before);
            out.push_str(fixed);
            rest = tail;
            continue;
        }
        let name = inner
            .split(|c: char| c.is_whitespace() || "|&()!=',".contains(c))
            .find(|word| word.starts_with("matrix.") || word.starts_with("env."))
            .filter(|_| !inner.contains("&&") && !inner.contains("=="))
            .unwrap_or("?");
        out.push_str(before);
        out.push_str("${");
        out.push_str(name.trim());
        out.push('}');
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The spellings of a command with known values put in, and whether they are not the whole of it.
pub(super) fn spellings(command: &Command, known: &Known, rows: &Rows<'_>) -> (Vec<Vec<Word>>, bool) {
    let mut varied = false;
    let mut out: Vec<Vec<Word>> = vec![Vec::new()];
    for (at, word) in command.words.iter().enumerate() {
        let (options, elsewhere) = options(word, known, rows);
        let before = at.checked_sub(1).and_then(|at| command.words.get(at)).map_or("", |word| &word.raw);
        let flag = word.raw.starts_with('-') || (before.starts_with('-') && !before.contains('='));
        if options.is_empty() && (at == 0 || (elsewhere && !flag)) {
            // Which program runs is not known, or what it is about is another machine.
            return (Vec::new(), true);
        }
        varied |= elsewhere;
        match options.as_slice() {
            [] => {
                varied = true;
                let own = word.raw.starts_with('-');
                for words in out.iter_mut().filter(|_| !own) {
                    // The flag before a value that is not known goes with it.
                    if words.last().is_some_and(|last| {
                        last.raw.starts_with('-') && !last.raw.contains('=') && words.len() > 1
                    }) {
                        words.pop();
                    }
                }
            }
            [only] => out.iter_mut().for_each(|words| words.extend(split(only))),
            several => {
                varied = true;
                let before = out.clone();
                out = several
                    .iter()
                    .flat_map(|option| {
                        before.iter().map(move |words| {
                            let mut words = words.clone();
                            words.extend(split(option));
                            words
                        })
                    })
                    .take(VARIANTS)
                    .collect();
            }
        }
    }
    out.retain(|words| !words.is_empty());
    (out, varied)
}

/// What a word may be: one, where it holds no variable; none, where a value of it is not known or names
/// another machine; and whether some value names one.
fn options(word: &Word, known: &Known, rows: &Rows<'_>) -> (Vec<Word>, bool) {
    let Some((start, end, name)) = variable(&word.text) else { return (vec![word.clone()], false) };
    let Some(values) = known.of(&name) else {
        // A first word in a variable folder is still that program.
        return if word.text.starts_with('$') && word.text.len() > end {
            (vec![word.clone()], false)
        } else {
            (Vec::new(), false)
        };
    };
    let elsewhere = values.iter().any(|value| rows.is_platform(value));
    let words = values
        .iter()
        .filter(|value| !rows.is_platform(value))
        .flat_map(|value| {
            let text = format!(
                "{}{value}{}",
                word.text.get(..start).unwrap_or_default(),
                word.text.get(end..).unwrap_or_default()
            );
            let quote = word.raw.chars().next().filter(|first| ['"', '\''].contains(first));
            let raw = match quote.filter(|_| text.contains(' ')) {
                Some(quote) => format!("{quote}{text}{quote}"),
                None => text.clone(),
            };
            if variable(&text).is_some() { Vec::new() } else { vec![Word { raw, text }] }
        })
        .collect();
    (words, elsewhere)
}

fn variable(text: &str) -> Option<(usize, usize, String)> {
    let start = text.find('$')?;
    let after = text.get(start + 1..)?;
    if let Some(inner) = after.strip_prefix('{') {
        let end = inner.find('}')?;
        return Some((start, start + 2 + end + 1, inner.get(..end)?.to_owned()));
    }
    let length = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
    Some((start, start + 1 + length, after.get(..length)?.to_owned()))
}

/// A value that was not quoted is several words.
fn split(word: &Word) -> Vec<Word> {
    if word.raw.starts_with(['"', '\'']) || !word.text.contains(' ') {
        return if word.text.is_empty() { Vec::new() } else { vec![word.clone()] };
    }
    word.text.split_whitespace().map(|piece| Word { raw: piece.to_owned(), text: piece.to_owned() }).collect()
}
