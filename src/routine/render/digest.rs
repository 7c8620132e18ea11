//! What a template version is worth: one digest over everything that decides its words.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::editions::Edition;
use crate::routine::sha256::hex;

/// The SHA-256, in hex, over what the archetype's row puts into a prompt, its template and every file
/// that this includes, however deep. Two renders of the same facts differ only where this does.
pub fn digest(edition: &Edition<'_>) -> String {
    let mut files = BTreeMap::new();
    gather(edition, &edition.routine.template, &mut files);
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    };
    row(edition, &mut add);
    for (name, text) in &files {
        add(name);
        add(text);
    }
    hex(&hash.finalize())
}

/// The parts of a row that reach a prompt without anybody answering: its name, defaults and dimensions.
fn row(edition: &Edition<'_>, add: &mut impl FnMut(&str)) {
    add(&edition.routine.id);
    for ask in edition.choices() {
        add(&format!("{}={}", ask.id, ask.default));
    }
    for ask in edition.numbers() {
        add(&format!("{}={}", ask.id, ask.default));
    }
    for ask in edition.switches() {
        add(&format!("{}={}", ask.id, ask.default));
    }
    for ask in edition.texts() {
        add(&format!("{}={}", ask.id, ask.default));
    }
    for dimension in edition.dimensions() {
        add(&format!("{} {}: {}", dimension.focus.join(" "), dimension.id, dimension.look));
    }
}

fn gather(edition: &Edition<'_>, name: &str, files: &mut BTreeMap<String, String>) {
    if files.contains_key(name) {
        return;
    }
    let text = edition.text(name).unwrap_or_default();
    let names: Vec<String> = includes(&text).map(ToOwned::to_owned).collect();
    files.insert(name.to_owned(), text);
    for name in names {
        gather(edition, &name, files);
    }
}

/// The names that a template includes, imports or extends. A name that is computed has no place in a
/// template: its content could not be held.
pub fn includes(text: &str) -> impl Iterator<Item = &str> {
    text.split("{%").skip(1).filter_map(|tag| {
        let tag = tag.trim_start_matches(['-', '+']).trim_start();
        let rest = ["include", "import", "from", "extends"].iter().find_map(|word| tag.strip_prefix(word))?;
        rest.trim_start().strip_prefix('"')?.split('"').next()
    })
}
