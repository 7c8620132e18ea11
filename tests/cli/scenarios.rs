//! Every live code is raised from a real state, and every caller who follows what it says gets on.

mod acts;
mod play;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use abcd::registry::commands::by_path;
use abcd::registry::refusals::{all, by_name};
use abcd::tables::model::scenarios::Scenario;

/// Every scenario, by the code that its path names.
fn scenarios() -> BTreeMap<String, Scenario> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut found = BTreeMap::new();
    for path in files(&root) {
        let text = fs::read_to_string(&path).unwrap();
        let scenario = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let code = path.strip_prefix(&root).unwrap().with_extension("");
        found.insert(code.to_str().unwrap().to_owned(), scenario);
    }
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn every_live_code_has_its_scenario_and_every_scenario_its_code() {
    let scenarios = scenarios();
    let live: BTreeSet<&str> =
        all().filter(|entry| entry.row.retired.is_none()).map(|entry| entry.row.code.as_ref()).collect();
    let told: BTreeSet<&str> = scenarios.keys().map(String::as_str).collect();
    let mut wrong: Vec<String> = live.difference(&told).map(|code| format!("{code}: no scenario")).collect();
    wrong.extend(told.difference(&live).map(|code| format!("{code}: no live code of that name")));
    for (path, scenario) in &scenarios {
        if *path != scenario.code {
            wrong.push(format!("{path}: it is about `{}`", scenario.code));
        }
        if scenario.raise.is_empty() || scenario.recover.reached.is_empty() {
            wrong.push(format!("{path}: it raises nothing, or reaches nothing"));
        }
        let unknown = |path: &str| !path.is_empty() && by_path(path).is_none();
        for raise in scenario.raise.iter().filter(|raise| unknown(&raise.command)) {
            wrong.push(format!("{path}: there is no command `{}`", raise.command));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_code_is_raised_and_recovered_from() {
    let scenarios: Vec<Scenario> = scenarios().into_values().collect();
    let failures = Mutex::new(Vec::new());
    let (next, recovered) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|threads| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            threads.spawn(|| {
                while let Some(scenario) = scenarios.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played = std::panic::catch_unwind(|| play::play(scenario));
                    let failed = played.unwrap_or_else(|panic| Err(said(&*panic)));
                    match failed {
                        Ok(()) => _ = recovered.fetch_add(1, Ordering::Relaxed),
                        Err(why) => failures.lock().unwrap().push(format!("{}: {why}", scenario.code)),
                    }
                }
            });
        }
    });
    let recovered = recovered.into_inner();
    let alone = |scenario: &&Scenario| by_name(&scenario.code).is_some_and(|entry| entry.row.next.is_none());
    println!(
        "recovery: {recovered} of {} codes; {} of them without a next command",
        scenarios.len(),
        scenarios.iter().filter(alone).count()
    );
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
    assert_eq!(recovered, scenarios.len());
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it panicked").to_owned()
}
