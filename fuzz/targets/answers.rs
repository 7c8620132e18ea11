//! Any text as an answers file: what is taken without a problem is what serde reads, and is taken again.

#![no_main]

use abcd::interview::answers::read::taken;
use abcd::interview::answers::{AnswersFile, Handed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: String| {
    let Ok(Handed { entries, problems }) = taken(Ok(text.clone()), "routine") else { return };
    if !problems.is_empty() {
        assert!(problems.iter().all(|problem| !problem.says.is_empty() && problem.says.len() < 300));
        return;
    }
    let file: AnswersFile = serde_json::from_str(&text).expect("what is taken has the form");
    assert!(file.answers.iter().eq(entries.iter().map(|entry| &entry.answer)));
    let again = serde_json::to_string(&file).expect("a file of answers is JSON");
    assert_eq!(taken(Ok(again), "routine").expect("it is taken again").entries, entries);
});
