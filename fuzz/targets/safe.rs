//! Any text as what is printed: nothing hides in it, and as JSON it keeps its value.

#![no_main]

use abcd::safe::{is_hidden, json, line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    assert!(!line(text).chars().any(|letter| is_hidden(letter) && letter != '\t'));
    let encoded = String::from_utf8(json(text).expect("a text is JSON")).expect("JSON is UTF-8");
    assert!(!encoded.chars().any(is_hidden));
    assert_eq!(serde_json::from_str::<String>(&encoded).expect("what is written is read"), text);
});
