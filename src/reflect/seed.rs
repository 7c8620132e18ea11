//! What the record and git say about one release.

use schemars::JsonSchema;
use serde::Serialize;

use super::audit::{Audit, Verdict};
use super::history::{Range, Tree, new_in};
use super::questions::{Question, questions};
use super::shelf::{folder, id_in, issue, kept};
use crate::host::Host;
use crate::host::place::Repository;
use crate::records::decision::{Decision, Tray};
use crate::records::id::Id;
use crate::records::intent::Intent;
use crate::records::ledger::{HOME, Ledger};
use crate::records::names::Place;
use crate::records::shelf::Shelf;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::{Bucket, Closed, DecisionStatus, Impact, IntentImpact, State};

/// What there is to look back on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seed {
    /// The release.
    pub tag: String,
    /// The commit that it marks.
    pub commit: String,
    /// The release before it; none where it is the first.
    pub previous: Option<String>,
    /// The intents that shipped in it, by id.
    pub shipped: Vec<Shipped>,
    /// The intents that were meant for it and did not ship, by id.
    pub missed: Vec<Missed>,
    /// The issues that were resolved in it, by id.
    pub resolved: Vec<Resolved>,
    /// The decisions that were written down in it, by id.
    pub decisions: Vec<Decided>,
    /// The numbers, which nobody is asked for.
    pub metrics: Metrics,
    /// The four questions, sharpened by what was found.
    pub questions: Vec<Question>,
    /// Records of the release that could not be read, by path.
    pub skipped: Vec<String>,
}

/// An intent that shipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shipped {
    /// Its id.
    #[schemars(with = "String")]
    pub id: Id,
    /// Its title.
    pub title: String,
    /// What it means for those who use the software.
    pub impact: Option<IntentImpact>,
    /// The spec that met it.
    #[schemars(with = "Option<String>")]
    pub spec: Option<Id>,
    /// The commit of the first-parent history that brought it to `shipped/`; none where no single one did.
    pub commit: Option<String>,
    /// What its audit says today.
    pub audit: Audit,
}

/// An intent that was meant for the release and did not ship in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missed {
    /// Its id.
    #[schemars(with = "String")]
    pub id: Id,
    /// Its title.
    pub title: String,
    /// Where it stood when the release was made.
    pub bucket: Bucket,
}

/// An issue that was resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Resolved {
    /// Its id.
    #[schemars(with = "String")]
    pub id: Id,
    /// Its title.
    pub title: String,
    /// What resolving it meant for those who use the software.
    pub impact: Option<Impact>,
}

/// A decision that was written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decided {
    /// Its id.
    #[schemars(with = "String")]
    pub id: Id,
    /// Its title.
    pub title: String,
    /// Whether it holds.
    pub status: DecisionStatus,
}

/// Numbers of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Metrics {
    /// Commits since the release before it.
    pub commits: u64,
    /// Whole days since the release before it; none where it is the first.
    pub days: Option<i64>,
    /// Intents that shipped.
    pub shipped: usize,
    /// Of those: every verdict is MET.
    pub met: usize,
    /// Of those: the worst verdict is MET_WITH_CONCERNS or INCONCLUSIVE.
    pub concerns: usize,
    /// Of those: a verdict is NOT_MET.
    pub not_met: usize,
    /// Of those: no verdict.
    pub unaudited: usize,
    /// Intents that were meant for it and missed it.
    pub missed: usize,
    /// Issues that were resolved, by what that meant, in the order of the impacts; those without come last.
    pub resolved: Vec<Count>,
    /// Issues that were filed.
    pub filed: usize,
    /// Decisions that were written down.
    pub decisions: usize,
}

/// How many there are of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Count {
    /// The impact; `none` where it has none.
    pub impact: String,
    /// How many.
    pub count: usize,
}

/// What there is to look back on in the release that `tag` marks. Nothing is written; the same record and the
/// same history give the same seed.
pub fn seed(host: &Host, repository: &Repository, tag: &str) -> Result<Seed, Stop> {
    let range = Range::of(host, repository, tag)?;
    let lasting = format!("{HOME}/development");
    let issues = State::ALL.iter().map(|state| folder(*state));
    let folders: Vec<String> = issues.chain([lasting.clone()]).collect();
    let (now, before) = range.trees(&folders)?;
    if !now.keys().any(|path| path.starts_with(&format!("{lasting}/"))) {
        return Err(Refusal::new(code::REFLECT_NO_RECORD).into());
    }
    let mut skipped = Vec::new();
    let shipped = shipped(&range, repository, &now, &before, &mut skipped)?;
    let missed = missed(&range, &now, &mut skipped)?;
    let resolved = resolved(&range, &now, &before, &mut skipped)?;
    let decisions = decided(&range, &now, &before, &mut skipped)?;
    skipped.sort();
    let filed = new_in(&now, &before, |path| id_in(path, State::ALL)).len();
    let metrics = Metrics::of(&range, &shipped, missed.len(), &resolved, filed, decisions.len())?;
    let mut seed = Seed {
        tag: range.release.tag.clone(),
        commit: range.release.commit.clone(),
        previous: range.before.as_ref().map(|(before, _)| before.tag.clone()),
        shipped,
        missed,
        resolved,
        decisions,
        metrics,
        questions: Vec::new(),
        skipped,
    };
    seed.questions = questions(&seed);
    Ok(seed)
}

