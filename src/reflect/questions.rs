//! The four questions, each with what the record has to say to it.

use schemars::JsonSchema;
use serde::Serialize;

use super::audit::Verdict;
use super::seed::Seed;
use crate::records::id::Id;
use crate::registry::reflect::REFLECTIONS;
use crate::registry::values::{DecisionStatus, Impact, IntentImpact};
use crate::tables::model::reflect::Finding;

/// How many ids a question names before it counts the rest.
const NAMED: usize = 8;

/// What is asked about one section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Question {
    /// Its key in the answers.
    pub section: &'static str,
    /// Its heading in the record.
    pub heading: &'static str,
    /// What is asked first.
    pub question: String,
    /// What the record adds to it, a sentence each.
    pub sharpened: Vec<String>,
    /// What is asked, once, where the answer is thin.
    pub follow_up: String,
}

/// The questions about a release, in the order in which they are asked.
pub(super) fn questions(seed: &Seed) -> Vec<Question> {
    let fill = |text: &str, ids: &[Id]| {
        let count = ids.len().to_string();
        text.replace("{tag}", &seed.tag).replace("{list}", &listed(ids)).replace("{count}", &count)
    };
    let asked = REFLECTIONS.iter().map(|row| Question {
        section: &row.section,
        heading: &row.heading,
        question: fill(&row.question, &[]),
        sharpened: row
            .sharpened
            .iter()
            .filter_map(|one| Some(fill(&one.text, &found(seed, one.by)?)))
            .collect(),
        follow_up: fill(&row.follow_up, &[]),
    });
    asked.collect()
}

/// The ids that a finding is about; none where there is no such finding.
fn found(seed: &Seed, finding: Finding) -> Option<Vec<Id>> {
    let shipped = |wanted: fn(Option<Verdict>) -> bool| -> Vec<Id> {
        seed.shipped.iter().filter(|one| wanted(one.audit.worst())).map(|one| one.id).collect()
    };
    let ids = match finding {
        Finding::Shipped => shipped(|_| true),
        Finding::Met => shipped(|verdict| verdict == Some(Verdict::Met)),
        Finding::NotMet => shipped(|verdict| verdict == Some(Verdict::NotMet)),
        Finding::Concerns => {
            shipped(|verdict| matches!(verdict, Some(Verdict::MetWithConcerns | Verdict::Inconclusive)))
        }
        Finding::Unaudited => shipped(|verdict| verdict.is_none()),
        Finding::Missed => seed.missed.iter().map(|one| one.id).collect(),
        Finding::Resolved => seed.resolved.iter().map(|one| one.id).collect(),
        Finding::Breaking => {
            let intents = seed.shipped.iter().filter(|one| one.impact == Some(IntentImpact::Breaking));
            let issues = seed.resolved.iter().filter(|one| one.impact == Some(Impact::Breaking));
            intents.map(|one| one.id).chain(issues.map(|one| one.id)).collect()
        }
        Finding::Decided => seed.decisions.iter().map(|one| one.id).collect(),
        Finding::Proposed => {
            let proposed = seed.decisions.iter().filter(|one| one.status == DecisionStatus::Proposed);
            proposed.map(|one| one.id).collect()
        }
        Finding::Undecided => return seed.decisions.is_empty().then(Vec::new),
    };
    (!ids.is_empty()).then_some(ids)
}

fn listed(ids: &[Id]) -> String {
    let named: Vec<String> = ids.iter().take(NAMED).map(Id::to_string).collect();
    match ids.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
