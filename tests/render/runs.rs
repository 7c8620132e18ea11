//! The commands of a prompt are right as they stand: a shell takes each block, and git does what the
//! steps say in a repository with a remote.

use std::path::Path;
use std::process::{Command, Output};

use abcd::routine::render::Known;

use crate::support::{bare, go, rendered, rust};

/// The code blocks of one language, each with the heading that it stands under.
fn blocks(prompt: &str) -> Vec<(String, String)> {
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

fn block(prompt: &str, heading: &str) -> String {
    let found = blocks(prompt).into_iter().find(|(under, _)| under == heading);
    found.unwrap_or_else(|| panic!("no block under {heading}")).1
}

fn shell(dir: &Path, home: &Path, script: &str) -> Output {
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
    let gitlab = Known { hosting: Some("gitlab"), ..go() };
    for known in [go(), rust(), bare(), gitlab, Known { gates: vec![], ..rust() }] {
        let prompt = rendered(&known).prompt;
        assert!(blocks(&prompt).len() > 8);
        for (heading, block) in blocks(&prompt) {
            let mut command = Command::new("sh");
            let out = command.args(["-n", "-c", &block]).current_dir(here).output().unwrap();
            assert!(out.status.success(), "{heading}: {}\n{block}", String::from_utf8_lossy(&out.stderr));
        }
    }
}

#[test]
fn the_git_commands_of_a_round_do_what_their_steps_say() {
    let unknown_branch = Known { default_branch: None, hosting: None, ..go() };
    for known in [go(), unknown_branch] {
        let scratch = tempfile::tempdir().unwrap();
        let home = scratch.path().join("home");
        let setup = "mkdir home && git init -q -b main seed && cd seed && echo one > one && git add one \
                     && git commit -q -m one && cd .. && git clone -q --bare seed hub && git clone -q hub checkout";
        assert!(shell(scratch.path(), &scratch.path().join("home"), setup).status.success());
        let prompt = rendered(&known).prompt;
        let names = block(&prompt, "Names").replace("ROUND=0", "ROUND=7");
        let hunt = block(&prompt, "5. Hunt");
        let start = block(&prompt, "4. Start from a green base");
        let push = block(&prompt, "12. Open the pull request");
        let push = push.lines().next().unwrap();
        let merge = block(&prompt, "13. Keep it ready to merge");
        let merge: Vec<_> = merge.lines().filter(|line| line.starts_with("git ")).collect();
        let clear =
            blocks(&prompt).into_iter().find(|(_, block)| block.contains("worktree remove")).unwrap().1;
        let script = format!(
            "{names}\n{start}\n{hunt}\necho two > two && git add two && git commit -q -m two\n{push}\n{}\n\
             git push -q origin HEAD~1:refs/heads/bug-hunt/round-6\ncd - > /dev/null\n{clear}\ngit worktree list",
            merge.join("\n"),
        );
        let out = shell(&scratch.path().join("checkout"), &home, &script);
        let said =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "{said}");
        assert_eq!(String::from_utf8_lossy(&out.stdout).matches("[main]").count(), 1, "{said}");
        assert!(!said.contains("round-7-security "), "every worktree is gone: {said}");
        let resume = block(&prompt, "3. Check the last round, then resume");
        let resume: Vec<_> = resume.lines().filter(|line| line.starts_with("git ")).collect();
        let out = shell(&scratch.path().join("checkout"), &home, &format!("{names}\n{}", resume.join("\n")));
        let heads = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(
            heads.contains("refs/heads/bug-hunt/round-6") && heads.contains("refs/heads/bug-hunt/round-7")
        );
    }
}

#[test]
fn the_search_for_what_a_host_adds_finds_it_and_passes_plain_text() {
    let prompt = rendered(&go()).prompt;
    let block = block(&prompt, "Text that others can read");
    let line = block.lines().find(|line| line.starts_with("grep ")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    for (text, found) in [
        ("Fixed by x.\n\nhttps://host.example/code/session_01ABCdef234567\n", true),
        ("\u{1f916} Generated with [a tool](https://host.example)\n", true),
        ("Co-Authored-By: A Tool <tool@example.com>\n", true),
        ("The session cookie was sent over http; the cookie of https://host.example/ too.\n", false),
    ] {
        std::fs::write(scratch.path().join("stored.md"), text).unwrap();
        let out = shell(scratch.path(), scratch.path(), &format!("LOOP=.\n{line}"));
        assert_eq!(out.status.success(), found, "{text}");
    }
}
