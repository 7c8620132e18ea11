//! Tasks that a tool runs over the members of a workspace: judged by what the members declare.

use super::document::Node;
use super::ground::join;
use super::resolve::{DEPTH, Resolver};
use super::rows::Called;
use super::verdict::Verdict;
use crate::host::files::Kind as FileKind;
use crate::tables::model::toolchains::{Effect, Kind};

/// What a task does by its name alone.
pub(super) fn by_name(called: Called, name: &str, tool: &str) -> Verdict {
    if called.effect > Effect::Checks {
        return Verdict::of(called.effect, name);
    }
    let told = (called.kind.is_some() || called.head)
        && (!called.weak || called.kind == Some(Kind::Build) || called.gathers);
    if called.effect != Effect::Checks || !told {
        return Verdict::unknown();
    }
    let mut step = Verdict::of(Effect::Checks, name);
    step.empty = false;
    step.kinds.insert(called.kind.unwrap_or(Kind::Test));
    step.tools.insert(format!("{tool} {name}"));
    step
}

/// How many members of a workspace are looked into.
const MEMBERS: usize = 120;

impl Resolver<'_, '_> {
    /// Judges tasks over all members: by what members declare where they can be found, else by name.
    pub(super) fn tasks(&self, names: &[String], tool: &str, here: &str) -> Verdict {
        let mut verdict = Verdict::nothing();
        for name in names {
            let name = name.trim_start_matches("//#");
            let called = self.rows.called(name);
            let members = self.members(name, here);
            if let Some(found) = members {
                let mut found = found;
                found.tools = [format!("{tool} {name}")].into();
                found.leads.clear();
                verdict.then(found);
            } else {
                verdict.then(by_name(called, name, tool));
            }
        }
        verdict
    }

    /// What the members of a Node workspace have under a script's name, joined; `None` where none has it.
    fn members(&self, name: &str, here: &str) -> Option<Verdict> {
        let mut verdict: Option<Verdict> = None;
        for dir in self.workspace(here) {
            let path = join(&dir, "package.json")?;
            let Some(node) = self.ground.document(&path) else { continue };
            let Some(text) = node.get("scripts").and_then(|scripts| scripts.get(name)?.text()) else {
                continue;
            };
            let key = format!("member|{dir}|{name}");
            if self.verdicts.borrow().contains_key(&key) {
                continue;
            }
            self.verdicts.borrow_mut().insert(key.clone(), Verdict::nothing());
            let found = self.script(text, &dir, DEPTH / 2);
            self.verdicts.borrow_mut().remove(&key);
            verdict.get_or_insert_with(Verdict::nothing).then(Verdict { once: None, ..found });
        }
        verdict.filter(|verdict| verdict.is_bad() || !verdict.kinds.is_empty())
    }

    /// The folders of a Node workspace, bounded.
    fn workspace(&self, here: &str) -> Vec<String> {
        let mut patterns: Vec<String> = Vec::new();
        let take = |node: &Node, patterns: &mut Vec<String>| {
            patterns.extend(node.texts().iter().map(|(text, _)| (*text).to_owned()));
        };
        if let Some(node) = join(here, "pnpm-workspace.yaml")
            .filter(|path| self.ground.has(path))
            .and_then(|path| self.ground.document(&path))
            && let Some(packages) = node.get("packages")
        {
            take(packages, &mut patterns);
        }
        if let Some(node) = join(here, "package.json")
            .filter(|path| self.ground.has(path))
            .and_then(|path| self.ground.document(&path))
            && let Some(found) = node.get("workspaces")
        {
            take(found.get("packages").unwrap_or(found), &mut patterns);
        }
        let mut dirs = Vec::new();
        for pattern in patterns.iter().filter(|pattern| !pattern.starts_with('!')) {
            match pattern.trim_end_matches('/').split_once("/*") {
                Some((parent, "" | "*" | "/**")) => {
                    let Some(parent) = join(here, parent) else { continue };
                    for (name, kind) in self.ground.names(&parent).iter() {
                        if *kind == FileKind::Folder && name != "node_modules" {
                            dirs.extend(join(&parent, name));
                        }
                    }
                }
                _ => dirs.extend(join(here, pattern).filter(|path| !path.contains('*'))),
            }
        }
        dirs.truncate(MEMBERS);
        dirs
    }
}
