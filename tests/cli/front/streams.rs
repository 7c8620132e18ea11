//! Streams that close, fill up or are a terminal.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{Call, Ran, Sandbox};

#[test]
fn a_reader_that_leaves_early_is_no_fault() {
    let sandbox = Sandbox::new();
    for line in ["explain --all", "explain --all --json"] {
        let mut child = sandbox.call(line).start();
        let mut first = [0; 64];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[test]
fn a_full_disk_behind_standard_output_is_a_fault() {
    let sandbox = Sandbox::new();
    for line in ["explain", "explain --json", "--help"] {
        let ran = onto_a_full_disk(&sandbox, line);
        assert_eq!(ran.exit, 1, "{line}: {ran}");
        assert_eq!(ran.stderr, "abcd: the output could not be written\n", "{line}");
    }
}

#[test]
fn what_was_written_before_the_output_was_lost_is_said_to_stand() {
    let sandbox = Sandbox::new();
    let stands = "abcd: the output could not be written; what the call wrote to the repository stands\n";
    for (line, says) in [
        ("init", stands),
        ("capture 'login loops for ever' --remedy 'cap the redirects' --json", stands),
        ("capture list --all", "abcd: the output could not be written\n"),
        ("capture --help", "abcd: the output could not be written\n"),
    ] {
        let ran = onto_a_full_disk(&sandbox, line);
        assert_eq!((ran.exit, ran.stderr.as_str()), (1, says), "{line}");
    }
    assert_eq!(sandbox.ledger().len(), 1);
}

/// Makes the call where standard output takes nothing.
fn onto_a_full_disk(sandbox: &Sandbox, line: &str) -> Ran {
    let mut command = sandbox.call(line).command();
    command.stdout(Stdio::from(File::options().write(true).open("/dev/full").unwrap()));
    Call::end(command, &[])
}

#[test]
fn a_refusal_keeps_its_exit_when_nobody_hears_it() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.call("explain --nope").command();
    command.stderr(Stdio::from(File::options().write(true).open("/dev/full").unwrap()));
    assert_eq!(Call::end(command, &[]).exit, 2);
}

#[test]
fn no_colour_goes_anywhere_but_to_a_terminal() {
    let sandbox = Sandbox::new();
    for term in ["xterm-256color", "dumb"] {
        let ran = sandbox.call("explain").env("TERM", term).run().done();
        assert!(!ran.stdout.contains('\u{1b}'), "{ran}");
    }
}

#[test]
fn a_terminal_is_coloured_unless_somebody_said_no() {
    if Command::new("script").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("not tried here: `script` is needed to make a terminal");
        return;
    }
    let sandbox = Sandbox::new();
    for (line, term, no_color, colored) in [
        ("explain", Some("xterm"), None, true),
        ("explain", Some("xterm"), Some(""), true),
        ("explain", Some("xterm"), Some("1"), false),
        ("explain --no-color", Some("xterm"), None, false),
        ("explain", Some("dumb"), None, false),
        ("explain", None, None, false),
        ("explain --json", Some("xterm"), None, false),
    ] {
        let mut call = sandbox.call("").without("TERM");
        if let Some(term) = term {
            call = call.env("TERM", term);
        }
        if let Some(no_color) = no_color {
            call = call.env("NO_COLOR", no_color);
        }
        let plain = call.command();
        let mut command = Command::new("script");
        let run = format!("{} {line}", env!("CARGO_BIN_EXE_abcd"));
        command.args(["--quiet", "--return", "--command", &run, "/dev/null"]);
        command.env_clear().envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        if term.is_none() {
            command.env_remove("TERM");
        }
        command.current_dir(&sandbox.repo).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let ran = Call::end(command, &[]);
        assert_eq!(ran.stdout.contains("\u{1b}[1mCommands"), colored, "{line} {term:?} {no_color:?}: {ran}");
        assert_eq!(ran.stdout.contains('\u{1b}'), colored, "{line}: {ran}");
    }
}
