//! Values of a record's head: how they are read and how they are written.

use std::fmt::Write;

use super::Why;

/// One value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing: an empty value, `~`, or `null` in any usual case. A quoted `"null"` is a text.
    Null,
    /// A plain whole number.
    Number(u64),
    /// Any other scalar.
    Text(String),
    /// An inline list.
    List(Vec<String>),
    /// One nested level.
    Map(Vec<(String, Self)>),
}

const NULLS: [&str; 5] = ["", "~", "null", "Null", "NULL"];
/// Words that some reader of YAML takes for something else than a text.
const NOT_BARE: [&str; 8] = ["null", "true", "false", "yes", "no", "on", "off", "y"];
/// With these a plain scalar cannot begin.
const INDICATORS: &str = "{}]&*!|>%@`,#\"'";

impl Value {
    /// Reads the text after `key:`.
    pub(super) fn parse(text: &str) -> Result<Self, Why> {
        match text.chars().next() {
            Some('"') => ended(double_quoted(text)?).map(Self::Text),
            Some('\'') => ended(single_quoted(text)?).map(Self::Text),
            Some('[') => list(text).map(Self::List),
            _ => plain(text).map(resolve),
        }
    }

    /// Adds a nested line to a value that had none on its own line.
    pub(super) fn nest(&mut self, key: &str, value: Self) -> Result<(), Why> {
        if matches!(value, Self::List(_) | Self::Map(_)) {
            return Err(Why::Form);
        }
        match self {
            Self::Map(entries) => entries.push((key.to_owned(), value)),
            _ => *self = Self::Map(vec![(key.to_owned(), value)]),
        }
        Ok(())
    }

    /// Writes a key with this value, ended by `end`.
    pub(super) fn encode(&self, key: &str, end: &str) -> String {
        match self {
            Self::Map(entries) if !entries.is_empty() => {
                let nested = |(key, value): &(String, Self)| format!("  {}", value.encode(key, end));
                let lines: Vec<_> = entries.iter().map(nested).collect();
                format!("{key}:{end}{}", lines.concat())
            }
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(|item| scalar(item)).collect();
                format!("{key}: [{}]{end}", items.join(", "))
            }
            Self::Number(number) => format!("{key}: {number}{end}"),
            Self::Text(text) => format!("{key}: {}{end}", scalar(text)),
            Self::Null | Self::Map(_) => format!("{key}: null{end}"),
        }
    }

    /// The value as a text, where it is a scalar.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

fn resolve(text: &str) -> Value {
    if NULLS.contains(&text) {
        return Value::Null;
    }
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => Value::Number(number),
        _ => Value::Text(text.to_owned()),
    }
}

/// A plain scalar, without the comment that may follow it.
fn plain(text: &str) -> Result<&str, Why> {
    let text = text.find(" #").or_else(|| text.find("\t#")).map_or(text, |at| text.get(..at).unwrap_or(text));
    let text = text.trim_end_matches([' ', '\t']);
    let forbidden = text.starts_with(|c| INDICATORS.contains(c))
        || text.starts_with("? ")
        || text.starts_with("- ")
        || matches!(text, "-" | "?")
        || text.contains(": ")
        || text.ends_with(':');
    if forbidden { Err(Why::Form) } else { Ok(text) }
}

/// A text that was cut off its quotes, if nothing but a comment follows it.
fn ended((text, rest): (String, &str)) -> Result<String, Why> {
    let spaced = rest.starts_with([' ', '\t']);
    let rest = rest.trim_start_matches([' ', '\t']);
    if rest.is_empty() || (spaced && rest.starts_with('#')) { Ok(text) } else { Err(Why::Trailing) }
}

/// Reads a scalar in double quotes; gives it and what follows.
fn double_quoted(text: &str) -> Result<(String, &str), Why> {
    let mut out = String::new();
    let mut chars = text.chars();
    chars.next();
    loop {
        match chars.next().ok_or(Why::Unclosed)? {
            '"' => return Ok((out, chars.as_str())),
            '\\' => out.push(match chars.next().ok_or(Why::Unclosed)? {
                c @ ('"' | '\\' | '/') => c,
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'u' => unicode(&mut chars)?,
                _ => return Err(Why::Escape),
            }),
            c => out.push(c),
        }
    }
}

fn unicode(chars: &mut std::str::Chars<'_>) -> Result<char, Why> {
    let mut number = 0;
    for _ in 0..4 {
        let digit = chars.next().and_then(|c| c.to_digit(16)).ok_or(Why::Escape)?;
        number = number * 16 + digit;
    }
    char::from_u32(number).ok_or(Why::Escape)
}

/// Reads a scalar in single quotes, in which two of them stand for one.
fn single_quoted(text: &str) -> Result<(String, &str), Why> {
    let mut out = String::new();
    let mut rest = text.strip_prefix('\'').unwrap_or(text);
    loop {
        let (before, after) = rest.split_once('\'').ok_or(Why::Unclosed)?;
        out.push_str(before);
        match after.strip_prefix('\'') {
            Some(more) => {
                out.push('\'');
                rest = more;
            }
            None => return Ok((out, after)),
        }
    }
}

fn list(text: &str) -> Result<Vec<String>, Why> {
    let mut items = Vec::new();
    let mut rest = trim(text.strip_prefix('[').unwrap_or(text));
    if let Some(after) = rest.strip_prefix(']') {
        return ended((String::new(), after)).map(|_| items);
    }
    loop {
        let (item, after) = item(rest)?;
        items.push(item);
        let after = trim(after);
        if let Some(after) = after.strip_prefix(']') {
            return ended((String::new(), after)).map(|_| items);
        }
        rest = trim(after.strip_prefix(',').ok_or(if after.is_empty() {
            Why::Unclosed
        } else {
            Why::Trailing
        })?);
    }
}

fn item(text: &str) -> Result<(String, &str), Why> {
    match text.chars().next().ok_or(Why::Unclosed)? {
        '"' => double_quoted(text),
        '\'' => single_quoted(text),
        _ => {
            let end = text.find([',', ']']).ok_or(Why::Unclosed)?;
            let (item, rest) = text.split_at_checked(end).ok_or(Why::Unclosed)?;
            let item = item.trim_end_matches([' ', '\t']);
            if item.is_empty() {
                return Err(Why::EmptyItem);
            }
            let odd = item.contains(['[', '{', '}']) || item.contains(" #") || plain(item)? != item;
            if odd || resolve(item) == Value::Null { Err(Why::Form) } else { Ok((item.to_owned(), rest)) }
        }
    }
}

fn trim(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// Writes a scalar: bare where it is plainly a word, else in double quotes.
fn scalar(text: &str) -> String {
    let word = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !NOT_BARE.contains(&text)
        && text != "n";
    if word {
        return text.to_owned();
    }
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                // Writing into a String cannot fail.
                write!(quoted, "\\u{:04x}", u32::from(c)).ok();
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
