//! An ask made safe to show, beside the ask as it is: what is drawn and measured is the one, what is recorded
//! is the other.

use super::question::{Ask, Block, Choice, List, Question};
use crate::safe;

/// An ask as it may be shown. There is no other way to make one, so what is drawn was made safe.
#[derive(Debug, Clone)]
pub struct Safe<'a> {
    shown: Ask,
    own: &'a Ask,
}

impl<'a> Safe<'a> {
    /// Makes every text of `ask` safe; nothing is cut and nothing is left out.
    pub fn of(ask: &'a Ask) -> Self {
        let Ask { questions } = ask;
        Self { shown: Ask { questions: questions.iter().map(question).collect() }, own: ask }
    }

    /// What may be shown.
    pub fn shown(&self) -> &Ask {
        &self.shown
    }

    /// Each question as it may be shown, with the question as it is.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = (&Question, &'a Question)> {
        self.shown.questions.iter().zip(&self.own.questions)
    }

    /// The question of a tab, from 0, as it may be shown and as it is.
    pub fn pair(&self, tab: usize) -> Option<(&Question, &'a Question)> {
        Some((self.shown.questions.get(tab)?, self.own.questions.get(tab)?))
    }

    /// The value that is recorded for the answer at that place of what a tab offers, both from 0.
    pub fn value(&self, tab: usize, place: usize) -> Option<&'a str> {
        self.own.questions.get(tab)?.values().nth(place)
    }
}

// Each of these names every field, so that a new one is no forgotten one.

fn question(own: &Question) -> Question {
    let Question { id, chip, material, ask, options, later, now, change_later, list, typed } = own;
    Question {
        id: line(id),
        chip: line(chip),
        material: material.iter().map(block).collect(),
        ask: line(ask),
        options: options.iter().map(choice).collect(),
        later: choice(later),
        now: now.as_deref().map(line),
        change_later: change_later.as_deref().map(line),
        list: list.as_ref().map(|List { choices }| List { choices: choices.iter().map(choice).collect() }),
        typed: typed.as_deref().map(line),
    }
}

fn block(own: &Block) -> Block {
    let Block { kind, text, items } = own;
    Block {
        kind: line(kind),
        text: text.as_deref().map(lines),
        items: items.iter().map(|item| lines(item)).collect(),
    }
}

fn choice(own: &Choice) -> Choice {
    let Choice { value, label, meaning } = own;
    Choice { value: line(value), label: line(label), meaning: line(meaning) }
}

/// A text of one line. A tab is as wide as where it stands, so it becomes a space.
pub(super) fn line(text: &str) -> String {
    safe::line(text).replace('\t', " ")
}

/// A text whose line breaks stay.
pub(super) fn lines(text: &str) -> String {
    let all: Vec<String> = text.split('\n').map(|one| line(one.strip_suffix('\r').unwrap_or(one))).collect();
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Safe;
    use crate::interview::question::Ask;
    use crate::safe::is_hidden;

    /// Every string of a document made hostile, so that a text that is copied as it is would be seen.
    fn poison(value: &mut Value) {
        match value {
            Value::String(text) => *text = format!("\u{1b}[31m{text}\n\u{202e}\tx\u{200d}"),
            Value::Array(all) => all.iter_mut().for_each(poison),
            Value::Object(all) => all.values_mut().for_each(poison),
            _ => {}
        }
    }

    fn hostile() -> Ask {
        let choice = json!({ "value": "v", "label": "l", "meaning": "m" });
        let mut ask = json!({ "questions": [{
            "id": "a", "chip": "c", "material": [{ "kind": "list", "text": "t", "items": ["i"] }], "ask": "q",
            "options": [choice], "later": choice, "now": "n", "change_later": "c",
            "list": { "choices": [choice] }, "typed": "t",
        }] });
        poison(&mut ask);
        serde_json::from_value(ask).unwrap()
    }

    #[test]
    fn no_text_of_an_ask_is_left_as_it_was() {
        let own = hostile();
        let safe = Safe::of(&own);
        let mut seen = 0;
        let shown = serde_json::to_value(safe.shown()).unwrap();
        let mut all = vec![shown];
        while let Some(value) = all.pop() {
            match value {
                Value::String(text) => {
                    seen += 1;
                    assert!(!text.chars().any(|letter| is_hidden(letter) && letter != '\n'), "{text:?}");
                    assert!(text.contains("\\u{1b}[31m") && text.contains("\\u{202e} x"), "{text:?}");
                }
                Value::Array(more) => all.extend(more),
                Value::Object(more) => all.extend(more.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
        assert_eq!(seen, 18);
    }

    #[test]
    fn only_material_has_lines() {
        let own = hostile();
        let safe = Safe::of(&own);
        let question = &safe.shown().questions[0];
        assert!(question.material[0].text.as_deref().is_some_and(|text| text.contains('\n')));
        assert!(question.material[0].items[0].contains('\n'));
        let mut rest = question.clone();
        rest.material.clear();
        assert!(!serde_json::to_string(&rest).unwrap().contains("\\n"));
    }

    #[test]
    fn the_value_that_is_recorded_is_the_questions_own() {
        let own = hostile();
        let safe = Safe::of(&own);
        assert_eq!(safe.value(0, 1), Some("\u{1b}[31mv\n\u{202e}\tx\u{200d}"));
        assert_ne!(safe.shown().questions[0].values().nth(1), safe.value(0, 1));
        assert_eq!((safe.value(0, 3), safe.value(1, 0)), (None, None));
    }
}
