//! What an audit said about an intent: the mark and the verdicts in its section "Audit Notes".
//!
//! The mark is a comment with one of the words OWED, INGESTED or DEAD_LETTER; a verdict is one of MET,
//! MET_WITH_CONCERNS, NOT_MET and INCONCLUSIVE, and is that of the criterion (`ac-1`) that its line names, or of the
//! whole. Only whole words in capitals count, so that prose says nothing by chance.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};
use schemars::JsonSchema;
use serde::Serialize;

/// The section that holds them.
const SECTION: &str = "Audit Notes";

/// How far an audit has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mark {
    /// It was asked for and has not come back.
    Owed,
    /// It came back and was taken.
    Ingested,
    /// It came back and could not be taken.
    DeadLetter,
}

/// What an audit found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// It holds.
    Met,
    /// It holds, with concerns.
    MetWithConcerns,
    /// Nobody could tell.
    Inconclusive,
    /// It does not hold.
    NotMet,
}

/// One verdict and what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judged {
    /// The criterion, `ac-1` and on; none where it is about the whole.
    pub criterion: Option<String>,
    /// What was found.
    pub verdict: Verdict,
}

/// Everything an audit said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Audit {
    /// How far it has come; none where no mark stands there.
    pub mark: Option<Mark>,
    /// Its verdicts, in their order.
    pub verdicts: Vec<Judged>,
}

impl Audit {
    /// Reads the text of an intent.
    pub fn of(text: &str) -> Self {
        let mut audit = Self::default();
        for line in section(text).lines() {
            let mut criterion = None;
            for word in line.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter)) {
                match word {
                    "OWED" => audit.mark = Some(Mark::Owed),
                    "INGESTED" => audit.mark = Some(Mark::Ingested),
                    "DEAD_LETTER" => audit.mark = Some(Mark::DeadLetter),
                    word if is_criterion(word) => criterion = Some(word.to_owned()),
                    word => {
                        let judged =
                            verdict(word).map(|verdict| Judged { criterion: criterion.clone(), verdict });
                        audit.verdicts.extend(judged);
                    }
                }
            }
        }
        audit
    }

    /// The worst verdict; none where there is none.
    pub fn worst(&self) -> Option<Verdict> {
        self.verdicts.iter().map(|judged| judged.verdict).max()
    }
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "MET" => Some(Verdict::Met),
        "MET_WITH_CONCERNS" => Some(Verdict::MetWithConcerns),
        "NOT_MET" => Some(Verdict::NotMet),
        "INCONCLUSIVE" => Some(Verdict::Inconclusive),
        _ => None,
    }
}

fn is_criterion(word: &str) -> bool {
    let number = word.strip_prefix("ac-");
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The text of the section, comments included; a heading in a quotation or a code block is none.
fn section(text: &str) -> String {
    let mut found = String::new();
    let mut from = None;
    let mut depth = 0_usize;
    let mut heading: Option<(usize, usize, String)> = None;
    for (event, span) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 && level <= HeadingLevel::H2 => {
                if let Some(begun) = from.take() {
                    found.push_str(text.get(begun..span.start).unwrap_or_default());
                }
                heading = Some((span.start, span.end, String::new()));
                depth = 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if let Some((_, end, words)) = heading.take_if(|_| depth == 0)
                    && words.trim().eq_ignore_ascii_case(SECTION)
                {
                    from = Some(end);
                }
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, _, title)) = &mut heading {
                    title.push_str(&words);
                }
            }
            _ => {}
        }
    }
    if let Some(begun) = from {
        found.push_str(text.get(begun..).unwrap_or_default());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Audit, Mark, Verdict};

    fn of(notes: &str) -> Audit {
        Audit::of(&format!(
            "# T\n\n## Acceptance Criteria\n\n- MET\n\n## Audit Notes\n\n{notes}\n\n## After\n\nNOT_MET\n"
        ))
    }

    #[test]
    fn marks_and_verdicts_are_read_from_the_notes_alone() {
        let audit = of(
            "<!-- audit: INGESTED rcp-0123456789ab -->\n\n- ac-1: MET\n- ac-2: NOT_MET, see below\n- ac-3 **MET_WITH_CONCERNS**",
        );
        assert_eq!(audit.mark, Some(Mark::Ingested));
        let judged: Vec<_> =
            audit.verdicts.iter().map(|one| (one.criterion.as_deref(), one.verdict)).collect();
        let expected = [
            (Some("ac-1"), Verdict::Met),
            (Some("ac-2"), Verdict::NotMet),
            (Some("ac-3"), Verdict::MetWithConcerns),
        ];
        assert_eq!(judged, expected);
        assert_eq!(audit.worst(), Some(Verdict::NotMet));
        assert_eq!(of("Overall: INCONCLUSIVE").verdicts[0].criterion, None);
    }

    #[test]
    fn prose_and_other_sections_say_nothing() {
        for notes in ["we met and it was met", "UNMET", "MET_", "> ## Audit Notes"] {
            assert_eq!(of(notes), Audit::default(), "{notes}");
        }
        assert_eq!(Audit::of("# T\n\n```\n## Audit Notes\nMET\n```\n"), Audit::default());
        assert_eq!(of("<!-- OWED -->").mark, Some(Mark::Owed));
        assert_eq!(of("<!-- DEAD_LETTER -->").worst(), None);
    }
}
