//! One turn: every runner of the route is asked, one after another, until a receipt is taken.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::brief::{Brief, Unclear};
use super::dispatch::{Beyond, Dispatch, Dispatched, Interrupt, Listen, Outcome, Request, Watching};
use super::end::Why;
use super::notes::Notes;
use super::receipt::{Receipt, Unfit, bounded, taken};
use super::turns::{Attempt, Dated, Turns};
use super::{Written, dispatch};
use crate::interview::record::Fallback;
use crate::refusal::Fault;
use crate::registry::values::{Closed, FallbackReason};

/// What is written where no other runner runs.
const NONE: &str = "none";

/// Everything that one run goes on with.
pub(super) struct Desk<'a> {
    pub(super) dispatch: &'a mut dyn Dispatch,
    pub(super) watch: &'a mut dyn Watching,
    pub(super) listen: &'a mut Listen<'a>,
    pub(super) runners: Vec<String>,
    pub(super) turns: Turns,
    /// How long the role wrote so far.
    pub(super) spent: Duration,
    /// What it changed and may change.
    pub(super) changed: BTreeSet<String>,
}

/// What a turn begins with.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) turn: u16,
    pub(super) next: u32,
    pub(super) refused: Option<&'a str>,
    pub(super) unclear: &'a [Unclear],
}

