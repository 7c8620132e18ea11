//! Command templates: what abcd tells a caller to run must be something that it would take.

use super::super::load::Tables;
use super::super::model::commands::{Command, Parameter};
use super::super::source::{Place, Step};
use super::{Checks, parameters};

/// Where a template stands, which decides what it may say.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    /// The `next` of a command that went well.
    Follows,
    /// The `next` of a refusal.
    Recovers {
        /// Whether reading is what helps, as after a usage code.
        reading: bool,
    },
    /// An example of the command of this path.
    Example(&'a str),
}

/// One word of a template.
struct Word {
    text: String,
    quoted: bool,
}

/// A call of a command, taken apart.
struct Parts<'a> {
    command: &'a Command,
    arguments: Vec<&'a str>,
    flags: Vec<(&'a Parameter, Option<&'a str>)>,
    help: bool,
}

/// Checks one template; what is wrong is noted at `steps` of the row at `place`.
pub(super) fn check(checks: &mut Checks<'_>, place: Place, steps: &[Step], template: &str, asked: Asked<'_>) {
    for message in problems(checks, template, asked) {
        let help = "write a call that abcd takes; `<words>` stand for what the caller fills in";
        checks.add(place, steps, message, help);
    }
}

fn problems(checks: &Checks<'_>, template: &str, asked: Asked<'_>) -> Vec<String> {
    let words = match words(template) {
        Ok(words) => words,
        Err(message) => return vec![message],
    };
    let mut found: Vec<String> =
        words.iter().filter_map(|word| placeholder(word, matches!(asked, Asked::Recovers { .. }))).collect();
    let tables = checks.tables;
    if tables.commands_broken || !found.is_empty() {
        return found;
    }
    match take_apart(tables, &words) {
        Err(message) => found.push(message),
        Ok(None) => {}
        Ok(Some(parts)) => {
            if !parts.help {
                found.extend(misfits(checks, &parts));
            } else if !(parts.arguments.is_empty() && parts.flags.is_empty()) {
                found.push("`--help` stands alone behind the command".to_owned());
            }
            found.extend(misplaced(&parts, asked));
        }
    }
    found
}

/// Splits a template as a shell would, quotes taken off.
fn words(template: &str) -> Result<Vec<Word>, String> {
    let mut words: Vec<Word> = Vec::new();
    let mut current: Option<Word> = None;
    let (mut quote, mut bracket) = (None, false);
    for letter in template.chars() {
        match (quote, letter) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                current.get_or_insert(Word { text: String::new(), quoted: true }).quoted = true;
            }
            (None, letter) if letter.is_whitespace() && !bracket => words.extend(current.take()),
            (None, '|' | ';' | '&' | '$' | '`' | '\\') => {
                return Err(format!("`{letter}` is for a shell; a template is one call"));
            }
            _ => {
                bracket = (bracket || letter == '<') && letter != '>';
                current.get_or_insert(Word { text: String::new(), quoted: false }).text.push(letter);
            }
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".to_owned());
    }
    words.extend(current);
    if words.first().is_none_or(|word| word.text != "abcd") {
        return Err("the template does not start with `abcd`".to_owned());
    }
    Ok(words)
}

/// What is wrong with the placeholders of a word.
fn placeholder(word: &Word, recovers: bool) -> Option<String> {
    let text = word.text.as_str();
    if text.contains(['{', '}']) {
        let known = text == "{command}";
        return match known {
            true if recovers => None,
            true => Some("`{command}` is the refused call's, and nothing was refused here".to_owned()),
            false => Some(format!("`{text}` is no placeholder; only `<words>` and `{{command}}` are")),
        };
    }
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((inside, left)) = after.split_once('>') else {
            return Some(format!("`{text}` opens a placeholder and does not close it"));
        };
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b" -".contains(&byte);
        if inside.trim().is_empty() || !inside.bytes().all(letter) {
            return Some(format!("`<{inside}>` is no placeholder; write `<lower-case words>`"));
        }
        if inside.contains(' ') && !word.quoted {
            return Some(format!("`<{inside}>` holds a space and is not quoted"));
        }
        rest = left;
    }
    rest.contains('>').then(|| format!("`{text}` closes a placeholder that it does not open"))
}

