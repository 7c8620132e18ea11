//! Hosts: what their files are called, what those name, and how it is all said.

use super::super::model::hosts::{Output, Pin, Starter};
use super::super::source::{Place, Step};
use super::words::{is_kebab, phrase, sentence};
use super::{Checks, unique};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.hosts, "id", |row| &row.id);
    for (place, row) in &tables.hosts {
        if !is_kebab(&row.id) {
            let message = format!("`{}` cannot be an id", row.id);
            checks.add(*place, &[Step::Key("id")], message, "use lower-case words joined by hyphens");
        }
        sentence(checks, *place, &row.sentence);
        phrase(checks, *place, "then", &row.then);
        numbers(checks, *place, row);
        if !row.runs.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" ._/=,-".contains(&byte)) {
            let help = "a crontab, a shell and a unit file must read it alike: use words and flags alone";
            checks.add(*place, &[Step::Key("runs")], "a command that has to be quoted", help);
        }
        if row.file.is_empty() {
            checks.add(*place, &[Step::Key("file")], "the host takes no file", "name at least one");
        }
        for (number, file) in row.file.iter().enumerate() {
            output(checks, *place, number, file);
        }
        for (number, pin) in row.pin.iter().enumerate() {
            pinned(checks, *place, number, pin);
        }
        if row.checker.as_ref().is_some_and(|checker| checker.run.matches('{').count() != 1)
            || row.checker.as_ref().is_some_and(|checker| !checker.run.contains("{files}"))
        {
            let at = [Step::Key("checker"), Step::Key("run")];
            checks.add(*place, &at, "it does not say what is judged", "give `{files}` once, and no other");
        }
        for (number, note) in row.note.iter().enumerate() {
            if !note.ends_with('.') || note.contains('\n') {
                let at = [Step::Key("note"), Step::Row(number)];
                checks.add(*place, &at, "a note is one sentence", "end the line with a full stop");
            }
        }
    }
}

fn numbers(checks: &mut Checks<'_>, place: Place, row: &Starter) {
    for (key, number) in [
        ("smallest", Some(row.smallest)),
        ("longest_prompt", row.longest_prompt),
        ("run_ends", Some(row.run_ends)),
    ] {
        if number == Some(0) {
            let help = "give a number from 1, or leave the key out";
            checks.add(place, &[Step::Key(key)], "nothing could be so short", help);
        }
    }
}

/// A path stays below the top and differs from routine to routine.
fn output(checks: &mut Checks<'_>, place: Place, number: usize, file: &Output) {
    let at = |key| [Step::Key("file"), Step::Row(number), Step::Key(key)];
    let rest = file.path.replace("{name}", "x");
    let plain = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/@-".contains(&byte))
            && text.split('/').all(|part| !matches!(part, "" | "." | ".."))
    };
    if rest.len() == file.path.len() || !plain(&rest) {
        let message = format!("`{}` is no place for a routine's file", file.path);
        checks.add(place, &at("path"), message, "write a relative path that holds `{name}`");
    }
    if !plain(&file.template) {
        let message = format!("`{}` is no template's name", file.template);
        checks.add(place, &at("template"), message, "name a file below templates/");
    }
}

/// What is pinned is pinned by a commit.
fn pinned(checks: &mut Checks<'_>, place: Place, number: usize, pin: &Pin) {
    let at = |key| [Step::Key("pin"), Step::Row(number), Step::Key(key)];
    if !is_kebab(&pin.id.replace('_', "-")) || pin.id.contains('-') {
        let message = format!("`{}` is no name that a template reads", pin.id);
        checks.add(place, &at("id"), message, "use lower-case words joined by `_`");
    }
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if pin.uses.split('/').count() < 2 || !pin.uses.split('/').all(|part| !part.is_empty() && plain(part)) {
        let message = format!("`{}` is not `owner/name`", pin.uses);
        checks.add(place, &at("uses"), message, "name it as a workflow does, without its version");
    }
    if pin.version.is_empty() || !plain(&pin.version) {
        checks.add(place, &at("version"), "no release is named", "give the tag of the release");
    }
    if pin.commit.len() != 40 || !pin.commit.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        let help = "give the 40 digits of the release's commit; a tag or a branch can be moved";
        checks.add(place, &at("commit"), "this is no commit", help);
    }
}
