//! What one command does: looks, rewrites, stays, reaches outward; read from its words alone.

use super::operands::{plain, removed, tasks};
use super::rows::Rows;
use super::shell::{self, Command};
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Field, Tool};
use crate::tables::model::{List, Text};

/// How the files of program texts end.
const SCRIPTS: [&str; 10] = ["cjs", "js", "lua", "mjs", "php", "pl", "py", "rb", "sh", "ts"];

/// What a command leaves to be decided by those who can read other files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judged {
    /// It is decided.
    Done(Verdict),
    /// It runs another command, whose words these are.
    Wraps(Vec<String>),
    /// It runs shell text.
    Shell(String),
    /// It runs a file.
    File(String),
    /// It runs the scripts of these names.
    Scripts(Vec<String>),
    /// It runs these tasks over all members, and the tool's name is this.
    Tasks(Vec<String>, String),
    /// It runs tasks of a build, which its words name; the program stands first, by its plain name.
    Goals(Vec<String>),
    /// It changes the folder.
    Goes(String),
    /// It writes to this place, with this program.
    Lands(String, String),
    /// It removes these paths with this program; what is of the row's spared names is no loss.
    Removes(Vec<String>, String, List<Text>),
}

/// Judges a command by the words of it. `heard`: something reads what it says. `setting` tells whether a
/// field of a file is set and not false.
pub(super) fn judge(
    rows: &Rows<'_>,
    words: &[String],
    heard: bool,
    setting: impl Fn(&Field) -> bool,
) -> Judged {
    let Some(first) = words.first() else { return Judged::Done(Verdict::nothing()) };
    let program = program(first);
    let mut spoken: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(slot) = spoken.first_mut() {
        *slot = &program;
    }
    match program.as_str() {
        "cd" | "pushd" => return Judged::Goes(spoken.get(1).copied().unwrap_or_default().to_owned()),
        "" => return Judged::Done(Verdict::unknown()),
        _ => {}
    }
    match rows.tool(&spoken) {
        Some((tool, taken)) => by_row(tool, taken, &spoken, heard, setting),
        // A prefix such as `$(RUN)` that is not known.
        None if first.starts_with('$') && words.len() > 1 && is_variable(first) => {
            Judged::Wraps(words.iter().skip(1).cloned().collect())
        }
        None if (first.contains('/') || is_script(first)) && !first.starts_with('$') => {
            Judged::File(first.clone())
        }
        None => Judged::Done(Verdict::unknown()),
    }
}

