//! What was typed, as far as it is known before it is parsed.

use std::ffi::OsString;

use crate::registry::commands::{ROOT, by_path};
use crate::tables::model::commands::{Command, Parameter};

/// The raw call: what a parse error must already know.
#[derive(Debug)]
pub(super) struct Typed {
    /// The arguments for the parser, the program's name first.
    pub(super) args: Vec<OsString>,
    /// Whether the call asks for JSON.
    pub(super) json: bool,
    /// The longest command path that the call names; empty at the root.
    pub(super) path: String,
    /// The word behind it, which is no command.
    pub(super) after: String,
    /// Whether the command was not typed but stands for a bare `abcd` or a record's id.
    pub(super) short: bool,
}

impl Typed {
    /// Reads the raw arguments, the program's name first.
    pub(super) fn read(args: impl IntoIterator<Item = OsString>) -> Self {
        // Whatever name the caller started us by, help calls us by our own.
        let mut all: Vec<OsString> = vec!["abcd".into()];
        all.extend(args.into_iter().skip(1));
        let end = all.iter().position(|arg| arg == "--").unwrap_or(all.len());
        let rest = all.split_off(end);
        let json = all.iter().skip(1).any(|arg| arg == "--json" || arg == "--json=true");
        all.retain(|arg| arg != "--json=false");
        for arg in all.iter_mut().filter(|arg| *arg == "--json=true") {
            *arg = "--json".into();
        }
        let short = name_the_command(&mut all);
        let (path, after) = path(&all);
        all.extend(rest);
        Self { args: all, json, path, after, short }
    }

    /// Whether an argument before a `--` begins with `flag`.
    pub(super) fn has(&self, flag: &str) -> bool {
        let mut before = self.args.iter().take_while(|arg| *arg != "--");
        before.any(|arg| arg.as_encoded_bytes().starts_with(flag.as_bytes()))
    }

    /// Whether the call names a repository of its own.
    pub(super) fn elsewhere(&self) -> bool {
        self.args
            .iter()
            .take_while(|arg| *arg != "--")
            .any(|arg| arg == "--repo" || arg.as_encoded_bytes().starts_with(b"--repo="))
    }

    /// The row of the command that the call names; nothing at the root.
    pub(super) fn command(&self) -> Option<&'static Command> {
        by_path(&self.path)
    }
}

/// A bare `abcd` and `abcd <record id>` are short for the commands that `tables/root.toml` names, and
/// `abcd help capture` is `abcd capture --help`. Tells whether a command was put in that nobody typed.
fn name_the_command(args: &mut Vec<OsString>) -> bool {
    let mut skip = false;
    let mut first = None;
    for (at, arg) in args.iter().enumerate().skip(1) {
        let text = arg.to_string_lossy();
        if skip {
            skip = false;
        } else if let Some(flag) = text.strip_prefix("--") {
            if ["help", "version"].contains(&flag) {
                return false;
            }
            skip = takes_next(&ROOT.flag, flag);
        } else if text.starts_with('-') {
            return false;
        } else {
            first = Some((at, text.into_owned()));
            break;
        }
    }
    let (at, words) = match first {
        None if skip => return false,
        None => (args.len(), &ROOT.bare),
        Some((at, word)) if word == "help" => {
            args.remove(at);
            args.push("--help".into());
            return name_the_command(args);
        }
        Some((at, word)) if is_record_id(&word) => (at, &ROOT.record),
        Some(_) => return false,
    };
    args.splice(at..at, words.split(' ').map(OsString::from));
    true
}

/// Whether a word has the shape of a record's id: a family, a dash and digits.
fn is_record_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(family, digits)| {
        family.len() == 3
            && family.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The longest command path among the words of the call, and the word behind it.
fn path(args: &[OsString]) -> (String, String) {
    let mut path = String::new();
    let mut skip = false;
    for arg in args.iter().skip(1) {
        let text = arg.to_string_lossy();
        if skip {
            skip = false;
        } else if ["--help", "-h", "--version", "-V"].contains(&text.as_ref()) {
            // It is answered for what stands before it.
            break;
        } else if let Some(flag) = text.strip_prefix("--") {
            let own = by_path(&path).map_or(&[][..], |row| &row.flag);
            skip = takes_next(&ROOT.flag, flag) || takes_next(own, flag);
        } else if !text.starts_with('-') {
            let longer = if path.is_empty() { text.to_string() } else { format!("{path} {text}") };
            if by_path(&longer).is_none() {
                return (path, text.into_owned());
            }
            path = longer;
        }
    }
    (path, String::new())
}

/// Whether `--flag` takes the next word as its value.
fn takes_next(flags: &[Parameter], flag: &str) -> bool {
    flags.iter().any(|row| row.name == flag && row.r#type != "switch")
}

#[cfg(test)]
mod tests {
    use super::Typed;

    fn read(line: &str) -> Typed {
        Typed::read(format!("abcd {line}").split_whitespace().map(Into::into))
    }

    #[test]
    fn json_is_known_before_parsing() {
        for (line, json) in [
            ("explain --json", true),
            ("--json=true explain", true),
            ("--json=false explain", false),
            ("explain --nope --json", true),
            ("capture -- --json", false),
            ("explain", false),
        ] {
            assert_eq!(read(line).json, json, "{line}");
        }
    }

    #[test]
    fn the_path_is_known_before_parsing() {
        for (line, path) in [
            ("explain capture", "explain"),
            ("--repo explain man", "man"),
            ("--nope man explain", "man"),
            ("capture --help list", "capture"),
            ("nothing", ""),
        ] {
            assert_eq!(read(line).path, path, "{line}");
        }
    }
}