/// Finds the command and sorts the words into arguments and flags; nothing for a bare `abcd`.
fn take_apart<'a>(tables: &'a Tables, words: &'a [Word]) -> Result<Option<Parts<'a>>, String> {
    let Some(first) = words.get(1) else { return Ok(None) };
    if first.text == "{command}" {
        return Err("`{command}` cannot be called: what it needs is not known here".to_owned());
    }
    let mut path = String::new();
    let mut used = 1;
    for word in words.iter().skip(1) {
        let longer = if path.is_empty() { word.text.clone() } else { format!("{path} {}", word.text) };
        if tables.command(&longer).is_none() {
            break;
        }
        path = longer;
        used += 1;
    }
    let record = tables.roots.first().map(|(_, root)| root.record.as_ref());
    let by_id = path.is_empty() && first.text.starts_with('<');
    let command = tables.command(if by_id { record.unwrap_or_default() } else { &path });
    let Some(command) = command else { return Err(format!("abcd has no command `{}`", first.text)) };
    let mut parts = Parts { command, arguments: Vec::new(), flags: Vec::new(), help: false };
    let mut rest = words.iter().skip(used);
    let mut only_arguments = false;
    while let Some(word) = rest.next() {
        let text = word.text.as_str();
        if text == "--" && !only_arguments {
            only_arguments = true;
        } else if let Some(flag) = text.strip_prefix("--").filter(|_| !only_arguments) {
            let (name, inline) =
                flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
            if ["help", "version"].contains(&name) {
                parts.help = true;
                continue;
            }
            let known = command.flag.iter().chain(tables.global_flags()).find(|flag| flag.name == name);
            let flag = known.ok_or_else(|| format!("`abcd {}` has no flag `--{name}`", command.path))?;
            let value = if flag.r#type == "switch" {
                inline
            } else {
                let next = || rest.next().map(|word| word.text.as_str()).filter(|word| !is_flag(word));
                Some(inline.or_else(next).ok_or_else(|| format!("`--{name}` is without its value"))?)
            };
            parts.flags.push((flag, value));
        } else if is_flag(text) && !only_arguments {
            return Err(format!("`abcd {}` has no flag `{text}`", command.path));
        } else {
            parts.arguments.push(text);
        }
    }
    Ok(Some(parts))
}

/// Whether the parser reads a word as a flag, wherever it stands before a `--`.
fn is_flag(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

/// What the parser would refuse in the call.
fn misfits(checks: &Checks<'_>, parts: &Parts<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let command = parts.command;
    let given = |name: &str| parts.flags.iter().filter(|(flag, _)| flag.name == name).count();
    let placed = |name: &str| command.argument.iter().take(parts.arguments.len()).any(|row| row.name == name);
    if command.group {
        found.push(format!("`abcd {}` is only a group of commands", command.path));
    }
    let least = command.argument.iter().filter(|argument| argument.required).count();
    let most = command.argument.len();
    if parts.arguments.len() < least && !command.group {
        found.push(format!(
            "`abcd {}` needs {least} arguments, {} given",
            command.path,
            parts.arguments.len()
        ));
    }
    let open = command.argument.last().is_some_and(|argument| argument.repeatable);
    if parts.arguments.len() > most && !open {
        found.push(format!(
            "`abcd {}` takes {most} arguments, {} given",
            command.path,
            parts.arguments.len()
        ));
    }
    for flag in command.flag.iter().filter(|flag| flag.required && given(&flag.name) == 0) {
        found.push(format!("`abcd {}` needs `--{}`", command.path, flag.name));
    }
    let chosen: usize = command.one_of.iter().map(|name| given(name)).sum();
    if !command.one_of.is_empty() && chosen != 1 {
        found.push(format!("`abcd {}` takes exactly one of --{}", command.path, command.one_of.join(", --")));
    }
    for (flag, value) in &parts.flags {
        if given(&flag.name) > 1 && !flag.repeatable {
            found.push(format!("`--{}` is given twice", flag.name));
        }
        if flag.r#type == "switch" && value.is_some() {
            found.push(format!("`--{}` takes no value", flag.name));
        }
        for other in flag.conflicts.iter().filter(|other| given(other) > 0 || placed(other)) {
            found.push(format!("`--{}` cannot be combined with `--{other}`", flag.name));
        }
    }
    // Every value of an open list is held to its row.
    let rest = command.argument.last().filter(|row| row.repeatable);
    let rows = command.argument.iter().chain(rest.into_iter().cycle());
    let arguments = rows.zip(&parts.arguments).map(|(row, value)| (row, *value));
    let flags = parts.flags.iter().filter_map(|(row, value)| Some((*row, (*value)?)));
    for (row, value) in arguments.chain(flags).filter(|(_, value)| !value.contains(['<', '{'])) {
        found.extend(parameters::accepts(checks, row, value).err());
    }
    found
}

/// What may not stand where the template stands.
fn misplaced(parts: &Parts<'_>, asked: Asked<'_>) -> Option<String> {
    match asked {
        Asked::Recovers { reading: false } if parts.help || parts.command.path == "explain" => {
            Some("the next of a refusal must do something; reading is for usage codes".to_owned())
        }
        Asked::Example(path) if parts.command.path != path => {
            Some(format!("an example of `abcd {path}` calls `abcd {}`", parts.command.path))
        }
        _ => None,
    }
}
