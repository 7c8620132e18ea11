//! Refusal rows.

use super::super::model::refusals::Refusal;
use super::super::source::{Place, Step};
use super::template::{self, Asked};
use super::words::{hint, is_kebab, phrase, prose};
use super::{Checks, unique_in_rust};

/// The one prefix that is no command.
pub(super) const USAGE: &str = "usage";

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique_in_rust(checks, &tables.refusals, "code", |refusal| &refusal.code);
    for (place, refusal) in &tables.refusals {
        code(checks, *place, refusal);
        phrase(checks, *place, "summary", &refusal.summary);
        hint(checks, *place, &refusal.hint);
        prose(checks, *place, &[Step::Key("explanation")], &refusal.explanation);
        next(checks, *place, refusal);
        retired(checks, *place, refusal);
    }
}

fn code(checks: &mut Checks<'_>, place: Place, refusal: &Refusal) {
    let parts = refusal.code.split_once('/').filter(|_| is_code(&refusal.code));
    let Some((verb, _)) = parts else {
        let message = format!("`{}` is not of the form verb/reason", refusal.code);
        checks.add(place, &[Step::Key("code")], message, "write it as `capture/remedy-missing`");
        return;
    };
    let tables = checks.tables;
    let known = verb == USAGE || tables.command(verb).is_some() || tables.commands_broken;
    if !known && refusal.retired.is_none() {
        let message = format!("`{verb}` is no command");
        checks.add(place, &[Step::Key("code")], message, "start the code with the first word of a command");
    }
}

fn next(checks: &mut Checks<'_>, place: Place, refusal: &Refusal) {
    match (&refusal.next, &refusal.next_none) {
        (Some(_), Some(_)) => {
            let help = "either a command helps or none does: drop one";
            checks.add(place, &[Step::Key("next_none")], "both `next` and `next_none`", help);
        }
        (None, None) => {
            let message = format!("`{}` says neither what helps nor why nothing does", refusal.code);
            let help = "add `next = \"abcd …\"` or `next_none = \"whom to ask or what to wait for\"`";
            checks.add(place, &[Step::Key("code")], message, help);
        }
        (None, Some(none)) => prose(checks, place, &[Step::Key("next_none")], none),
        (Some(run), None) if refusal.retired.is_none() => {
            let verb = refusal.code.split('/').next().unwrap_or_default();
            let reading = [USAGE, "explain"].contains(&verb);
            template::check(checks, place, &[Step::Key("next")], run, Asked::Recovers { reading });
        }
        (Some(_), None) => {}
    }
}

fn retired(checks: &mut Checks<'_>, place: Place, refusal: &Refusal) {
    if let Some(tag) = &refusal.retired
        && !is_release_tag(tag)
    {
        let message = format!("`{tag}` is no release tag");
        checks.add(place, &[Step::Key("retired")], message, "name the release that retired it, as `v1.4.0`");
    }
    let Some(heir) = &refusal.replaced_by else { return };
    let tables = checks.tables;
    let live = |row: &Refusal| row.code == *heir && row.retired.is_none();
    if !tables.refusals.iter().any(|(_, row)| live(row)) {
        let message = format!("its heir `{heir}` is no live code");
        checks.add(place, &[Step::Key("replaced_by")], message, "name a live code, or drop the key");
    }
    if refusal.retired.is_none() {
        let help = "only a retired code has an heir";
        checks.add(place, &[Step::Key("replaced_by")], "a live code is replaced by nothing", help);
    }
}

/// Whether `code` is of the form `verb/reason`.
pub(crate) fn is_code(code: &str) -> bool {
    code.split_once('/').is_some_and(|(verb, reason)| is_kebab(verb) && is_kebab(reason))
}

/// Whether `tag` is `v` and three numbers, a pre-release after a `-` allowed.
pub(crate) fn is_release_tag(tag: &str) -> bool {
    let Some(version) = tag.strip_prefix('v') else { return false };
    let (numbers, rest) =
        version.split_once('-').map_or((version, None), |(numbers, rest)| (numbers, Some(rest)));
    let number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = !digits || part == "0" || !part.starts_with('0');
        plain && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    numbers.split('.').count() == 3
        && numbers.split('.').all(number)
        && rest.is_none_or(|rest| rest.split('.').all(word))
}
