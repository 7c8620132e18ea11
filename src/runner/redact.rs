//! Secrets taken out of what a runner printed, and looked for again in another way.
//!
//! The first pass knows how secrets of known makers look, by which names they go, and those that stand in the
//! person's own environment. The second knows none of them: it looks for runs of letters and digits that nobody
//! types by hand. Every pass goes over a line once, however long it is.

use std::collections::BTreeMap;
use std::ffi::OsString;

use crate::safe;

/// What stands where a secret stood.
const MASK: &str = "[redacted]";
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
/// Words in the name of a variable whose value is a secret, and the fewest bytes of such a value.
const VARIABLES: [&str; 7] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "AUTH"];
const VALUE: usize = 8;
/// Where a value ends that follows its name.
const ENDS: [char; 8] = ['"', '\'', ' ', '\t', ',', '\\', '&', ';'];
/// The fewest bytes of a run that is looked at, and the least bits a byte that no word has.
const RUN: usize = 28;
const BITS: f64 = 4.2;
/// How long a key of a known maker is that looks like nothing else.
const FORTY: usize = 40;

/// The values of an environment that are secrets by their names.
pub fn secrets_of(environment: &[(OsString, OsString)]) -> Vec<String> {
    let is_secret = |name: &str| VARIABLES.iter().any(|word| name.to_ascii_uppercase().contains(word));
    environment
        .iter()
        .filter(|(name, _)| is_secret(&name.to_string_lossy()))
        .filter_map(|(_, value)| value.to_str())
        // A path names a secret at most.
        .filter(|value| value.len() >= VALUE && !value.starts_with('/'))
        .flat_map(|value| {
            // As it is, and as it stands in a text of JSON.
            let told = serde_json::to_string(value).unwrap_or_default();
            let told = told.strip_prefix('"').and_then(|told| told.strip_suffix('"')).map(str::to_owned);
            [Some(value.to_owned()), told.filter(|told| told != value)]
        })
        .flatten()
        .collect()
}

/// The text without secrets, and safe to print.
pub fn redacted(text: &str, known: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut key = false;
    for line in text.lines() {
        let begins = line.contains("-----BEGIN") && line.contains("PRIVATE KEY");
        let ends = line.contains("-----END");
        // A line of JSON holds a key whole.
        let whole = begins && (ends || line.starts_with('{'));
        if key || begins {
            out.push_str(MASK);
        } else {
            let masked = mask(line, first(line, known));
            let again = mask(&masked, suspicious(&masked));
            out.push_str(&safe::line(&again));
        }
        out.push('\n');
        key = (key || (begins && !whole)) && !ends;
    }
    out
}

/// Whether the second way of looking finds anything in a text any more.
pub fn is_clean(text: &str) -> bool {
    text.lines().all(|line| suspicious(line).is_empty())
}

/// A part of a line, in bytes.
type Span = (usize, usize);

/// The line with these parts masked, which may overlap.
fn mask(line: &str, mut spans: Vec<Span>) -> String {
    spans.sort_unstable();
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    for (start, end) in spans {
        if start >= at {
            out.push_str(line.get(at..start).unwrap_or_default());
            out.push_str(MASK);
        }
        at = at.max(end);
    }
    out + line.get(at..).unwrap_or_default()
}

/// What the first pass knows as a secret.
fn first(line: &str, known: &[String]) -> Vec<Span> {
    let lower = line.to_ascii_lowercase();
    let mut spans: Vec<Span> = Vec::new();
    for secret in known {
        spans.extend(line.match_indices(secret.as_str()).map(|(at, found)| (at, at + found.len())));
    }
    for (begin, least) in TOKENS {
        each(line, begin, &mut spans, |at| token(line, at, least));
    }
    for name in NAMES {
        each(&lower, name, &mut spans, |at| named(line, at + name.len()));
    }
    each(&lower, "bearer ", &mut spans, |at| token(line, at + "bearer ".len(), VALUE));
    each(line, "://", &mut spans, |at| user(line, at + "://".len()));
    each(line, "eyJ", &mut spans, |at| web_token(line, at));
    spans
}

