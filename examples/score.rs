fn main() {
    let rows = abcd::routine::detect::rows::Rows::of_tables();
    let mut trees: Vec<String> = std::env::args().skip(1).collect();
    let full = trees.first().is_some_and(|a| a == "-v");
    if full {
        trees.remove(0);
    }
    let env = abcd::host::env::Env::of_process();
    for tree in trees {
        let name = tree.trim_end_matches('/').rsplit('/').next().unwrap().replace('+', "/");
        let place = abcd::host::place::Repository::around(std::path::Path::new(&tree)).unwrap();
        let git = abcd::host::git::Git::at(&env, &place.root);
        let facts = abcd::routine::detect::detect(&place, &git, &rows).unwrap();
        if full {
            println!("{}", serde_json::to_string_pretty(&facts).unwrap());
            continue;
        }
        let gates: Vec<String> = facts
            .gates
            .iter()
            .map(|g| if g.dir == "." { g.command.clone() } else { format!("[{}] {}", g.dir, g.command) })
            .collect();
        let tools: Vec<String> = facts.toolchains.iter().map(|t| t.id.clone()).collect();
        println!(
            "{}",
            serde_json::json!({"repo": name, "gates": gates, "toolchains": tools, "default_branch": facts.repository.default_branch, "decision_log": facts.decision_log.map(|d| d.path)})
        );
    }
}
