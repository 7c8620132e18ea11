//! The parser's errors as refusals. What the caller typed is withheld; our own names are not.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::typed::Typed;
use crate::refusal::Refusal;
use crate::registry::code;
use crate::registry::commands::{KIND_CODES, KINDS, ROOT, children};
use crate::registry::near::nearest;
use crate::registry::refusals::Code;
use crate::tables::model::commands::{Command, Parameter};
use crate::tables::model::usage::Subject;

/// The refusal that a parser error leaves with.
pub(super) fn refusal(error: &Error, typed: &Typed) -> Refusal {
    let named = named(error);
    let code = classify(error, &named, typed);
    let refusal = Refusal::new(code);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            near(refusal.allowed(below(typed)), nearest(&word, below(typed)))
        }
        ErrorKind::MissingSubcommand => refusal.allowed(below(typed)),
        ErrorKind::UnknownArgument => {
            let word = named.first().map_or("", String::as_str);
            let word = word.trim_start_matches('-').split('=').next().unwrap_or_default();
            let found = nearest(word, flags(typed).map(|row| row.name.as_ref()));
            if code == code::USAGE_UNKNOWN_FLAG {
                near(refusal, found.map(|name| format!("--{name}")))
            } else {
                mistyped_child(refusal, typed)
            }
        }
        ErrorKind::MissingRequiredArgument => naming(refusal, "missing", &named),
        ErrorKind::ArgumentConflict if code == code::USAGE_FLAG_CONFLICT => {
            naming(refusal, "flags", &conflict(error, &named))
        }
        ErrorKind::ArgumentConflict => mistyped_child(refusal, typed),
        _ => bad_value(refusal, error, typed, &named),
    }
}

/// The code of an error's kind, as `tables/usage.toml` maps it.
fn classify(error: &Error, named: &[String], typed: &Typed) -> Code {
    let name = format!("{:?}", error.kind());
    let is_flag = |named: &String| named.trim_start_matches('<').starts_with('-');
    let flag = match error.kind() {
        // Where a command has children, a word too many is told as a conflict of all that was given.
        ErrorKind::ArgumentConflict => {
            let names = conflict(error, named);
            names.iter().any(is_flag) && names.iter().all(|name| is_flag(name) || excluded(name, typed))
        }
        // Behind a `--` nothing is a flag, whatever it looks like.
        ErrorKind::UnknownArgument => named.first().is_some_and(|named| is_flag(named) && typed.has(named)),
        _ => named.first().is_some_and(is_flag),
    };
    let about = if flag { Subject::Flag } else { Subject::Argument };
    let row =
        KINDS.iter().position(|row| row.kind == name && row.about.is_none_or(|subject| subject == about));
    row.and_then(|row| KIND_CODES.get(row).copied()).unwrap_or(code::USAGE_INVALID)
}

/// Whether a flag of the command says that it cannot be combined with the argument.
fn excluded(name: &str, typed: &Typed) -> bool {
    let rows = typed.command().map_or(&[][..], |row| &row.argument);
    let row = rows.iter().find(|row| row.value.as_deref().unwrap_or(&row.name) == bare(name));
    row.is_some_and(|row| flags(typed).any(|flag| flag.conflicts.contains(&row.name)))
}

/// `capture reslove iss-1`: one argument too many, since the first was meant as a command.
fn mistyped_child(refusal: Refusal, typed: &Typed) -> Refusal {
    near(refusal, nearest(&typed.after, below(typed)).map(|name| format!("abcd {} {name}", typed.path)))
}

/// What the value is of, and a closed set or a range where it has one.
fn bad_value(refusal: Refusal, error: &Error, typed: &Typed, named: &[String]) -> Refusal {
    let Some(name) = named.first() else { return refusal };
    let row = parameters(typed)
        .find(|row| row.name == bare(name) || row.value.as_deref().is_some_and(|value| value == bare(name)));
    let Some(row) = row else { return refusal };
    let switch = row.r#type == "switch";
    let missing = !switch && text(error, ContextKind::InvalidValue).is_some_and(|value| value.is_empty());
    let what = match () {
        () if switch => "a switch is given alone, without a value".to_owned(),
        () if missing => "a value is missing".to_owned(),
        () => refusal.error().to_owned(),
    };
    let refusal = refusal.saying(format!("{what}: {name}")).fact("parameter", &row.name);
    let refusal = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => refusal.allowed(values.iter().cloned()),
        _ => refusal,
    };
    match (row.min, row.max) {
        (None, None) => refusal,
        (min, max) => refusal.fact("range", &Range { min, max }),
    }
}

/// The name in what the parser writes of a parameter, such as `--repo <DIR>` or `[TOPIC]...`.
fn bare(text: &str) -> &str {
    text.trim_start_matches(['-', '<', '[']).split([' ', '>', ']', '=']).next().unwrap_or_default()
}

/// The smallest and the largest integer that is taken.
#[derive(serde::Serialize)]
struct Range {
    min: Option<i64>,
    max: Option<i64>,
}

/// Names parameters of ours, as a fact and in the message.
fn naming(refusal: Refusal, fact: &'static str, names: &[String]) -> Refusal {
    let message = format!("{}: {}", refusal.error(), names.join(", "));
    refusal.saying(message).fact(fact, &names)
}

fn near(refusal: Refusal, found: Option<impl Into<String>>) -> Refusal {
    let Some(found) = found.map(Into::into) else { return refusal };
    let message = format!("{}; did you mean `{found}`?", refusal.error());
    refusal.saying(message).nearest(Some(found))
}

/// The two flags that exclude each other, by our own names.
fn conflict(error: &Error, named: &[String]) -> Vec<String> {
    let prior = match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(many)) => many.clone(),
        _ => Vec::new(),
    };
    let mut flags: Vec<String> = named
        .iter()
        .chain(&prior)
        .map(|flag| flag.split([' ', '=']).next().unwrap_or_default().to_owned())
        .collect();
    flags.dedup();
    flags
}

/// What the error is about, as the parser writes it.
fn named(error: &Error) -> Vec<String> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(many)) => many.clone(),
        _ => Vec::new(),
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

/// The commands that could have followed; hidden ones only below a hidden one.
fn below(typed: &Typed) -> impl Iterator<Item = &'static str> {
    let hidden = typed.command().is_some_and(Command::hidden);
    children(&typed.path).filter(move |(_, row)| hidden || !row.hidden()).map(|(_, row)| row.name())
}

/// The flags that the call could have used.
fn flags(typed: &Typed) -> impl Iterator<Item = &'static Parameter> {
    typed.command().map_or(&[][..], |row| &row.flag).iter().chain(ROOT.flag.iter())
}

fn parameters(typed: &Typed) -> impl Iterator<Item = &'static Parameter> {
    typed.command().map_or(&[][..], |row| &row.argument).iter().chain(flags(typed))
}
