//! `abcd runner list` and `check`: what runs a role, who says so, and what is refused.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Ran, Sandbox};

/// Writes the person's settings.
fn settings(sandbox: &Sandbox, text: &str) {
    let folder = sandbox.home.join(".config/abcd");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), text).unwrap();
}

/// A program in a folder of its own, which nobody else can write.
fn program(folder: PathBuf, name: &str) -> PathBuf {
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, "#!/bin/sh\nexit 0\n").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    file
}

fn rows(ran: &Ran) -> (Value, Value) {
    let mut documents = ran.documents();
    let summary = documents.pop().unwrap();
    (Value::Array(documents), summary)
}

#[test]
fn without_settings_every_role_is_the_hosts() {
    let sandbox = Sandbox::with_record();
    let ran = sandbox.call("runner list --json").run().done();
    let (rows, summary) = rows(&ran);
    for row in rows.as_array().unwrap() {
        assert_eq!((&row["runner"], &row["layer"]), (&json!("host"), &json!("bundled")), "{ran}");
        assert_eq!(row["refused"], "it needs a host session");
    }
    assert_eq!((&summary["roles"], &summary["reached"]), (&json!(2), &json!(0)));
}

#[test]
fn the_persons_route_is_taken_and_a_repository_brings_it_back_to_the_host_and_no_further() {
    let sandbox = Sandbox::with_record();
    let stub = program(sandbox.home.join("bin"), "stub");
    settings(
        &sandbox,
        &format!(
            "[roles.planning-interviewer]\nrunner = \"command\"\n[roles.nobody]\nrunner = \"claude\"\n\
             [runner.command]\nargv = [\"{}\", \"--quick\"]\nmodel = \"local/small\"\n",
            stub.display()
        ),
    );
    let (all, summary) = rows(&sandbox.call("runner list --json").run().done());
    let planning = |all: &Value| {
        all.as_array().unwrap().iter().find(|row| row["role"] == "planning-interviewer").unwrap().clone()
    };
    let row = planning(&all);
    assert_eq!((&row["runner"], &row["layer"]), (&json!("command"), &json!("machine")));
    assert_eq!((&row["model"], &row["refused"]), (&json!("local/small"), &Value::Null));
    assert!(summary["passed_over"][0].as_str().unwrap().contains("roles.nobody.runner"), "{summary}");
    drop(sandbox.call("runner check planning-interviewer").run().done());

    // A repository that chooses a runner is passed over, and one that takes it back is obeyed; both are said.
    sandbox.write(".abcd/config.toml", "[roles.reflection-composer]\nrunner = \"claude\"\n");
    let (all, summary) = rows(&sandbox.call("runner list --json").run().done());
    assert!(all.as_array().unwrap().iter().all(|row| row["runner"] != "claude"), "{all}");
    assert!(summary["passed_over"].to_string().contains("chooses a runner"), "{summary}");
    sandbox.write(".abcd/config.toml", "[roles.planning-interviewer]\nrunner = \"host\"\n");
    let (all, summary) = rows(&sandbox.call("runner list --json").run().done());
    assert_eq!(planning(&all)["layer"], "repository");
    let said = summary["passed_over"].to_string();
    assert!(said.contains("back to the host") && said.contains("command"), "{said}");
    drop(sandbox.call("runner check planning-interviewer").run().refused("runner/unreached"));
}

#[test]
fn a_program_of_the_repository_or_one_that_others_can_write_is_never_started() {
    let sandbox = Sandbox::with_record();
    let inside = program(sandbox.repo.join("tools"), "stub");
    let shared = program(sandbox.home.join("shared"), "stub");
    fs::set_permissions(shared.parent().unwrap(), PermissionsExt::from_mode(0o777)).unwrap();
    let linked = sandbox.home.join("bin/stub");
    fs::create_dir_all(linked.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&inside, &linked).unwrap();
    for (file, why) in [
        (inside, "stands in the repository"),
        (linked, "stands in the repository"),
        (shared, "others may write"),
        (sandbox.home.join("bin/gone"), "no folder of the PATH"),
    ] {
        let route = "[roles.planning-interviewer]\nrunner = \"command\"\n";
        settings(&sandbox, &format!("{route}[runner.command]\nargv = [\"{}\"]\n", file.display()));
        let ran = sandbox.call("runner check planning-interviewer --json").run();
        let ran = ran.refused("runner/unreached");
        assert!(ran.documents()[0]["roles"][0]["refused"].as_str().unwrap().contains(why), "{ran}");
    }
}

