//! The one sanitiser: what cannot be seen is made visible before it is printed.
//!
//! Chosen by Unicode property, so that no list of characters has to be kept: controls, bidirectional
//! controls, default-ignorable characters and the line and paragraph separators.

use std::borrow::Cow;
use std::io;

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};
use memchr::memchr;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Whether a character acts on a terminal or hides in a text instead of being seen in it.
pub fn is_hidden(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
        || CodePointSetData::new::<BidiControl>().contains(letter)
}

/// A text of one line: every hidden character, line breaks too, is shown as `\u{…}`.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    shown(text, |letter| is_hidden(letter) && letter != '\t')
}

/// A document as compact JSON, its hidden characters escaped: the value stays, a terminal is safe.
pub fn json<T: Serialize + ?Sized>(document: &T) -> Result<Vec<u8>, serde_json::Error> {
    let mut out = Vec::with_capacity(256);
    document.serialize(&mut Serializer::with_formatter(&mut out, Escaping(CompactFormatter)))?;
    Ok(out)
}

fn shown(text: &str, hide: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hide) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if hide(letter) {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// The one control character of ASCII that serde_json lets through.
const DELETE: u8 = 0x7f;

/// serde_json escapes C0 alone; this escapes every hidden character.
struct Escaping(CompactFormatter);

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.is_ascii() && memchr(DELETE, fragment.as_bytes()).is_none() {
            return self.0.write_string_fragment(to, fragment);
        }
        let mut rest = fragment;
        while let Some((at, letter)) = rest.char_indices().find(|(_, letter)| is_hidden(*letter)) {
            let (seen, from) = rest.split_at(at);
            self.0.write_string_fragment(to, seen)?;
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(to, "\\u{unit:04x}")?;
            }
            rest = from.get(letter.len_utf8()..).unwrap_or_default();
        }
        self.0.write_string_fragment(to, rest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{is_hidden, json, line};

    #[test]
    fn what_hides_is_shown() {
        for (text, safe) in [
            ("plain ünï 日本", "plain ünï 日本"),
            ("a\u{1b}[31m", "a\\u{1b}[31m"),
            ("rlo\u{202e}x", "rlo\\u{202e}x"),
            ("zero\u{200b}\u{2060}\u{00ad}", "zero\\u{200b}\\u{2060}\\u{ad}"),
            ("hangul filler \u{3164}", "hangul filler \\u{3164}"),
            ("tag \u{e0041}", "tag \\u{e0041}"),
            ("c1 \u{9b}31m", "c1 \\u{9b}31m"),
            ("two\nlines\u{2028}", "two\\u{a}lines\\u{2028}"),
        ] {
            assert_eq!(line(text), safe);
        }
    }

    proptest! {
        #[test]
        fn json_holds_no_hidden_character_and_the_same_value(text in any::<String>()) {
            let encoded = String::from_utf8(json(&text).unwrap()).unwrap();
            prop_assert!(!encoded.chars().any(is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&encoded).unwrap(), text);
        }

        #[test]
        fn a_line_holds_no_hidden_character(text in any::<String>()) {
            prop_assert!(!line(&text).chars().any(|letter| is_hidden(letter) && letter != '\t'));
        }
    }
}
