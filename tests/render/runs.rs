//! The commands of a prompt are right as they stand: a shell takes each block.

use std::path::Path;
use std::process::{Command, Output};

use abcd::routine::render::Known;

use crate::support::{bare, go, rendered, rust};

/// The code blocks of one language, each with the heading that it stands under.
pub(crate) fn blocks(prompt: &str) -> Vec<(String, String)> {
    let (mut heading, mut open, mut all) = (String::new(), false, Vec::new());
    for line in prompt.lines() {
        match line {
            "```sh" => {
                open = true;
                all.push((heading.clone(), String::new()));
            }
            "```" => open = false,
            _ if open => {
                if let Some((_, block)) = all.last_mut() {
                    block.push_str(line);
                    block.push('\n');
                }
            }
            _ if line.starts_with('#') => {
                line.trim_start_matches(['#', ' ']).clone_into(&mut heading);
            }
            _ => {}
        }
    }
    all
}

pub(crate) fn shell(dir: &Path, home: &Path, script: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-eu", "-c", script]).current_dir(dir).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", home);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "Ada").env(format!("GIT_{role}_EMAIL"), "ada@example.com");
    }
    command.output().unwrap()
}

#[test]
fn a_shell_takes_every_block() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let gitlab = Known { hosting: Some("gitlab".into()), ..go() };
    for known in [go(), rust(), bare(), gitlab, Known { gates: vec![], default_branch: None, ..rust() }] {
        let prompt = rendered(&known).prompt;
        assert!(blocks(&prompt).len() > 8);
        for (heading, block) in blocks(&prompt) {
            let mut command = Command::new("sh");
            let out = command.args(["-n", "-c", &block]).current_dir(here).output().unwrap();
            assert!(out.status.success(), "{heading}: {}\n{block}", String::from_utf8_lossy(&out.stderr));
        }
    }
}
