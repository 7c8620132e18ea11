//! Every way that facts and answers combine gives a prompt without a gap, a blank or a slip.

use abcd::routine::render::{Answers, Cannot, Edition, Known, KnownLog, render};

use crate::support::{bare, every_edition, flow, gate, go, rust, warning};

fn repositories() -> Vec<Known> {
    let mut all = Vec::new();
    let (one, two) = (gate("make check", ".", false), gate("npm test", "packages/a", true));
    for (hosting, slug) in
        [(Some("github"), Some("o/r")), (Some("gitlab"), Some("o/r")), (Some("other"), None)]
    {
        for (remote, default_branch) in [(Some("origin"), Some("trunk")), (Some("up"), None), (None, None)] {
            for gates in [vec![], vec![one.clone()], vec![one.clone(), two.clone()]] {
                for log in [
                    None,
                    Some(KnownLog { path: "secret/log.md".into(), tracked: false, file: true }),
                    Some(KnownLog { path: "docs/adr".into(), tracked: true, file: false }),
                    Some(KnownLog { path: "LOG.md".into(), tracked: true, file: true }),
                ] {
                    for tracked_tiers in [vec![], vec![".abcd/work"], vec![".abcd/development", ".abcd/work"]]
                    {
                        let (caveats, unread) = match tracked_tiers.len() {
                            0 => (vec![], vec![]),
                            1 => (vec![warning("tests need {value}", &["db@1.2"])], vec!["ci/a.yml"]),
                            _ => (vec![], vec!["ci/a.yml", "ci/b.yml"]),
                        };
                        let text = |text: &str| text.to_owned();
                        all.push(Known {
                            default_branch: default_branch.map(text),
                            hosting: hosting.map(text),
                            slug: slug.map(text),
                            remote: remote.map(text),
                            gates: gates.clone(),
                            log: log.clone(),
                            tracked_tiers: tracked_tiers.into_iter().map(text).collect(),
                            caveats,
                            unread: unread.into_iter().map(text).collect(),
                            release: (!all.len().is_multiple_of(3)).then(flow),
                        });
                    }
                }
            }
        }
    }
    all
}

/// Every answer that gives or takes a power or a step, with each number at its least or at its greatest.
/// The bounds take turns, so that each meets every kind of repository.
fn answers(edition: Edition<'_>, turn: usize) -> Vec<Answers> {
    let mut all = vec![Answers::by_default(edition)];
    for (place, ask) in edition.numbers().enumerate() {
        let bound = if (turn + place).is_multiple_of(2) { ask.min } else { ask.max };
        all[0].set(edition, &ask.id, &bound.to_string()).unwrap();
    }
    for ask in edition.choices().filter(|ask| ask.capped) {
        all = spread(edition, &all, &ask.id, ask.options.iter());
    }
    for ask in edition.switches() {
        all = spread(edition, &all, &ask.id, ["off", "on"]);
    }
    all
}

/// The same answers with each of these to one question.
fn spread(
    edition: Edition<'_>,
    before: &[Answers],
    id: &str,
    options: impl IntoIterator<Item = impl AsRef<str>>,
) -> Vec<Answers> {
    let mut all = Vec::new();
    for option in options {
        for answers in before {
            let mut answers = answers.clone();
            answers.set(edition, id, option.as_ref()).unwrap();
            all.push(answers);
        }
    }
    all
}

/// Every version of every archetype with each combination of its powers.
fn prompts(turn: usize) -> Vec<(Edition<'static>, Answers)> {
    let editions = every_edition().into_iter();
    editions
        .flat_map(|edition| answers(edition, turn).into_iter().map(move |answers| (edition, answers)))
        .collect()
}

#[test]
fn every_kind_of_repository_reads_whole() {
    let mut seen = 0;
    for (turn, known) in repositories().into_iter().enumerate() {
        let all = prompts(turn);
        assert!(
            !all.len().is_multiple_of(2) && !all.len().is_multiple_of(3),
            "else a kind of fact meets the same answers only"
        );
        for place in [turn, turn + all.len() / 2] {
            let (edition, answers) = &all[place % all.len()];
            whole(*edition, &known, answers);
            seen += 1;
        }
    }
    assert!(seen > 600, "{seen}");
}

#[test]
fn every_combination_of_powers_reads_whole() {
    for (turn, known) in [go(), rust(), bare()].into_iter().enumerate() {
        for known in [known.clone(), Known { release: Some(flow()), ..known }] {
            for (edition, answers) in prompts(turn) {
                whole(edition, &known, &answers);
            }
        }
    }
}

