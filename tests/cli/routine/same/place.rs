//! One row's place, and everything that is laid down and printed there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{Call, Ran, Sandbox};

/// The files of the repository, so many and so named that an order can go wrong.
pub(super) const FILES: [(&str, &str); 11] = [
    (
        "Cargo.toml",
        "[package]\nname = \"tide\"\nversion = \"0.1.0\"\nedition = \"2024\"\nrust-version = \"1.90\"\n",
    ),
    ("Cargo.lock", "version = 4\n"),
    ("src/lib.rs", "//! Tides.\n"),
    ("src/deep/mod.rs", "//! Deep.\n"),
    ("İstanbul.md", "# İ and ı are letters\n"),
    ("web/package.json", "{\"scripts\": {\"test\": \"node --test\", \"lint\": \"eslint .\"}}\n"),
    ("web/package-lock.json", "{}\n"),
    ("api/go.mod", "module example.com/api\n\ngo 1.24\n"),
    (
        ".github/workflows/b.yml",
        "on: [pull_request]\njobs:\n  b:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make check\n",
    ),
    (
        ".github/workflows/a.yml",
        "on: [pull_request]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: cargo clippy\n",
    ),
    ("docs/DECISIONS.md", "# Decisions\n"),
];

/// What is asked, in this order; the second call writes.
const LINES: [&str; 9] = [
    "routine render",
    "routine render --write --set rounds=2",
    "routine render",
    "routine show bug-hunt",
    "routine check",
    "routine update --dry-run",
    "routine update",
    "routine update --facts",
    "routine detect",
];

/// Everything that was laid down and printed, by what it is.
pub(super) type Bytes = BTreeMap<String, String>;

/// Writes the files in this order.
pub(super) fn fill<'f>(root: &Path, files: impl Iterator<Item = &'f (&'f str, &'f str)>) {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Asks everything, each call turned by the row.
pub(super) fn bytes<'a>(sandbox: &'a Sandbox, turn: impl Fn(Call<'a>) -> Call<'a>) -> Bytes {
    bytes_by(sandbox, |call| turn(call).run())
}

/// Asks everything, each call run by the row.
pub(super) fn bytes_by<'a>(sandbox: &'a Sandbox, run: impl Fn(Call<'a>) -> Ran) -> Bytes {
    bytes_in(&sandbox.repo, sandbox, run)
}

/// The same where the repository is not the sandbox's own.
pub(super) fn bytes_in<'a>(root: &Path, sandbox: &'a Sandbox, run: impl Fn(Call<'a>) -> Ran) -> Bytes {
    let mut bytes = Bytes::new();
    for (number, line) in LINES.iter().enumerate() {
        for form in ["", " --json"] {
            let ran = run(sandbox.call(&format!("{line}{form}"))).done();
            bytes.insert(format!("{number} {line}{form}"), ran.stdout);
        }
    }
    for name in ["prompt.md", "schedule.json", "answers.json"] {
        let text = fs::read_to_string(root.join(".abcd/routines/bug-hunt").join(name)).unwrap();
        bytes.insert(name.to_owned(), text);
    }
    bytes
}

/// What a call printed.
pub(super) fn print(call: Call<'_>) -> String {
    call.run().done().stdout
}

/// The laid files alone.
pub(super) fn files(bytes: &Bytes) -> Vec<&String> {
    bytes.iter().filter(|(what, _)| !what.contains(' ')).map(|(_, text)| text).collect()
}

/// Says that a row gave the same bytes, or shows the first line that is other.
#[track_caller]
pub(super) fn same(row: &str, plain: &Bytes, there: &Bytes) {
    assert_eq!(plain.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>(), "{row}");
    for (what, text) in plain {
        let other = &there[what];
        let line = text.lines().zip(other.lines()).find(|(one, other)| one != other);
        assert!(text == other, "{row}: {what} is other: {line:?}");
    }
}
