//! The tables: what their checks refuse, that the registries are them, and that the parser takes what they say.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "a test reads the package's own files")]

#[path = "tables/agree.rs"]
mod agree;
#[path = "tables/cases.rs"]
mod cases;
#[path = "tables/literals.rs"]
mod literals;
#[path = "tables/parser.rs"]
mod parser;
#[path = "tables/registries.rs"]
mod registries;

use std::fs;
use std::path::{Path, PathBuf};

use abcd::tables::source::Source;

/// A path of the package.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of the package as a source of rows.
fn source(path: &str) -> Source {
    let text = fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Source { path: path.to_owned(), text }
}

/// Every TOML file below a folder of the package, sorted.
fn tables(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for entry in fs::read_dir(at(folder)).unwrap() {
        let path = format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap());
        if at(&path).is_dir() {
            found.extend(tables(&path));
        } else if Path::new(&path).extension().is_some_and(|end| end == "toml") {
            found.push(source(&path));
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}
