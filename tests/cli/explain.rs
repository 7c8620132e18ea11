//! `abcd explain`: every code and every command answers.

use abcd::registry::commands::COMMANDS;
use abcd::registry::refusals::all;
use abcd::registry::values::set;
use serde_json::Value;

use crate::support::{Sandbox, snapshot};

#[test]
fn every_code_is_explained_as_text_and_as_a_document() {
    let sandbox = Sandbox::new();
    for entry in all() {
        let code = &entry.row.code;
        let page = sandbox.run(&format!("explain {code}")).done().stdout;
        for part in [code, &entry.row.summary, &entry.row.hint, entry.row.explanation.trim()] {
            assert!(page.contains(part), "{code}: its page lacks `{part}`:\n{page}");
        }
        let document = sandbox.run(&format!("explain {code} --json")).done().document();
        assert_eq!(document["code"], code.as_ref());
        assert_eq!(document["exit"], entry.row.exit.status());
        assert_eq!(document["summary"], entry.row.summary.as_ref());
        assert_eq!(document["hint"], entry.row.hint.as_ref());
        assert_eq!(document["next"], serde_json::to_value(&entry.row.next).unwrap());
        assert_eq!(document["next_none"], serde_json::to_value(&entry.row.next_none).unwrap());
        assert_eq!(document["retired"], serde_json::to_value(&entry.row.retired).unwrap());
        let raised_by = document["raised_by"].as_array().expect("a list");
        assert_eq!(entry.row.retired.is_some(), raised_by.is_empty(), "{code}: {raised_by:?}");
        let row = document["row"].as_str().unwrap();
        assert!(page.contains(row));
        stands_at(row, &format!("code = \"{code}\""));
    }
}

#[test]
fn every_command_is_explained_as_text_and_as_a_document() {
    let sandbox = Sandbox::new();
    for row in &COMMANDS {
        let page = sandbox.run(&format!("explain {}", row.path)).done().stdout;
        let parameters = row.argument.iter().chain(row.flag.iter());
        let mut parts: Vec<&str> = vec![&row.sentence, row.about.trim()];
        parts.extend(parameters.clone().map(|row| row.help.as_ref()));
        parts.extend(row.example.iter().map(|example| example.run.as_ref()));
        parts.extend(row.next.iter().map(|step| step.run.as_ref()));
        parts.extend(row.next_none.as_deref());
        for part in parts {
            assert!(page.contains(part), "{}: its page lacks `{part}`:\n{page}", row.path);
        }
        assert_eq!(page.contains("(hidden)"), row.hidden(), "{}", row.path);
        let document = sandbox.run(&format!("explain {} --json", row.path)).done().document();
        assert_eq!(document["path"], row.path.as_ref());
        assert_eq!(document["hidden"], row.hidden());
        for list in ["arguments", "flags", "global_flags", "commands", "codes", "examples", "next"] {
            assert!(document[list].is_array(), "{}: `{list}` is no list", row.path);
        }
        assert_eq!(document["next"], serde_json::to_value(&row.next).unwrap());
        stands_at(document["row"].as_str().unwrap(), &format!("path = \"{}\"", row.path));
    }
}

/// The file and line of a row hold what names the row.
fn stands_at(place: &str, text: &str) {
    let (file, line) = place.rsplit_once(':').expect("file and line");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let table = std::fs::read_to_string(path).unwrap();
    let line = table.lines().nth(line.parse::<usize>().unwrap() - 1);
    assert_eq!(line, Some(text), "{place}");
}

#[test]
fn all_of_it_at_once_is_each_page() {
    let sandbox = Sandbox::new();
    let everything = sandbox.run("explain --all --json").done().document();
    let without = |mut page: Value| {
        page.as_object_mut().unwrap().shift_remove("next_steps");
        page
    };
    let codes = everything["codes"].as_array().unwrap();
    assert_eq!(codes.len(), all().count());
    let commands = everything["commands"].as_array().unwrap();
    assert_eq!(commands.len(), COMMANDS.len());
    for (list, name) in [(codes, "code"), (commands, "path")] {
        for page in list {
            let topic = page[name].as_str().unwrap();
            let alone = sandbox.run(&format!("explain {topic} --json")).done().document();
            assert_eq!(&without(alone), page);
        }
    }
}

#[test]
fn without_a_topic_it_lists_all_that_there_is() {
    let sandbox = Sandbox::new();
    let list = sandbox.run("explain").done().stdout;
    for entry in all() {
        assert!(list.contains(entry.row.code.as_ref()) && list.contains(entry.row.summary.as_ref()));
    }
    for row in &COMMANDS {
        assert!(list.contains(row.path.as_ref()) && list.contains(row.sentence.as_ref()));
    }
    let document = sandbox.run("explain --json").done().document();
    assert_eq!(document["codes"].as_array().unwrap().len(), all().count());
    assert_eq!(document["commands"].as_array().unwrap().len(), COMMANDS.len());
}

