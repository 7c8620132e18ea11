//! Any bytes as a document: a key is added to an object and to nothing else, every other byte stays.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

#[path = "../../src/front/render/splice.rs"]
mod splice;

const ADDED: &[u8] = b"\"next_steps\":[1]";

fuzz_target!(|document: &[u8]| {
    let object: Option<Map<String, Value>> = serde_json::from_slice(document).ok();
    let spliced = splice::splice(document, "next_steps", b"[1]");
    if let Ok(spliced) = &spliced {
        let at = spliced.windows(ADDED.len()).rposition(|part| part == ADDED).expect("the key is there");
        let comma = usize::from(at > 0 && spliced.len() > document.len() + ADDED.len());
        let mut without = spliced.clone();
        without.drain(at - comma..at + ADDED.len());
        assert_eq!(without, document);
    }
    let Some(object) = object else { return };
    assert_eq!(spliced.is_err(), object.contains_key("next_steps"));
    if let Ok(spliced) = spliced {
        let read: Map<String, Value> = serde_json::from_slice(&spliced).expect("it stays a document");
        assert_eq!(read.len(), object.len() + 1);
    }
});
