//! What README.md shows is what abcd does.

use std::fs;
use std::path::Path;

use abcd::registry::commands::COMMANDS;

use crate::support::Sandbox;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

#[test]
fn its_refusal_is_the_one_that_a_caller_gets() {
    let sandbox = Sandbox::with_record();
    let ran = sandbox.call("capture").arg("login loops for ever").run();
    let shown: Vec<String> = ran.stderr.lines().map(|line| format!("    {line}")).collect();
    let shown = shown.join("\n");
    assert!(!shown.is_empty() && readme().contains(&shown), "README.md does not show:\n{shown}");
}

/// The session is played again: what stands behind a prompt is typed, and the terminal has to show just that.
#[test]
fn its_session_is_what_a_terminal_shows() {
    let readme = readme();
    let (_, below) = readme.split_once("    $ abcd routine interview ").unwrap();
    let (words, below) = below.split_once('\n').unwrap();
    let session = below.lines().take_while(|line| line.is_empty() || line.starts_with("    "));
    let shown: Vec<&str> = session.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let typed = shown.iter().filter_map(|line| line.trim_start().strip_prefix("Your answer: "));
    let keys: String = typed.flat_map(|typed| [typed, "\r"]).collect();
    let sandbox = Sandbox::with_record();
    let drawn = sandbox.call(&format!("routine interview {words}")).session(&keys);
    assert!(keys.len() > 2, "nothing is typed in README.md");
    assert_eq!(drawn.trim_end(), shown.join("\n").trim_end(), "README.md shows another session");
}

#[test]
fn its_table_of_verbs_is_every_visible_command() {
    let readme = readme();
    let (_, below) = readme.split_once("| verb | what it does |\n| --- | --- |\n").unwrap();
    let table: Vec<&str> = below.lines().take_while(|line| line.starts_with('|')).collect();
    let rows: Vec<String> = COMMANDS
        .iter()
        .filter(|row| !row.hidden() && !row.group)
        .map(|row| format!("| `abcd {}` | {} |", row.path, row.sentence))
        .collect();
    assert_eq!(table, rows);
}
