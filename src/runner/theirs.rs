//! What a repository says of runners, in any `.abcd/*.toml`: it can bring a role back to the host, and nothing else.

use std::path::Path;

use toml::{Table, Value};

use super::routes::{Bad, HOST, Route, is_runner, shown};
use crate::host::files::{Dir, Kind, Trouble};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::values::RouteLayer;

/// The folder of a repository's own settings.
const FOLDER: &str = ".abcd";
/// The most files that are read in it.
const FILES: usize = 64;
/// The most that is read of one, in bytes.
const CAP: u64 = 256 * 1024;

/// Lays what the repository says over the routes, and what was passed over onto `said`.
pub(super) fn lay(root: &Dir, routes: &mut [Route], said: &mut Vec<String>) -> Result<(), Stop> {
    for file in files(root)? {
        // Its name is the repository's: it is shown as far as it is plain.
        let name = format!("{FOLDER}/{}", shown(file.strip_prefix(".abcd/").unwrap_or(&file), "*.toml"));
        let text = match root.read_text(&file, CAP) {
            Ok(text) => text,
            Err(Trouble::Absent) => continue,
            Err(_) => return Err(unreadable(&name)),
        };
        let table: Table = text.parse().map_err(|_| unreadable(&name))?;
        Settings { name: &name, table: &table }.lay(routes, said)?;
    }
    Ok(())
}

/// The paths of the files, sorted; a link is one of them, and cannot be read.
fn files(root: &Dir) -> Result<Vec<String>, Stop> {
    let entries = match root.entries(FOLDER) {
        Ok(entries) => entries,
        Err(Trouble::Absent | Trouble::NotDirectory) => return Ok(Vec::new()),
        Err(_) => return Err(unreadable(FOLDER)),
    };
    let is_toml = |name: &Path| name.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let files: Vec<String> = entries
        .iter()
        .filter(|entry| is_toml(Path::new(&entry.name)) && entry.kind != Kind::Folder)
        .map(|entry| {
            entry.name.to_str().map(|name| format!("{FOLDER}/{name}")).ok_or_else(|| unreadable(FOLDER))
        })
        .collect::<Result<_, _>>()?;
    if files.len() > FILES { Err(unreadable(FOLDER)) } else { Ok(files) }
}

/// One file of the repository's.
struct Settings<'a> {
    name: &'a str,
    table: &'a Table,
}

impl Settings<'_> {
    fn lay(&self, routes: &mut [Route], said: &mut Vec<String>) -> Result<(), Stop> {
        if let Some(set) = self.table.get("runner") {
            return Err(self.spends(set));
        }
        let roles = match self.table.get("roles") {
            None => return Ok(()),
            Some(Value::Table(roles)) => roles,
            Some(_) => return Err(self.bad("roles".to_owned())),
        };
        for (role, choice) in roles {
            let set = choice.as_table().ok_or_else(|| self.bad(format!("roles.{role}")))?;
            let Some(chosen) = set.get("runner") else { continue };
            let key = format!("roles.{role}.runner");
            let Some(chosen) = chosen.as_str().filter(|name| is_runner(name)) else {
                return Err(self.bad(key));
            };
            self.choose(role, chosen, routes, said);
        }
        Ok(())
    }

    /// A role's line.
    fn choose(&self, role: &str, chosen: &str, routes: &mut [Route], said: &mut Vec<String>) {
        let (name, key) = (self.name, shown(&format!("roles.{role}.runner"), "a key"));
        let Some(route) = routes.iter_mut().find(|route| route.role == role) else {
            said.push(format!("`{key}` in {name} names no role, and is passed over"));
            return;
        };
        if chosen != HOST {
            said.push(format!(
                "`{key}` in {name} chooses a runner, which a repository cannot; it is passed over"
            ));
            return;
        }
        if route.layer == RouteLayer::Machine && route.runner != HOST {
            said.push(format!(
                "`{key}` in {name} brings the role back to the host, in place of {} in your own config.toml",
                route.runner
            ));
        }
        *route = Route::to(role, HOST, RouteLayer::Repository);
    }

    fn spends(&self, set: &Value) -> Stop {
        let first = set.as_table().and_then(|set| set.keys().next());
        let key = first.map_or_else(|| "runner".to_owned(), |key| format!("runner.{key}"));
        let key = shown(&key, "runner");
        Refusal::new(code::RUNNER_SPENDS_YOUR_KEY)
            .saying(format!("`{key}` in {} would spend the key of whoever calls", self.name))
            .at(self.name)
            .fact("key", &key)
            .into()
    }

    fn bad(&self, key: String) -> Stop {
        Bad { layer: RouteLayer::Repository, file: self.name, key }.into()
    }
}

fn unreadable(name: &str) -> Stop {
    Refusal::new(code::RUNNER_BAD_SETTING)
        .saying(format!("{name} (layer {}) cannot be read", RouteLayer::Repository))
        .at(name)
        .fact("layer", &RouteLayer::Repository)
        .into()
}
