//! Whether a call wants documents is known before it is read, so that a call that cannot be read obeys too.

use abcd::registry::commands::COMMANDS;

use crate::calls::complete;
use crate::support::{Call, Sandbox};

#[test]
fn it_is_obeyed_wherever_it_stands_and_however_often() {
    let sandbox = Sandbox::new();
    for line in [
        "--json explain --nope",
        "explain --json --nope",
        "explain --nope --json",
        "explain --nope --json --json",
        "--json=true explain --nope",
        "explain --nope --json=true",
        "--json --json=false explain --nope",
        "completions --repo --json",
        "explain --nope --json -- x",
        "nothing --json",
        "--json --nope",
    ] {
        let ran = sandbox.run(line);
        let document = ran.document();
        assert_eq!(document["abcd"], "error", "{line}: {ran}");
        assert_eq!(document["exit_code"], 2, "{line}");
    }
}

#[test]
fn it_is_not_taken_from_behind_the_end_of_flags_or_out_of_another_word() {
    let sandbox = Sandbox::new();
    for line in [
        "explain --nope -- --json",
        "--json=false explain --nope",
        "explain --nope --jsonx",
        "explain --nope --json=1",
        "explain --nope json",
    ] {
        let ran = sandbox.run(line);
        assert_eq!((ran.exit, ran.stdout.as_str()), (2, ""), "{line}: {ran}");
    }
}

#[test]
fn it_is_obeyed_by_what_goes_well_too() {
    let sandbox = Sandbox::new();
    let expected = sandbox.run("explain explain --json").done();
    for line in [
        "--json explain explain",
        "explain --json explain",
        "explain explain --json=true",
        "explain --json --json explain",
        "explain --json=false --json explain",
    ] {
        assert_eq!(sandbox.run(line).done().stdout, expected.stdout, "{line}");
    }
    let text = sandbox.run("explain explain").done();
    assert_eq!(sandbox.run("explain explain --json=false").done().stdout, text.stdout);
}

#[test]
fn as_the_value_of_another_flag_it_is_refused() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run("explain --repo --json").refused("usage/bad-flag-value");
    assert_eq!(ran.document()["facts"]["parameter"], "repo");
    let ran = sandbox.run("explain explain --repo=--json");
    assert!(!ran.stdout.starts_with('{'), "`--repo=--json` is one word: {ran}");
}

#[test]
fn help_and_version_are_there_on_every_command_and_as_documents() {
    let sandbox = Sandbox::new();
    let version = sandbox.run("--version").done().stdout;
    assert_eq!(version, format!("abcd {}\n", env!("CARGO_PKG_VERSION")));
    for row in &COMMANDS {
        let path = &row.path;
        let help = sandbox.run(&format!("{path} --help")).done().stdout;
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat(&help).starts_with(&flat(&row.about)), "{path}: {help}");
        for flag in row.flag.iter() {
            assert!(help.contains(&format!("--{}", flag.name)), "{path}: {help}");
        }
        let document = sandbox.run(&format!("{path} --help --json")).done().document();
        assert_eq!(document["text"], help, "{path}");
        assert_eq!(sandbox.run(&format!("help {path}")).done().stdout, help);
        let version = sandbox.run(&format!("{path} --version")).done().stdout;
        assert!(version.ends_with(&format!(" {}\n", env!("CARGO_PKG_VERSION"))), "{path}: {version}");
        let mut words = complete(row);
        words.push("--help".to_owned());
        assert_eq!(sandbox.call_of(words).run().done().stdout, help, "{path}");
    }
    let help = sandbox.run("--help").done().stdout;
    assert_eq!(sandbox.run("help").done().stdout, help);
    assert_eq!(sandbox.run("--no-color help").done().stdout, help);
    for line in ["--help routine", "-h routine", "help --help man"] {
        let short = if line.starts_with("-h ") { sandbox.run("-h").done().stdout } else { help.clone() };
        assert_eq!(sandbox.run(line).done().stdout, short, "{line}");
    }
    let help = sandbox.run("routine --help").done().stdout;
    assert_eq!(sandbox.run("routine --help render").done().stdout, help);
    assert_eq!(sandbox.run("--json help man").done().stdout, sandbox.run("man --help --json").done().stdout);
}

#[test]
fn help_does_not_repeat_the_name_that_the_program_was_started_by() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.call("--help").command();
    std::os::unix::process::CommandExt::arg0(&mut command, "Typed\u{202e}");
    let ran = Call::end(command, &[]).done();
    assert_eq!(ran.stdout, sandbox.run("--help").done().stdout);
}

#[test]
fn a_path_behind_an_escape_is_covered_in_a_document_too() {
    let sandbox = Sandbox::with_record();
    let (home, repo) = (sandbox.home.display(), sandbox.repo.display());
    let text = format!("the log says\n{home}/x\n\t{repo}/y");
    let id =
        sandbox.call_of(["capture", &text, "--remedy", "say less", "--json"]).run().done().document()["id"]
            .as_str()
            .unwrap()
            .to_owned();
    let shown = sandbox.run(&format!("capture show {id} --json")).done().document();
    assert_eq!(shown["issue"]["text"], "the log says\n~/x\n\t./y");
}

#[test]
fn a_hidden_command_stands_in_no_help_and_answers_its_own() {
    let sandbox = Sandbox::new();
    let help = sandbox.run("--help").done().stdout;
    for row in COMMANDS.iter().filter(|row| !row.path.contains(' ')) {
        let listed = help.contains(&format!("\n  {} ", row.path));
        assert_eq!(listed, !row.hidden(), "{}: {help}", row.path);
    }
}
