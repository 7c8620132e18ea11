//! The cases of `tests/detect/`: small trees, the gates that they have, and those that they must not have.

#![expect(clippy::disallowed_methods, reason = "a test writes its own trees")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::rows::Rows;
use super::{Facts, look};
use crate::host::files::Dir;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    gates: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    skipped: Vec<String>,
    #[serde(default)]
    caveats: Vec<String>,
    toolchains: Option<Vec<String>>,
    /// The gates stand in this order.
    #[serde(default)]
    ordered: bool,
    kinds: Option<Vec<String>>,
    /// Reasons for which something was left alone.
    #[serde(default)]
    said: Vec<String>,
    #[serde(default)]
    never_said: Vec<String>,
    files: BTreeMap<String, String>,
}

pub(super) fn written(files: &BTreeMap<String, String>) -> tempfile::TempDir {
    let tree = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = tree.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    tree
}

fn found(tree: &Path) -> Facts {
    look(&Dir::open(tree).unwrap(), &Rows::of_tables())
}

fn complaints(case: &Case, facts: &Facts) -> Vec<String> {
    let shown = |gate: &super::Gate| {
        if gate.dir == "." { gate.command.clone() } else { format!("[{}] {}", gate.dir, gate.command) }
    };
    let gates: Vec<String> = facts.gates.iter().map(shown).collect();
    let mut out = Vec::new();
    let mut expected = case.gates.clone();
    let mut sorted = gates.clone();
    expected.sort();
    sorted.sort();
    if sorted != expected || (case.ordered && gates != case.gates) {
        out.push(format!("gates {gates:?}, not {:?}", case.gates));
    }
    out.extend(
        case.never.iter().filter(|never| gates.contains(never)).map(|never| format!("offers {never}")),
    );
    let skipped: Vec<&str> = facts.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    out.extend(
        case.skipped
            .iter()
            .filter(|path| !skipped.contains(&path.as_str()))
            .map(|path| format!("does not say that it left {path}: {skipped:?}")),
    );
    let reasons: Vec<&str> = facts.skipped.iter().map(|skipped| skipped.why.as_str()).collect();
    out.extend(
        case.said
            .iter()
            .filter(|why| !reasons.contains(&why.as_str()))
            .map(|why| format!("does not say that {why}: {reasons:?}")),
    );
    if let Some(expected) = &case.kinds {
        let kinds = serde_json::to_value(facts.gates.iter().map(|gate| gate.kind).collect::<Vec<_>>());
        if kinds.unwrap() != serde_json::to_value(expected).unwrap() {
            out.push(format!("kinds are not {expected:?}: {:?}", facts.gates));
        }
    }
    let caveats: Vec<&str> = facts.caveats.iter().map(|caveat| caveat.text.as_str()).collect();
    out.extend(
        case.caveats
            .iter()
            .filter(|part| !caveats.iter().any(|text| text.contains(part.as_str())))
            .map(|part| format!("no caveat says {part}: {caveats:?}")),
    );
    if let Some(expected) = &case.toolchains {
        let ids: Vec<&str> = facts.toolchains.iter().map(|tool| tool.id.as_str()).collect();
        if ids != *expected {
            out.push(format!("toolchains {ids:?}, not {expected:?}"));
        }
    }
    let said = serde_json::to_string(facts).unwrap();
    out.extend(
        case.never_said.iter().filter(|text| said.contains(text.as_str())).map(|text| format!("says {text}")),
    );
    out
}

#[test]
fn every_case_has_its_gates_and_no_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/detect");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        let cases: Cases = toml::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        for case in cases.case {
            count += 1;
            let tree = written(&case.files);
            let facts = found(tree.path());
            let again = serde_json::to_string(&found(tree.path())).unwrap();
            assert_eq!(serde_json::to_string(&facts).unwrap(), again, "{}", case.name);
            let name = file.file_stem().unwrap().to_string_lossy();
            wrong.extend(
                complaints(&case, &facts).into_iter().map(|what| format!("{name}: {}: {what}", case.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 60, "only {count} cases");
}
