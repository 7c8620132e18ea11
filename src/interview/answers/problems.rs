//! What is wrong with answers: every problem at once, the first of which decides the code.

use serde::{Serialize, Serializer};

use crate::refusal::{Refusal, Stop};
use crate::registry::refusals::Code;

/// The most problems that a refusal names.
const MOST: usize = 50;

/// One thing that is wrong. It says where, and repeats nothing of what stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The code of this problem alone.
    #[serde(serialize_with = "name")]
    pub code: Code,
    /// Where it is, such as `answers[2].value`; the question's key where it is not in the file.
    pub at: String,
    /// What is wrong.
    pub says: String,
    /// The question, where it is one that the interview asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is taken there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// The flag that answers the question too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<String>,
    /// What would let the answer be offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<String>,
}

impl Problem {
    /// A problem at a place.
    pub fn new(code: Code, at: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            code,
            at: at.into(),
            says: says.into(),
            question: None,
            allowed: Vec::new(),
            flag: None,
            raised_by: None,
        }
    }

    /// Names what is taken there.
    #[must_use]
    pub fn allowing<T: Into<String>>(mut self, allowed: impl IntoIterator<Item = T>) -> Self {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// Names the question.
    #[must_use]
    pub fn of(mut self, question: &str) -> Self {
        self.question = Some(question.to_owned());
        self
    }

    /// The refusal of this problem alone.
    pub fn stop(&self) -> Stop {
        stop(self, std::slice::from_ref(self))
    }
}

/// The refusal of all that is wrong: the first problem's, with the others among its facts.
pub fn refused(problems: &[Problem]) -> Result<(), Stop> {
    problems.first().map_or(Ok(()), |first| Err(stop(first, problems)))
}

fn stop(first: &Problem, problems: &[Problem]) -> Stop {
    let shown = problems.get(..MOST).unwrap_or(problems);
    let mut refusal = Refusal::new(first.code)
        .saying(format!("{}: {}", first.at, first.says))
        .fact("key", &first.at)
        .fact("problems", &shown);
    if !first.allowed.is_empty() {
        refusal = refusal.allowed(first.allowed.iter().map(String::as_str));
    }
    for (name, value) in
        [("question", &first.question), ("flag", &first.flag), ("raised_by", &first.raised_by)]
    {
        if let Some(value) = value {
            refusal = refusal.fact(name, value);
        }
    }
    if problems.len() > shown.len() {
        refusal = refusal.fact("more_problems", &(problems.len() - shown.len()));
    }
    refusal.into()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn name<S: Serializer>(code: &Code, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&code.row().code)
}
