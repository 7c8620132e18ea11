//! A plan from the row of a fixed interview, and from what is known before anybody is asked.

use std::collections::BTreeMap;

use super::takes::Takes;
use super::{Plan, Planned, When};
use crate::interview::question::{Block, Choice, List, Question};
use crate::person::Ceiling;
use crate::registry::hosts::HOSTS;
use crate::registry::values::{Closed, InterviewFact};
use crate::routine::render::answers::{OFF, ON};
use crate::routine::render::{Edition, Editions};
use crate::tables::model::interviews::{
    Answer, Condition, Interview, Material, Question as Row, Rows, Takes as TakesRow, Target,
};
use crate::tables::model::routines::Grammar;

/// The most answers that a person is shown as options; more of them are a list.
const OPTIONS: usize = 3;
/// How a setting begins that is the answer to a question of archetypes.
const ROUTINE: &str = "routine.";

/// What is known before anybody is asked.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The facts that the texts of a row may name.
    pub facts: &'a BTreeMap<InterviewFact, String>,
    /// The archetype of the routine that is laid down, where one is.
    pub edition: Option<Edition<'a>>,
    /// Every archetype.
    pub editions: &'a Editions,
    /// How far the person lets a routine merge here.
    pub ceiling: Ceiling,
    /// How each key stands now, by what it is a key of.
    pub now: &'a BTreeMap<(Target, String), String>,
}

/// What an archetype's question takes.
enum Shape<'a> {
    /// One of these words.
    Words(Vec<&'a str>, bool),
    /// A text or a number.
    Open(Takes),
}

/// The plan of a row.
pub fn plan(row: &Interview, known: &Known<'_>) -> Plan {
    let mut plan =
        Plan { interview: row.id.to_string(), questions: Vec::new(), said: Vec::new(), unasked: Vec::new() };
    for question in row.question.iter() {
        if let Some(planned) = planned(question, known) {
            plan.questions.push(planned);
        } else {
            plan.unasked.push(question.id.to_string());
            plan.said.extend(question.unasked.as_deref().and_then(|text| fill(text, known)));
        }
    }
    number(&mut plan.questions);
    plan
}

/// The chips: for whom, which one, and of how many where no answer changes that.
fn number(questions: &mut [Planned]) {
    let fixed = questions.iter().all(|planned| planned.when.is_empty());
    let total = if fixed { format!("/{}", questions.len()) } else { String::new() };
    for (at, planned) in questions.iter_mut().enumerate() {
        planned.question.chip.push_str(&format!(" Q{}{total}", at + 1));
    }
}

/// The question as it is asked here; none where what is known keeps it from being asked.
fn planned(row: &Row, known: &Known<'_>) -> Option<Planned> {
    let shape = shape(row, known);
    // Another archetype asks it.
    if row.target == Target::Routine && shape.is_none() {
        return None;
    }
    if !row.when.iter().all(|condition| holds(condition, known)) {
        return None;
    }
    let (choices, withheld) = choices(row, shape.as_ref(), known);
    let raised_by = known.facts.get(&InterviewFact::CeilingKey).filter(|_| !withheld.is_empty()).cloned();
    let list = choices.len() > OPTIONS;
    let (options, list) = if list { (Vec::new(), Some(List { choices })) } else { (choices, None) };
    let question = Question {
        id: row.id.to_string(),
        chip: row.role.to_string(),
        material: blocks(&row.material, known),
        ask: fill(&row.ask, known)?,
        options,
        later: choice(&row.later, known)?,
        now: Some(now(row, known)),
        change_later: fill(&row.change_later, known),
        list,
        typed: row.typed.as_ref().map(|typed| typed.prompt.to_string()),
    };
    Some(Planned {
        question,
        when: row.when.iter().filter_map(when).collect(),
        more: blocks(&row.more, known),
        takes: row.typed.as_ref().and_then(|typed| takes(typed.takes, shape.as_ref())),
        withheld,
        raised_by,
        target: row.target,
        sets: row.sets.to_string(),
    })
}

/// What the archetype's question takes that the row sets; of several archetypes, what all of them take.
fn shape<'a>(row: &Row, known: &Known<'a>) -> Option<Shape<'a>> {
    match row.target {
        Target::Routine => shape_of(known.edition?, &row.sets),
        Target::Repository => {
            let id = row.sets.strip_prefix(ROUTINE)?;
            let archetypes = known.editions.archetypes().iter();
            let editions = archetypes.filter_map(|row| known.editions.latest(&row.id));
            editions.filter_map(|edition| shape_of(edition, id)).reduce(both)
        }
        Target::Next | Target::Machine => None,
    }
}

fn shape_of<'a>(edition: Edition<'a>, id: &str) -> Option<Shape<'a>> {
    let words = |ask: &'a crate::tables::model::routines::Choice| {
        Shape::Words(ask.options.iter().map(AsRef::as_ref).collect(), ask.capped)
    };
    let choice = edition.choices().find(|ask| ask.id == id).map(words);
    let number = edition.numbers().find(|ask| ask.id == id);
    let number = number.map(|ask| Shape::Open(Takes::Number(ask.min, ask.max)));
    let switch = edition.switches().find(|ask| ask.id == id).map(|_| Shape::Words(vec![OFF, ON], false));
    let text = edition.texts().find(|ask| ask.id == id).map(|ask| {
        Shape::Open(match ask.grammar {
            Grammar::Path => Takes::Path,
            Grammar::Cadence => Takes::Cadence,
        })
    });
    choice.or(number).or(switch).or(text)
}

