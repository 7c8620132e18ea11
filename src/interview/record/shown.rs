//! A question as it is kept: made safe, so that whoever prints the record shows what it says.

use crate::interview::question::{Ask, Block, Choice, List, Question};
use crate::safe;

/// The question alone, every text of it made safe. What is recorded as its answer is not touched.
pub fn shown(question: &Question) -> Ask {
    let question = Question {
        id: line(&question.id),
        chip: line(&question.chip),
        material: question.material.iter().map(block).collect(),
        ask: line(&question.ask),
        options: question.options.iter().map(choice).collect(),
        later: choice(&question.later),
        now: question.now.as_deref().map(line),
        change_later: question.change_later.as_deref().map(line),
        list: question.list.as_ref().map(|list| List { choices: list.choices.iter().map(choice).collect() }),
        typed: question.typed.as_deref().map(line),
    };
    Ask { questions: vec![question] }
}

/// One line.
pub fn line(text: &str) -> String {
    safe::line(text).into_owned()
}

fn block(block: &Block) -> Block {
    let text = block.text.as_ref().map(|text| text.lines().map(line).collect::<Vec<_>>().join("\n"));
    Block { kind: line(&block.kind), text, items: block.items.iter().map(|item| line(item)).collect() }
}

fn choice(choice: &Choice) -> Choice {
    Choice { value: line(&choice.value), label: line(&choice.label), meaning: line(&choice.meaning) }
}
