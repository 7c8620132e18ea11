//! A toolchain is added by rows alone: a table file of a made-up one goes through the loader and the checks
//! that the build uses, beside the real files, and its repository has its gates.

#![expect(clippy::disallowed_methods, reason = "a test reads the package's own tables")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::cases::written;
use super::rows::Rows;
use super::{Certainty, Facts, look};
use crate::host::files::Dir;
use crate::tables::load::{Tables, load};
use crate::tables::model::toolchains::Kind;
use crate::tables::source::Source;
use crate::tables::{check, report};

const ROWS: &str = r#"#:schema ../../schemas/toolchains.schema.json

[[toolchain]]
id = "loom"
about = "cloth, woven"
markers = ["loom.toml", "patterns/*/loom.toml"]
needs = [{ file = "loom.toml", path = "cloth.threads" }]
unless = [{ file = "package.json" }]
gate = [
    { command = "loom comb --look", kind = "format", when = [{ file = ".combrc" }] },
    { command = "loom inspect", kind = "lint", when = [{ file = "*.cloth", holds = "selvage" }] },
    { command = "loom tug", kind = "test", unless = [{ file = "loom.toml", path = "cloth.fragile" }] },
]
caveat = [{ field = { file = "loom.toml", path = "cloth.width" }, text = "the loom must be {value} wide" }]
[toolchain.targets]
reader = "map"
files = ["loom.toml"]
path = "steps"
calls = ["loom run {name}"]

[[program]]
run = ["loom comb"]
kind = "format"
effect = "rewrites"
checks_with = ["--look"]

[[program]]
run = ["loom inspect", "loom tug"]
kind = "test"
effect = "checks"
stays_with = ["--by-hand"]
rewrites_with = ["--mend"]

[[program]]
run = ["loom sell"]
effect = "outward"
"#;

/// The tables as the build reads them, with one file more.
fn tables(rows: &str) -> Tables {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
    let mut sources = vec![Source { path: "tables/toolchains/loom.toml".to_owned(), text: rows.to_owned() }];
    for folder in [root.clone(), root.join("toolchains"), root.join("commands"), root.join("refusals")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                let shown = path.strip_prefix(root.parent().unwrap()).unwrap().display().to_string();
                sources.push(Source { path: shown, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    let (tables, mut problems) = load(sources);
    problems.extend(check::check(&tables));
    let ours = |problem: &&crate::tables::source::Problem| {
        tables.sources[problem.file].path.starts_with("tables/toolchains/")
    };
    let wrong: Vec<_> = problems.iter().filter(ours).cloned().collect();
    let said: Vec<String> =
        report::findings(&wrong, &tables.sources).iter().map(report::Finding::text).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    tables
}

fn found(files: &[(&str, &str)]) -> Facts {
    let tables = tables(ROWS);
    let toolchains: Vec<_> = tables.detection.toolchains.iter().map(|(_, row)| row.clone()).collect();
    let programs: Vec<_> = tables.detection.programs.iter().map(|(_, row)| row.clone()).collect();
    let words: Vec<_> = tables.detection.words.iter().map(|(_, row)| row.clone()).collect();
    let files: BTreeMap<String, String> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let tree = written(&files);
    look(&Dir::open(tree.path()).unwrap(), &Rows::new(&toolchains, &programs, &words))
}

fn gates(facts: &Facts) -> Vec<(&str, Kind, Certainty)> {
    facts.gates.iter().map(|gate| (gate.command.as_str(), gate.kind, gate.certainty)).collect()
}

#[test]
fn its_customs_stand_where_the_repository_says_nothing() {
    let facts = found(&[
        ("loom.toml", "[cloth]\nthreads = 80\nwidth = 120\n"),
        (".combrc", ""),
        ("scarf.cloth", "a scarf\n  selvage: 2\n"),
    ]);
    assert_eq!(
        gates(&facts),
        [
            ("loom comb --look", Kind::Format, Certainty::Derived),
            ("loom inspect", Kind::Lint, Certainty::Derived),
            ("loom tug", Kind::Test, Certainty::Default),
        ]
    );
    assert_eq!(facts.toolchains.first().map(|fact| fact.id.as_str()), Some("loom"));
    assert_eq!(facts.caveats.first().map(|caveat| caveat.text.as_str()), Some("the loom must be 120 wide"));
}

#[test]
fn its_steps_are_judged_by_its_programs() {
    let steps = "[cloth]\nthreads = 1\nfragile = true\n[steps]\nlint = 'loom comb --look'\n\
                 test = 'loom tug'\ncheck = 'loom tug --mend'\nverify = 'loom tug --by-hand'\nready = 'loom sell'\n";
    let facts = found(&[("loom.toml", steps)]);
    let commands: Vec<&str> = facts.gates.iter().map(|gate| gate.command.as_str()).collect();
    assert_eq!(commands, ["loom run lint", "loom run test"]);
    for (name, part) in [("check", "rewrites"), ("verify", "watches"), ("ready", "publishes")] {
        let said = facts.skipped.iter().find(|skipped| skipped.path == format!("loom run {name}"));
        assert!(said.is_some_and(|said| said.why.contains(part)), "{name}: {:?}", facts.skipped);
    }
}

#[test]
fn a_stray_mark_of_it_is_no_toolchain() {
    for files in [
        vec![("loom.toml", "[cloth]\ncolour = 'red'\n")],
        vec![("loom.toml", "[cloth]\nthreads = 1\n"), ("package.json", "{}")],
        vec![("notes/loom.toml", "[cloth]\nthreads = 1\n")],
    ] {
        let facts = found(&files);
        assert!(facts.gates.is_empty() && facts.toolchains.is_empty(), "{files:?}: {facts:?}");
    }
}