#[test]
fn a_setting_that_cannot_be_used_names_its_file_its_layer_and_its_key() {
    for (text, key) in [
        ("[roles.planning-interviewer]\nrunner = \"clod\"\n", "roles.planning-interviewer.runner"),
        ("[runner.claude]\nmodel = \"openai/x\"\n", "runner.claude.model"),
        ("[runner.claude]\nmodel = \"anthropic/--x\"\n", "runner.claude.model"),
        ("[runner.claude]\nargv = [\"/bin/sh\"]\n", "runner.claude.argv"),
        ("[runner.clod]\nmodel = \"a/b\"\n", "runner.clod"),
        ("[runner.claude]\nmodle = \"anthropic/opus\"\n", "runner.claude.modle"),
        ("[runner.claude]\nmodel = 3\n", "runner.claude.model"),
        ("[runner.command]\nargv = [\"./tool\"]\n", "runner.command.argv"),
        ("[roles.planning-interviewer]\nrunner = 3\n", "roles.planning-interviewer.runner"),
        ("[runner]\nfallback_host = \"host\"\n", "runner.fallback_host"),
    ] {
        let sandbox = Sandbox::with_record();
        settings(&sandbox, text);
        let ran = sandbox.call("runner list --json").run().refused("runner/bad-setting");
        let refusal = ran.documents().pop().unwrap();
        assert_eq!((&refusal["facts"]["key"], &refusal["facts"]["layer"]), (&json!(key), &json!("machine")));
        assert!(refusal["error"].as_str().unwrap().contains("config.toml"), "{ran}");
    }
    let sandbox = Sandbox::with_record();
    drop(sandbox.call("runner check --runner clod").run().refused("runner/bad-setting"));
    sandbox.write(".abcd/config.toml", "roles = 1\n");
    drop(sandbox.call("runner list").run().refused("runner/bad-setting"));
    sandbox.write(".abcd/config.toml", "[runner.\"\\u001b[31m\"]\nmodel = \"a/b\"\n");
    let ran = sandbox.call("runner list").run().refused("runner/spends-your-key");
    assert!(!ran.stderr.contains("[31m"), "{ran}");
}

#[test]
fn no_file_of_a_repository_chooses_a_runner_whatever_it_is_called() {
    for name in ["config.toml", "runners.toml", "Z.TOML"] {
        let sandbox = Sandbox::with_record();
        let file = format!(".abcd/{name}");
        sandbox.write(&file, "[runner.command]\nargv = [\"/bin/sh\"]\n");
        let ran = sandbox.call("runner list --json").run().refused("runner/spends-your-key");
        let refusal = ran.documents().pop().unwrap();
        let error = refusal["error"].as_str().unwrap();
        assert!(error.contains("runner.command") && error.contains(&file), "{ran}");
        sandbox.write(&file, "[roles.planning-interviewer]\nrunner = \"claude\"\n");
        let (all, summary) = rows(&sandbox.call("runner list --json").run().done());
        assert!(all.as_array().unwrap().iter().all(|row| row["runner"] == "host"), "{all}");
        assert!(summary["passed_over"][0].as_str().unwrap().contains(&file), "{summary}");
    }
    // What cannot be read might say it.
    for (name, text) in [("other.toml", "["), ("config.toml", "[roles.planning-interviewer]\nrunner = 3\n")] {
        let sandbox = Sandbox::with_record();
        sandbox.write(&format!(".abcd/{name}"), text);
        let ran = sandbox.call("runner list --json").run().refused("runner/bad-setting");
        let refusal = ran.documents().pop().unwrap();
        assert!(refusal["error"].as_str().unwrap().contains(name), "{ran}");
        assert_eq!(refusal["facts"]["layer"], "repository");
    }
    let sandbox = Sandbox::with_record();
    sandbox.link(".abcd/linked.toml", "../../home/elsewhere.toml");
    drop(sandbox.call("runner list").run().refused("runner/bad-setting"));
}
