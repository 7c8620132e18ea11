//! The projects of a monorepo, and the files that speak to agents.

use serde_json::{Value, json};

use super::facts;
use crate::support::Sandbox;

fn gates(of: &Value) -> Vec<String> {
    let text =
        |gate: &Value| format!("{}${}", gate["dir"].as_str().unwrap(), gate["command"].as_str().unwrap());
    of["gates"].as_array().unwrap().iter().map(text).collect()
}

fn said(facts: &Value, path: &str) -> Vec<String> {
    let skipped = facts["skipped"].as_array().unwrap().iter().filter(|one| one["path"] == path);
    skipped.map(|one| one["why"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn projects_have_gates_of_their_own_and_the_root_keeps_its_own() {
    let sandbox = Sandbox::new();
    let package =
        |script: &str| format!("{{\"scripts\": {{\"test\": \"{script}\", \"fix\": \"eslint --fix .\"}}}}");
    sandbox.write("package.json", package("vitest run"));
    sandbox.write("pnpm-workspace.yaml", "packages: ['packages/*']\n");
    sandbox.write("packages/api/package.json", package("mocha"));
    sandbox.write("packages/web/package.json", "{\"name\": \"web\"}");
    sandbox.write("tools/gen/go.mod", "module gen\n");
    sandbox.write("tools/gen/Makefile", "lint:\n\tgolangci-lint run\n");
    for aside in ["examples/a", "tests/fixtures/b", "vendor/c", "node_modules/d"] {
        sandbox.write(&format!("{aside}/package.json"), package("mocha"));
    }
    sandbox.git("init --quiet nested");
    sandbox.write("nested/go.mod", "module nested\n");
    let facts = facts(&sandbox, ".");
    assert_eq!(gates(&facts), [".$pnpm run test"]);
    let found: Vec<(&Value, Vec<String>)> =
        facts["subprojects"].as_array().unwrap().iter().map(|one| (&one["dir"], gates(one))).collect();
    let expected = [
        (&json!("packages/api"), vec!["packages/api$pnpm run test".to_owned()]),
        (&json!("packages/web"), vec![]),
        (&json!("tools/gen"), vec!["tools/gen$make lint".to_owned(), "tools/gen$go test ./...".to_owned()]),
    ];
    for (dir, own) in &expected {
        let (_, found) =
            found.iter().find(|(found, _)| found == dir).unwrap_or_else(|| panic!("{dir}: {facts}"));
        assert!(own.iter().all(|gate| found.contains(gate)), "{dir}: {found:?}");
        assert!(!found.iter().any(|gate| gate.contains("fix")), "{dir}: {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{facts}");
    assert_eq!(facts["subprojects"][0]["gates"][0]["evidence"][0]["path"], "packages/api/package.json");
    for (folder, why) in [
        ("examples", "its projects are examples"),
        ("tests/fixtures", "its projects are data of tests"),
        ("vendor", "its projects are brought along from elsewhere"),
        ("nested", "it is a repository of its own"),
    ] {
        assert_eq!(said(&facts, folder), [why], "{folder}");
    }
}

#[test]
fn projects_are_bounded_in_number_and_depth() {
    let sandbox = Sandbox::new();
    for number in 0..60 {
        sandbox.write(&format!("p{number}/go.mod"), "module x\n");
    }
    sandbox.write("a/b/c/d/e/go.mod", "module deep\n");
    let found = facts(&sandbox, ".");
    assert_eq!(found["subprojects"].as_array().unwrap().len(), 40);
    let why = said(&found, ".");
    assert!(why.iter().any(|why| why.contains("first 40 of its projects")), "{why:?}");
    assert!(why.iter().any(|why| why.contains("4 levels deep")), "{why:?}");
}

#[test]
fn instructions_for_agents_and_what_they_bring_in() {
    let sandbox = Sandbox::new();
    sandbox.write("AGENTS.md", "Read this.\n");
    let claude = "@AGENTS.md\nSee @docs/agents/tests.md. Mail a@b.md, `@code.md` and @org/pkg.\n@missing.md\n@../out.md\n";
    sandbox.write("CLAUDE.md", format!("{claude}```\n@fenced.md\n```\n"));
    sandbox.write("docs/agents/tests.md", "@../loop.md\n");
    sandbox.write("docs/loop.md", "@../CLAUDE.md\n");
    sandbox.write("code.md", "");
    sandbox.write("fenced.md", "");
    sandbox.write("web/AGENTS.md", "");
    sandbox.write(".cursor/rules/style.mdc", "");
    sandbox.link("GEMINI.md", "AGENTS.md");
    let found = facts(&sandbox, ".");
    let files: Vec<&str> =
        found["instructions"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(
        files,
        [
            ".cursor/rules/style.mdc",
            "AGENTS.md",
            "CLAUDE.md",
            "docs/agents/tests.md",
            "docs/loop.md",
            "web/AGENTS.md"
        ]
    );
    assert_eq!(found["instructions"][2]["imports"], json!(["AGENTS.md", "docs/agents/tests.md"]));
    assert_eq!(found["instructions"][3]["evidence"], json!([{"path": "CLAUDE.md", "line": 2}]));
    assert_eq!(
        said(&found, "CLAUDE.md"),
        ["line 3 brings in a file that is not there", "line 4 brings in a file outside"]
    );
    assert_eq!(said(&found, "GEMINI.md"), ["it is a link, which is not followed"]);
}
