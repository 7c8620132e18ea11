//! The limits of asking: there is one row of them, they leave room, and every rule names limits that there are.

use super::super::asking::{Numbers, fill};
use super::super::model::asking::{Limits, Rule};
use super::super::source::{Place, Step};
use super::words::{is_kebab, phrase, prose};
use super::{Checks, unique_in_rust};

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique_in_rust(checks, &tables.rules, "id", |row| &row.id);
    for (place, limits) in &tables.limits {
        sets(checks, *place, limits);
        ranges(checks, *place, limits);
    }
    if let Some((place, _)) = tables.limits.get(1) {
        checks.add(*place, &[], "a second row of limits", "put every limit into the one row");
    }
    let limits = tables.limits.first().map(|(_, limits)| limits);
    for (place, rule) in &tables.rules {
        ruled(checks, *place, rule, limits);
    }
}

/// Every set holds something, and nothing of it is empty.
fn sets(checks: &mut Checks<'_>, place: Place, limits: &Limits) {
    for (key, set) in [
        ("chip_roles", &limits.chip_roles),
        ("abbreviations", &limits.abbreviations),
        ("later_labels", &limits.later_labels),
        ("unclear_words", &limits.unclear_words),
        ("block_kinds", &limits.block_kinds),
        ("bold_marks", &limits.bold_marks),
        ("stars", &limits.stars),
        ("code_marks", &limits.code_marks),
    ] {
        super::detection::filled(checks, place, &[Step::Key(key)], set);
    }
    for (key, text) in [
        ("opening", &limits.opening),
        ("unclear_label", &limits.unclear_label),
        ("now_prefix", &limits.now_prefix),
        ("change_later_prefix", &limits.change_later_prefix),
        ("not_applicable", &limits.not_applicable),
        ("recommended", &limits.recommended),
    ] {
        prose(checks, place, &[Step::Key(key)], text);
    }
    if let Err(name) = fill(&limits.opening, limits, Numbers::Words) {
        let help = "name a key of this row between the braces";
        checks.add(place, &[Step::Key("opening")], format!("`{name}` is no limit"), help);
    }
    if !limits.chip_roles.contains(&limits.product_role) {
        let message = format!("`{}` is no role of a chip", limits.product_role);
        checks.add(place, &[Step::Key("product_role")], message, "name one of `chip_roles`");
    }
    if limits.block_kinds.len() != 2 {
        let help = "name the kind of running text, then that of a list";
        checks.add(place, &[Step::Key("block_kinds")], "there are two kinds of a block", help);
    }
}

/// Nothing is below one, and no most is below its fewest.
fn ranges(checks: &mut Checks<'_>, place: Place, limits: &Limits) {
    for (key, fewest, most) in [
        ("most_questions", limits.fewest_questions, limits.most_questions),
        ("most_options", limits.fewest_options, limits.most_options),
        ("rows", limits.host_chrome_rows, limits.rows),
        ("rows", limits.list_chrome_rows, limits.rows),
        ("columns", limits.host_text_columns, limits.columns),
        ("columns", limits.host_option_columns, limits.columns),
        ("header_columns", 1, limits.header_columns),
        ("label_words", 1, limits.label_words),
        ("meaning_sentences", 1, limits.meaning_sentences),
        ("list_rows", 1, limits.list_rows),
        ("echo_bytes", 8, limits.echo_bytes),
        ("most_findings", 1, limits.most_findings),
    ] {
        if most < fewest.max(1) {
            let message = format!("{most} leaves no room");
            checks.add(place, &[Step::Key(key)], message, format!("give a number from {fewest}"));
        }
    }
}

fn ruled(checks: &mut Checks<'_>, place: Place, rule: &Rule, limits: Option<&Limits>) {
    if !is_kebab(&rule.id) {
        let message = format!("`{}` cannot be an id", rule.id);
        checks.add(place, &[Step::Key("id")], message, "use lower-case words joined by hyphens");
    }
    if !rule.prose.trim_end().ends_with('.') {
        checks.add(place, &[Step::Key("prose")], "a rule is told in sentences", "end it with a full stop");
    }
    phrase(checks, place, "bound", &rule.bound);
    prose(checks, place, &[Step::Key("remedy")], &rule.remedy);
    let Some(limits) = limits else {
        checks.add(place, &[Step::Key("id")], "a rule without limits", "give a row of `[[limits]]`");
        return;
    };
    for (key, text) in [("prose", &rule.prose), ("bound", &rule.bound), ("remedy", &rule.remedy)] {
        if let Err(name) = fill(text, limits, Numbers::Words) {
            let help = "name a key of `[[limits]]` between the braces";
            checks.add(place, &[Step::Key(key)], format!("`{name}` is no limit"), help);
        }
    }
}
