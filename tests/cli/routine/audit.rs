//! `abcd routine invariants` and `abcd routine audit`: the rules, and which of them a prompt carries.

use serde_json::{Value, json};

use super::{edit, made, repository, swept};
use crate::support::Sandbox;

/// The names of the rules of an audit that are in this state.
fn rules(audit: &Value, state: &str) -> Vec<String> {
    let all = audit["rules"].as_array().unwrap().iter();
    all.filter(|rule| rule["state"] == state).map(|rule| rule["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn prompts_of_every_version_are_whole_wherever_they_stand() {
    let sandbox = repository();
    for version in [1, 2] {
        let line = format!("routine render bug-hunt --template-version {version}");
        sandbox.write("elsewhere.md", sandbox.run(&line).done().stdout);
        let audit = sandbox.run("routine audit elsewhere.md --json").done().document();
        assert_eq!((&audit["archetype"], &audit["template_version"]), (&json!("bug-hunt"), &json!(version)));
        assert!(rules(&audit, "whole").len() > 18, "{audit}");
        assert_eq!(rules(&audit, "altered").len() + rules(&audit, "missing").len(), 0, "{audit}");
    }
}

#[test]
fn the_report_comes_first_and_then_the_refusal() {
    let sandbox = repository();
    let prompt = sandbox.run("routine render bug-hunt").done().stdout;
    let weaker = prompt.replace("No candidate skips this.", "Few candidates skip this.");
    let (before, rest) = weaker.split_once("- **Rule `wait-for-all`.**").unwrap();
    let spoilt = format!("{before}> - **Rule `wait-for-all`.**{rest}- **Rule `mine`.** Whistle.\n");
    sandbox.write("spoilt.md", spoilt);
    let ran = sandbox.run("routine audit spoilt.md").refused("routine/invariants-missing");
    for line in ["altered  refuter-count", "missing  wait-for-all", "no template has these rules: mine"] {
        assert!(ran.stdout.contains(line), "{line}: {ran}");
    }
    let ran = sandbox.run("routine audit spoilt.md --json").refused("routine/invariants-missing");
    let audit = &ran.documents()[0];
    assert_eq!(rules(audit, "altered"), ["refuter-count"]);
    assert_eq!(rules(audit, "missing"), ["wait-for-all"]);
    assert_eq!(audit["unknown"], json!(["mine"]));
}

#[test]
fn no_link_is_followed_and_only_text_is_read() {
    let sandbox = repository();
    sandbox.write("real.md", sandbox.run("routine render bug-hunt").done().stdout);
    sandbox.link("link.md", "real.md");
    sandbox.fifo("pipe.md");
    sandbox.folder("folder.md");
    sandbox.write("bytes.md", b"- **Rule `one-round`.** \xff\n");
    for file in ["link.md", "pipe.md", "folder.md", "bytes.md"] {
        drop(sandbox.run(&format!("routine audit {file}")).refused("routine/not-a-prompt"));
    }
    drop(sandbox.run("routine audit real.md").done());
}

#[test]
fn a_prompt_is_audited_where_no_repository_is() {
    let sandbox = Sandbox::new();
    let prompt = sandbox.run("routine render bug-hunt").done().stdout;
    let file = sandbox.home.join("prompt.md");
    std::fs::write(&file, prompt).unwrap();
    drop(sandbox.call("routine audit prompt.md").from(&sandbox.home).run().done());
}

#[test]
fn the_rules_come_with_reason_condition_and_versions() {
    let sandbox = Sandbox::new();
    let listed = made(&sandbox, "routine invariants sweep --json").run().done().document();
    let expected = [("keep", json!([1, 2, 3, 4])), ("new", json!([3, 4])), ("old", json!([1, 2, 3]))];
    let rules = listed["rules"].as_array().unwrap();
    assert_eq!(rules.len(), expected.len(), "{listed}");
    for (rule, (id, versions)) in rules.iter().zip(expected) {
        assert_eq!(rule["id"], id);
        assert_eq!(rule["archetypes"], json!([{ "name": "sweep", "versions": versions }]));
        assert!(!rule["reason"].as_str().unwrap().is_empty());
    }
    let all = sandbox.run("routine invariants").done().stdout;
    for text in [
        "one-round\n",
        "where a run does one round",
        "where a run may do several rounds",
        "additive-allowlist\n",
    ] {
        assert!(all.contains(text), "{text}: {all}");
    }
}

#[test]
fn a_hand_edit_beside_a_rule_is_an_edit_and_a_second_copy_breaks_it() {
    let sandbox = swept(4);
    edit(&sandbox, "prompt.md", "Look around first.", "Look around twice.");
    drop(made(&sandbox, "routine check").run().refused("routine/prompt-edited"));
    edit(&sandbox, "prompt.md", "- **Rule `new`.**", "- **Rule `new`.** Sweep no corner.\n- **Rule `new`.**");
    let ran = made(&sandbox, "routine check --json").run().refused("routine/invariants-missing");
    assert_eq!(ran.documents()[0]["routines"][0]["missing"], json!(["new"]));
    drop(made(&sandbox, "routine update --take rendered").run().done());
    drop(made(&sandbox, "routine check").run().done());
}