impl Desk<'_> {
    /// Gives the first receipt that is taken.
    pub(super) fn turn(
        &mut self,
        of: &Written<'_>,
        start: Start<'_>,
        notes: &mut Notes<'_>,
        outcome: &dyn Outcome,
    ) -> Result<Receipt, Why> {
        let mut failed: Option<Unfit> = None;
        let mut last = None;
        for runner in 0..self.runners.len() {
            let attempt = Attempt { turn: start.turn, runner };
            let unfit = match self.attempt(of, start, attempt, failed.as_ref(), notes, outcome)? {
                Ok(receipt) => return Ok(receipt),
                Err(unfit) => unfit,
            };
            let limited = unfit.reason == FallbackReason::RateLimited;
            let fallback = self.missed(of, attempt, &unfit, !limited);
            self.write_down(attempt, &fallback, unfit.reason, (of.now)())?;
            notes.fallback(fallback.clone())?;
            if limited {
                return Err(Why::RateLimited(Box::new(fallback)));
            }
            self.turns.put_aside(attempt)?;
            last = Some(Box::new(fallback));
            failed = Some(unfit);
        }
        Err(last.map_or(Why::NoRoute, Why::NoRunner))
    }

    /// Asks one runner.
    fn attempt(
        &mut self,
        of: &Written<'_>,
        start: Start<'_>,
        attempt: Attempt,
        failed: Option<&Unfit>,
        notes: &Notes<'_>,
        outcome: &dyn Outcome,
    ) -> Result<Result<Receipt, Unfit>, Why> {
        let receipt = self.turns.receipt(start.turn);
        let brief = Brief {
            role: of.role,
            target: of.target,
            turn: start.turn,
            next: start.next,
            receipt: &receipt.display().to_string(),
            seed: of.seed,
            answers: &notes.told,
            refused: start.refused,
            unclear: start.unclear,
            failed,
        };
        if !self.turns.write_brief(attempt, &brief.text().map_err(|fault| Why::Stopped(fault.into()))?)? {
            return Err(planted(&self.turns.brief(attempt)));
        }
        if self.turns.has_receipt(start.turn)? {
            let detail = "a receipt of this turn was there before its brief was; no runner was started";
            return Ok(Err(Unfit::invalid(detail)));
        }
        let timeout = self.timeout(of)?;
        let request = Request {
            role: &of.role.id,
            brief: of.path.join(self.turns.brief(attempt)),
            receipt: of.path.join(receipt),
            dir: of.path,
            tools: of.role.tools.iter().map(AsRef::as_ref).collect(),
            timeout,
        };
        match self.watched(of, attempt.runner, &request)? {
            Dispatched::Answered => Ok(judged(self, of, start.turn, outcome)),
            Dispatched::Failed { reason, detail } => Ok(Err(Unfit { reason, ..Unfit::invalid(&detail) })),
            Dispatched::RateLimited { detail } => {
                Ok(Err(Unfit { reason: FallbackReason::RateLimited, ..Unfit::invalid(&detail) }))
            }
            Dispatched::Interrupted => Err(Why::Interrupted),
        }
    }

    /// Runs one runner between two readings of the tree. Interrupts are listened for from the first of them to
    /// the second, and at no other time.
    fn watched(&mut self, of: &Written<'_>, runner: usize, request: &Request<'_>) -> Result<Dispatched, Why> {
        let interrupt: Box<dyn Interrupt> = (self.listen)()?;
        self.watch.before(self.turns.rel())?;
        if interrupt.came() {
            return Err(Why::Interrupted);
        }
        let runner = self.runners.get(runner).ok_or_else(|| Why::Stopped(Fault::new("no runner").into()))?;
        let begun = (of.now)();
        let dispatched = self.dispatch.dispatch(runner, request, &*interrupt);
        let took = (of.now)().duration_since(begun);
        self.spent += Duration::try_from(took).unwrap_or_default();
        // Whatever became of the runner, what it changed is seen.
        let dispatch::Changes { allowed, beyond, more } = self.watch.after()?;
        self.changed.extend(allowed);
        if !beyond.is_empty() || more > 0 {
            return Err(Why::Unexpected { beyond, more });
        }
        let dispatched = dispatched?;
        Ok(if interrupt.came() { Dispatched::Interrupted } else { dispatched })
    }

    /// How long the role may take for this turn.
    fn timeout(&self, of: &Written<'_>) -> Result<Duration, Why> {
        let whole = minutes(of.role.whole_minutes);
        let left = whole.saturating_sub(self.spent);
        if left.is_zero() { Err(Why::Time(whole)) } else { Ok(left.min(minutes(of.role.dispatch_minutes))) }
    }

    /// A runner that did not do; the next one runs, if there is one and it may.
    fn missed(&self, of: &Written<'_>, attempt: Attempt, unfit: &Unfit, goes_on: bool) -> Fallback {
        let name = |at: usize| self.runners.get(at).map_or(NONE, String::as_str).to_owned();
        Fallback {
            role: of.role.id.to_string(),
            asked: name(attempt.runner),
            reason: unfit.reason.as_str().to_owned(),
            detail: bounded(&unfit.detail),
            ran: if goes_on { name(attempt.runner + 1) } else { NONE.to_owned() },
        }
    }

    /// Writes a fallback into the turn's folder, with its time.
    fn write_down(
        &self,
        attempt: Attempt,
        fallback: &Fallback,
        reason: FallbackReason,
        at: Timestamp,
    ) -> Result<(), Why> {
        let Fallback { role, asked, detail, ran, .. } = fallback;
        let dated = Dated { at: at.to_string(), role, asked, reason, detail, ran };
        if self.turns.write_fallback(attempt, &dated)? {
            return Ok(());
        }
        Err(planted(self.turns.rel()))
    }
}

/// Reads and checks the receipt of a runner that ended well.
fn judged(desk: &Desk<'_>, of: &Written<'_>, turn: u16, outcome: &dyn Outcome) -> Result<Receipt, Unfit> {
    let receipt = taken(desk.turns.read_receipt(turn), of.verbs)?;
    if let Receipt::Done(done) = &receipt {
        outcome.check(done).map_err(|why| Unfit::invalid(&format!("the outcome is not one: {why}")))?;
    }
    Ok(receipt)
}

/// The end of a run in whose own folder something stands that abcd did not put there.
fn planted(path: &Path) -> Why {
    let beyond = Beyond {
        path: path.display().to_string(),
        before: "it was abcd's to write".to_owned(),
        after: "something stands there".to_owned(),
    };
    Why::Unexpected { beyond: vec![beyond], more: 0 }
}

fn minutes(number: u16) -> Duration {
    Duration::from_secs(u64::from(number) * 60)
}