/// Looks at every place of `what`, from the first to the last, and never at one inside of what was seen there: so
/// a line is gone over once. A look gives how far it saw, and what of that is a secret.
fn each(line: &str, what: &str, spans: &mut Vec<Span>, look: impl Fn(usize) -> (usize, Option<Span>)) {
    let mut from = 0;
    while let Some(at) = line.get(from..).and_then(|rest| rest.find(what)).map(|found| from + found) {
        let (seen, secret) = look(at);
        spans.extend(secret);
        from = seen.max(at + what.len());
    }
}

/// A run that begins like a token.
fn token(line: &str, at: usize, least: usize) -> (usize, Option<Span>) {
    let before = line.get(..at).and_then(|before| before.bytes().next_back());
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        return (at, None);
    }
    let end = at + run(line.get(at..).unwrap_or_default());
    (end, (end - at >= least).then_some((at, end)))
}

/// What follows a name: `name: value`, `name=value` and `"name": "value"`.
fn named(line: &str, after: usize) -> (usize, Option<Span>) {
    let rest = line.get(after..).unwrap_or_default();
    let quotes = ['"', '\\', '\'', ' '];
    let Some(value) = rest.trim_start_matches(quotes).strip_prefix([':', '=']) else { return (after, None) };
    let value = value.trim_start_matches(quotes);
    let scheme =
        ["Bearer ", "Basic ", "bearer ", "basic "].iter().find_map(|scheme| value.strip_prefix(scheme));
    let value = scheme.unwrap_or(value);
    let start = line.len() - value.len();
    let end = start + value.find(ENDS).unwrap_or(value.len());
    (end, (end > start).then_some((start, end)))
}

/// The user and the password of an address.
fn user(line: &str, start: usize) -> (usize, Option<Span>) {
    let rest = line.get(start..).unwrap_or_default();
    let end = rest.find(['/', ' ', '"', '\'', '\\', '<', '>']).unwrap_or(rest.len());
    let at_sign = rest.get(..end).and_then(|all| all.rfind('@'));
    (start + end, at_sign.map(|at_sign| (start, start + at_sign)))
}

/// Three parts with dots between, of which the first two are JSON in base 64.
fn web_token(line: &str, at: usize) -> (usize, Option<Span>) {
    let rest = line.get(at..).unwrap_or_default();
    let end = rest.bytes().take_while(|byte| is_run(*byte) || *byte == b'.').count();
    let dots = rest.get(..end).unwrap_or_default().matches('.').count();
    (at + end, (dots == 2).then_some((at, at + end)))
}

/// The runs of a line that have more in them than a word or a digest, or the look of a key.
fn suspicious(line: &str) -> Vec<Span> {
    let secret = |run: &str| run.len() >= RUN && has(run, |byte| byte.is_ascii_digit()) && bits(run) > BITS;
    let mut spans = runs(line, is_run, secret);
    let mixed = |run: &str| {
        has(run, |byte| byte.is_ascii_digit())
            && has(run, |byte| byte.is_ascii_uppercase())
            && has(run, |byte| byte.is_ascii_lowercase())
    };
    let slashed = |byte: u8| byte.is_ascii_alphanumeric() || b"/+".contains(&byte);
    spans.extend(runs(line, slashed, |run| run.len() == FORTY && mixed(run)));
    spans
}

/// The longest runs of such bytes that are secrets.
fn runs(line: &str, of: impl Fn(u8) -> bool, secret: impl Fn(&str) -> bool) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    for run in line.split(|letter: char| !u8::try_from(letter).is_ok_and(&of)) {
        if secret(run) {
            spans.push((at, at + run.len()));
        }
        at += run.len();
        at += line.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    spans
}

