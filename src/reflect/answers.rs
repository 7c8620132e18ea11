//! The answers of a retrospective, read strictly and whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::thin::thin;
use crate::interview::strict::{NotStrict, parse};
use crate::records::text;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::reflect::REFLECTIONS;
use crate::tables::model::reflect::Reflection;

/// The largest file of answers, in bytes.
pub const CAP: u64 = 1024 * 1024;

/// The keys of one answer.
const ANSWER: &str = "answer";
const FOLLOW_UP: &str = "follow_up";

/// The answers, a section each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// What went well.
    pub went_well: Said,
    /// What could have gone better.
    pub could_improve: Said,
    /// What to remember, one lesson a line.
    pub lessons: Said,
    /// What was decided.
    pub decisions: Said,
}

/// What somebody said about one section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The answer to its question.
    pub answer: String,
    /// The reply to its one further question, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up: Option<String>,
}

/// A section whose answer is thin and has no reply beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThinAnswer {
    /// The section.
    pub section: &'static str,
    /// What is wrong with its answer.
    pub why: &'static str,
    /// The further question.
    pub follow_up: String,
}

/// Reads answers: one JSON object with the four sections and nothing else. Every refusal has a code of its own.
pub fn check(text: &str) -> Result<Answers, Stop> {
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > CAP {
        return Err(Refusal::new(code::REFLECT_ANSWERS_TOO_LARGE).into());
    }
    let value = parse(text).map_err(|not_strict| {
        let (code, line) = match not_strict {
            NotStrict::RepeatedKey(line) => (code::REFLECT_ANSWERS_REPEATED_KEY, line),
            NotStrict::Syntax(line) | NotStrict::Trailing(line) => (code::REFLECT_ANSWERS_NOT_JSON, line),
        };
        Refusal::new(code).fact("line", &line)
    })?;
    let sections: Vec<&str> = REFLECTIONS.iter().map(|row| row.section.as_ref()).collect();
    known(&value, &sections, "the top")?;
    let mut wrong = Vec::new();
    for section in &sections {
        let said = value.get(*section);
        if let Some(said) = said.filter(|said| said.is_object()) {
            known(said, &[ANSWER, FOLLOW_UP], section)?;
        }
        let is_text = |key: &str| said.and_then(|said| said.get(key)).map(Value::is_string);
        if is_text(ANSWER) != Some(true) || is_text(FOLLOW_UP) == Some(false) {
            wrong.push(*section);
        }
    }
    let answers = serde_json::from_value::<Answers>(value).ok().filter(|_| wrong.is_empty());
    let answers =
        answers.ok_or_else(|| Refusal::new(code::REFLECT_ANSWERS_INCOMPLETE).fact("sections", &wrong))?;
    answers.fit()
}

/// That an object has no key but these.
fn known(value: &Value, keys: &[&str], at: &str) -> Result<(), Stop> {
    let unknown =
        value.as_object().is_some_and(|object| object.keys().any(|key| !keys.contains(&key.as_str())));
    if !unknown {
        return Ok(());
    }
    let refusal = Refusal::new(code::REFLECT_ANSWERS_UNKNOWN_KEY).allowed(keys.iter().copied());
    Err(refusal.fact("in", &at).into())
}

impl Answers {
    /// Each section with what was said about it, in the order in which they are asked.
    pub fn sections(&self) -> impl Iterator<Item = (&'static Reflection, &Said)> {
        REFLECTIONS.iter().filter_map(|row| Some((row, self.said(&row.section)?)))
    }

    fn said(&self, section: &str) -> Option<&Said> {
        match section {
            "went_well" => Some(&self.went_well),
            "could_improve" => Some(&self.could_improve),
            "lessons" => Some(&self.lessons),
            "decisions" => Some(&self.decisions),
            _ => None,
        }
    }

    /// The sections whose answer is thin and has no reply beside it; `tag` is the release.
    pub fn thin(&self, tag: &str) -> Vec<ThinAnswer> {
        let found = self.sections().filter(|(_, said)| !said.has_reply()).filter_map(|(row, said)| {
            let thin = thin(row, &said.answer)?;
            let follow_up = row.follow_up.replace("{tag}", tag);
            Some(ThinAnswer { section: &row.section, why: &thin.about, follow_up })
        });
        found.collect()
    }

    /// The answers as they are stored; refused where one cannot be.
    fn fit(mut self) -> Result<Self, Stop> {
        let mut unfit = Vec::new();
        let all = [
            ("went_well", &mut self.went_well),
            ("could_improve", &mut self.could_improve),
            ("lessons", &mut self.lessons),
            ("decisions", &mut self.decisions),
        ];
        for (section, said) in all {
            for text in [Some(&mut said.answer), said.follow_up.as_mut()].into_iter().flatten() {
                match text::prose(text) {
                    Ok(fit) => *text = fit,
                    // Whether nothing may be said is decided by what is thin.
                    Err(text::Unfit::Blank) => text.clear(),
                    Err(why) => unfit.push(format!("{section}: it {why}")),
                }
            }
        }
        if unfit.is_empty() {
            Ok(self)
        } else {
            Err(Refusal::new(code::REFLECT_ANSWER_UNFIT).fact("sections", &unfit).into())
        }
    }
}

impl Said {
    /// Whether the further question was answered with something.
    pub fn has_reply(&self) -> bool {
        self.follow_up.as_deref().is_some_and(|reply| reply.chars().any(char::is_alphanumeric))
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, REFLECTIONS, Said};

    #[test]
    fn the_table_and_the_answers_have_the_same_sections() {
        let said = || Said { answer: String::new(), follow_up: None };
        let answers =
            Answers { went_well: said(), could_improve: said(), lessons: said(), decisions: said() };
        let document = serde_json::to_value(&answers).unwrap();
        let keys: Vec<_> = document.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, REFLECTIONS.iter().map(|row| row.section.to_string()).collect::<Vec<_>>());
        assert_eq!(answers.sections().count(), 4);
        assert_eq!(answers.thin("v1.0.0").len(), 4);
    }
}