/// What both take; where they differ in kind, the first.
fn both<'a>(one: Shape<'a>, other: Shape<'a>) -> Shape<'a> {
    match (one, other) {
        (Shape::Words(one, capped), Shape::Words(other, also)) => {
            Shape::Words(one.into_iter().filter(|word| other.contains(word)).collect(), capped || also)
        }
        (Shape::Open(Takes::Number(min, max)), Shape::Open(Takes::Number(low, high))) => {
            Shape::Open(Takes::Number(min.max(low), max.min(high)))
        }
        (one, _) => one,
    }
}

/// What is offered, and which of the answers are not because the person's own settings end before them.
fn choices(row: &Row, shape: Option<&Shape<'_>>, known: &Known<'_>) -> (Vec<Choice>, Vec<String>) {
    if let Some(Rows::Hosts) = row.rows {
        let host = |host: &crate::tables::model::hosts::Starter| Choice {
            value: host.id.to_string(),
            label: host.id.to_string(),
            meaning: host.sentence.to_string(),
        };
        return (HOSTS.iter().map(host).collect(), Vec::new());
    }
    let taken = |value: &str| match shape {
        None => true,
        Some(Shape::Words(words, _)) => words.contains(&value),
        Some(Shape::Open(takes)) => takes.fits(value),
    };
    let capped = matches!(shape, Some(Shape::Words(_, true)));
    let above = |value: &str| capped && Ceiling::of_word(value).is_some_and(|asked| asked > known.ceiling);
    let offered = row.option.iter().filter_map(|answer| choice(answer, known));
    let (withheld, offered): (Vec<_>, Vec<_>) =
        offered.filter(|choice| taken(&choice.value)).partition(|choice| above(&choice.value));
    let mut offered: Vec<Choice> = offered;
    // Two facts may lead to one answer; it is offered once.
    let mut seen = Vec::new();
    offered.retain(|choice| {
        let new = !seen.contains(&choice.value);
        seen.push(choice.value.clone());
        new
    });
    (offered, withheld.into_iter().map(|choice| choice.value).collect())
}

fn takes(takes: TakesRow, shape: Option<&Shape<'_>>) -> Option<Takes> {
    match (takes, shape) {
        (TakesRow::Answer, Some(Shape::Open(takes))) => Some(*takes),
        (TakesRow::Answer, _) => None,
        (TakesRow::Path, _) => Some(Takes::Path),
        (TakesRow::Line, _) => Some(Takes::Line),
    }
}

fn now(row: &Row, known: &Known<'_>) -> String {
    let stands = known.now.get(&(row.target, row.sets.to_string())).cloned();
    let default = || row.default.as_deref().and_then(|text| fill(text, known));
    stands
        .unwrap_or_else(|| default().map_or_else(|| "not set".to_owned(), |text| format!("not set ({text})")))
}

/// Whether a condition about a fact holds; one about an answer is not known yet.
fn holds(condition: &Condition, known: &Known<'_>) -> bool {
    let Some(name) = &condition.fact else { return true };
    let fact = name.parse().ok().and_then(|fact: InterviewFact| known.facts.get(&fact));
    fact.is_some_and(|fact| condition.is.is_empty() || condition.is.iter().any(|one| one == fact))
}

fn when(condition: &Condition) -> Option<When> {
    let answer = condition.answer.as_ref()?.to_string();
    Some(When { answer, is: condition.is.iter().map(ToString::to_string).collect() })
}

fn choice(row: &Answer, known: &Known<'_>) -> Option<Choice> {
    let fill = |text: &str| fill(text, known);
    Some(Choice { value: fill(&row.value)?, label: fill(&row.label)?, meaning: fill(&row.meaning)? })
}

fn blocks(rows: &[Material], known: &Known<'_>) -> Vec<Block> {
    let block = |row: &Material| {
        if let Some(text) = &row.text {
            let text = Some(fill(text, known)?);
            return Some(Block { kind: "paragraph".to_owned(), text, items: Vec::new() });
        }
        let items = row.items.iter().filter_map(|item| fill(item, known)).collect();
        Some(Block { kind: "list".to_owned(), text: None, items })
    };
    rows.iter().filter_map(block).collect()
}

/// A text with its facts; none where one of them is not known.
fn fill(text: &str, known: &Known<'_>) -> Option<String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}')?;
        filled.push_str(before);
        filled.push_str(known.facts.get(&name.parse().ok()?)?);
        rest = behind;
    }
    filled.push_str(rest);
    Some(filled)
}

/// The facts that are named by what `find` says of each; a new fact has to be found by every interview.
pub fn facts(find: impl Fn(InterviewFact) -> Option<String>) -> BTreeMap<InterviewFact, String> {
    InterviewFact::ALL.iter().filter_map(|fact| Some((*fact, find(*fact)?))).collect()
}
