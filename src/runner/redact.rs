//! Secrets taken out of what a runner printed, and looked for again in another way.
//!
//! The first pass knows how secrets of known makers look. The second knows none of them: it looks for runs of
//! letters and digits that nobody types by hand. A line in which it still finds one is withheld whole.

use std::collections::BTreeMap;

/// What stands where a secret stood.
const MASK: &str = "[redacted]";
/// What stands where a line stood.
const WITHHELD: &str = "[line withheld]";
/// How tokens of known makers begin, and how many bytes they have at least.
const TOKENS: [(&str, usize); 16] = [
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("sk-", 16),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xapp-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 20),
    ("npm_", 20),
];
/// Words before a value that is a secret, whatever it looks like.
const NAMES: [&str; 10] = [
    "password",
    "passwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api-key",
    "authorization",
    "private_key",
    "access_key",
];
/// The fewest bytes of a run that is looked at, and the least bits a byte that no word has.
const RUN: usize = 28;
const BITS: f64 = 4.2;

/// The text without secrets.
pub fn redacted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut key = false;
    for line in text.lines() {
        if line.contains("-----BEGIN") && line.contains("PRIVATE KEY") {
            key = true;
        }
        let ends = key && line.contains("-----END");
        let masked = if key { MASK.to_owned() } else { masked(line) };
        out.push_str(if suspicious(&masked) { WITHHELD } else { &masked });
        out.push('\n');
        key &= !ends;
    }
    out
}

/// The line with what is known as a secret masked.
fn masked(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((start, end)) = secret(rest) {
        out.push_str(rest.get(..start).unwrap_or_default());
        out.push_str(MASK);
        rest = rest.get(end..).unwrap_or_default();
    }
    out + rest
}

/// Where the first secret of a text begins and ends.
fn secret(text: &str) -> Option<(usize, usize)> {
    let tokens = TOKENS.iter().filter_map(|(begin, least)| token(text, begin, *least));
    let named = NAMES.iter().filter_map(|name| named(text, name));
    tokens.chain(named).chain(user(text)).chain(web_token(text)).min()
}

fn token(text: &str, begin: &str, least: usize) -> Option<(usize, usize)> {
    text.match_indices(begin).find_map(|(at, _)| {
        let before = text.get(..at)?.bytes().next_back();
        let end = at + run(text.get(at..)?);
        (before.is_none_or(|byte| !byte.is_ascii_alphanumeric()) && end - at >= least).then_some((at, end))
    })
}

/// `name: value`, `name=value` and `"name": "value"`, without regard to letter case.
fn named(text: &str, name: &str) -> Option<(usize, usize)> {
    let lower = text.to_ascii_lowercase();
    lower.match_indices(name).find_map(|(at, _)| {
        let after = text.get(at + name.len()..)?;
        let value = after.trim_start_matches(['"', '\\', '\'', ' ']);
        let value = value.strip_prefix([':', '='])?.trim_start_matches(['"', '\\', '\'', ' ']);
        let value = ["Bearer ", "Basic ", "bearer ", "basic "]
            .iter()
            .find_map(|scheme| value.strip_prefix(scheme))
            .unwrap_or(value);
        let start = text.len() - value.len();
        let length = value.find(['"', '\'', ' ', ',', '\\', '&', ';']).unwrap_or(value.len());
        let mask = value.starts_with(MASK) || length == 0;
        (!mask).then_some((start, start + length))
    })
}

/// The user and the password of an address.
fn user(text: &str) -> Option<(usize, usize)> {
    text.match_indices("://").find_map(|(at, _)| {
        let start = at + 3;
        let rest = text.get(start..)?;
        let end = rest.find(['/', ' ', '"', '\'', '\\', '<', '>']).unwrap_or(rest.len());
        let at_sign = rest.get(..end)?.rfind('@')?;
        (rest.get(..at_sign)? != MASK).then_some((start, start + at_sign))
    })
}

/// Three parts with dots between, of which the first two are JSON in base 64.
fn web_token(text: &str) -> Option<(usize, usize)> {
    text.match_indices("eyJ").find_map(|(at, _)| {
        let rest = text.get(at..)?;
        let end = rest.bytes().take_while(|byte| is_run(*byte) || *byte == b'.').count();
        (rest.get(..end)?.matches('.').count() == 2).then_some((at, at + end))
    })
}

/// Whether a run of the line has more in it than a word or a digest.
fn suspicious(line: &str) -> bool {
    line.split(|letter: char| !letter.is_ascii() || !is_run(letter as u8))
        .filter(|run| run.len() >= RUN && run.bytes().any(|byte| byte.is_ascii_digit()))
        .any(|run| bits(run) > BITS)
}

/// The entropy of a text in bits a byte.
fn bits(text: &str) -> f64 {
    let mut counts: BTreeMap<u8, u32> = BTreeMap::new();
    for byte in text.bytes() {
        *counts.entry(byte).or_default() += 1;
    }
    let all = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
    counts.values().map(|count| f64::from(*count) / all).map(|share| -share * share.log2()).sum()
}

fn run(text: &str) -> usize {
    text.bytes().take_while(|byte| is_run(*byte)).count()
}

fn is_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::{MASK, WITHHELD, redacted};

    #[test]
    fn secrets_of_known_makers_are_masked_and_the_rest_stays() {
        for (from, to) in [
            ("push with ghp_0123456789abcdefghij done", "push with [redacted] done"),
            (r#"{"api_key":"abc","x":1}"#, r#"{"api_key":"[redacted]","x":1}"#),
            ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
            ("PASSWORD=hunter2 next", "PASSWORD=[redacted] next"),
            ("https://me:pw@example.com/x", "https://[redacted]@example.com/x"),
            ("a eyJhbGci.eyJzdWIi.c2ln b", "a [redacted] b"),
            ("no secret at all", "no secret at all"),
            ("a task-based tokenizer", "a task-based tokenizer"),
        ] {
            assert_eq!(redacted(from), format!("{to}\n"), "{from}");
        }
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter\n";
        assert_eq!(redacted(key), format!("{MASK}\n{MASK}\n{MASK}\nafter\n"));
    }

    #[test]
    fn what_no_maker_is_known_of_is_found_by_how_it_is_made() {
        let unknown = "value Zx81kQpL0vB7nTyR5wEcU2mHsJ9gDaF4 here";
        assert_eq!(redacted(unknown), format!("{WITHHELD}\n"));
        for plain in [
            "commit 3f786850e387550fdab836ed7e6dc881de23001b1234567890abcdef",
            "src/interview/question/mod.rs and a-very-long-name-of-a-test-that-is-not-secret-1",
            "session 0b5c2f7e-6a52-4b6e-9e0a-1d2c3b4a5f60",
        ] {
            assert_eq!(redacted(plain), format!("{plain}\n"));
        }
    }
}
