//! Aliases that a build of sbt gives to lists of its tasks.

use super::super::ground::Ground;
use super::{TARGETS, Target};

/// How much of a definition is read, in bytes.
const LENGTH: usize = 2_000;

/// The aliases of `addCommandAlias`, as far as they are literal.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(text) = ground.text(path) else { return Vec::new() };
    let mut targets = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for (at, _) in text.match_indices("addCommandAlias(").take(TARGETS + 1) {
        line += text.get(counted..at).unwrap_or_default().matches('\n').count();
        counted = at;
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.char_indices().map(|(at, _)| at).find(|at| *at >= LENGTH).unwrap_or(rest.len());
        let inner = rest.get(..end).and_then(|rest| rest.split_once('(')).map_or("", |(_, inner)| inner);
        let literals = literals(inner.split_once("\n\n").map_or(inner, |(inner, _)| inner));
        let Some((name, [first, more @ ..])) = literals.split_first() else {
            continue;
        };
        // A list that is joined from several literals is read whole; what is computed is not known.
        let steps: Vec<&str> = std::iter::once(first).chain(more).flat_map(|text| text.split(';')).collect();
        let body = steps.iter().map(|step| step.trim()).filter(|step| !step.is_empty());
        targets.push(Target {
            name: name.clone(),
            path: path.to_owned(),
            line,
            body: body.map(|step| format!("sbt \"{step}\"")).collect(),
            ..Target::default()
        });
    }
    targets
}

/// The string literals up to the bracket that closes the call.
fn literals(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut depth = 1_usize;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let word: String = chars.by_ref().take_while(|next| *next != '"').collect();
                // Triple quotes open and close with two empty ones.
                if !word.trim().is_empty() {
                    out.push(word.trim().to_owned());
                }
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    out
}
