//! Which gates are parts of others: what an aggregate runs is not offered beside it.

use super::candidates::Candidate;
use super::judge;
use super::rows::Rows;
use crate::tables::model::toolchains::Kind;

/// Leaves out what another of the taken ones runs whole, or what is a special case of its tools alone.
pub(super) fn fold(taken: &mut Vec<Candidate>) {
    let within = |at: usize, one: &Candidate| {
        taken.iter().enumerate().any(|(other_at, other)| {
            let both = holds(one, other);
            other_at != at && holds(other, one) && (!both || other_at < at) || special(one, other)
        })
    };
    let mut flags: Vec<bool> = taken.iter().enumerate().map(|(at, one)| within(at, one)).collect();
    flags.reverse();
    taken.retain(|_| !flags.pop().unwrap_or(false));
}

/// Whether `whole` runs `part`: it leads to it, or to every step of it and to more. A look that a test runs
/// first is not a part: it is worth running alone.
fn holds(whole: &Candidate, part: &Candidate) -> bool {
    if whole.kind() != Kind::All && whole.kind() != part.kind() {
        return false;
    }
    let leads = part.key.as_ref().is_some_and(|key| whole.verdict.leads.contains(key));
    let steps = whole.key.is_some()
        && part.key.is_some()
        && !part.verdict.steps.is_empty()
        && part.verdict.steps.len() < whole.verdict.steps.len()
        && part.verdict.steps.is_subset(&whole.verdict.steps);
    leads || steps
}

/// Whether a target does nothing but special cases of what another one does as usual.
fn special(one: &Candidate, other: &Candidate) -> bool {
    one.verdict.aside
        && !one.verdict.usual
        && !one.page
        && one.key.is_some()
        && other.key.is_some()
        && other.verdict.usual
        && one.dir == other.dir
        && covers(other, one)
}

/// Whether a taken one makes another unnecessary: it runs it, or it runs the same tools as an aggregate.
pub(super) fn replaces(taken: &Candidate, other: &Candidate) -> bool {
    if taken.dir != other.dir {
        return other.key.as_ref().is_some_and(|key| taken.verdict.leads.contains(key));
    }
    let leads = other.key.as_ref().is_some_and(|key| taken.verdict.leads.contains(key));
    let file =
        other.key.is_none() && other.verdict.leads.iter().any(|lead| taken.verdict.leads.contains(lead));
    let tools = !other.verdict.tools.is_empty() && covers(taken, other);
    let whole = taken.spans() && taken.key.is_some();
    leads || file || (tools && (whole || other.key.is_none()))
}

/// Whether a plain command runs tasks of one project of a build, of which another one runs those of all.
pub(super) fn part_of(rows: &Rows<'_>, one: &Candidate, other: &Candidate) -> bool {
    let program = |candidate: &Candidate| {
        let name = judge::program(candidate.command.split(' ').next()?);
        rows.tool(&[&name]).filter(|(tool, _)| tool.each).map(|_| name)
    };
    let plain = one.key.is_none() && other.key.is_none() && one.dir == other.dir;
    plain
        && (one.verdict.aside && !one.verdict.usual)
        && (other.verdict.usual && !other.verdict.aside)
        && program(one).is_some()
        && program(one) == program(other)
        && one.kind() == other.kind()
}

pub(super) fn covers(one: &Candidate, other: &Candidate) -> bool {
    !other.verdict.tools.is_empty() && other.verdict.tools.is_subset(&one.verdict.tools)
}
