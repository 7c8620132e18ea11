//! A call as it is written in a test, split as a shell would split it.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// Splits `line` at spaces outside of quotes. `\x80` stands for that byte, so that a line can hold what is
/// not UTF-8; nothing else is special.
pub(crate) fn words(line: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take().map(OsString::from_vec)),
            (_, '\\') => {
                let digits: String = letters.by_ref().skip(1).take(2).collect();
                word.get_or_insert_default()
                    .push(u8::from_str_radix(&digits, 16).expect("`\\x80` is a byte"));
            }
            _ => {
                let bytes = word.get_or_insert_default();
                bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word.take().map(OsString::from_vec));
    words
}

#[test]
fn a_line_falls_into_the_words_of_a_shell() {
    assert_eq!(words(r#"a "b c" 'd "e"' f"g h""#), ["a", "b c", "d \"e\"", "fg h"]);
    assert_eq!(words("''  x"), ["", "x"]);
    assert_eq!(words("\\xff")[0].as_encoded_bytes(), [0xff]);
}
