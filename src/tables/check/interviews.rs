//! Fixed interviews: what a question is built of, what it waits for, and that it offers what its answer sets.

use super::super::model::interviews::{Answer, Condition, Interview, Question, Takes, Target};
use super::super::model::routines::{Number, Routine};
use super::super::source::{Place, Step};
use super::words::{is_kebab, prose, sentence};
use super::{Checks, unique};

/// The set whose values are the facts that a text may name.
const FACTS: &str = "interview-fact";
/// How a setting begins that is the answer to a question of archetypes.
const ROUTINE: &str = "routine.";
/// The longest name of an interview, in characters; it begins the names of its records.
const NAME: usize = 40;

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.interviews, "id", |row| &row.id);
    for (place, row) in &tables.interviews {
        if !is_kebab(&row.id) || row.id.len() > NAME {
            let help = "use lower-case words joined by hyphens, at most 40 characters";
            checks.add(*place, &[Step::Key("id")], format!("`{}` cannot be a name here", row.id), help);
        }
        sentence(checks, *place, &row.sentence);
        if row.question.is_empty() {
            checks.add(*place, &[Step::Key("question")], "nothing is asked", "add a question");
        }
        for number in 0..row.question.len() {
            question(checks, *place, row, number);
        }
    }
}

fn question(checks: &mut Checks<'_>, place: Place, row: &Interview, number: usize) {
    let Some(question) = row.question.get(number) else { return };
    let at = |key| [Step::Key("question"), Step::Row(number), Step::Key(key)];
    let earlier = row.question.get(..number).unwrap_or_default();
    let named = is_kebab(&question.id.replace('_', "-"));
    if !named || earlier.iter().any(|other| other.id == question.id) {
        let help = "use lower-case words that no other question of the interview has";
        checks.add(place, &at("id"), format!("`{}` cannot be a name here", question.id), help);
    }
    if !question.ask.ends_with('?') || question.ask.contains('\n') {
        checks.add(place, &at("ask"), "this asks nothing", "write one line that ends with a question mark");
    }
    for (key, text) in [("role", &question.role), ("change_later", &question.change_later)] {
        prose(checks, place, &at(key), text);
    }
    answers(checks, place, number, question);
    for (which, condition) in question.when.iter().enumerate() {
        waits(checks, place, number, which, condition, earlier);
    }
    for text in texts(question) {
        for fact in facts_of(text) {
            if !is_fact(checks, fact) {
                let help = "name a value of the set `interview-fact`";
                checks.add(
                    place,
                    &[Step::Key("question"), Step::Row(number)],
                    format!("`{{{fact}}}` is no fact"),
                    help,
                );
            }
        }
    }
    sets(checks, place, number, question);
}

/// Every offered answer has a value of its own and a label; something can be answered.
fn answers(checks: &mut Checks<'_>, place: Place, number: usize, question: &Question) {
    let at = |key| [Step::Key("question"), Step::Row(number), Step::Key(key)];
    let all: Vec<&Answer> = question.option.iter().chain([&question.later]).collect();
    for (which, answer) in all.iter().enumerate() {
        let key = if which < question.option.len() { "option" } else { "later" };
        let twice = all.iter().filter(|other| other.value == answer.value).count() > 1;
        if answer.value.trim().is_empty() || answer.label.trim().is_empty() || twice {
            let help = "give each answer a value that no other has, and a label";
            checks.add(place, &at(key), format!("`{}` is no answer of its own", answer.value), help);
        }
    }
    if question.option.is_empty() && question.rows.is_none() && question.typed.is_none() {
        let help = "offer options or the rows of a table, or take a typed answer";
        checks.add(place, &[Step::Key("question"), Step::Row(number)], "nothing can be answered", help);
    }
    for (which, one) in question.material.iter().chain(question.more.iter()).enumerate() {
        if one.text.is_some() != one.items.is_empty() {
            let key = if which < question.material.len() { "material" } else { "more" };
            checks.add(place, &at(key), "neither a paragraph nor a list", "give `text` or `items`, not both");
        }
    }
}

/// A condition is about a fact that there is, or about an answer that an earlier question can get.
fn waits(
    checks: &mut Checks<'_>,
    place: Place,
    number: usize,
    which: usize,
    condition: &Condition,
    earlier: &[Question],
) {
    let at = [Step::Key("question"), Step::Row(number), Step::Key("when"), Step::Row(which)];
    match (&condition.fact, &condition.answer) {
        (Some(fact), None) if is_fact(checks, fact) => {}
        (Some(fact), None) => {
            let help = "name a value of the set `interview-fact`";
            checks.add(place, &at, format!("`{fact}` is no fact"), help);
        }
        (None, Some(id)) => {
            let before = earlier.iter().find(|question| question.id == *id);
            let gives = |question: &Question, value: &str| {
                question.typed.is_some()
                    || question.rows.is_some()
                    || question.option.iter().chain([&question.later]).any(|answer| answer.value == value)
            };
            let given =
                before.is_some_and(|question| condition.is.iter().all(|value| gives(question, value)));
            if !given || condition.is.is_empty() {
                let help = "name a question above this one, and answers that it offers";
                checks.add(place, &at, format!("`{id}` is never answered so"), help);
            }
        }
        _ => checks.add(place, &at, "neither a fact nor an answer", "give `fact` or `answer`, not both"),
    }
}

