//! The shape of the tree: which module may use which, how long a file is, what it is called and opens with.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "a test reads the tree's own files")]

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of `src/`, lowest first; a module uses its own layer and those before it. What is not named
/// here is a domain.
const LAYERS: [&[&str]; 8] = [
    &["tables"],
    &["registry"],
    &["safe", "refusal", "call"],
    &["host"],
    &[], // the domains
    &["commands"],
    &["front"],
    &["main", "lib"],
];
const DOMAINS: usize = 4;

/// The longest file, in lines.
const LINES: usize = 400;

/// Names that say that a module is handy and not what it is about.
const HANDY: [&str; 12] = [
    "util",
    "utils",
    "utility",
    "utilities",
    "helper",
    "helpers",
    "common",
    "misc",
    "shared",
    "tools",
    "stuff",
    "lib2",
];

/// Where the package stands.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` that git would keep, its path relative to the package.
fn files(folder: &str, end: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    let mut files: Vec<(String, String)> = found
        .into_iter()
        .filter(|path| end.is_empty() || path.extension().is_some_and(|found| found == end))
        .filter_map(|path| {
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
            Some((name, fs::read_to_string(path).ok()?))
        })
        .collect();
    files.sort();
    files
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if ["target", ".git", ".work.local"].contains(&name) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(String, String)> {
    let all: Vec<(String, String)> =
        ["src", "tests", "benches", "fuzz"].map(|folder| files(folder, "rs")).concat();
    assert!(all.len() > 50, "the tree is not read");
    all
}

/// Fails with every line of `wrong`.
#[track_caller]
fn none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

/// The layer of a top-level module.
fn layer(module: &str) -> usize {
    LAYERS.iter().position(|names| names.contains(&module)).unwrap_or(DOMAINS)
}

/// `src/tables/check/words.rs` as `tables`, `check`, `words`.
fn module(path: &str) -> Vec<&str> {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    path.split('/').filter(|name| *name != "mod").collect()
}

/// The top-level modules that a file uses: through `crate::…`, or through enough `super::` to get there.
fn used(path: &str, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut depth = module(path).len();
    for (number, line) in text.lines().enumerate() {
        // From an inline module, such as the tests at a file's end, it is one level more to the top.
        depth += usize::from(line.starts_with("mod ") && line.ends_with('{'));
        depth -= usize::from(line == "}" && depth > module(path).len());
        let code = line.split("//").next().unwrap_or_default();
        let mut rest = code;
        while let Some((_, after)) = rest.split_once("crate::") {
            found.extend(names(after).into_iter().map(|name| (number + 1, name)));
            rest = after;
        }
        let mut rest = code;
        while let Some(at) = rest.find("super::") {
            let (_, chain) = rest.split_at(at);
            let mut after = chain;
            let mut levels = 0;
            while let Some(higher) = after.strip_prefix("super::") {
                (after, levels) = (higher, levels + 1);
            }
            if levels == depth {
                found.extend(names(after).into_iter().map(|name| (number + 1, name)));
            }
            rest = after;
        }
    }
    found
}

/// The first names of what stands behind a `crate::`, one or a braced list of them.
fn names(after: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
    };
    let Some(list) = after.strip_prefix('{') else { return vec![name(after)] };
    let mut depth = 0_i32;
    let mut parts = vec![String::new()];
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(String::new()),
            other => parts.last_mut().unwrap().push(other),
        }
    }
    parts.iter().map(|part| name(part.trim())).filter(|name| !name.is_empty()).collect()
}

/// What a file uses that stands above it.
fn upwards(path: &str, text: &str) -> Vec<String> {
    let own = *module(path).first().unwrap();
    let below = |name: &str| name == own || layer(name) <= layer(own);
    let is_module = |name: &str| name.starts_with(|first: char| first.is_ascii_lowercase());
    used(path, text)
        .into_iter()
        .filter(|(_, name)| is_module(name) && !below(name))
        .map(|(line, name)| format!("{path}:{line}: `{own}` uses `{name}`, which stands above it"))
        .collect()
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let files = files("src", "rs");
    assert!(files.iter().any(|(path, text)| !used(path, text).is_empty()), "no use is found");
    let wrong: Vec<String> = files
        .iter()
        .filter(|(path, _)| path != "src/lib.rs")
        .flat_map(|(path, text)| upwards(path, text))
        .collect();
    none(
        &wrong,
        "imports run one way: tables, registry, refusal and call, host, domains, commands, front, main",
    );
}

#[test]
fn the_reading_of_imports_sees_them() {
    for (path, text, count) in [
        ("src/tables/load.rs", "use crate::registry::code;", 1),
        ("src/host/git.rs", "use crate::{refusal::Refusal, commands::{a, b}, front};", 2),
        ("src/host/git.rs", "use crate::registry::code; // crate::front", 0),
        ("src/records/issue.rs", "let x = crate::commands::capture::run();", 1),
        ("src/records/issue.rs", "use crate::release::Tag;", 0),
        ("src/records/issue.rs", "use super::super::front::run;", 1),
        ("src/records/issue/field.rs", "use super::super::front::run;", 0),
        ("src/records/mod.rs", "use super::commands::x;", 1),
        ("src/commands/init.rs", "use crate::host::Host; use crate::front::run;", 1),
        ("src/refusal.rs", "use crate::call::Page;", 0),
        ("src/safe.rs", "mod tests {\n    use super::json;\n}\nuse super::front::run;", 1),
    ] {
        assert_eq!(upwards(path, text).len(), count, "{path}: {text}");
    }
}

#[test]
fn the_tables_stand_alone() {
    let wrong: Vec<String> = files("src/tables", "rs")
        .iter()
        .filter(|(_, text)| text.lines().any(|line| line.split("//").next().unwrap().contains("crate::")))
        .map(|(path, _)| path.clone())
        .collect();
    none(&wrong, "the build script compiles these too: write `super::`");
}

