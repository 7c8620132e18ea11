//! Any bytes as keys, cut anywhere: no control character is a letter, and an interrupt always comes through.

#![no_main]

use abcd::host::terminal::{Decoder, Key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], u8)| {
    let (bytes, cut) = input;
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for read in bytes.chunks(usize::from(cut).max(1)) {
        decoder.feed(read, &mut keys);
        if decoder.patience().is_some() && cut % 2 == 0 {
            decoder.expire(&mut keys);
        }
    }
    assert!(keys.iter().all(|key| !matches!(key, Key::Char(letter) if letter.is_control())));
    // A report of the mouse swallows three bytes, a paste is left by the second interrupt.
    for _ in 0..5 {
        decoder.feed(b"\x03", &mut keys);
    }
    assert_eq!(keys.last(), Some(&Key::Control('c')));
});