#[test]
fn letter_case_and_the_name_of_the_program_do_not_matter() {
    let sandbox = Sandbox::new();
    let code = sandbox.run("explain usage/unknown-flag").done().stdout;
    assert_eq!(sandbox.run("explain USAGE/Unknown-Flag").done().stdout, code);
    let command = sandbox.run("explain completions").done().stdout;
    for topic in ["COMPLETIONS", "abcd completions", "'abcd completions'", "' Completions '"] {
        assert_eq!(sandbox.run(&format!("explain {topic}")).done().stdout, command, "{topic}");
    }
}

#[test]
fn a_slip_is_answered_with_the_nearest() {
    let sandbox = Sandbox::new();
    for (topic, code, nearest) in [
        ("usage/unknown-flga", "explain/unknown-code", "usage/unknown-flag"),
        ("USAGE/UNKNOWN-FLGA", "explain/unknown-code", "usage/unknown-flag"),
        ("completion", "explain/unknown-command", "completions"),
        ("'explian'", "explain/unknown-command", "explain"),
    ] {
        let ran = sandbox.run(&format!("explain {topic} --json")).refused(code);
        assert_eq!(ran.document()["facts"]["nearest"], nearest, "{topic}");
        assert!(sandbox.run(&format!("explain {topic}")).refused(code).stderr.contains(nearest));
    }
    let ran = sandbox.run("man capture resolv").refused("explain/unknown-command");
    assert!(ran.stderr.contains("the nearest is `capture resolve`"), "{ran}");
}

#[test]
fn a_shell_completes_every_visible_command_and_no_other() {
    let sandbox = Sandbox::new();
    for shell in set("shell").unwrap().value.iter() {
        let script = sandbox.run(&format!("completions {}", shell.name)).done().stdout;
        for row in COMMANDS.iter().filter(|row| !row.path.contains(' ')) {
            let word = script.split(|letter: char| !letter.is_ascii_alphanumeric());
            assert_eq!(word.filter(|word| *word == row.path).count() > 0, !row.hidden(), "{}", row.path);
        }
    }
}

#[test]
fn a_stranger_is_answered_without_a_guess() {
    let sandbox = Sandbox::new();
    snapshot!(sandbox.run("explain zzzz/qqqq"), @r"
    exit: 2
    --- stdout
    --- stderr
    abcd: no such code is registered
    abcd: find the code in the ledger of all of them, and ask again with it — try: abcd tables ledger (abcd explain explain/unknown-code)
    ");
    snapshot!(sandbox.run("explain zzzz --json"), @r#"
    exit: 2
    --- stdout
    {"abcd":"error","error":"no such command is registered","exit_code":2,"code":"explain/unknown-command","hint":"find the command in the reference, and ask again with its path","next":"abcd tables reference"}
    --- stderr
    "#);
    for topic in ["/", "''", "' / '", "usage/", "//////", "explain/unknown-code/x"] {
        let ran = sandbox.run(&format!("explain {topic}"));
        assert!(ran.exit == 0 || ran.exit == 2, "{topic}: {ran}");
    }
}

#[test]
fn the_page_of_a_code() {
    snapshot!(Sandbox::new().run("explain explain/unknown-code"), @r"
    exit: 0
    --- stdout
    explain/unknown-code: no such code is registered

    A code is `verb/reason`. Every code that a release has carried stays registered, retired or not, so
    one that is unknown was mistyped or comes from a newer abcd. The nearest code stands in the facts.

    hint       find the code in the ledger of all of them, and ask again with it
    next       abcd tables ledger
    exit       2
    raised by  explain
    row        tables/refusals/explain.toml:4
    --- stderr
    ");
}

#[test]
fn the_page_of_a_command() {
    snapshot!(Sandbox::new().run("explain completions"), @r"
    exit: 0
    --- stdout
    abcd completions: Prints the completion script of a shell.

    The script completes every visible command and flag. Where a shell looks for it is the shell's own
    matter; most take it from a file that they read when they start.

    usage   abcd completions <SHELL>
    writes  nothing
    row     tables/commands/completions.toml:4

    arguments:
      SHELL  The shell that the script is for. (required; bash, elvish, fish, powershell, zsh)

    exits:
      0  done
      1  a fault: abcd could not
      2  refused, with a code

    codes:
      usage/bad-flag-value
      usage/extra-argument
      usage/flag-conflict
      usage/invalid
      usage/missing-argument
      usage/unknown-flag

    examples:
      abcd completions bash  (prints the script for bash)

    next:
      none: the shell reads the script when it starts again
    --- stderr
    ");
}
