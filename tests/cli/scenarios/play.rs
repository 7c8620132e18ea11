//! Plays one scenario: the refusals first, then the way out of the first of them.

use abcd::registry::refusals::by_name;
use abcd::tables::model::scenarios::{Raise, Reached, Scenario};

use super::acts::Stage;
use crate::support::{Ran, changes};

/// Plays it; the error says what differs.
pub(super) fn play(scenario: &Scenario) -> Result<(), String> {
    for raise in &scenario.raise {
        let mut stage = Stage::set(raise)?;
        drop(refused(&scenario.code, raise, &stage, "")?);
        if raise.writes.is_some() {
            stage = Stage::set(raise)?;
        }
        drop(refused(&scenario.code, raise, &stage, " --json")?);
    }
    let first = scenario.raise.first().ok_or("nothing is raised")?;
    recover(scenario, first)
}

/// Runs the call, which must be refused with the code and leave everything as it was.
fn refused(code: &str, raise: &Raise, stage: &Stage, flag: &str) -> Result<Ran, String> {
    let before = stage.sandbox.tree();
    let ran = stage.call(&with(&raise.run, flag), raise.from.as_deref());
    if ran.code().as_deref() != Some(raise.leaves.as_deref().unwrap_or(code))
        || !ran.to_string().contains(code)
    {
        return Err(format!("`{}` was not refused with it:\n{ran}", raise.run));
    }
    let changed = changes(&before, &stage.sandbox.tree());
    if raise.writes.is_none() && !changed.is_empty() {
        return Err(format!("`{}` was refused and changed files: {changed:?}", raise.run));
    }
    Ok(ran)
}

/// Adds a flag to a call, before a `--` where there is one.
fn with(run: &str, flag: &str) -> String {
    match run.split_once(" -- ") {
        Some((call, rest)) => format!("{call}{flag} -- {rest}"),
        None => format!("{run}{flag}"),
    }
}

fn recover(scenario: &Scenario, raise: &Raise) -> Result<(), String> {
    let recover = &scenario.recover;
    let row = by_name(&scenario.code).ok_or("the code is not registered")?.row;
    let mut stage = Stage::set(raise)?;
    let before = stage.sandbox.tree();
    let ran = refused(&scenario.code, raise, &stage, "")?;
    stage.act(&recover.before)?;
    let mut last = None;
    // What stands in a report is looked up by its code.
    let told = if raise.leaves.is_some() { row.next.as_ref().map(ToString::to_string) } else { ran.next() };
    match (told, &row.next_none) {
        (Some(next), None) => {
            let call = filled(&next, recover, &stage)?;
            let from = if recover.run.is_some() { None } else { raise.from.as_deref() };
            let ran = stage.call(&call, from);
            if ran.exit != i32::from(recover.exit) {
                return Err(format!("the next command does not do it: `{call}`\n{ran}"));
            }
            last = Some(ran);
        }
        (None, Some(_)) if recover.fill.is_empty() => {}
        (next, _) => return Err(format!("the row and the refusal disagree on what is next: {next:?}")),
    }
    stage.act(&recover.then)?;
    if let Some(run) = &recover.run {
        let ran = stage.call(run, None);
        if ran.exit != 0 {
            return Err(format!("the purpose is not reached by `{run}`:\n{ran}"));
        }
        last = Some(ran);
    }
    for reached in &recover.reached {
        let held = match reached {
            Reached::Unchanged => changes(&before, &stage.sandbox.tree()).is_empty(),
            Reached::Says(text) => last.as_ref().is_some_and(|ran| ran.stdout.contains(&stage.said(text))),
            Reached::Prints(text) => {
                last.as_ref().is_some_and(|ran| ran.stdout == format!("{}\n", stage.said(text)))
            }
            Reached::File(path) => stage.find(path).is_some(),
            Reached::Missing(path) => stage.find(path).is_none(),
            Reached::Holds { path, text } => stage
                .find(path)
                .and_then(|path| std::fs::read_to_string(path).ok())
                .is_some_and(|found| found.contains(&stage.said(text))),
        };
        if !held {
            let last = last.map_or_else(String::new, |ran| ran.to_string());
            let there: Vec<String> = stage.sandbox.tree().into_keys().collect();
            return Err(format!("not reached: {reached:?}\n{last}\n{}", there.join("\n")));
        }
    }
    Ok(())
}

/// The call that `next` asks for: each placeholder filled, each filling used.
fn filled(
    next: &str,
    recover: &abcd::tables::model::scenarios::Recover,
    stage: &Stage,
) -> Result<String, String> {
    let mut call = next.to_owned();
    for (name, value) in &recover.fill {
        let placeholder = format!("<{name}>");
        if !call.contains(&placeholder) {
            return Err(format!("`{next}` has no `{placeholder}`"));
        }
        call = call.replace(&placeholder, &stage.said(value));
    }
    if call.contains('<') {
        return Err(format!("a placeholder is left in `{call}`"));
    }
    Ok(call)
}