fn has(run: &str, what: impl Fn(u8) -> bool) -> bool {
    run.bytes().any(what)
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
    use super::{MASK, is_clean, redacted, secrets_of};

    #[test]
    fn secrets_of_known_makers_are_masked_and_the_rest_stays() {
        for (from, to) in [
            ("push with ghp_0123456789abcdefghij done", "push with [redacted] done"),
            (r#"{"api_key":"abc","x":1}"#, r#"{"api_key":"[redacted]","x":1}"#),
            (r#"{"text":"{\"token\":\"abc\"}"}"#, r#"{"text":"{\"token\":\"[redacted]\"}"}"#),
            ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
            ("curl -H 'Bearer 0123456789'", "curl -H 'Bearer [redacted]'"),
            ("PASSWORD=hunter2 next", "PASSWORD=[redacted] next"),
            ("token=one token=two", "token=[redacted] token=[redacted]"),
            ("https://me:pw@example.com/x", "https://[redacted]@example.com/x"),
            ("a eyJhbGci.eyJzdWIi.c2ln b", "a [redacted] b"),
            ("no secret at all", "no secret at all"),
            ("a task-based tokenizer", "a task-based tokenizer"),
            ("ghp_short and a://b", "ghp_short and a://b"),
            ("bell \u{7} and back", "bell \\u{7} and back"),
        ] {
            assert_eq!(redacted(from, &[]), format!("{to}\n"), "{from}");
        }
    }

    #[test]
    fn a_key_is_masked_to_its_end_and_no_further() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter\n";
        assert_eq!(redacted(key, &[]), format!("{MASK}\n{MASK}\n{MASK}\nafter\n"));
        let line = "{\"x\":\"-----BEGIN PRIVATE KEY-----\\nMIIE\"}\n{\"y\":1}\n";
        assert_eq!(redacted(line, &[]), format!("{MASK}\n{{\"y\":1}}\n"));
    }

    #[test]
    fn what_no_maker_is_known_of_is_found_by_how_it_is_made() {
        for (unknown, masked) in [
            ("value Zx81kQpL0vB7nTyR5wEcU2mHsJ9gDaF4 here", "value [redacted] here"),
            ("é wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY ü", "é [redacted] ü"),
        ] {
            assert!(!is_clean(unknown));
            assert_eq!(redacted(unknown, &[]), format!("{masked}\n"));
            assert!(is_clean(masked));
        }
        for plain in [
            "commit 3f786850e387550fdab836ed7e6dc881de23001b1234567890abcdef",
            "src/interview/question/mod.rs and a-very-long-name-of-a-test-that-is-not-secret-1",
            "session 0b5c2f7e-6a52-4b6e-9e0a-1d2c3b4a5f60",
        ] {
            assert_eq!(redacted(plain, &[]), format!("{plain}\n"));
        }
    }

    #[test]
    fn what_stands_in_the_persons_environment_is_masked_wherever_it_stands() {
        let set = |name: &str, value: &str| (name.into(), value.into());
        let known = secrets_of(&[
            set("SOME_API_KEY", "correct horse \"battery\""),
            set("SSH_AUTH_SOCK", "/run/agent"),
            set("HOME", "somewhere else"),
            set("A_TOKEN", "short"),
        ]);
        assert_eq!(known.len(), 2, "{known:?}");
        let told = redacted("x correct horse \"battery\" y correct horse \\\"battery\\\" z short\n", &known);
        assert_eq!(told, "x [redacted] y [redacted] z short\n");
    }

    #[test]
    fn a_line_is_gone_over_once_however_it_is_made() {
        // Each of these made every look go to the end of the line.
        for piece in ["token=", "://", "ghp_", "eyJ", "password\"", "bearer "] {
            let line = piece.repeat(100_000);
            assert!(redacted(&line, &[]).ends_with('\n'), "{piece}");
        }
    }
}
