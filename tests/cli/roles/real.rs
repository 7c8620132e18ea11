//! One whole interview by a runner that is really installed here. It spends that runner's account.

use std::io::Write;

use super::Stage;

/// The runners, and what has to be set for each to be signed in where the home is another one.
const RUNNERS: [(&str, &[&str]); 2] = [
    ("claude", &["ANTHROPIC_API_KEY"]),
    ("opencode", &["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"]),
];

#[test]
fn a_runner_that_is_really_installed_holds_one_whole_interview() {
    for (runner, keys) in RUNNERS {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let installed = std::env::split_paths(&path).any(|folder| folder.join(runner).is_file());
        let key = keys.iter().find_map(|key| Some((*key, std::env::var(key).ok()?)));
        let (true, Some((key, value))) = (installed, key) else {
            // Past the harness, which holds back what a test prints that passes.
            let why = if installed { "no key for it is set" } else { "it is not installed" };
            writeln!(std::io::stderr(), "SKIPPED: no interview was held by a real {runner}: {why}").unwrap();
            continue;
        };
        let stage = Stage::of(&format!("[roles.planning-interviewer]\nrunner = \"{runner}\"\n"));
        // Whatever is asked, the first answer is chosen.
        let ran = stage.sandbox.call(&format!("intent interview {}", stage.intent)).env(key, value);
        let ran = ran.at_terminal(&"1\r".repeat(60)).done();
        assert!(ran.stdout.contains("ready"), "{ran}");
    }
}
