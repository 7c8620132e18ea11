//! A limit said in a text: `{name}` becomes the limit of that name.

use toml::{Table, Value};

use super::model::asking::Limits;

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// As words, in prose.
    Words,
    /// As digits, beside a value.
    Digits,
}

/// `text` with its limits; gives the name that is no limit as the error.
pub fn fill(text: &str, limits: &Limits, numbers: Numbers) -> Result<String, String> {
    let named = Table::try_from(limits).map_err(|error| error.to_string())?;
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').ok_or_else(|| part.to_owned())?;
        let value = named.get(name).ok_or_else(|| name.to_owned())?;
        out.push_str(&said(value, numbers));
        out.push_str(rest);
    }
    Ok(out)
}

fn said(value: &Value, numbers: Numbers) -> String {
    match value {
        Value::Integer(number) if numbers == Numbers::Words => words(*number),
        Value::Integer(number) => number.to_string(),
        Value::String(text) => format!("`{text}`"),
        Value::Array(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| said(text, numbers)).collect();
            match texts.split_last() {
                Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
                _ => texts.concat(),
            }
        }
        other => other.type_str().to_owned(),
    }
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A number below a hundred as words; a greater one as digits.
fn words(number: i64) -> String {
    let at = |names: &[&'static str], place: i64| {
        usize::try_from(place).ok().and_then(|place| names.get(place).copied()).unwrap_or_default()
    };
    match (number / 10, number % 10) {
        _ if (0..20).contains(&number) => at(&SMALL, number).to_owned(),
        _ if !(0..100).contains(&number) => number.to_string(),
        (tens, 0) => at(&TENS, tens).to_owned(),
        (tens, ones) => format!("{}-{}", at(&TENS, tens), at(&SMALL, ones)),
    }
}
