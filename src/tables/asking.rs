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

/// The limits by their names.
#[derive(Debug)]
pub struct Named(Table);

impl Named {
    /// Every limit of the row.
    pub fn of(limits: &Limits) -> Self {
        // A row of numbers, texts and lists of texts is a table.
        Self(Table::try_from(limits).unwrap_or_default())
    }

    /// Each name with what it is, sorted.
    pub fn shown(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().map(|(name, value)| (name.as_str(), said(value, Numbers::Digits)))
    }
}

/// `text` with its limits; gives the name that is no limit as the error.
pub fn fill(text: &str, limits: &Limits, numbers: Numbers) -> Result<String, String> {
    let Named(named) = Named::of(limits);
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
