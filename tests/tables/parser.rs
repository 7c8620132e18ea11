//! The checks and the parser agree: what a table tells a caller to run, the parser takes.

use abcd::registry::commands::{COMMANDS, ROOT, by_path};
use abcd::registry::refusals::all;
use abcd::registry::tree;
use abcd::registry::values::set;
use abcd::tables::model::commands::Parameter;
use clap::error::ErrorKind;

/// Every template of the tables and where it stands.
fn templates() -> Vec<(String, &'static str)> {
    let mut found: Vec<(String, &'static str)> = all()
        .filter(|entry| entry.row.retired.is_none())
        .filter_map(|entry| Some((entry.row.code.to_string(), entry.row.next.as_deref()?)))
        .collect();
    for row in &COMMANDS {
        found.extend(row.next.iter().map(|step| (row.path.to_string(), step.run.as_ref())));
        found.extend(row.example.iter().map(|example| (row.path.to_string(), example.run.as_ref())));
    }
    found
}

/// The words of a template as a shell gives them, `{command}` replaced by `command`.
pub(crate) fn words(template: &str, command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in template.replace("{command}", command).chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == ' ' => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// The words with every placeholder filled by a value that its parameter takes, and what the front adds.
pub(crate) fn filled(mut words: Vec<String>) -> Vec<String> {
    if words.len() == 1 {
        words.extend(ROOT.bare.split(' ').map(str::to_owned));
    } else if words[1].starts_with('<') {
        words.splice(1..1, ROOT.record.split(' ').map(str::to_owned));
    }
    let depth = (1..words.len()).take_while(|depth| by_path(&words[1..=*depth].join(" ")).is_some()).count();
    let row = by_path(&words[1..=depth].join(" ")).unwrap_or_else(|| panic!("no command: {words:?}"));
    let mut arguments = row.argument.iter();
    let mut valued: Option<&Parameter> = None;
    for word in words.iter_mut().skip(depth + 1) {
        let mut parameter = valued.take();
        if parameter.is_none() {
            if let Some(flag) = word.strip_prefix("--") {
                let (name, value) = flag.split_once('=').map_or((flag, false), |(name, _)| (name, true));
                let known = row.flag.iter().chain(ROOT.flag.iter()).find(|row| row.name == name);
                valued = known.filter(|row| row.r#type != "switch" && !value);
                parameter = known.filter(|_| value);
            } else {
                parameter = arguments.next().or(row.argument.last());
            }
        }
        let value = parameter.map_or_else(
            || "words".to_owned(),
            |row| match row.r#type.as_ref() {
                "integer" => row.min.unwrap_or(1).to_string(),
                kind => set(kind).map_or("some words", |set| &set.value[0].name).to_owned(),
            },
        );
        while let (Some(open), Some(close)) = (word.find('<'), word.find('>')) {
            word.replace_range(open..=close, &value);
        }
    }
    words
}

#[test]
fn the_parser_takes_every_template_of_the_tables() {
    let templates = templates();
    assert!(templates.len() > 10);
    let mut tree = tree::whole();
    for (place, template) in templates {
        let commands = COMMANDS.iter().map(|row| row.path.as_ref());
        let several = template.contains("{command}");
        for command in if several { commands.collect() } else { vec![""] } {
            let words = filled(words(template, command));
            match tree.try_get_matches_from_mut(&words) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::DisplayHelp => {}
                Err(error) => panic!("{place}: `{template}` as {words:?}:\n{error}"),
            }
        }
    }
}

#[test]
fn the_parser_refuses_what_the_checks_refuse() {
    let mut tree = tree::whole();
    for line in [
        "abcd nothing",
        "abcd explain --nope",
        "abcd completions",
        "abcd completions bash fish",
        "abcd completions tcsh",
        "abcd explain --all topic",
        "abcd explain --repo a --repo b",
        "abcd explain --all=yes",
        "abcd explain --repo",
    ] {
        assert!(tree.try_get_matches_from_mut(words(line, "")).is_err(), "{line}");
    }
}