/// The records of some files, in the order of their ids.
fn records<'f, T>(
    range: &Range<'_>,
    files: impl IntoIterator<Item = (&'f Id, &'f (String, String))>,
    read: impl Fn(&str) -> Option<T>,
    skipped: &mut Vec<String>,
) -> Result<Vec<(Id, String, T)>, Stop> {
    let files: Vec<_> = files.into_iter().collect();
    let blobs: Vec<&String> = files.iter().map(|(_, (_, blob))| blob).collect();
    let texts = range.texts(&blobs)?;
    let mut records = Vec::new();
    for ((id, (path, _)), text) in files.into_iter().zip(texts) {
        match text.as_deref().and_then(&read) {
            Some(record) => records.push((*id, path.clone(), record)),
            None => skipped.push(path.clone()),
        }
    }
    Ok(records)
}

fn shipped(
    range: &Range<'_>,
    repository: &Repository,
    now: &Tree,
    before: &Tree,
    skipped: &mut Vec<String>,
) -> Result<Vec<Shipped>, Stop> {
    let new = new_in(now, before, |path| id_in(path, &[Bucket::Shipped]));
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let brought = range.brought(&folder(Bucket::Shipped))?;
    // An audit may come after the release, so what it says is read where the intent stands today.
    let ledger = Ledger::of(repository).ok();
    let today = ledger.as_ref().and_then(|ledger| Shelf::<Intent>::open(ledger).ok());
    let text_today = |id: Id| {
        let shelf = today.as_ref()?;
        shelf.read(&shelf.one(id).ok()?).ok().map(|filed| filed.record.text)
    };
    let read = records(range, &new, kept::<Intent>, skipped)?;
    let row = |(id, path, intent): (Id, String, Intent)| Shipped {
        id,
        title: intent.title(),
        impact: intent.impact,
        spec: intent.spec_id,
        commit: brought.get(&path).cloned(),
        audit: Audit::of(&text_today(id).unwrap_or(intent.text)),
    };
    Ok(read.into_iter().map(row).collect())
}

fn missed(range: &Range<'_>, now: &Tree, skipped: &mut Vec<String>) -> Result<Vec<Missed>, Stop> {
    let waiting = [Bucket::Drafts, Bucket::Planned];
    let files = new_in(now, &Tree::new(), |path| id_in(path, &waiting));
    let read = records(range, &files, kept::<Intent>, skipped)?;
    let tag = range.release.tag.as_str();
    let meant = |intent: &Intent| {
        let target = intent.target_release.as_deref().map(str::trim);
        target.is_some_and(|target| target == tag || Some(target) == tag.strip_prefix('v'))
    };
    let bucket =
        |path: &str| if id_in(path, &[Bucket::Planned]).is_some() { Bucket::Planned } else { Bucket::Drafts };
    let row = |(id, path, intent): (Id, String, Intent)| Missed {
        id,
        title: intent.title(),
        bucket: bucket(&path),
    };
    Ok(read.into_iter().filter(|(_, _, intent)| meant(intent)).map(row).collect())
}

fn resolved(
    range: &Range<'_>,
    now: &Tree,
    before: &Tree,
    skipped: &mut Vec<String>,
) -> Result<Vec<Resolved>, Stop> {
    let new = new_in(now, before, |path| id_in(path, &[State::Resolved]));
    let read = records(range, &new, issue, skipped)?;
    let rows =
        read.into_iter().map(|(id, _, issue)| Resolved { id, title: issue.title(), impact: issue.impact });
    Ok(rows.collect())
}

fn decided(
    range: &Range<'_>,
    now: &Tree,
    before: &Tree,
    skipped: &mut Vec<String>,
) -> Result<Vec<Decided>, Stop> {
    let new = new_in(now, before, |path| id_in(path, Tray::PLACES));
    let read = records(range, &new, kept::<Decision>, skipped)?;
    let rows = read.into_iter().map(|(id, _, decision)| Decided {
        id,
        title: decision.title(),
        status: decision.status,
    });
    Ok(rows.collect())
}

impl Metrics {
    fn of(
        range: &Range<'_>,
        shipped: &[Shipped],
        missed: usize,
        resolved: &[Resolved],
        filed: usize,
        decisions: usize,
    ) -> Result<Self, Stop> {
        let worst = |wanted: fn(Option<Verdict>) -> bool| {
            shipped.iter().filter(|one| wanted(one.audit.worst())).count()
        };
        let impacts = Impact::ALL.iter().map(|impact| Some(*impact)).chain([None]);
        let counts = impacts.map(|impact| Count {
            impact: impact.map_or("none", Closed::as_str).to_owned(),
            count: resolved.iter().filter(|one| one.impact == impact).count(),
        });
        Ok(Self {
            commits: range.commits()?,
            days: range.days(),
            shipped: shipped.len(),
            met: worst(|verdict| verdict == Some(Verdict::Met)),
            concerns: worst(|verdict| {
                matches!(verdict, Some(Verdict::MetWithConcerns | Verdict::Inconclusive))
            }),
            not_met: worst(|verdict| verdict == Some(Verdict::NotMet)),
            unaudited: worst(|verdict| verdict.is_none()),
            missed,
            resolved: counts.filter(|count| count.count > 0).collect(),
            filed,
            decisions,
        })
    }
}
