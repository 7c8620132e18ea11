//! No file of this folder is forgotten: each is a module of the one test binary.

use std::fs;
use std::path::Path;

#[test]
fn every_file_is_a_module() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut forgotten = Vec::new();
    unnamed(&here, &here.join("main.rs"), &mut forgotten);
    assert!(forgotten.is_empty(), "name them with `mod`: {forgotten:?}");
}

/// Files in `folder` that `parent` has no `mod` for.
fn unnamed(folder: &Path, parent: &Path, forgotten: &mut Vec<String>) {
    let text = fs::read_to_string(parent).unwrap_or_default();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            unnamed(&path, &path.with_extension("rs"), forgotten);
        } else if path != *parent && path.extension().is_some_and(|end| end == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            if !text.contains(&format!("mod {name};")) {
                forgotten.push(path.display().to_string());
            }
        }
    }
}
