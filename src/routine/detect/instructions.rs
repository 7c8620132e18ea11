//! Files of instructions for agents: where they stand, and which others they bring in. What they say stays
//! in them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::Evidence;
use super::grammar;
use super::ground::{Ground, join};
use super::rows::Rows;
use crate::host::files::Kind;

/// How many files are listed.
const FILES: usize = 100;
/// How far one file may bring in another.
const DEPTH: usize = 5;

/// A file of instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Instructions {
    /// Its path.
    pub path: String,
    /// The file itself, or the lines that bring it in.
    pub evidence: Vec<Evidence>,
    /// The files that it brings in.
    pub imports: Vec<String>,
}

/// The files, sorted by path.
pub(super) fn read(ground: &Ground<'_>, rows: &Rows<'_>, folders: &[String]) -> Vec<Instructions> {
    let mut found = Found { ground, files: BTreeMap::new() };
    for row in rows.instructions {
        let root = ".".to_owned();
        let dirs = folders.iter().filter(|_| row.nested);
        for dir in [&root].into_iter().chain(dirs) {
            for path in named(ground, dir, &row.path) {
                found.add(&path, Evidence::new(&path, 1), if row.imports { DEPTH } else { 0 });
            }
        }
    }
    found.files.into_values().collect()
}

/// The files that a row's path means in a folder.
fn named(ground: &Ground<'_>, dir: &str, path: &str) -> Vec<String> {
    let Some((folder, end)) = path.split_once("/*") else {
        return join(dir, path).filter(|path| ground.has(path)).into_iter().collect();
    };
    let Some(folder) = join(dir, folder).filter(|folder| ground.is_folder(folder)) else { return Vec::new() };
    let names = ground.names(&folder);
    let fit = names.iter().filter(|(name, kind)| name.ends_with(end) && **kind != Kind::Folder);
    fit.filter_map(|(name, _)| join(&folder, name)).filter(|path| ground.has(path)).collect()
}

struct Found<'f, 'a> {
    ground: &'f Ground<'a>,
    files: BTreeMap<String, Instructions>,
}

impl Found<'_, '_> {
    fn add(&mut self, path: &str, at: Evidence, depth: usize) {
        if let Some(known) = self.files.get_mut(path) {
            if !known.evidence.contains(&at) {
                known.evidence.push(at);
            }
            return;
        }
        if !grammar::is_file(path) {
            return self.ground.skip_unnamed();
        }
        if self.files.len() >= FILES {
            return self.ground.skip(path, "enough files of instructions were listed before it");
        }
        let file = Instructions { path: path.to_owned(), evidence: vec![at], imports: Vec::new() };
        self.files.insert(path.to_owned(), file);
        for (to, line) in self.imports(path, depth) {
            if let Some(file) = self.files.get_mut(path).filter(|file| !file.imports.contains(&to)) {
                file.imports.push(to.clone());
            }
            self.add(&to, Evidence::new(path, line), depth.saturating_sub(1));
        }
    }

    /// The files that lines outside of code bring in by `@FILE`.
    fn imports(&self, path: &str, depth: usize) -> Vec<(String, usize)> {
        let text = if depth > 0 { self.ground.text(path) } else { None };
        let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
        let (mut fenced, mut found) = (false, Vec::new());
        for (at, line) in text.as_deref().unwrap_or_default().lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            let prose = line.split('`').step_by(2);
            let words = prose.flat_map(str::split_whitespace).filter_map(|word| word.strip_prefix('@'));
            for word in words.filter(|_| !fenced) {
                let word = word.trim_end_matches(['.', ',', ')', ':', ';']);
                match join(dir, word) {
                    Some(to) if self.ground.has(&to) => found.push((to, at + 1)),
                    Some(_) if !word.ends_with(".md") => {}
                    Some(_) => {
                        self.ground.skip(path, format!("line {} brings in a file that is not there", at + 1))
                    }
                    None => self.ground.skip(path, format!("line {} brings in a file outside", at + 1)),
                }
            }
        }
        found
    }
}