pub(super) fn by_row(
    tool: &Tool,
    taken: usize,
    words: &[&str],
    heard: bool,
    setting: impl Fn(&Field) -> bool,
) -> Judged {
    let name = tool.run.first().map_or("", |name| name.as_ref());
    // A spelling that stands in full names the tool better than the row's first one.
    let whole = |run: &&str| {
        let mut have = words.iter();
        run.split(' ').all(|want| have.next() == Some(&want))
    };
    let spellings = tool.run.iter().filter(|_| !tool.one).map(AsRef::as_ref);
    let name = spellings.filter(whole).max_by_key(|run| run.len()).unwrap_or(name);
    let rest = words.get(taken..).unwrap_or_default();
    let all = words.get(1..).unwrap_or_default();
    let has = |list: &[Text]| all.iter().any(|word| list.iter().any(|wanted| is(word, wanted)));
    match tool.effect {
        _ if has(&tool.stays_with) => return Judged::Done(Verdict::of(Effect::Stays, name)),
        // Every program tells of itself with these.
        _ if all
            .iter()
            .take_while(|word| **word != "--")
            .any(|word| ["--help", "--version"].contains(word)) =>
        {
            return Judged::Done(Verdict::of(Effect::Quiet, name));
        }
        _ if has(&tool.quiet_with) => return Judged::Done(Verdict::of(Effect::Quiet, name)),
        Effect::Wraps => return wrapped(rest, tool),
        Effect::Shell => return shelled(name, rest),
        Effect::Scripts => return Judged::Scripts(plain(rest, tool)),
        // Whatever the program, that flag means the same.
        effect if effect > Effect::Quiet && asks_to_watch(all) => {
            return Judged::Done(Verdict::of(Effect::Stays, name));
        }
        Effect::Quiet if tool.lands => return lands(rest, tool, name),
        Effect::Cleans if !tool.spares.is_empty() => {
            return Judged::Removes(removed(rest), program(name), tool.spares.clone());
        }
        Effect::Tasks if tool.each => {
            return Judged::Goals(words.iter().map(|word| (*word).to_owned()).collect());
        }
        Effect::Tasks if !has(&tool.rewrites_with) => {
            return Judged::Tasks(tasks(all, tool), name.to_owned());
        }
        _ => {}
    }
    match inline(tool, all) {
        Some(verdict) => return Judged::Done(verdict),
        // A program text that tells nothing.
        None if !tool.inline.is_empty() && tool.effect == Effect::Quiet => {
            return Judged::Done(Verdict::unknown());
        }
        None => {}
    }
    let mut effect = tool.effect;
    if has(&tool.checks_with) {
        effect = Effect::Checks;
    }
    if has(&tool.rewrites_with)
        || (effect == Effect::Checks && !has(&tool.checks_with) && tool.rewrites_when.iter().any(setting))
    {
        effect = Effect::Rewrites;
    }
    if effect == Effect::Checks && !heard && has(&tool.lists_with) {
        // Whatever it lists, nothing fails.
        return Judged::Done(Verdict { empty: false, ..Verdict::of(Effect::Quiet, name) });
    }
    let mut verdict = Verdict::of(effect, name);
    // What runs in there cannot be told.
    verdict.unknown = effect == Effect::Contained;
    if effect == Effect::Checks {
        verdict.kinds.extend(tool.kind);
        verdict.tools.insert(name.to_owned());
        verdict.tools.extend(tool.includes.iter().map(ToString::to_string));
        verdict.aside = has(&tool.aside_with);
        verdict.usual = !verdict.aside;
        if !tool.once.is_empty() && !has(&tool.once_with) {
            verdict.once = Some(tool.once.to_string());
        }
    }
    Judged::Done(verdict)
}

/// What a program text among the words does, where a text in it is known.
fn inline(tool: &Tool, words: &[&str]) -> Option<Verdict> {
    let known = tool.inline.iter().filter(|text| words.iter().any(|word| word.contains(text.holds.as_ref())));
    known
        .map(|text| {
            let mut verdict = Verdict::of(text.effect, &text.holds);
            if text.effect == Effect::Checks {
                verdict.kinds.extend(text.kind);
                verdict.tools.insert(text.holds.to_string());
                verdict.usual = true;
            }
            verdict
        })
        .reduce(|mut all, one| {
            all.then(one);
            all
        })
}

/// Whether `word` is `wanted`, or `wanted` with a value.
fn is(word: &str, wanted: &str) -> bool {
    word == wanted
        || (wanted.starts_with('-')
            && word.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('=') && rest != "=false"))
}

fn wrapped(rest: &[&str], tool: &Tool) -> Judged {
    if !tool.hands.is_empty() {
        return handed(rest, tool);
    }
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        let text = (*word).to_owned();
        if tool.takes.iter().any(|flag| flag == word) {
            // `python -m pytest`: the word after `-m` is the program.
            if *word == "-m" {
                at += 1;
                break;
            }
            // `xvfb-run -c "cmd"` and the like hand on one text.
            if *word == "-c" && rest.get(at + 1).is_some_and(|next| next.contains(' ')) {
                return Judged::Shell(rest.get(at + 1).copied().unwrap_or_default().to_owned());
            }
            at += 2;
        } else if word.starts_with('-')
            || word.starts_with('+')
            || shell::is_setting(&text)
            || text.chars().all(|c| c.is_ascii_digit() || "smh.".contains(c))
        {
            at += 1;
        } else {
            break;
        }
    }
    let words: Vec<String> =
        rest.get(at..).unwrap_or_default().iter().map(|word| (*word).to_owned()).collect();
    match words.first() {
        // `node -e TEXT` does something, and nothing that is known.
        None => Judged::Done(Verdict { empty: rest.is_empty(), ..Verdict::of(Effect::Quiet, "") }),
        Some(only) if words.len() == 1 && only.contains(' ') => Judged::Shell(only.clone()),
        // A version is no part of a program's name: `npx eslint@9`, `go run host/tool@v1`.
        Some(first) => {
            let cut = first.get(1..).and_then(|tail| tail.find('@')).map_or(first.len(), |at| at + 1);
            let mut words = words.clone();
            if let Some(slot) = words.first_mut() {
                first.get(..cut).unwrap_or(first).clone_into(slot);
            }
            Judged::Wraps(words)
        }
    }
}

