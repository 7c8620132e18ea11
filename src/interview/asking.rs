//! Going through a plan: each question is put until it is answered, and each answer is kept when it is given.

use super::door::{AnsweredIn, Door, Reply, Said};
use super::plan::{Given, Misfit, Plan, Planned};
use super::question::{Ask, Block, Question};
use crate::refusal::{Fault, Stop};

/// How often one question is put at most; whoever says nothing usable so often is no person.
const TRIES: u32 = 1000;

/// An answer as it is given.
#[derive(Debug)]
pub struct Kept<'a> {
    /// The question as it was first put.
    pub question: &'a Question,
    /// The answer, as the question has it or as it was typed.
    pub value: &'a str,
    /// What was written beside it.
    pub note: Option<&'a str>,
    /// Where it was given.
    pub answered_in: AnsweredIn,
    /// How often the question was unclear before.
    pub unclear: u32,
}

/// Takes an answer the moment it is given.
pub type Keeping<'a> = dyn FnMut(&Planned, Kept<'_>) -> Result<(), Stop> + 'a;

/// Puts every question that is due; gives the answers, those that leave something open among them.
pub fn ask(plan: &Plan, door: &mut dyn Door, keep: &mut Keeping<'_>) -> Result<Given, Stop> {
    let mut given = Given::new();
    for planned in &plan.questions {
        if planned.is_asked(&given) {
            let value = answered(planned, door, keep)?;
            given.insert(planned.question.id.clone(), value);
        }
    }
    Ok(given)
}

/// Puts one question until it has an answer that it takes.
fn answered(planned: &Planned, door: &mut dyn Door, keep: &mut Keeping<'_>) -> Result<String, Stop> {
    let mut question = planned.question.clone();
    let mut unclear = 0;
    for _ in 0..TRIES {
        let mut last: Option<Reply> = None;
        let ask = Ask { questions: vec![question.clone()] };
        door.put(&ask, &mut |reply| {
            if reply.id != planned.question.id {
                return Err(Fault::new("an answer came to a question that was not asked").into());
            }
            if let Said::Value(value) = &reply.said
                && planned.judge(value).is_ok()
            {
                let note = reply.note.as_deref();
                let answered_in = reply.answered_in;
                keep(planned, Kept { question: &planned.question, value, note, answered_in, unclear })?;
            }
            last = Some(reply);
            Ok(())
        })?;
        let said = last.map(|reply| reply.said);
        match said {
            None => break,
            Some(Said::Unclear) => {
                unclear += 1;
                question = with_more(planned, &planned.more);
            }
            Some(Said::Value(value)) => match planned.judge(&value) {
                Ok(()) => return Ok(value),
                Err(misfit) => question = with_more(planned, &[why(&misfit)]),
            },
        }
    }
    Err(Fault::new("a question came back without an answer").into())
}

/// The question with more material than it has.
fn with_more(planned: &Planned, more: &[Block]) -> Question {
    let mut question = planned.question.clone();
    question.material.extend_from_slice(more);
    question
}

/// What is said where an answer was not taken.
fn why(misfit: &Misfit) -> Block {
    let text = match misfit {
        Misfit::NotOffered => "That is none of the answers here.".to_owned(),
        Misfit::NotTaken(takes) => format!("That was not taken. It has to be {takes}."),
    };
    Block { kind: "paragraph".to_owned(), text: Some(text), items: Vec::new() }
}
