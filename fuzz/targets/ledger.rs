//! Any bytes as a ledger: what is read is sorted and stays the same when it is written.

#![no_main]

use abcd::release::ledger::Ledger;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(ledger) = Ledger::read(bytes) else { return };
    assert!(ledger.codes.is_sorted_by(|one, other| one.code < other.code));
    let text = ledger.text().expect("a ledger is JSON");
    assert_eq!(Ledger::read(text.as_bytes()).as_ref(), Ok(&ledger));
});