#[test]
fn a_file_holds_one_idea() {
    let long = |(path, text): &(String, String)| {
        let lines = text.lines().count();
        (lines > LINES).then(|| format!("{path}: {lines} lines"))
    };
    none(&sources().iter().filter_map(long).collect::<Vec<_>>(), "split it by what it is about");
}

#[test]
fn a_name_says_what_a_module_is_about() {
    let handy = |(path, _): &(String, String)| {
        let named = Path::new(path).with_extension("");
        let named = named.components().any(|part| HANDY.iter().any(|name| part.as_os_str() == *name));
        named.then(|| path.clone())
    };
    none(&sources().iter().filter_map(handy).collect::<Vec<_>>(), "name it by its idea");
}

#[test]
fn a_file_opens_with_what_it_is_for() {
    let bare = |(path, text): &(String, String)| {
        let first = text.lines().next().unwrap_or_default();
        (!first.starts_with("//! ") || first.len() < 8).then(|| path.clone())
    };
    none(&sources().iter().filter_map(bare).collect::<Vec<_>>(), "say it in a `//!` comment on line 1");
}

#[test]
fn no_comment_asks_to_keep_two_things_alike() {
    let asks = [["keep", "in sync"].join(" "), ["keep", "in step with"].join(" ")];
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().chain(files("tables", "toml")).chain(files("templates", "")) {
        let text = text.to_lowercase();
        wrong.extend(asks.iter().filter(|asks| text.contains(*asks)).map(|asks| format!("{path}: {asks}")));
    }
    none(&wrong, "hold it by a type, a generated row or a test");
}

#[test]
fn no_file_names_a_place_of_this_machine() {
    let mut places = vec![root().to_str().unwrap().to_owned()];
    let home = std::env::var("HOME").unwrap_or_default();
    // `/` is no home, and `/home` alone is a word of many texts.
    if home.matches('/').count() > 1 || home == ["", "root"].join("/") {
        places.push(format!("{home}/"));
    }
    let folders =
        ["src", "tests", "tables", "templates", "schemas", "docs", "benches", "fuzz", ".ci", ".abcd"];
    let mut wrong = Vec::new();
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let top = top.filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_owned();
        // In a worktree git's own pointer is such a place.
        (name != ".git").then(|| Some((name, fs::read_to_string(path).ok()?)))?
    });
    for (path, text) in folders.iter().flat_map(|folder| files(folder, "")).chain(top) {
        for place in places.iter().filter(|place| text.contains(*place)) {
            wrong.push(format!("{path}: {place}"));
        }
    }
    none(&wrong, "say it relative to the repository");
}

#[test]
fn every_table_names_its_schema_on_line_one() {
    let wrong: Vec<String> = files("tables", "toml")
        .into_iter()
        .filter(|(path, text)| {
            let schema = text.lines().next().unwrap_or_default().strip_prefix("#:schema ").map(str::to_owned);
            let folder = root().join(path);
            let there = schema.map(|schema| folder.parent().unwrap().join(schema));
            there.is_none_or(|there| there.extension().is_none_or(|end| end != "json"))
        })
        .map(|(path, _)| path)
        .collect();
    none(&wrong, "`#:schema ../../schemas/….schema.json`");
}

/// Crates that open connections or resolve names, and what they are built on; a name ends where it ends, or
/// in a hyphen and more.
const NETWORK: [&str; 30] = [
    "actix",
    "async-std",
    "attohttpc",
    "axum",
    "curl",
    "dns-lookup",
    "git2",
    "gix-transport",
    "h2",
    "h3",
    "hickory",
    "http",
    "hyper",
    "isahc",
    "libssh2",
    "mio",
    "minreq",
    "native-tls",
    "openssl",
    "polling",
    "quinn",
    "reqwest",
    "russh",
    "rustls",
    "sentry",
    "smol",
    "socket2",
    "tokio",
    "tungstenite",
    "ureq",
];

#[test]
fn no_crate_that_opens_a_connection_is_built_in() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let names: Vec<&str> =
        lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    assert!(names.contains(&"abcd") && names.contains(&"clap"), "the lock file is not read");
    let connects = |name: &str| {
        NETWORK.iter().any(|network| {
            name.strip_prefix(network).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    };
    let wrong: Vec<String> = names.into_iter().filter(|name| connects(name)).map(str::to_owned).collect();
    none(&wrong, "abcd makes no network call");
    // What speaks to the system directly can open a socket only where it is built to.
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let features = manifest["dependencies"]["rustix"]["features"].as_array().unwrap();
    assert!(!features.iter().any(|feature| feature.as_str() == Some("net")), "rustix is built with `net`");
}

#[test]
fn the_lints_name_every_type_that_opens_a_connection() {
    let lints = fs::read_to_string(root().join("clippy.toml")).unwrap();
    let types = [
        "std::net::TcpStream",
        "std::net::TcpListener",
        "std::net::UdpSocket",
        "std::os::unix::net::UnixStream",
        "std::os::unix::net::UnixListener",
        "std::os::unix::net::UnixDatagram",
    ];
    let missing: Vec<String> = types
        .iter()
        .filter(|name| !lints.contains(&format!("path = \"{name}\"")))
        .map(|name| (*name).to_owned())
        .collect();
    none(&missing, "disallow it in clippy.toml");
    let lifted =
        |(path, text): &(String, String)| text.contains("clippy::disallowed_types").then(|| path.clone());
    none(
        &files("src", "rs").iter().filter_map(lifted).collect::<Vec<_>>(),
        "a type that is disallowed stays so",
    );
}