/// What is set is there, and every answer that it takes by name is offered by its label.
fn sets(checks: &mut Checks<'_>, place: Place, number: usize, question: &Question) {
    let at = |key| [Step::Key("question"), Step::Row(number), Step::Key(key)];
    let id = match question.target {
        Target::Routine => question.sets.as_ref(),
        Target::Repository => match question.sets.strip_prefix(ROUTINE) {
            Some(id) => id,
            None => return takes(checks, place, number, question, false),
        },
        Target::Machine | Target::Next => return takes(checks, place, number, question, false),
    };
    takes(checks, place, number, question, true);
    let tables = checks.tables;
    let routines: Vec<&Routine> = tables.routines.iter().map(|(_, row)| row).collect();
    let choices: Vec<_> =
        routines.iter().flat_map(|row| row.choice.iter()).filter(|ask| ask.id == id).collect();
    let numbers: Vec<&Number> =
        routines.iter().flat_map(|row| row.number.iter()).filter(|ask| ask.id == id).collect();
    let switches = routines.iter().flat_map(|row| row.switch.iter()).filter(|ask| ask.id == id).count();
    let texts = routines.iter().flat_map(|row| row.text.iter()).filter(|ask| ask.id == id).count();
    if choices.len() + numbers.len() + switches + texts == 0 {
        checks.add(
            place,
            &at("sets"),
            format!("no archetype asks `{id}`"),
            "name a question of tables/routines/",
        );
        return;
    }
    let mut named: Vec<&str> = choices.iter().flat_map(|ask| ask.options.iter()).map(AsRef::as_ref).collect();
    if switches > 0 {
        named.extend(["off", "on"]);
    }
    for value in &named {
        if !question.option.iter().any(|option| option.value == *value) {
            let help = "add an option of that value with its label";
            checks.add(place, &at("option"), format!("`{value}` is an answer without a label"), help);
        }
    }
    let bound = |option: &&Answer| {
        let number: Option<u32> = option.value.parse().ok();
        !numbers.iter().all(|ask| number.is_some_and(|number| (ask.min..=ask.max).contains(&number)))
    };
    let stranger = |option: &&Answer| !named.is_empty() && !named.contains(&option.value.as_ref());
    for option in question.option.iter().filter(|option| stranger(option) || bound(option)) {
        let help = "offer what the archetype's question takes";
        checks.add(place, &at("option"), format!("`{}` is no answer to `{id}`", option.value), help);
    }
    if question.default.is_some() {
        let help = "leave it out: the archetype's question has it";
        checks.add(place, &at("default"), "the default stands in two places", help);
    }
}

/// An answer to an archetype's question is judged as one.
fn takes(checks: &mut Checks<'_>, place: Place, number: usize, question: &Question, routine: bool) {
    let Some(typed) = &question.typed else { return };
    let at = [Step::Key("question"), Step::Row(number), Step::Key("typed"), Step::Key("takes")];
    if (typed.takes == Takes::Answer) != routine {
        let help = "take `answer` where a question of an archetype is set, and only there";
        checks.add(place, &at, "nothing judges what is typed", help);
    }
    prose(checks, place, &at, &typed.prompt);
}

/// Every text that may name a fact.
fn texts(question: &Question) -> impl Iterator<Item = &str> {
    let material = question.material.iter().chain(question.more.iter());
    let material = material.flat_map(|one| one.text.iter().chain(one.items.iter()));
    let answers = question.option.iter().chain([&question.later]);
    let answers = answers.flat_map(|answer| [&answer.value, &answer.label, &answer.meaning]);
    let own =
        [&question.ask, &question.change_later].into_iter().chain(&question.unasked).chain(&question.default);
    material.chain(answers).chain(own).map(AsRef::as_ref)
}

/// What stands between braces.
fn facts_of(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    parts.map(|part| part.split_once('}').map_or(part, |(fact, _)| fact)).collect()
}

fn is_fact(checks: &Checks<'_>, name: &str) -> bool {
    let set = checks.tables.sets.iter().find(|(_, set)| set.id == FACTS);
    set.is_some_and(|(_, set)| set.value.iter().any(|value| value.name == name))
}