#[test]
fn every_word_and_every_bound_reads_whole() {
    for known in [go(), rust(), bare()].map(|known| Known { release: Some(flow()), ..known }) {
        for edition in every_edition() {
            let base = [Answers::by_default(edition)];
            for ask in edition.choices() {
                let all = spread(edition, &base, &ask.id, ask.options.iter());
                for answers in &all {
                    whole(edition, &known, answers);
                }
            }
            for ask in edition.numbers() {
                let bounds = [ask.min.to_string(), ask.max.to_string()];
                let all = spread(edition, &base, &ask.id, bounds.iter());
                for answers in &all {
                    whole(edition, &known, answers);
                }
            }
        }
    }
}

/// A prompt without a slip, or the refusal to release where no way to is known.
fn whole(edition: Edition<'_>, known: &Known, answers: &Answers) {
    let rendered = render(edition, "loop", known, answers);
    if known.release.is_none() && answers.on("release_on_completion") {
        return assert_eq!(rendered, Err(Cannot::NoReleaseFlow));
    }
    let prompt = rendered.unwrap().prompt;
    if let Some(slip) = slip(&prompt) {
        panic!("{slip}\n{known:?}\n{answers:?}\n{prompt}");
    }
    assert!(!prompt.contains("secret/"), "an ignored path is named: {known:?}");
}

/// The first thing that is wrong with the form of a prompt.
pub(crate) fn slip(prompt: &str) -> Option<String> {
    for word in ["{{", "{%", "None", "undefined", "True", "False", "\r", "\t", "\n\n\n", "``` \n"] {
        if prompt.contains(word) {
            return Some(format!("{word:?} in the prompt"));
        }
    }
    if !prompt.ends_with('\n') || prompt.ends_with("\n\n") {
        return Some("not one final newline".to_owned());
    }
    if prompt.lines().any(|line| line.ends_with(' ') || line.contains("  ") && !indented(line)) {
        return Some("a stray blank".to_owned());
    }
    gap(prompt)
}

/// Two blanks in a row are right in an indent and before a shell comment.
fn indented(line: &str) -> bool {
    let text = line.trim_start();
    !text.contains("  ") || text.contains("  #")
}

/// A heading with nothing below it, a fence without content or without blank lines around it, a
/// fence that stays open, a list item or paragraph glued to a heading.
fn gap(prompt: &str) -> Option<String> {
    let mut fence: Option<(String, usize)> = None;
    let mut before = String::new();
    let (mut heading_open, mut level) = (false, 0);
    for (number, line) in prompt.lines().enumerate() {
        let ticks: String = line.chars().take_while(|tick| *tick == '`').collect();
        if let Some((open, at)) = &fence {
            if ticks == *open && line.len() == open.len() {
                if number == at + 1 {
                    return Some(format!("line {number}: an empty code block"));
                }
                fence = None;
            }
        } else if ticks.len() >= 3 {
            if !before.is_empty() {
                return Some(format!("line {number}: a code block glued to a text"));
            }
            fence = Some((ticks, number));
            heading_open = false;
        } else if line.starts_with('#') {
            let above = std::mem::replace(&mut level, line.chars().take_while(|mark| *mark == '#').count());
            if heading_open && level <= above || number > 0 && !before.is_empty() {
                return Some(format!("line {number}: a heading without text, or glued to one"));
            }
            heading_open = true;
        } else if !line.is_empty() {
            if before.starts_with('#') || before.starts_with("```") {
                return Some(format!("line {number}: a text glued to a heading or a code block"));
            }
            let (item, after_item) = (list(line), list(&before));
            if item && !before.is_empty() && !after_item || !item && after_item {
                return Some(format!("line {number}: a list glued to a text"));
            }
            heading_open = false;
        }
        line.clone_into(&mut before);
    }
    (fence.is_some() || heading_open).then(|| "it ends in an open code block or an empty heading".to_owned())
}

fn list(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("- ")
        || text.chars().next().is_some_and(|first| first.is_ascii_digit()) && text.contains(". ")
}

#[test]
fn the_reader_of_forms_sees_what_is_wrong() {
    for wrong in [
        "# A\n\n## B\n\n## C\n\ntext\n",
        "# A\n\ntext\n\n```sh\n```\n",
        "# A\n\n```sh\nx\n",
        "# A\ntext\n",
        "# A\n\ntext\n- item\n",
        "# A\n\n\ntext\n",
        "# A\n\nNone\n",
        "# A\n\ntext\n\n",
        "# A\n\na  b\n",
    ] {
        assert!(slip(wrong).is_some(), "{wrong}");
    }
    assert_eq!(slip("# A\n\n## B\n\n### C\n\ntext:\n\n- a\n- b\n  - c\n\n```sh\nx    # y\n```\n"), None);
}
