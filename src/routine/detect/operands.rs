//! Which words of a command name what it works on.

use crate::tables::model::toolchains::Tool;

/// What a remover is told to remove: its bare words, or the names that a search is for.
pub(super) fn removed(rest: &[&str]) -> Vec<String> {
    let named = || rest.iter().zip(rest.iter().skip(1)).filter(|(flag, _)| **flag == "-name");
    if named().next().is_some() {
        return named().map(|(_, name)| (*name).to_owned()).collect();
    }
    rest.iter().filter(|word| !word.starts_with('-')).map(|word| (*word).to_owned()).collect()
}

/// The bare words, values of flags left out.
pub(super) fn plain(rest: &[&str], tool: &Tool) -> Vec<String> {
    let mut out = Vec::new();
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        if tool.takes.iter().any(|flag| flag == word) {
            words.next();
        } else if !word.starts_with('-') {
            out.push((*word).to_owned());
        }
    }
    out
}

/// The task names of a run over members: bare words, `-t a,b`, `--target=a`, and what is no flag's value.
pub(super) fn tasks(words: &[&str], tool: &Tool) -> Vec<String> {
    const SUB: [&str; 14] = [
        "run",
        "run-many",
        "affected",
        "foreach",
        "workspaces",
        "recursive",
        "exec",
        "ci",
        "moon",
        "nx",
        "lerna",
        "turbo",
        "--",
        "script",
    ];
    let mut out = Vec::new();
    let mut words = words.iter().take_while(|word| **word != "--");
    while let Some(word) = words.next() {
        let named = ["-t", "--target", "--targets"].iter().any(|flag| word == flag);
        if named {
            out.extend(words.next().into_iter().flat_map(|list| list.split(',')).map(str::to_owned));
        } else if let Some((_, list)) =
            word.split_once('=').filter(|(flag, _)| ["-t", "--target", "--targets"].contains(flag))
        {
            out.extend(list.split(',').map(str::to_owned));
        } else if tool.takes.iter().any(|flag| flag == word) {
            words.next();
        } else if !word.starts_with('-') && (!SUB.contains(word) || !out.is_empty()) {
            out.push((*word).to_owned());
        }
    }
    out
}
