//! Closing an issue, as resolved or as one that is left.

use super::capture::{existing, issue_id, open, set_ids};
use super::frontmatter::Value;
use super::id::Id;
use super::issue::{FIELDS, ResolvedBy};
use super::ledger::Record;
use super::text;
use super::writer::Writer;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::refusals::Code;
use crate::registry::values::{Closed, Family, Impact, State};

/// How much of what is recorded a refusal shows, in characters; the facts have all of it.
const SHOWN: usize = 120;

/// With what an issue is closed.
#[derive(Debug, Clone)]
pub enum Closing {
    /// It was fixed or answered.
    Resolved {
        /// What changed.
        note: String,
        /// What that means for users.
        impact: Impact,
        /// The commit that settles it.
        commit: Option<String>,
        /// The intent that settles it.
        intent: Option<String>,
        /// The spec that settles it.
        spec: Option<String>,
    },
    /// It is left.
    Wontfix {
        /// Why.
        reason: String,
        /// Issues that say the same and stay.
        duplicates: Vec<String>,
    },
}

/// A closed issue, and whether this call closed it.
#[derive(Debug)]
pub struct Ended {
    /// The record.
    pub record: Record,
    /// Whether anything was written.
    pub changed: bool,
}

/// Closes an issue. Closing it again with the same words changes nothing.
pub fn close(repository: &Repository, host: &Host, id: &str, closing: Closing) -> Result<Ended, Stop> {
    let id = issue_id(id)?;
    let judged = Judged::of(closing)?;
    let writer = Writer::open(&open(repository)?, host, judged.verb())?;
    let names = writer.ledger.names()?;
    let duplicates = existing(&names, &judged.duplicates)?;
    if duplicates.contains(&id) {
        return Err(Refusal::new(code::CAPTURE_OWN_DUPLICATE).into());
    }
    let record = writer.ledger.fetch(&names, id)?;
    if record.name.state != State::Open {
        return judged.again(record, &duplicates).map(|record| Ended { record, changed: false });
    }
    let mut document = record.document.clone();
    document.set(judged.field(), Value::Text(judged.words.clone()), &FIELDS);
    if let Some(impact) = judged.impact {
        document.set("impact", Value::Text(impact.as_str().to_owned()), &FIELDS);
    }
    if let Some(by) = map(&judged.resolved_by) {
        document.set("resolved_by", by, &FIELDS);
    }
    if !duplicates.is_empty() {
        set_ids(&mut document, "duplicates", &duplicates);
    }
    let record = writer.close(&record, judged.state, &document)?;
    Ok(Ended { record, changed: true })
}

/// What was said, judged fit to be stored.
struct Judged {
    state: State,
    words: String,
    impact: Option<Impact>,
    resolved_by: ResolvedBy,
    duplicates: Vec<String>,
}

impl Judged {
    fn of(closing: Closing) -> Result<Self, Stop> {
        match closing {
            Closing::Resolved { note, impact, commit, intent, spec } => Ok(Self {
                state: State::Resolved,
                words: line("note", &note, code::CAPTURE_NOTE_UNFIT)?,
                impact: Some(impact),
                resolved_by: resolved_by(commit, intent.as_deref(), spec.as_deref())?,
                duplicates: Vec::new(),
            }),
            Closing::Wontfix { reason, duplicates } => Ok(Self {
                state: State::Wontfix,
                words: line("reason", &reason, code::CAPTURE_REASON_UNFIT)?,
                impact: None,
                resolved_by: ResolvedBy::default(),
                duplicates,
            }),
        }
    }

    fn verb(&self) -> &'static str {
        if self.state == State::Resolved { "capture resolve" } else { "capture wontfix" }
    }

    fn field(&self) -> &'static str {
        if self.state == State::Resolved { "resolution" } else { "wontfix_reason" }
    }

    /// A closed record, if everything that was said stands in it.
    fn again(&self, record: Record, duplicates: &[Id]) -> Result<Record, Stop> {
        let state = record.name.state;
        let same_words = record.issue.closing(self.state) == Some(self.words.as_str());
        let same_impact = self.impact.is_none() || self.impact == record.issue.impact;
        let stands = record.issue.resolved_by.clone().unwrap_or_default();
        let said = &self.resolved_by;
        let same_source = (said.intent.is_none() || said.intent == stands.intent)
            && (said.spec.is_none() || said.spec == stands.spec)
            && (said.commit.is_none() || said.commit == stands.commit)
            && duplicates.iter().all(|id| record.issue.duplicates.contains(id));
        if state == self.state && same_words && same_impact && same_source {
            return Ok(record);
        }
        Err(not_open(&record).into())
    }
}

/// The refusal of a change to a closed record, with what is recorded.
pub(super) fn not_open(record: &Record) -> Refusal {
    let state = record.name.state;
    let mut saying = format!("the issue is closed already, as {state}");
    if let Some(impact) = record.issue.impact {
        saying.push_str(&format!(" with impact {impact}"));
    }
    if let Some(words) = record.issue.closing(state) {
        let mut shown: String = words.chars().take(SHOWN).collect();
        if shown.len() < words.len() {
            shown.push('…');
        }
        saying.push_str(&format!(": {}", shown.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    Refusal::new(code::CAPTURE_NOT_OPEN)
        .saying(saying)
        .at(record.name.path())
        .fact("state", &state)
        .fact("recorded", &record.issue.closing(state))
        .fact("impact", &record.issue.impact)
        .fact("resolved_by", &record.issue.resolved_by)
        .fact("duplicates", &record.issue.duplicates)
}

/// A line of text, or the refusal that `code` stands for.
pub(super) fn line(field: &'static str, text: &str, code: Code) -> Result<String, Stop> {
    text::line(text).map_err(|unfit| Refusal::new(code).saying(format!("the {field} {unfit}")).into())
}

fn resolved_by(commit: Option<String>, intent: Option<&str>, spec: Option<&str>) -> Result<ResolvedBy, Stop> {
    let hexadecimal = |sha: &str| {
        (7..=64).contains(&sha.len())
            && sha.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    if commit.as_deref().is_some_and(|sha| !hexadecimal(sha)) {
        return Err(unfit("the commit is not 7 to 64 lower-case hexadecimal digits"));
    }
    Ok(ResolvedBy { intent: of(intent, Family::Itd)?, spec: of(spec, Family::Spc)?, commit })
}

/// What was said of it, as the record's head has it; nothing where nothing was.
fn map(by: &ResolvedBy) -> Option<Value> {
    let ids = [("intent", by.intent), ("spec", by.spec)].map(|(key, id)| (key, id.map(|id| id.to_string())));
    let entries: Vec<_> = ids
        .into_iter()
        .chain([("commit", by.commit.clone())])
        .filter_map(|(key, text)| Some((key.to_owned(), Value::Text(text?))))
        .collect();
    (!entries.is_empty()).then_some(Value::Map(entries))
}

fn of(text: Option<&str>, family: Family) -> Result<Option<Id>, Stop> {
    let Some(text) = text else {
        return Ok(None);
    };
    let id = text.parse().ok().filter(|id: &Id| id.family() == family);
    id.map(Some).ok_or_else(|| unfit(&format!("what was given is no {family} id")))
}

fn unfit(saying: &str) -> Stop {
    Refusal::new(code::CAPTURE_PROVENANCE_UNFIT).saying(saying).into()
}
