fn main() {
    let mut files = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir("tables/toolchains").unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        files.push(toml::from_str::<abcd::tables::model::toolchains::Toolchains>(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    }
    let rows = abcd::routine::detect::rows::Rows::new(&files);
    let mut trees: Vec<String> = std::env::args().skip(1).collect();
    let full = trees.first().is_some_and(|a| a == "-v");
    if full { trees.remove(0); }
    for tree in trees {
        let name = tree.trim_end_matches('/').rsplit('/').next().unwrap().replace('+', "/");
        let dir = abcd::host::files::Dir::open(std::path::Path::new(&tree)).unwrap();
        let facts = abcd::routine::detect::look(&dir, &rows);
        if full { println!("{}", serde_json::to_string_pretty(&facts).unwrap()); continue; }
        let gates: Vec<String> = facts.gates.iter().map(|g| if g.dir == "." { g.command.clone() } else { format!("[{}] {}", g.dir, g.command) }).collect();
        let tools: Vec<String> = facts.toolchains.iter().map(|t| t.id.clone()).collect();
        println!("{}", serde_json::json!({"repo": name, "gates": gates, "toolchains": tools}));
    }
}
