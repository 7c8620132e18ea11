//! The strict reading of an answers file: its bytes, its JSON, its keys, its values.

use serde_json::{Map, Value};

use super::problems::Problem;
use super::{CAP, Entry, FileAnswer, Handed, SCHEMA_VERSION};
use crate::host::files::Trouble;
use crate::interview::door::AnsweredIn;
use crate::interview::strict::{NotStrict, parse};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::refusals::Code;

/// The keys of the file.
const FILE: [&str; 3] = ["schema_version", "interview", "answers"];
/// The keys of an answer.
const ANSWER: [&str; 4] = ["id", "value", "note", "answered_in"];

/// Takes what was read of a file of at most [`CAP`] bytes that answers `interview`; what is wrong within the
/// document comes beside what is right.
pub fn taken(read: Result<String, Trouble>, interview: &str) -> Result<Handed, Stop> {
    let text = read.map_err(unreadable)?;
    let document = parse(&text).map_err(not_strict)?;
    Ok(of_document(&document, interview))
}

fn unreadable(trouble: Trouble) -> Stop {
    let code = match trouble {
        Trouble::TooLarge { .. } => code::INTERVIEW_ANSWERS_TOO_LARGE,
        Trouble::NotUtf8 => code::INTERVIEW_ANSWERS_NOT_UTF8,
        _ => code::INTERVIEW_ANSWERS_UNREADABLE,
    };
    let refusal = Refusal::new(code).fact("most_bytes", &CAP);
    refusal.saying(format!("the answers file cannot be used: {trouble}")).into()
}

fn not_strict(not: NotStrict) -> Stop {
    let (code, line) = match not {
        NotStrict::Syntax(line) => (code::INTERVIEW_ANSWERS_NOT_JSON, line),
        NotStrict::RepeatedKey(line) => (code::INTERVIEW_REPEATED_KEY, line),
        NotStrict::Trailing(line) => (code::INTERVIEW_ANSWERS_TRAILING, line),
    };
    let refusal = Refusal::new(code).fact("line", &line);
    let saying = format!("{}, see its line {line}", refusal.error());
    refusal.saying(saying).into()
}

fn of_document(document: &Value, interview: &str) -> Handed {
    let mut problems = Vec::new();
    let mut entries = Vec::new();
    if let Some(file) = object(document, "the file", &FILE, &mut problems) {
        if file.get("schema_version").and_then(Value::as_u64) != Some(SCHEMA_VERSION.into()) {
            let says = format!("it has to be {SCHEMA_VERSION}");
            let problem = Problem::new(code::INTERVIEW_OTHER_SCHEMA, "schema_version", says);
            problems.push(problem.allowing([SCHEMA_VERSION.to_string()]));
        }
        if file.get("interview").and_then(Value::as_str) != Some(interview) {
            let says = format!("the call is for the interview `{interview}`");
            let problem = Problem::new(code::INTERVIEW_OTHER_INTERVIEW, "interview", says);
            problems.push(problem.allowing([interview]));
        }
        match file.get("answers") {
            Some(Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    entries.extend(entry(item, format!("answers[{at}]"), &mut problems));
                }
            }
            _ => problems.push(malformed("answers", "a list of answers belongs there")),
        }
    }
    Handed { entries, problems }
}

/// One answer; none where its id or its value is not there.
fn entry(item: &Value, place: String, problems: &mut Vec<Problem>) -> Option<Entry> {
    let answer = object(item, &place, &ANSWER, problems)?;
    let id = text(answer, &place, "id", Some(code::INTERVIEW_MISSING_ID), problems);
    let value = text(answer, &place, "value", Some(code::INTERVIEW_MISSING_VALUE), problems);
    let note = text(answer, &place, "note", None, problems).map(str::to_owned);
    let answered_in = answer.get("answered_in").and_then(|said| {
        let known = said.as_str().and_then(AnsweredIn::of_word);
        if known.is_none() {
            problems.push(bad_answered_in(&format!("{place}.answered_in")));
        }
        known
    });
    let answer = FileAnswer { id: id?.to_owned(), value: value?.to_owned(), note, answered_in };
    Some(Entry { at: place, answer })
}

/// The problem of a place that is neither of the two.
pub fn bad_answered_in(at: &str) -> Problem {
    let [one, other] = AnsweredIn::WORDS;
    let says = format!("an answer is given in `{one}` or in `{other}`");
    Problem::new(code::INTERVIEW_BAD_ANSWERED_IN, at, says).allowing(AnsweredIn::WORDS)
}

/// An object that has no keys but these.
fn object<'v>(
    value: &'v Value,
    place: &str,
    keys: &[&'static str],
    problems: &mut Vec<Problem>,
) -> Option<&'v Map<String, Value>> {
    let Some(object) = value.as_object() else {
        problems.push(malformed(place, "an object belongs there"));
        return None;
    };
    for (at, _) in object.keys().enumerate().filter(|(_, key)| !keys.contains(&key.as_str())) {
        let says = format!("its key number {} is none that is read there", at + 1);
        problems.push(Problem::new(code::INTERVIEW_UNKNOWN_KEY, place, says).allowing(keys.iter().copied()));
    }
    Some(object)
}

/// A text at a key; an empty one says as little as none.
fn text<'v>(
    object: &'v Map<String, Value>,
    place: &str,
    key: &str,
    missing: Option<Code>,
    problems: &mut Vec<Problem>,
) -> Option<&'v str> {
    let at = format!("{place}.{key}");
    match (object.get(key), missing) {
        (Some(Value::String(text)), None) => Some(text),
        (Some(Value::String(text)), Some(_)) if !text.trim().is_empty() => Some(text),
        (None, None) => None,
        (None | Some(Value::String(_)), Some(code)) => {
            problems.push(Problem::new(code, at, "nothing is said there"));
            None
        }
        (Some(_), _) => {
            problems.push(malformed(&at, "a text belongs there, in quotation marks"));
            None
        }
    }
}

fn malformed(at: &str, says: &str) -> Problem {
    Problem::new(code::INTERVIEW_ANSWERS_MALFORMED, at, says)
}
