//! Text and documents, to the byte.

use crate::support::{Sandbox, snapshot};

#[test]
fn a_refusal_is_two_lines() {
    let ran = Sandbox::new().run("explain --nope").refused("usage/unknown-flag");
    assert_eq!(ran.exit, 2);
    assert_eq!(ran.stdout, "");
    assert_eq!(
        ran.stderr,
        "abcd: the command has no such flag\n\
         abcd: read which flags the command takes and use one of them — try: abcd explain explain (abcd \
         explain usage/unknown-flag)\n"
    );
}

#[test]
fn a_refusal_is_one_document() {
    let ran = Sandbox::new().run("explain --nope --json").refused("usage/unknown-flag");
    assert_eq!(
        ran.stdout,
        "{\"abcd\":\"error\",\"error\":\"the command has no such flag\",\"exit_code\":2,\
         \"code\":\"usage/unknown-flag\",\"hint\":\"read which flags the command takes and use one of them\",\
         \"next\":\"abcd explain explain\"}\n"
    );
}

#[test]
fn facts_come_last() {
    let ran = Sandbox::new().run("explain --al --json");
    assert!(
        ran.stdout.ends_with(",\"next\":\"abcd explain explain\",\"facts\":{\"nearest\":\"--all\"}}\n"),
        "{ran}"
    );
    let text = Sandbox::new().run("explain --al");
    assert!(text.stderr.starts_with("abcd: the command has no such flag; did you mean `--all`?\n"), "{text}");
}

#[test]
fn where_only_the_root_is_known_the_offer_names_no_command() {
    let ran = Sandbox::new().run("nothing").refused("usage/unknown-command");
    assert_eq!(ran.next().as_deref(), Some("abcd explain"));
}

#[test]
fn a_result_ends_in_its_next_steps() {
    let ran = Sandbox::new().run("explain usage/unknown-flag --json").done();
    let end = ",\"next_steps\":[{\"run\":\"abcd explain <code>\",\"when\":\"to read about one code\"},\
               {\"run\":\"abcd explain <command>\",\"when\":\"to read about one command\"}]}\n";
    assert!(ran.stdout.ends_with(end), "{ran}");
    assert!(ran.stdout.contains("\"next\":\"abcd explain {command}\""), "the result's own next stays: {ran}");
}

#[test]
fn where_nothing_follows_the_steps_are_an_empty_list() {
    let ran = Sandbox::new().run("completions fish --json").done();
    assert!(
        ran.stdout.starts_with("{\"text\":\"") && ran.stdout.ends_with("\",\"next_steps\":[]}\n"),
        "{ran}"
    );
}

#[test]
fn help_as_a_document() {
    snapshot!(Sandbox::new().run("man --help --json"), @r#"
    exit: 0
    --- stdout
    {"text":"The page is roff text, made from the same rows as --help and abcd explain. Pipe it to `man -l -` to\nread it, or write it to a folder of MANPATH.\n\nUsage: abcd man [OPTIONS] [COMMAND]...\n\nArguments:\n  [COMMAND]...\n          The path of a command, as in `capture resolve`.\n\nOptions:\n      --json\n          Prints JSON documents, one a line, instead of text.\n\n      --repo <DIR>\n          Works in the repository that DIR is in, instead of the working folder.\n\n      --no-color\n          Prints text without colour, as NO_COLOR does.\n\n      --quiet\n          Leaves out the report of a command that writes.\n\n  -h, --help\n          Print help (see a summary with '-h')\n\n  -V, --version\n          Print version\n\nExamples:\n  abcd man explain\n      prints the page of one command\n"}
    --- stderr
    "#);
    snapshot!(Sandbox::new().run("man --version --json"), @r#"
    exit: 0
    --- stdout
    {"text":"abcd-man 0.1.0\n"}
    --- stderr
    "#);
}

#[test]
fn a_call_that_writes_is_quiet_when_asked_to_be() {
    let sandbox = Sandbox::new();
    for line in ["init", "capture 'login loops for ever' --remedy 'cap the redirects'", "capture repair"] {
        let ran = sandbox.run(&format!("{line} --quiet")).done();
        assert_eq!(ran.stdout, "", "{line}");
    }
    assert_eq!(sandbox.ledger().len(), 1);
    let ran = sandbox.run("capture 'login loops for ever' --quiet").refused("capture/remedy-missing");
    assert_eq!(ran.stderr.lines().count(), 2, "a refusal is never left out");
    let ran = sandbox.run("capture list --open --quiet").done();
    assert!(ran.stdout.contains("login loops for ever"), "what was asked for is never left out");
    let ran = sandbox.run("capture repair --quiet --json").done();
    assert!(ran.document()["next_steps"].is_array(), "a document is never left out");
}

#[test]
fn an_offer_leads_to_the_repository_that_the_call_named() {
    let (here, there) = (Sandbox::new(), Sandbox::new());
    let path = there.repo.display().to_string();
    let call = || here.call("capture --remedy x").arg("two words").arg("--repo").arg(&path);
    let ran = call().run_lawless().refused("init/absent");
    assert_eq!(ran.next().as_deref(), Some("abcd init --repo '<the same folder>'"));
    let made = here.call("init --json --repo").arg(&path).run_lawless().done().document();
    let steps = made["next_steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["run"].as_str().unwrap().ends_with(" --repo '<the same folder>'")));
    let _filed = call().run_lawless().done();
    assert_eq!(
        (here.tree().len(), there.tree().keys().any(|path| path.contains("/issues/open/"))),
        (0, true)
    );
}
