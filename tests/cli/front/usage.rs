//! Every kind of call that cannot be read, on every command.

use abcd::registry::commands::{COMMANDS, ROOT};
use abcd::registry::values::set;
use abcd::tables::model::commands::{Command, Parameter, Plane};

use serde_json::Value;

use crate::calls::{a_value, complete};
use crate::support::{Sandbox, snapshot};

/// Refused as text and as a document, with the row's exit and on the hook plane at exit 1, and nothing
/// of what was typed comes back.
#[track_caller]
fn refused(sandbox: &Sandbox, row: &Command, words: &[String], code: &str) -> Value {
    let exit = if row.plane == Plane::Hook { 1 } else { 2 };
    let text = sandbox.call_of(words).run().refused(code);
    assert_eq!(text.exit, exit, "{text}");
    assert_eq!(text.stdout, "", "{text}");
    let json = sandbox.call_of(["--json".to_owned()].iter().chain(words)).run().refused(code);
    assert_eq!(json.exit, exit, "{json}");
    assert_eq!(json.documents().len(), 1);
    for ran in [&text, &json] {
        assert!(!ran.to_string().contains("Typed"), "what was typed comes back:\n{ran}");
    }
    assert!(sandbox.tree().is_empty(), "a refused call wrote: {:?}", sandbox.tree());
    json.document()
}

fn runnable() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|row| !row.group)
}

#[test]
fn a_flag_that_no_command_has() {
    let sandbox = Sandbox::new();
    for row in &COMMANDS {
        let mut words = complete(row);
        words.push("--noTypedFlag".to_owned());
        refused(&sandbox, row, &words, "usage/unknown-flag");
        words.pop();
        words.push("-T".to_owned());
        let ran = sandbox.call_of(&words).run();
        assert!(ran.exit != 0, "a short flag is taken: {ran}");
    }
}

#[test]
fn the_nearest_flag_is_offered() {
    let sandbox = Sandbox::new();
    for row in &COMMANDS {
        for flag in row.flag.iter().chain(ROOT.flag.iter()).filter(|flag| flag.name.len() > 3) {
            let mut words = complete(row);
            words.push(format!("--{}Typed", flag.name));
            let document = refused(&sandbox, row, &words, "usage/unknown-flag");
            let nearest = document["facts"]["nearest"].clone();
            assert!(nearest.as_str().is_some_and(|name| name.starts_with("--")), "{}: {document}", flag.name);
        }
    }
}

#[test]
fn a_mistyped_child_of_every_parent() {
    let sandbox = Sandbox::new();
    for word in ["Typed", "hepl", "--", "''"] {
        let words = [word.to_owned()];
        let ran = sandbox.call_of(&words).run();
        assert!(word == "--" || ran.exit == 2, "{word}: {ran}");
    }
    for row in COMMANDS.iter().filter(|row| row.group) {
        let mut words = complete(row);
        refused(&sandbox, row, &words, "usage/missing-command");
        words.push("Typed".to_owned());
        let document = refused(&sandbox, row, &words, "usage/unknown-command");
        let allowed = document["facts"]["allowed"].clone();
        assert!(allowed.as_array().is_some_and(|names| !names.is_empty()) || row.hidden(), "{document}");
    }
}

#[test]
fn the_nearest_command_is_offered() {
    let sandbox = Sandbox::new();
    for row in COMMANDS.iter().filter(|row| !row.hidden()) {
        let parent_takes_words = row
            .path
            .rsplit_once(' ')
            .is_some_and(|(parent, _)| COMMANDS.iter().any(|row| row.path == parent && !row.group));
        if parent_takes_words {
            continue;
        }
        // One letter is missing from the last word.
        let mut typed = row.path.to_string();
        typed.pop();
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let ran = sandbox.call_of(["--json".to_owned()].iter().chain(&words)).run();
        if COMMANDS.iter().any(|row| row.path == typed) {
            continue;
        }
        let ran = ran.refused("usage/unknown-command");
        assert_eq!(ran.document()["facts"]["nearest"], row.name(), "{ran}");
    }
}

#[test]
fn a_mistyped_child_is_found_behind_flags_with_values() {
    let sandbox = Sandbox::new();
    for line in ["--repo list capture reslove iss-1 --json", "capture --severity minor reslove iss-1 --json"]
    {
        let document = sandbox.run(line).refused("usage/extra-argument").document();
        assert_eq!(document["facts"]["nearest"], "abcd capture resolve", "{line}: {document}");
    }
}

