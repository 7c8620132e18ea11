//! Any text as the record of an interview: what is taken is read back as it is written.

#![no_main]

use abcd::interview::record::look::parsed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: String| match parsed(&text) {
    Ok(record) => assert_eq!(parsed(&record.text()), Ok(record)),
    Err(why) => assert!(!why.is_empty() && why.len() < 100),
});
