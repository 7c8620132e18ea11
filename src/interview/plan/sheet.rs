//! A plan as a document for a host's question tool: what would be asked, and how the answers come back.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Plan, Planned, When};
use crate::interview::answers::{AnswersFile, FileAnswer, SCHEMA_VERSION};
use crate::interview::question::{Block, Question};

/// What an interview would ask.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Sheet {
    /// The interview.
    pub interview: String,
    /// What it is about.
    pub target: String,
    /// The questions, in the order in which they are asked; nothing was asked yet.
    pub questions: Vec<Asked>,
    /// What is said in the place of questions that are not asked here.
    pub said: Vec<String>,
    /// The file to hand back: every question that was due, with its value filled in.
    pub answers_file: AnswersFile,
}

/// One question.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// Its id.
    pub id: String,
    /// The few words above it.
    pub header: String,
    /// Everything to be read before it is answered; the question is its last line.
    pub text: String,
    /// What is offered, the one that decides nothing last.
    pub options: Vec<Shown>,
    /// What is said where an answer may be typed too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// What a typed answer must be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The earlier answers under which it is asked; all must hold.
    pub when: Vec<When>,
    /// What to say when somebody finds it unclear. It is asked again then: that is no answer.
    pub more: Vec<String>,
}

/// One answer that is offered.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// What it is called.
    pub label: String,
    /// What it means.
    pub description: String,
    /// What is handed back for it.
    pub value: String,
}

impl Sheet {
    /// The plan of an interview about `target`.
    pub fn of(plan: &Plan, target: &str) -> Self {
        let answer = |planned: &Planned| FileAnswer {
            id: planned.question.id.clone(),
            value: String::new(),
            note: None,
            answered_in: None,
        };
        Self {
            interview: plan.interview.clone(),
            target: target.to_owned(),
            questions: plan.questions.iter().map(asked).collect(),
            said: plan.said.clone(),
            answers_file: AnswersFile {
                schema_version: SCHEMA_VERSION,
                interview: plan.interview.clone(),
                answers: plan.questions.iter().map(answer).collect(),
            },
        }
    }
}

fn asked(planned: &Planned) -> Asked {
    let question = &planned.question;
    let shown = |choice: &crate::interview::question::Choice| Shown {
        label: choice.label.clone(),
        description: choice.meaning.clone(),
        value: choice.value.clone(),
    };
    Asked {
        id: question.id.clone(),
        header: question.chip.clone(),
        text: text(question),
        options: question.offered().map(shown).collect(),
        typed: question.typed.clone(),
        takes: planned.takes.map(|takes| takes.to_string()),
        when: planned.when.clone(),
        more: planned.more.iter().map(block).collect(),
    }
}

/// What is read before a question is answered.
fn text(question: &Question) -> String {
    let mut parts: Vec<String> = question.material.iter().map(block).collect();
    let now = question.now.iter().map(|now| format!("Now: {now}"));
    let later = question.change_later.iter().map(|how| format!("Change later: {how}"));
    parts.push(now.chain(later).collect::<Vec<_>>().join("\n"));
    parts.extend(question.typed.clone());
    parts.push(question.ask.clone());
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn block(block: &Block) -> String {
    let items = block.items.iter().map(|item| format!("- {item}"));
    block.text.iter().cloned().chain(items).collect::<Vec<_>>().join("\n")
}