#[test]
fn an_argument_that_is_missing() {
    let sandbox = Sandbox::new();
    for row in runnable().filter(|row| row.argument.iter().any(|argument| argument.required)) {
        let mut words = complete(row);
        words.pop();
        refused(&sandbox, row, &words, "usage/missing-argument");
    }
}

#[test]
fn an_argument_too_many() {
    let sandbox = Sandbox::new();
    for row in runnable().filter(|row| !row.argument.last().is_some_and(|argument| argument.repeatable)) {
        let mut words = complete(row);
        let needed = row.argument.iter().filter(|argument| argument.required).count();
        words.extend(row.argument.iter().skip(needed).map(a_value));
        words.push("Typed".to_owned());
        refused(&sandbox, row, &words, "usage/extra-argument");
        // Wherever a flag with a value stands among them.
        for flag in row.flag.iter().filter(|flag| !flag.required && flag.r#type != "switch").take(1) {
            let depth = row.path.split(' ').count();
            for at in depth..=words.len() {
                let mut words = words.clone();
                let flag = given(flag);
                if words[at - 1].starts_with("--") {
                    continue;
                }
                words.splice(at..at, flag);
                refused(&sandbox, row, &words, "usage/extra-argument");
            }
        }
    }
}

#[test]
fn a_flag_that_is_missing() {
    let sandbox = Sandbox::new();
    for row in runnable() {
        for flag in row.flag.iter().filter(|flag| flag.required) {
            let mut words = complete(row);
            let at = words.iter().position(|word| *word == format!("--{}", flag.name)).unwrap();
            words.drain(at..at + 2);
            let document = refused(&sandbox, row, &words, "usage/missing-required-flag");
            assert!(document["facts"]["missing"].to_string().contains(flag.name.as_ref()), "{document}");
        }
        if let Some(first) = row.one_of.first() {
            let words: Vec<String> =
                complete(row).into_iter().filter(|word| *word != format!("--{first}")).collect();
            refused(&sandbox, row, &words, "usage/missing-required-flag");
            let mut words = complete(row);
            words.push(format!("--{}", row.one_of[1]));
            refused(&sandbox, row, &words, "usage/flag-conflict");
        }
    }
}

#[test]
fn flags_that_exclude_each_other() {
    let sandbox = Sandbox::new();
    for row in runnable() {
        for flag in row.flag.iter().filter(|flag| !flag.conflicts.is_empty()) {
            for other in flag.conflicts.iter() {
                let mut words = complete(row);
                words.extend(given(flag));
                match row.argument.iter().find(|row| row.name == *other) {
                    Some(argument) if argument.required => {}
                    Some(argument) => words.push(a_value(argument)),
                    None => words.extend(row.flag.iter().filter(|flag| flag.name == *other).flat_map(given)),
                }
                refused(&sandbox, row, &words, "usage/flag-conflict");
            }
        }
    }
}

/// A flag as it is typed, with a value where it takes one.
fn given(flag: &Parameter) -> Vec<String> {
    let name = format!("--{}", flag.name);
    if flag.r#type == "switch" { vec![name] } else { vec![name, a_value(flag)] }
}

#[test]
fn a_flag_that_is_given_twice_without_being_repeatable() {
    let sandbox = Sandbox::new();
    for row in runnable() {
        let all = row.flag.iter().chain(ROOT.flag.iter());
        for flag in all.filter(|flag| !flag.repeatable && flag.r#type != "switch") {
            let mut words = complete(row);
            let given = words.iter().filter(|word| **word == format!("--{}", flag.name)).count();
            for _ in given..2 {
                words.extend([format!("--{}", flag.name), a_value(flag)]);
            }
            refused(&sandbox, row, &words, "usage/flag-conflict");
        }
    }
}