/// The command that stands after a flag; where none does, the program waits for a person.
fn handed(rest: &[&str], tool: &Tool) -> Judged {
    let mut words = rest.iter().skip_while(|word| !tool.hands.iter().any(|flag| flag == *word)).skip(1);
    match words.next() {
        None => Judged::Done(Verdict::of(Effect::Stays, tool.run.first().map_or("", |name| name.as_ref()))),
        Some(only) if only.contains(' ') => Judged::Shell((*only).to_owned()),
        Some(first) => {
            Judged::Wraps([first].into_iter().chain(words).map(|word| (*word).to_owned()).collect())
        }
    }
}

/// Where it writes, and with which program.
fn lands(rest: &[&str], tool: &Tool, name: &str) -> Judged {
    match plain(rest, tool).pop() {
        Some(to) => Judged::Lands(to, name.to_owned()),
        None => Judged::Done(Verdict::of(Effect::Quiet, name)),
    }
}

fn asks_to_watch(words: &[&str]) -> bool {
    words.iter().take_while(|word| **word != "--").any(|word| is(word, "--watch"))
}

fn shelled(name: &str, rest: &[&str]) -> Judged {
    // A text that only stands in a variable may be anything.
    if let Some(text) = rest.first().filter(|text| name == "eval" && text.starts_with('$'))
        && !text.starts_with("$(")
    {
        return Judged::Done(Verdict::of(Effect::Outward, name));
    }
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        if *word == "-s" || *word == "-" {
            break;
        }
        if word.starts_with('-') && !word.starts_with("--") && word.ends_with('c') {
            return Judged::Shell(words.next().copied().unwrap_or_default().to_owned());
        }
        if !word.starts_with(['-', '+']) {
            return if word.contains(' ') {
                Judged::Shell((*word).to_owned())
            } else {
                Judged::File((*word).to_owned())
            };
        }
    }
    // What comes through a pipe, or from a person.
    Judged::Done(Verdict::of(Effect::Outward, "a shell that runs what it reads"))
}

/// The program that a first word names: without its folder, a leading variable, a version and an ending.
pub(super) fn program(word: &str) -> String {
    let mut rest = word.trim_start_matches(['@', '\\']);
    let mut guess = "";
    while let Some(after) = rest.strip_prefix('$') {
        let (name, tail) = variable(after);
        (guess, rest) = (name, tail);
    }
    let base = rest.rsplit('/').next().unwrap_or(rest);
    let base = if base.is_empty() { guess } else { base };
    let base = if rest.is_empty() || rest == "/" {
        guess.to_ascii_lowercase().replace('_', "-")
    } else {
        base.to_owned()
    };
    let base = base.trim_end_matches(".exe").trim_end_matches(".cmd");
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if ["python", "pip", "node", "clang-format", "py", "gcc", "clang"].contains(&stem) {
        stem.to_owned()
    } else {
        base.to_owned()
    }
}

/// Whether a word is the file of a program text, which an interpreter was given.
fn is_script(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| SCRIPTS.contains(&ending))
}

fn is_variable(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|after| variable(after).1.is_empty() && !after.starts_with('('))
}

fn variable(after: &str) -> (&str, &str) {
    for (open, close) in [('{', '}'), ('(', ')')] {
        if let Some(inner) = after.strip_prefix(open) {
            let end = inner.find(close).unwrap_or(inner.len());
            let name = inner.get(..end).unwrap_or_default();
            let name = name.split([':', '-', '%', '#']).next().unwrap_or(name);
            return (name, inner.get(end + 1..).unwrap_or_default());
        }
    }
    let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
    (after.get(..end).unwrap_or_default(), after.get(end..).unwrap_or_default())
}

/// The texts of a command's words.
pub(super) fn texts(command: &Command) -> Vec<String> {
    command.words.iter().map(|word| word.text.clone()).collect()
}
