//! Aliases of mix: the keyword list that `aliases` of a `mix.exs` gives, read as text.

use super::super::ground::Ground;
use super::Target;

/// How much of the list is read, in characters.
const LENGTH: usize = 32 * 1024;

/// The aliases of a project. Each is a list of mix's own tasks.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(text) = ground.text(path) else { return Vec::new() };
    let Some(list) = list(&text) else { return Vec::new() };
    let first = text.get(..text.len() - list.len()).unwrap_or_default().lines().count().max(1);
    Reader { path, line: first, chars: list.chars().take(LENGTH).collect(), at: 0 }.aliases()
}

/// What follows the bracket that opens the list.
fn list(text: &str) -> Option<&str> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let function = ["defp aliases", "def aliases"].iter().any(|head| code.starts_with(head));
        let inline = code.starts_with("aliases: [");
        if function || inline {
            return text.get(at..)?.split_once('[').map(|(_, rest)| rest);
        }
        at += line.len();
    }
    None
}

struct Reader<'a> {
    path: &'a str,
    line: usize,
    chars: Vec<char>,
    at: usize,
}

/// A piece of the list.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// A key, without its colon.
    Key(String),
    Text(String),
    /// What is neither: a function, a name.
    Other,
    Open,
    Close,
    Comma,
}

impl Reader<'_> {
    fn aliases(mut self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        let mut depth = 1_usize;
        while let Some(piece) = self.piece() {
            match piece {
                Piece::Open => depth += 1,
                Piece::Close if depth <= 1 => break,
                Piece::Close => depth -= 1,
                Piece::Key(name) if depth == 1 => targets.push(Target {
                    private: name.starts_with('_'),
                    name,
                    path: self.path.to_owned(),
                    line: self.line,
                    ..Target::default()
                }),
                Piece::Text(text) => {
                    if let Some(target) = targets.last_mut() {
                        target.body.push(task(&text));
                    }
                }
                Piece::Key(_) | Piece::Other => {
                    if let Some(target) = targets.last_mut() {
                        target.body.push("${function}".to_owned());
                    }
                }
                Piece::Comma => {}
            }
        }
        for target in &mut targets {
            // An alias around the task of its name is called as that task.
            let own = format!("mix {}", target.name);
            target.aside =
                target.body.iter().any(|step| *step == own || step.starts_with(&format!("{own} ")));
        }
        targets
    }

    fn piece(&mut self) -> Option<Piece> {
        loop {
            let c = *self.chars.get(self.at)?;
            self.at += 1;
            match c {
                '\n' => self.line += 1,
                '#' => {
                    while self.chars.get(self.at).is_some_and(|c| *c != '\n') {
                        self.at += 1;
                    }
                }
                '[' | '(' | '{' => return Some(Piece::Open),
                ']' | ')' | '}' => return Some(Piece::Close),
                ',' => return Some(Piece::Comma),
                '"' => {
                    let text = self.text();
                    return Some(if self.take(':') { Piece::Key(text) } else { Piece::Text(text) });
                }
                c if c.is_whitespace() => {}
                c => {
                    let mut word = c.to_string();
                    while let Some(next) = self.chars.get(self.at).filter(|c| !c.is_whitespace()) {
                        if "[](){},\":".contains(*next) {
                            break;
                        }
                        word.push(*next);
                        self.at += 1;
                    }
                    return Some(if self.take(':') { Piece::Key(word) } else { Piece::Other });
                }
            }
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.chars.get(self.at) == Some(&wanted);
        self.at += usize::from(there);
        there
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        while let Some(&c) = self.chars.get(self.at) {
            self.at += 1;
            match c {
                '"' => break,
                '\\' => {
                    text.extend(self.chars.get(self.at));
                    self.at += 1;
                }
                // What is put in is not known.
                '#' if self.chars.get(self.at) == Some(&'{') => text.push('$'),
                c => {
                    self.line += usize::from(c == '\n');
                    text.push(c);
                }
            }
        }
        text
    }
}

/// A task of a list as a command; `cmd` hands the rest to the system.
fn task(text: &str) -> String {
    let Some(rest) = text.strip_prefix("cmd ") else { return format!("mix {text}") };
    match rest.trim_start().strip_prefix("--cd ").and_then(|rest| rest.trim_start().split_once(' ')) {
        Some((folder, command)) => format!("cd {folder}\n{command}"),
        None => rest.to_owned(),
    }
}
