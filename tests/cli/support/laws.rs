//! What no answer of abcd may break, whatever was asked.

use std::ffi::OsString;

use abcd::registry::commands::{ROOT, by_path};
use abcd::registry::raises::raised_by;
use abcd::registry::refusals::by_name;
use abcd::tables::model::commands::{Command, Output, Parameter, Plane, Prints};
use serde_json::Value;

use super::answer::Ran;
use super::sandbox::Sandbox;

/// Fails the test where an answer breaks a law.
#[track_caller]
pub(super) fn hold(sandbox: &Sandbox, args: &[OsString], ran: &Ran) {
    let mut broken = Vec::new();
    let (command, short) = command(args);
    let said = format!("{}{}", ran.stdout, ran.stderr);
    if said.contains("internal/uncoded") {
        broken.push("an exit 2 or 3 was built without a code".to_owned());
    }
    if !command.is_some_and(|row| row.prints == Some(Prints::Path))
        && [sandbox.root.to_str().unwrap(), env!("CARGO_MANIFEST_DIR")].iter().any(|path| said.contains(path))
    {
        broken.push("an absolute path is shown".to_owned());
    }
    if let Some(letter) = said.chars().find(|letter| hides(*letter)) {
        broken.push(format!("a character that cannot be seen is printed: {}", letter.escape_unicode()));
    }
    if wants_json(args) {
        broken.extend(as_documents(args, command, ran));
    } else {
        broken.extend(as_text(ran));
    }
    broken.extend(coded(command, short, ran));
    assert!(broken.is_empty(), "`{}` breaks a law: {}\n{ran}", ran.call, broken.join("; "));
}

/// Standard output is a stream of objects, a line each; a refusal or a fault is the last and there alone.
fn as_documents(args: &[OsString], command: Option<&Command>, ran: &Ran) -> Vec<String> {
    let mut broken = Vec::new();
    if !ran.stderr.is_empty() {
        broken.push("standard error is not empty under --json".to_owned());
    }
    let documents: Vec<Option<Value>> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).ok()).collect();
    if documents.iter().any(|document| !document.as_ref().is_some_and(Value::is_object)) {
        broken.push("standard output is not one object a line".to_owned());
    }
    let errors: Vec<usize> = documents
        .iter()
        .enumerate()
        .filter(|(_, document)| document.as_ref().is_some_and(|document| document["abcd"] == "error"))
        .map(|(at, _)| at)
        .collect();
    let expected: Vec<usize> =
        if ran.exit == 0 { Vec::new() } else { vec![documents.len().saturating_sub(1)] };
    if errors != expected {
        broken
            .push("the error is not the last document, or is not alone, or is there without need".to_owned());
    }
    let results = documents.len() - errors.len();
    let help = args.iter().any(|arg| arg == "--help" || arg == "--version" || arg == "help");
    if let Some(row) = command.filter(|_| ran.exit == 0 && !help) {
        if results != 1 && row.output != Output::Stream {
            broken.push(format!("{results} documents where one is the result"));
        }
        let steps = documents.last().cloned().flatten().map(|document| document["next_steps"].clone());
        let expected = (row.plane == Plane::Person).then(|| serde_json::to_value(&row.next).unwrap());
        if steps.filter(|steps| !steps.is_null()) != expected {
            broken.push("the result does not end in the row's next steps".to_owned());
        }
    }
    for document in documents.iter().rev().skip(1).flatten() {
        if !document["next_steps"].is_null() {
            broken.push("next steps stand on a document that is not the last".to_owned());
        }
    }
    broken
}

/// A success says nothing but notes on standard error, a fault one line, a refusal two.
fn as_text(ran: &Ran) -> Vec<String> {
    // A note stands beside a result; it is no part of how the call ended.
    let lines: Vec<&str> = ran.stderr.lines().filter(|line| !line.starts_with("abcd: note: ")).collect();
    let expected = match (ran.exit, ran.code()) {
        (0, _) => 0,
        (1, None) => 1,
        _ => 2,
    };
    let mut broken = Vec::new();
    if lines.len() != expected || lines.iter().any(|line| !line.starts_with("abcd: ")) {
        broken.push(format!("standard error is not {expected} lines of abcd's own"));
    }
    broken
}

/// An exit 2 or 3 carries a registered code of that exit, its hint and its next; the code's list names the
/// command.
fn coded(command: Option<&Command>, short: bool, ran: &Ran) -> Vec<String> {
    let Some(code) = ran.code() else {
        return if ran.exit < 2 { Vec::new() } else { vec!["an exit above 1 without a code".to_owned()] };
    };
    let Some(entry) = by_name(&code) else { return vec![format!("`{code}` is not registered")] };
    let mut broken = Vec::new();
    let usage = code.starts_with("usage/");
    let hook = command.is_some_and(|row| row.plane == Plane::Hook);
    let expected = if usage && hook { 1 } else { i32::from(entry.row.exit.status()) };
    if ran.exit != expected {
        broken.push(format!("`{code}` leaves with {expected}"));
    }
    let path = command.map_or("", |row| row.path.as_ref());
    // A call that cannot be read is one of the command that was typed, not of the one that a short call means.
    let named = if usage && short { "" } else { path };
    let next = entry.row.next.as_ref().map(|next| next.replace("{command}", named).trim_end().to_owned());
    if ran.next() != next {
        broken.push(format!("the offer is not the row's next: {:?} and {next:?}", ran.next()));
    }
    if !format!("{}{}", ran.stdout, ran.stderr).contains(entry.row.hint.as_ref()) {
        broken.push("the row's hint is not shown".to_owned());
    }
    if !usage && !raised_by(entry).contains(&path) {
        broken.push(format!("no scenario says that `{path}` raises `{code}`"));
    }
    if entry.row.retired.is_some() {
        broken.push(format!("`{code}` is retired"));
    }
    broken
}

/// Whether a call asks for documents: `--json` before a `--`.
pub(super) fn wants_json(args: &[OsString]) -> bool {
    args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json" || arg == "--json=true")
}

/// The row of the command that a call names, as a reader of the call would find it, and whether it stands
/// for a bare `abcd` or an id.
fn command(args: &[OsString]) -> (Option<&'static Command>, bool) {
    let mut path = String::new();
    let mut words = args.iter().map(|arg| arg.to_string_lossy()).take_while(|arg| arg != "--").peekable();
    let mut bare = true;
    while let Some(word) = words.next() {
        if let Some(flag) = word.strip_prefix("--") {
            let own = by_path(&path).map_or(&[][..], |row| &row.flag);
            let valued =
                |rows: &[Parameter]| rows.iter().any(|row| row.name == flag && row.r#type != "switch");
            if valued(&ROOT.flag) || valued(own) {
                bare &= words.next().is_some();
            }
            bare &= flag != "help" && flag != "version";
            continue;
        }
        if bare && path.is_empty() && is_id(&word) {
            return (by_path(&ROOT.record), true);
        }
        bare = false;
        let longer = if path.is_empty() { word.into_owned() } else { format!("{path} {word}") };
        if by_path(&longer).is_none() {
            break;
        }
        path = longer;
    }
    (by_path(if bare { &ROOT.bare } else { &path }), bare)
}

fn is_id(word: &str) -> bool {
    let digits = word.get(4..).unwrap_or_default();
    word.len() > 4 && word.as_bytes()[3] == b'-' && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Characters that act on a terminal or hide in a text, listed by hand so that the library's own choice is
/// judged by another.
fn hides(letter: char) -> bool {
    (letter.is_control() && letter != '\n' && letter != '\t')
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}
