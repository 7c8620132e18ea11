//! Any text as a record: what is read is written back to the byte, and an edit keeps everything else.

#![no_main]

use abcd::records::frontmatter::{Document, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(mut document) = Document::parse(text) else { return };
    assert_eq!(document.to_text(), text);
    let body = document.body().to_owned();
    let others: Vec<_> = document.entries().filter(|entry| entry.key != "edited").cloned().collect();
    document.set("edited", Value::Text("yes: \"no\"".to_owned()), &["edited"]);
    let edited = Document::parse(&document.to_text()).expect("an edit leaves a record");
    assert_eq!(edited.value("edited").and_then(Value::as_text).as_deref(), Some("yes: \"no\""));
    assert_eq!(edited.body(), body);
    let kept = edited.entries().filter(|entry| entry.key != "edited");
    assert!(kept.map(|entry| (&entry.key, &entry.value)).eq(others.iter().map(|entry| (&entry.key, &entry.value))));
});
