//! Digests as they are written down: SHA-256 in lower-case hexadecimal.

use sha2::{Digest, Sha256};

/// The digest of `bytes`.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        hex.extend([byte >> 4, byte & 15].iter().filter_map(|half| char::from_digit((*half).into(), 16)));
        hex
    })
}
