//! A warning as a sentence of the prompt: our words, and values of the repository as code between them.

use super::known::KnownCaveat;
use super::plain;

/// Where a value goes.
const SLOT: &str = "{value}";

/// The sentence, with a capital and a full stop; `None` where a part of it is not plain.
pub fn sentence(caveat: &KnownCaveat) -> Option<String> {
    let words: Vec<&str> = caveat.sentence.split(SLOT).collect();
    if words.len() != caveat.values.len() + 1 || !caveat.values.iter().all(|value| plain::value(value)) {
        return None;
    }
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        text.push_str(word);
        if let Some(value) = caveat.values.get(at) {
            text.push_str(&format!("`{value}`"));
        }
    }
    let text = closed(&text);
    // Two backticks stand around each value; the rest is held to the grammar of our own sentences.
    let own = closed(&words.join("x"));
    plain::sentence(&own).then_some(text)
}

/// What is said of a warning that was left out: our words of it, where they are plain.
pub fn name(caveat: &KnownCaveat) -> String {
    let words = caveat.sentence.replace(SLOT, "...");
    if plain::sentence(&closed(&words)) { format!("the caveat \"{words}\"") } else { "a caveat".to_owned() }
}

fn closed(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().map(|first| first.to_ascii_uppercase()).collect();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
