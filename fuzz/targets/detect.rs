//! Any text as a file that names commands: what is found stays within a plain grammar and can be printed.

#![no_main]

use std::path::Path;

use abcd::host::files::Dir;
use abcd::routine::detect::look;
use abcd::routine::detect::rows::Rows;
use abcd::safe::is_hidden;
use libfuzzer_sys::fuzz_target;

/// The files whose first byte of input picks one.
const FILES: [&str; 8] = [
    "Makefile",
    "justfile",
    "Taskfile.yml",
    "package.json",
    "pyproject.toml",
    "tox.ini",
    "noxfile.py",
    ".github/workflows/ci.yml",
];

fuzz_target!(|input: (u8, &str)| {
    let (pick, text) = input;
    let file = FILES[usize::from(pick) % FILES.len()];
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join(Path::new(file).parent().expect("a file stands in a folder"));
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(place.path().join(file), text).expect("a file");
    let facts = look(&Dir::open(place.path()).expect("it is there"), &Rows::of_tables());
    let lines = 1 + text.matches('\n').count();
    for gate in &facts.gates {
        assert!(!gate.command.trim().is_empty() && !gate.command.chars().any(is_hidden), "{gate:?}");
        assert!(gate.evidence.iter().all(|place| (1..=lines).contains(&place.line)), "{gate:?}");
    }
    abcd::safe::json(&facts).expect("facts are a document");
});
