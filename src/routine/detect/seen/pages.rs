//! Pages for contributors: commands in their code, and commands that they forbid. Their prose stays here.

use super::super::facts::Evidence;
use super::super::ground::Ground;
use super::super::rows::Rows;
use super::super::shell::{self, Word};
use super::{Sighting, Source};

/// How many commands are taken from one page.
const COMMANDS: usize = 300;
/// Words of ours that a page uses to forbid.
const NEVER: [&str; 8] =
    ["do not", "don't", "never", "must not", "should not", "not", "instead of", "rather than"];
/// Words that may stand between such a word and the command.
const BETWEEN: [&str; 12] = [
    "run", "use", "execute", "call", "invoke", "running", "using", "the", "directly", "plain", "ever", "bare",
];

/// Words of a sentence that asks for a command.
const ASKS: [&str; 8] = ["run", "running", "gate", "check", "checks", "pass", "passes", "before"];
/// How much of a paragraph is kept, in bytes.
const PARAGRAPH: usize = 2_000;

/// What pages show, and what they forbid.
#[derive(Debug, Default)]
pub(in super::super) struct Pages {
    pub(in super::super) shown: Vec<Sighting>,
    pub(in super::super) forbidden: Vec<Sighting>,
}

/// Reads the pages that are there.
pub(in super::super) fn read(ground: &Ground<'_>, rows: &Rows<'_>) -> Pages {
    let mut pages = Pages::default();
    for row in rows.pages {
        let path = row.path.as_ref();
        if ground.has(path)
            && let Some(text) = ground.text(path)
        {
            let source = if row.users { Source::Readme } else { Source::Page };
            let before = pages.shown.len();
            page(path, &text, source, &mut pages);
            for sighting in pages.shown.iter_mut().skip(before) {
                sighting.job = before;
            }
        }
    }
    pages
}

fn page(path: &str, text: &str, source: Source, pages: &mut Pages) {
    let mut fenced = false;
    // Whether an indented line would be code here, and what stands before this line in its paragraph.
    let (mut block, mut listed, mut paragraph) = (true, false, String::new());
    let before = pages.shown.len();
    for (at, line) in text.lines().enumerate() {
        if pages.shown.len() - before > COMMANDS {
            return;
        }
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
        } else if fenced {
            let code = trimmed.trim_start_matches(['$', '>', '%']).trim();
            pages.shown.extend(sightings(code, path, at + 1, source));
        } else if block
            && !listed
            && !trimmed.is_empty()
            && (line.starts_with("    ") || line.starts_with('\t'))
        {
            let code = trimmed.trim_start_matches(['$', '>', '%']).trim();
            pages.shown.extend(sightings(code, path, at + 1, source));
            continue;
        } else {
            inline(trimmed, &paragraph, path, at + 1, source, pages);
        }
        if !trimmed.is_empty() && !line.starts_with([' ', '\t']) {
            let marker = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
            listed = ["- ", "* ", "+ "].iter().any(|mark| trimmed.starts_with(mark))
                || marker != trimmed && marker.starts_with(['.', ')']);
        }
        block = trimmed.is_empty();
        if block {
            paragraph.clear();
        } else if paragraph.len() < PARAGRAPH {
            paragraph.push_str(trimmed);
            paragraph.push(' ');
        }
    }
}

fn inline(line: &str, before: &str, path: &str, number: usize, source: Source, pages: &mut Pages) {
    let pieces: Vec<&str> = line.split('`').collect();
    for (at, code) in pieces.iter().enumerate().skip(1).step_by(2) {
        if at + 1 == pieces.len() {
            return;
        }
        let prose = pieces.get(at - 1).copied().unwrap_or_default();
        let mut seen = sightings(code, path, number, source);
        // A path may be named without being meant as a command.
        let bare = code.contains('/') && !code.contains(' ');
        if bare && !asks(&format!("{before}{}", pieces.get(..at).unwrap_or_default().join("`"))) {
            seen.clear();
        }
        if forbids(prose) { &mut pages.forbidden } else { &mut pages.shown }.extend(seen);
    }
}

/// Whether the last sentence of a text asks for the command that follows, or calls it what must pass.
fn asks(prose: &str) -> bool {
    let plain = prose.to_lowercase();
    let sentence = plain.rsplit(". ").next().unwrap_or_default();
    sentence.split(|c: char| !c.is_alphanumeric()).any(|word| ASKS.contains(&word))
}

/// Whether the prose right before a command forbids it.
fn forbids(prose: &str) -> bool {
    let plain: String = prose.to_lowercase().chars().filter(|c| !"*_".contains(*c)).collect();
    let mut words: Vec<&str> = plain.split_whitespace().collect();
    while words.last().is_some_and(|word| BETWEEN.contains(word)) {
        words.pop();
    }
    let end = words.join(" ");
    NEVER.iter().any(|never| end == *never || end.ends_with(&format!(" {never}")))
}

fn sightings(code: &str, path: &str, line: usize, source: Source) -> Vec<Sighting> {
    let mut here = ".".to_owned();
    let mut out = Vec::new();
    // A place for the reader to fill in: no command yet.
    if code.contains(['<', '[']) || code.contains(" ...") {
        return out;
    }
    for command in shell::commands(code).into_iter().filter(|command| !command.inner) {
        if command.words.first().is_some_and(|word| word.text == "cd") {
            let to = command.words.get(1).map_or("", |word| &word.text);
            here = super::super::ground::join(&here, to).unwrap_or_else(|| "?".to_owned());
            continue;
        }
        if here == "?" {
            continue;
        }
        let raw = |word: &Word| word.raw.clone();
        out.push(Sighting {
            raws: command.words.iter().map(raw).collect(),
            texts: command.words.into_iter().map(|word| word.text).collect(),
            dir: here.clone(),
            evidence: Evidence::new(path, line),
            source,
            varied: false,
            set: false,
            writes: command.writes,
            forgiven: command.forgiven,
            job: 0,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::forbids;

    #[test]
    fn only_what_stands_right_before_a_command_forbids_it() {
        for prose in ["Do **not** run ", "never use ", "Use make x instead of ", "Don't ever run "] {
            assert!(forbids(prose), "{prose}");
        }
        for prose in
            ["Do not open a pull request without running ", "Never commit before ", "Run ", "not only that: "]
        {
            assert!(!forbids(prose), "{prose}");
        }
    }
}
