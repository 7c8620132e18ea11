//! Answers held to the whole plan of questions, before the first of them is used.

use std::collections::BTreeMap;

use super::problems::{Problem, refused};
use super::{Entry, Handed};
use crate::interview::plan::{Given, Misfit, Plan, Planned};
use crate::interview::question::Question;
use crate::interview::unclear::is_unclear;
use crate::refusal::Stop;
use crate::registry::code;

/// Refuses answers that do not answer the plan, with every problem named; those that an interview answers in
/// part only are held to it as far as they go. `flag` says how a question is answered by a flag.
pub fn check(
    plan: &Plan,
    handed: &Handed,
    whole: bool,
    flag: &dyn Fn(&Planned) -> Option<String>,
) -> Result<(), Stop> {
    let mut problems = handed.problems.clone();
    let mut first: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in &handed.entries {
        let id = entry.answer.id.as_str();
        let at = format!("{}.id", entry.at);
        if let Some(earlier) = first.get(id) {
            let says = format!("{} answers the same question", earlier.at);
            problems.push(Problem::new(code::INTERVIEW_ANSWERED_TWICE, at, says));
            continue;
        }
        first.insert(id, entry);
        if let Some(planned) = plan.question(id) {
            problems.extend(value(planned, &entry.answer.value, &format!("{}.value", entry.at)));
        } else if plan.unasked.iter().any(|unasked| unasked == id) {
            problems
                .push(not_asked(plan, at, "what is known here keeps its question from being asked").of(id));
        } else {
            let says = "the interview has no question of that id";
            problems.push(Problem::new(code::INTERVIEW_UNKNOWN_QUESTION, at, says).allowing(ids(plan)));
        }
    }
    problems.extend(reached(plan, &first, whole, flag));
    refused(&problems)
}

/// Goes through the plan as it would be asked: what is due must be answered, what is not must not.
fn reached(
    plan: &Plan,
    answers: &BTreeMap<&str, &Entry>,
    whole: bool,
    flag: &dyn Fn(&Planned) -> Option<String>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut given = Given::new();
    for planned in &plan.questions {
        let id = planned.question.id.as_str();
        match (answers.get(id), planned.is_asked(&given)) {
            (Some(entry), true) => drop(given.insert(id.to_owned(), entry.answer.value.clone())),
            (None, true) if whole => problems.push(unanswered(planned, flag(planned))),
            (Some(entry), false) if whole => {
                let says = "the answers before it keep its question from being asked";
                problems.push(not_asked(plan, format!("{}.id", entry.at), says).of(id));
            }
            _ => {}
        }
    }
    problems
}

/// What is wrong with an answer to a question of a plan.
fn value(planned: &Planned, value: &str, at: &str) -> Option<Problem> {
    if let Some(problem) = offered(&planned.question, value, at) {
        return Some(named(problem, planned, value));
    }
    let misfit = planned.judge(value).err()?;
    let mut problem = not_offered(&planned.question, at);
    if let Misfit::NotTaken(takes) = &misfit {
        problem.says = format!("it is none of the answers that are offered and not {takes}");
        problem.allowed.extend(takes.allowed());
    }
    Some(problem)
}

/// What is wrong with an answer, as far as the question itself says: it is not offered where none can be
/// typed, or it says that the question is unclear.
pub fn offered(question: &Question, value: &str, at: &str) -> Option<Problem> {
    if question.values().any(|offered| offered == value) {
        return None;
    }
    if is_unclear(value) {
        let says = "that the question is unclear is said in a terminal and decides nothing";
        let problem = Problem::new(code::INTERVIEW_UNCLEAR_VALUE, at, says);
        return Some(problem.of(&question.id).allowing(question.values()));
    }
    question.typed.is_none().then(|| not_offered(question, at))
}

fn not_offered(question: &Question, at: &str) -> Problem {
    let problem = Problem::new(code::INTERVIEW_NOT_OFFERED, at, "the question does not offer that");
    problem.of(&question.id).allowing(question.values())
}

/// Says what would let the answer be offered, where it is one that the person's own settings withhold.
fn named(mut problem: Problem, planned: &Planned, value: &str) -> Problem {
    if planned.withheld.iter().any(|withheld| withheld == value)
        && let Some(key) = &planned.raised_by
    {
        problem.says = format!("your own settings do not allow it here: {key} in your config.toml raises it");
        problem.raised_by = Some(key.clone());
    }
    problem
}

/// The problem of a question that nobody answered.
fn unanswered(planned: &Planned, flag: Option<String>) -> Problem {
    Problem { flag: flag.clone(), ..missing(&planned.question, flag.as_deref()) }
}

/// The problem of a question that has no answer.
pub fn missing(question: &Question, flag: Option<&str>) -> Problem {
    let id = question.id.as_str();
    let by = flag.map_or_else(String::new, |flag| format!(", or by {flag}"));
    let says = format!(
        "the question is not answered; answer it by an entry {{\"id\": \"{id}\", \"value\": …}} of the answers file{by}"
    );
    Problem::new(code::INTERVIEW_UNANSWERED, id, says).of(id).allowing(question.values())
}

fn not_asked(plan: &Plan, at: String, says: &str) -> Problem {
    Problem::new(code::INTERVIEW_NOT_ASKED, at, says).allowing(ids(plan))
}

fn ids(plan: &Plan) -> impl Iterator<Item = &str> {
    plan.questions.iter().map(|planned| planned.question.id.as_str())
}
