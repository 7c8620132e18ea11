//! Promoting an issue: an intent is drafted from it, and the issue says which.
//!
//! Two files are written, the draft first. Where only one of them is there, each says enough to make the other:
//! the draft names the issue that it came from, the issue names the draft that it became.

use super::capture::issue_id;
use super::close::not_open;
use super::desk::Desk;
use super::frontmatter::Value;
use super::id::Id;
use super::intent::Intent;
use super::intent::new::Draft;
use super::issue::FIELDS;
use super::ledger::Record;
use super::shelf::{Filed, Shelf};
use super::text::{LINE_CAP, PROSE_CAP, shown};
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Family, State};

/// How much of an issue's text an intent takes over, in bytes: quoted and with what is hidden shown, it still fits
/// a record.
const TEXT_CAP: usize = PROSE_CAP / 2;

/// An issue and the intent that it became.
#[derive(Debug)]
pub struct Promoted {
    /// The issue.
    pub issue: Record,
    /// The intent.
    pub intent: Filed<Intent>,
    /// Whether anything was written.
    pub changed: bool,
}

/// Drafts an intent from an issue and stamps the issue with it, as far as that is not done yet.
pub fn promote(repository: &Repository, host: &Host, id: &str) -> Result<Promoted, Stop> {
    let id = issue_id(id)?;
    let desk = Desk::open(repository, host, "capture promote")?;
    let ledger = &desk.writer.ledger;
    let issue = ledger.fetch(&ledger.names()?, id)?;
    let intents: Shelf<'_, Intent> = desk.shelf()?;
    let became = became(&issue, &intents)?;
    let (intent, drafted) = match became {
        Became::Drafted(intent) => (*intent, false),
        Became::Stamped(own) => (draft(&issue).lay(&desk, own)?, true),
        Became::Nothing if issue.name.state == State::Open => {
            (draft(&issue).lay(&desk, desk.mint(host, &intents)?)?, true)
        }
        Became::Nothing => return Err(not_open(&issue).into()),
    };
    let stamp = intent.record.id.to_string();
    if issue.issue.promoted_to.is_some() {
        return Ok(Promoted { issue, intent, changed: drafted });
    }
    let mut document = issue.document.clone();
    document.set("promoted_to", Value::Text(stamp), &FIELDS);
    let issue = desk.writer.edit(&issue, &document)?;
    Ok(Promoted { issue, intent, changed: true })
}

/// How far an issue has been promoted.
enum Became {
    /// Not at all.
    Nothing,
    /// It names an intent that is not there.
    Stamped(Id),
    /// There is an intent that came from it.
    Drafted(Box<Filed<Intent>>),
}

fn became(issue: &Record, intents: &Shelf<'_, Intent>) -> Result<Became, Stop> {
    let id = issue.issue.id;
    let mut came = intents.all()?;
    came.retain(|intent| intent.record.promoted_from == Some(id));
    let stamp = match &issue.issue.promoted_to {
        None => None,
        Some(text) => match text.parse::<Id>() {
            Ok(stamp) if stamp.family() == Family::Itd => Some(stamp),
            _ => {
                let saying = format!("{id} is promoted to something that is no intent");
                return Err(Refusal::new(code::CAPTURE_PROMOTED_ELSEWHERE)
                    .saying(saying)
                    .at(issue.name.path())
                    .fact("promoted_to", &text)
                    .into());
            }
        },
    };
    if let Some(stamp) = stamp.filter(|stamp| intents.names.has(*stamp)) {
        let intent = intents.fetch(stamp)?;
        if intent.record.promoted_from.is_some_and(|from| from != id) {
            let saying = format!("{id} is promoted to {stamp}, which came from another issue");
            return Err(Refusal::new(code::CAPTURE_PROMOTED_ELSEWHERE)
                .saying(saying)
                .at(intent.name.path())
                .fact("promoted_to", &stamp)
                .into());
        }
        return Ok(Became::Drafted(Box::new(intent)));
    }
    match (stamp, came.len()) {
        (Some(stamp), 0) => Ok(Became::Stamped(stamp)),
        (None, 0) => Ok(Became::Nothing),
        (None, 1) => Ok(came.pop().map_or(Became::Nothing, |intent| Became::Drafted(Box::new(intent)))),
        _ => {
            let paths: Vec<_> = came.iter().map(|intent| intent.name.path()).collect();
            let refusal = Refusal::new(code::CAPTURE_PROMOTED_TWICE)
                .saying(format!("more than one intent is what {id} became"))
                .at(issue.name.path())
                .fact("promoted_to", &stamp)
                .fact("files", &paths);
            Err(refusal.into())
        }
    }
}

/// The draft that an issue becomes. Its words were written by whoever filed it: they are quoted and bounded, and
/// what cannot be seen in them is shown.
fn draft(record: &Record) -> Draft {
    let issue = &record.issue;
    let mut why = cut(&issue.text, TEXT_CAP).to_owned();
    if why.len() < issue.text.len() {
        why.push_str("\n… the issue has the rest");
    }
    if let Some(remedy) = &issue.remedy {
        why.push_str(&format!("\n\nA remedy was named: {}", cut(remedy, LINE_CAP)));
    }
    Draft {
        title: shown(cut(&issue.title(), LINE_CAP)),
        slug: issue.slug.clone(),
        press: String::new(),
        why: shown(&why),
        impact: None,
        promoted_from: Some(issue.id),
        production_mode: issue.production_mode,
    }
}

/// The start of a text, at most `cap` bytes.
fn cut(text: &str, cap: usize) -> &str {
    text.get(..text.floor_char_boundary(cap)).unwrap_or(text)
}
