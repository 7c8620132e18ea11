//! Which answers are too thin to be of use to anybody who was not there.

use crate::registry::reflect::THIN;
use crate::tables::model::reflect::{Reflection, Thin, ThinRule};

/// How many words at least a clause has that says something of its own.
const WORDS: usize = 2;
/// How many clauses an answer needs.
const CLAUSES: usize = 2;

/// The rule by which `answer` is thin in its section; none where it is not.
pub fn thin(section: &Reflection, answer: &str) -> Option<&'static Thin> {
    THIN.iter().find(|row| match row.rule {
        ThinRule::Empty => words(answer).is_empty(),
        ThinRule::Heading => {
            let heading = words(&section.heading);
            words(answer).iter().all(|word| heading.contains(word))
        }
        ThinRule::Clause => clauses(row, answer) < CLAUSES,
    })
}

/// The words of a text, letter case and punctuation aside.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// How many clauses a text has: runs of words between the marks and the words that the row names. A script that
/// writes its words together has its letters counted in their place.
fn clauses(row: &Thin, text: &str) -> usize {
    let mut count = 0_usize;
    let mut run = 0_usize;
    let mut end = |run: &mut usize| {
        count = count.saturating_add(usize::from(*run >= WORDS));
        *run = 0;
    };
    for chunk in text.split_inclusive(|letter: char| is_mark(row, letter)) {
        for word in words(chunk) {
            if row.words.iter().any(|begins| *begins == word) {
                end(&mut run);
            }
            let together = word.chars().filter(|letter| is_written_together(*letter)).count();
            run = run.saturating_add(together.max(1));
        }
        if chunk.ends_with(|letter: char| is_mark(row, letter)) {
            end(&mut run);
        }
    }
    end(&mut run);
    count
}

fn is_mark(row: &Thin, letter: char) -> bool {
    row.marks.iter().any(|mark| mark.starts_with(letter))
}

/// Letters of scripts that put no space between words.
fn is_written_together(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::thin;
    use crate::registry::reflect::REFLECTIONS;
    use crate::tables::model::reflect::ThinRule;

    fn rule(answer: &str) -> Option<ThinRule> {
        let section = REFLECTIONS.iter().find(|row| row.section == "went_well").unwrap();
        thin(section, answer).map(|row| row.rule)
    }

    #[test]
    fn each_rule_catches_its_own() {
        for answer in ["", "  \n", "...", "—", "!?"] {
            assert_eq!(rule(answer), Some(ThinRule::Empty), "{answer:?}");
        }
        for answer in ["What went well", "went well.", "WELL, well, well", "what went WELL?"] {
            assert_eq!(rule(answer), Some(ThinRule::Heading), "{answer:?}");
        }
        for answer in ["the tests", "the release was quick", "tests. good.", "yes, it was fine", "ok"] {
            assert_eq!(rule(answer), Some(ThinRule::Clause), "{answer:?}");
        }
    }

    #[test]
    fn two_clauses_are_enough() {
        for answer in [
            "The release was quick because the gates ran early.",
            "We planned small steps. Each one was merged the same day.",
            "Small steps helped; nobody waited for a review",
            "- the gates ran early\n- the notes were ready",
            "发布很快，因为检查很早就开始了。",
            "Das Release ging schnell, weil die Tests früh liefen.",
        ] {
            assert_eq!(rule(answer), None, "{answer:?}");
        }
    }
}