#[test]
fn a_value_that_is_not_in_its_set_is_answered_with_the_set() {
    let sandbox = Sandbox::new();
    let mut seen = 0;
    for row in runnable() {
        for (number, parameter) in row.argument.iter().chain(row.flag.iter()).enumerate() {
            let Some(set) = set(&parameter.r#type) else { continue };
            let mut words = complete(row);
            let flag = format!("--{}", parameter.name);
            if number >= row.argument.len() {
                match words.iter().position(|word| *word == flag) {
                    Some(at) => words[at + 1] = "Typed".to_owned(),
                    None => words.extend([flag, "Typed".to_owned()]),
                }
            } else {
                let first = words.len() - row.argument.iter().filter(|row| row.required).count();
                words.truncate(first + number);
                words.push("Typed".to_owned());
                words.extend(row.argument.iter().skip(number + 1).filter(|row| row.required).map(a_value));
            }
            let document = refused(&sandbox, row, &words, "usage/bad-flag-value");
            let names: Vec<&str> = set.value.iter().map(|value| value.name.as_ref()).collect();
            assert_eq!(document["facts"]["allowed"], serde_json::json!(names), "{document}");
            seen += 1;
        }
    }
    assert!(seen > 0, "no command takes a value from a closed set");
}

#[test]
fn a_value_that_is_missing_or_no_number_or_out_of_range() {
    let sandbox = Sandbox::new();
    for row in runnable() {
        for flag in row.flag.iter().chain(ROOT.flag.iter()).filter(|flag| flag.r#type != "switch") {
            let mut words = complete(row);
            let name = format!("--{}", flag.name);
            if let Some(at) = words.iter().position(|word| *word == name) {
                words.drain(at..at + 2);
            }
            words.push(name);
            refused(&sandbox, row, &words, "usage/bad-flag-value");
        }
        for flag in row.flag.iter().filter(|flag| flag.r#type == "integer") {
            let beyond = [flag.min.map(|min| min - 1), flag.max.map(|max| max + 1)];
            let beyond = beyond.into_iter().flatten().map(|number| number.to_string());
            for value in beyond.chain(["Typed".to_owned(), "99999999999999999999".to_owned()]) {
                let mut words = complete(row);
                words.push(format!("--{}={value}", flag.name));
                refused(&sandbox, row, &words, "usage/bad-flag-value");
            }
        }
        for flag in row.flag.iter().chain(ROOT.flag.iter()).filter(|flag| flag.r#type == "switch") {
            if flag.name != "json" {
                let mut words = complete(row);
                words.retain(|word| *word != format!("--{}", flag.name));
                words.push(format!("--{}=Typed", flag.name));
                refused(&sandbox, row, &words, "usage/bad-flag-value");
            }
        }
    }
}

#[test]
fn an_argument_that_is_not_utf8() {
    let sandbox = Sandbox::new();
    for row in runnable() {
        let text = |row: &&Parameter| row.r#type != "path";
        if row.argument.first().as_ref().is_some_and(text) {
            let words: Vec<String> = row.path.split(' ').map(str::to_owned).collect();
            let call = sandbox.call_of(words).arg(crate::support::words("a\\xffb").remove(0));
            let ran = call.run();
            assert!(ran.code().is_some_and(|code| code.starts_with("usage/")), "{}: {ran}", row.path);
            assert_eq!(sandbox.tree().len(), 0);
        }
    }
}

#[test]
fn the_forms_of_a_call_that_cannot_be_read() {
    let sandbox = Sandbox::new();
    snapshot!(sandbox.run("man --nope"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: the command has no such flag
    abcd: read which flags the command takes and use one of them — try: abcd explain man (abcd explain usage/unknown-flag)
    ");
    snapshot!(sandbox.run("--repo"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: a value is missing: --repo <DIR>
    abcd: give the parameter a value that it takes; those of a closed set are listed as allowed — try: abcd explain (abcd explain usage/bad-flag-value)
    ");
    snapshot!(sandbox.run("completions tcsh --json"), @r#"
    exit: 2
    --- stdout
    {"abcd":"error","error":"a value is not one that is taken here: <SHELL>","exit_code":2,"code":"usage/bad-flag-value","hint":"give the parameter a value that it takes; those of a closed set are listed as allowed","next":"abcd explain completions","facts":{"allowed":["bash","elvish","fish","powershell","zsh"],"parameter":"shell"}}
    --- stderr
    "#);
    snapshot!(sandbox.run("status --no-color=true"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: a switch is given alone, without a value: --no-color
    abcd: give the parameter a value that it takes; those of a closed set are listed as allowed — try: abcd explain status (abcd explain usage/bad-flag-value)
    ");
    snapshot!(sandbox.run("status -- --json"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: there are more arguments than the command takes
    abcd: quote a text of many words, or leave out what is too much — try: abcd explain status (abcd explain usage/extra-argument)
    ");
    snapshot!(sandbox.run("completions"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: an argument is missing: <SHELL>
    abcd: read what the command needs and add what is missing — try: abcd explain completions (abcd explain usage/missing-argument)
    ");
}
