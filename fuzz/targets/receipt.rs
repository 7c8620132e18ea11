//! Any bytes as a receipt: what is taken passes every check, and is taken again as it was.

#![no_main]

use abcd::interview::check::{Addressee, Asking, verbs};
use abcd::interview::written::receipt::{Receipt, taken};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let verbs = verbs();
    match taken(Ok(bytes.to_vec()), &verbs) {
        Ok(Receipt::Ask(ask)) => {
            assert_eq!(Asking::of(Addressee::Unnamed, &verbs).check(&ask), []);
            let again = serde_json::to_vec(&serde_json::json!({ "ask": ask })).expect("an ask is JSON");
            assert_eq!(taken(Ok(again), &verbs), Ok(Receipt::Ask(ask)));
        }
        Ok(Receipt::Done(_)) => {}
        Err(unfit) => assert!(!unfit.detail.is_empty() && unfit.detail.len() <= 300),
    }
});
