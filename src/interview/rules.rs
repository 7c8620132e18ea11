//! The rules of asking in words: as whoever writes questions is told them, and as a page of the reference.

use crate::registry::asking::RULES;
use crate::tables::asking::{Named, Numbers, fill};
use crate::tables::model::asking::Limits;

/// What a role that writes questions is told: what becomes of them, then every rule, numbered.
pub fn told(limits: &Limits) -> String {
    let mut out = said(&limits.opening, limits, Numbers::Words) + "\n\n";
    for (number, rule) in RULES.iter().enumerate() {
        let prose = said(&rule.prose, limits, Numbers::Words);
        out.push_str(&format!("{}. ({}) {prose}\n", number + 1, rule.id));
    }
    out
}

/// The page `asking` of the reference.
pub fn page(limits: &Limits) -> String {
    let mut out = "# Asking\n\nWritten from `tables/interviews/limits.toml` by `abcd tables reference --write`. \
                   This is what a role that writes questions is told, and what each question is checked for.\n\n"
        .to_owned();
    out.push_str(&said(&limits.opening, limits, Numbers::Words));
    out.push('\n');
    for rule in &RULES {
        let words = said(&rule.prose, limits, Numbers::Words);
        let bound = said(&rule.bound, limits, Numbers::Digits);
        let remedy = said(&rule.remedy, limits, Numbers::Words);
        out.push_str(&format!("\n## {}\n\n{words}\n\n- Must be: {bound}\n- Do: {remedy}\n", rule.id));
    }
    out.push_str("\n## Limits\n\n| limit | what it is |\n| --- | --- |\n");
    for (name, value) in Named::of(limits).shown() {
        if name != "opening" {
            out.push_str(&format!("| `{name}` | {value} |\n"));
        }
    }
    out
}

/// A text of the table as one paragraph with its limits.
pub(super) fn said(text: &str, limits: &Limits, numbers: Numbers) -> String {
    // The checks of the tables hold that every name is a limit.
    let text = text.trim().replace('\n', " ");
    fill(&text, limits, numbers).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{page, told};
    use crate::registry::asking::{LIMITS, RULES};

    #[test]
    fn every_rule_is_told_and_stands_on_the_page() {
        let (told, page) = (told(&LIMITS), page(&LIMITS));
        for (number, rule) in RULES.iter().enumerate() {
            assert!(told.contains(&format!("\n{}. ({}) ", number + 1, rule.id)), "{}", rule.id);
            assert!(page.contains(&format!("\n## {}\n", rule.id)), "{}", rule.id);
        }
        assert!(!told.contains(['{', '}']) && !page.contains(['{', '}']));
        assert_eq!(told.lines().count(), RULES.len() + 2);
    }

    #[test]
    fn it_is_said_that_no_tool_of_a_host_is_called() {
        let told = told(&LIMITS);
        let first = told.lines().next().unwrap();
        assert!(first.contains("question tool") && first.contains("draws"), "{first}");
        assert!(told.contains("recommended option first; here that does not hold"), "{told}");
    }

    #[test]
    fn another_limit_is_told_and_stands_on_the_page() {
        let mut limits = LIMITS.clone();
        limits.label_words = 7;
        limits.chip_roles = vec!["Boat".into(), "Sail".into()].into();
        assert!(told(&LIMITS).contains("at most five words") && told(&LIMITS).contains("`Setup`, a space"));
        let (told, page) = (told(&limits), page(&limits));
        for text in [&told, &page] {
            assert!(text.contains("at most seven words") && !text.contains("at most five words"));
            assert!(text.contains("`Boat` or `Sail`, a space"));
        }
        assert!(page.contains("- Must be: 1 to 7 words\n") && page.contains("| `label_words` | 7 |\n"));
    }
}
