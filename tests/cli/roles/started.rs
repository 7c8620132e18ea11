//! How a runner is started: its words, its environment, its input.

use super::Stage;

/// A stage whose role is routed to the stub under this name.
fn named(name: &str) -> Stage {
    let stage = Stage::of(&format!("[roles.planning-interviewer]\nrunner = \"{name}\"\n"));
    stage.program(name);
    stage
}

/// The word behind a flag.
fn behind<'a>(args: &'a str, flag: &str) -> &'a str {
    args.lines().skip_while(|line| *line != flag).nth(1).unwrap_or_default()
}

#[test]
fn claude_is_granted_the_roles_tools_and_its_receipt_and_denied_the_rest() {
    let stage = named("claude");
    drop(stage.play("good").done());
    let args = stage.at_home("args");
    let tools = behind(&args, "--allowed-tools");
    let receipt = format!("//{}", stage.sandbox.repo.strip_prefix("/").unwrap().display());
    assert!(tools.starts_with("Read,Edit,Grep,Glob,"), "{tools}");
    let rest = tools.trim_start_matches("Read,Edit,Grep,Glob,");
    for grant in rest.split(',') {
        let path = grant.split_once('(').map(|(_, path)| path.trim_end_matches(')')).unwrap();
        assert!(path.starts_with(&receipt) && path.ends_with("/turn-2.receipt.json"), "{grant}");
    }
    assert_eq!(behind(&args, "--permission-mode"), "dontAsk");
    let words: Vec<&str> = args.lines().collect();
    assert_eq!(words[words.len() - 2], "--", "{args}");
}

#[test]
fn opencode_is_denied_what_it_is_not_granted() {
    let stage = named("opencode");
    drop(stage.play("good").done());
    let env = stage.at_home("env");
    let set = env.lines().find_map(|line| line.strip_prefix("OPENCODE_PERMISSION=")).unwrap();
    let permission: serde_json::Value = serde_json::from_str(set).unwrap();
    assert_eq!(permission["*"], "deny");
    assert_eq!(
        (&permission["edit"], &permission["read"], &permission["bash"]),
        (&"allow".into(), &"allow".into(), &serde_json::Value::Null)
    );
    assert!(env.contains("OPENCODE_DISABLE_PROJECT_CONFIG=true"), "{env}");
}

#[test]
fn a_runner_reads_nothing_and_its_surroundings_choose_no_repository_and_no_program() {
    let stage = Stage::new();
    let inside = stage.sandbox.repo.join("node_modules/.bin");
    std::fs::create_dir_all(&inside).unwrap();
    let path = format!("{}:.::tools:{}:/usr/bin:/bin", stage.home("bin").display(), inside.display());
    let call = stage.call("good").env("PATH", path).env("GIT_DIR", "/elsewhere").env("GIT_CONFIG_COUNT", "0");
    drop(call.env("GIT_AUTHOR_NAME", "Ann").run().done());
    let env = stage.at_home("env");
    assert!(
        env.contains("GIT_AUTHOR_NAME=Ann") && !env.contains("GIT_DIR=") && !env.contains("GIT_CONFIG"),
        "{env}"
    );
    let path = env.lines().find_map(|line| line.strip_prefix("PATH=")).unwrap();
    assert_eq!(path, format!("{}:/usr/bin:/bin", stage.home("bin").display()));
    assert_eq!(std::fs::metadata(stage.home("stdin")).unwrap().len(), 0);
}

#[test]
fn a_model_that_the_person_set_is_handed_on() {
    let stage = Stage::new();
    stage.settings(&format!("{}{}model = \"local/small\"\n", super::COMMAND, stage.command()));
    drop(stage.play("good").done());
    assert_eq!(behind(&stage.at_home("args"), "--model"), "local/small");
}

#[test]
fn a_program_that_the_repository_brought_is_refused_and_never_started() {
    let stage = Stage::new();
    let brought = stage.sandbox.repo.join("stub");
    std::fs::copy(stage.home("bin/stub"), &brought).unwrap();
    let set = format!("[runner.command]\nargv = [\"{}\"]\n", brought.display());
    stage.settings(&format!("{}{set}", super::COMMAND));
    stage.fails("good", "refused", "stands in the repository");
    assert_eq!(stage.at_home("turns"), "");
}
