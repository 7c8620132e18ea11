//! A file a case: rows that are right or wrong, and what the checks say of them.
//!
//! `ABCD_BLESS=1 cargo test --test tables` writes the reports anew; read them before they are committed.

use std::fs;

use abcd::tables::source::Source;
use abcd::tables::{check, load, report};

use crate::{at, source, tables};

/// What the checks say of a case, loaded with the rows of `base.toml`.
fn report_of(case: Source) -> String {
    let (tables, mut problems) = load::load(vec![source("tests/tables/base.toml"), case]);
    problems.extend(check::check(&tables));
    let findings = report::findings(&problems, &tables.sources);
    findings.iter().flat_map(|finding| [finding.text(), "\n\n".to_owned()]).collect()
}

#[test]
fn what_is_right_is_left_alone() {
    let cases = tables("tests/tables/valid");
    assert!(cases.len() > 3);
    for case in cases {
        let path = case.path.clone();
        assert_eq!(report_of(case), "", "{path}");
    }
}

#[test]
fn what_is_wrong_is_reported_whole() {
    let bless = std::env::var_os("ABCD_BLESS").is_some();
    let cases = tables("tests/tables/invalid");
    assert!(cases.len() > 25);
    let mut differ = Vec::new();
    for case in cases {
        let beside = at(&case.path).with_extension("report");
        let path = case.path.clone();
        let found = report_of(case);
        assert!(!found.is_empty(), "{path}: nothing is wrong with it");
        assert!(
            !found.lines().any(|line| line.starts_with("tests/tables/base.toml:")),
            "{path}: the base is blamed:\n{found}"
        );
        if bless {
            fs::write(&beside, &found).unwrap();
        }
        if fs::read_to_string(&beside).unwrap_or_default() != found {
            differ.push(format!("{path} reports:\n{found}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn no_report_is_left_without_its_case() {
    for entry in fs::read_dir(at("tests/tables/invalid")).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.with_extension("toml").is_file(), "{}", path.display());
    }
}

#[test]
fn every_finding_points_at_its_line_and_says_what_to_do() {
    for case in tables("tests/tables/invalid") {
        let path = case.path.clone();
        let (tables, mut problems) = load::load(vec![source("tests/tables/base.toml"), case]);
        problems.extend(check::check(&tables));
        let findings = report::findings(&problems, &tables.sources);
        for finding in &findings {
            let text = finding.text();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 5, "{path}:\n{text}");
            assert!(lines[0].starts_with(&format!("{path}:{}:{}: ", finding.line, finding.column)), "{text}");
            let shown = lines[2].split_once(" | ").map_or("", |(_, shown)| shown);
            let source = tables.sources.iter().find(|source| source.path == path).unwrap();
            assert_eq!(source.text.lines().nth(finding.line - 1), Some(shown), "{text}");
            assert!(lines[3].trim_start_matches([' ', '|']).starts_with('^'), "{text}");
            assert!(lines[4].trim_start().starts_with("= help: ") && !finding.help.is_empty(), "{text}");
        }
        let places: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
        assert!(places.is_sorted(), "{path}: {places:?}");
    }
}
