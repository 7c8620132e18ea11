//! Every abcd command that a prompt names is one that abcd takes.

use abcd::registry::tree::whole;
use abcd::routine::render::Known;

use crate::support::{bare, go, rendered, rust};

/// The abcd commands of a prompt, in its code blocks and in its sentences.
fn commands(prompt: &str) -> Vec<String> {
    let joined = prompt.replace("\\\n", " ");
    let blocks = joined.lines().filter(|line| line.starts_with("abcd ")).map(ToOwned::to_owned);
    let spans = joined.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let spans = spans.filter(|span| span.starts_with("abcd ")).map(ToOwned::to_owned);
    blocks.chain(spans).collect()
}

/// The words of a line as a shell reads it, with what is the reader's to fill in filled in.
fn words(line: &str) -> Vec<String> {
    let filled = line.replace("SEVERITY", "major").replace("$ROUND", "7");
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for letter in filled.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            _ => word.push(letter),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

#[test]
fn the_tree_parses_every_command() {
    let mut seen = 0;
    for known in [go(), rust(), bare(), Known { hosting: Some("gitlab".into()), ..go() }] {
        for line in commands(&rendered(&known).prompt) {
            for category in ["bug", "security", "documentation", "inconsistency"] {
                let words = words(&line.replace("CATEGORY", category));
                let parsed = whole().try_get_matches_from(&words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
                seen += 1;
            }
        }
    }
    assert!(seen >= 4 * 5, "{seen}");
}
