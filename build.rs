//! Reads `tables/`, checks it, and writes the registries; or reports what is wrong and fails.

#![expect(clippy::print_stderr, reason = "cargo shows it where the build fails")]
#![expect(clippy::disallowed_methods, reason = "a build script reads the package's own files")]

#[expect(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/tables/mod.rs"]
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, error, fs, io};

use tables::model::scenarios::Scenario;
use tables::source::Source;
use tables::{check, emit, load, report};

fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    println!("cargo::rustc-cfg=library");
    for watched in ["tables", "src/tables", "tests/scenarios", "templates", "build.rs"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // The registries are pointers: moved at each start, every page of them would be written first.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let (tables, mut problems) = load::load(sources(Path::new("tables"))?);
    problems.extend(check::check(&tables));
    if !problems.is_empty() {
        for finding in report::findings(&problems, &tables.sources) {
            eprintln!("{}\n", finding.text());
        }
        return Ok(ExitCode::FAILURE);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    for (name, text) in emit::emit(&tables, &raised()?)? {
        fs::write(out.join(name), text)?;
    }
    let templates = files(Path::new("templates"), "jinja")?;
    let names = templates.iter().filter_map(|path| path.strip_prefix("templates").ok());
    let names = names.map(|name| name.display().to_string().replace('\\', "/")).collect();
    fs::write(out.join("templates.rs"), emit::templates(names))?;
    Ok(ExitCode::SUCCESS)
}

/// Every TOML file below `folder`.
fn sources(folder: &Path) -> io::Result<Vec<Source>> {
    let read =
        |path: PathBuf| Ok(Source { text: fs::read_to_string(&path)?, path: path.display().to_string() });
    files(folder, "toml")?.into_iter().map(read).collect()
}

/// Every file below `folder` whose name ends so.
fn files(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Which commands raise which code, as the scenarios name them.
fn raised() -> Result<BTreeMap<String, Vec<String>>, Box<dyn error::Error>> {
    let mut raised: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources(Path::new("tests/scenarios"))? {
        let scenario: Scenario =
            toml::from_str(&source.text).map_err(|error| format!("{}: {error}", source.path))?;
        let commands = raised.entry(scenario.code).or_default();
        commands.extend(scenario.raise.into_iter().map(|raise| raise.command));
        commands.sort();
        commands.dedup();
    }
    Ok(raised)
}
