//! Any text as a table: every problem has a place in it, and a report that can be printed.

#![no_main]

use abcd::tables::source::Source;
use abcd::tables::{check, emit, load, report};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // What is read of a table is bounded, and each problem looks its place up in the whole text.
    if text.len() > 16 * 1024 {
        return;
    }
    let source = Source { path: "tables/commands/any.toml".to_owned(), text: text.to_owned() };
    let (tables, mut problems) = load::load(vec![source]);
    problems.extend(check::check(&tables));
    let lines = 1 + text.matches('\n').count();
    for finding in report::findings(&problems, &tables.sources) {
        assert!((1..=lines).contains(&finding.line), "{finding:?}");
        assert!(finding.column >= 1 && !finding.text().is_empty());
    }
    if problems.is_empty() {
        emit::emit(&tables, &std::collections::BTreeMap::new()).expect("sound tables become Rust");
    }
});
