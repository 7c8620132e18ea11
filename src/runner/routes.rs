//! Which runner a role is routed to, and who said so: the call, the repository, the person, abcd.
//!
//! A repository can bring a role back to the host, and nothing else: it chooses no runner and spends nobody's key.

use std::fmt;

use toml::{Table, Value};

use crate::host::files::{Dir, Trouble};
use crate::person::Settings;
use crate::person::settings::RunnerEntry;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::roles::ROLES;
use crate::registry::runners::{RUNNERS, runner};
use crate::registry::values::RouteLayer;
use crate::tables::model::runners::Runner;

/// The route that needs a host's session and starts nothing.
pub const HOST: &str = "host";
/// The repository's settings.
pub const REPOSITORY_FILE: &str = ".abcd/config.toml";
/// How the person's settings are called in a message.
const MACHINE_FILE: &str = "config.toml in your abcd configuration folder";
/// The most that is read of the repository's settings, in bytes.
const CAP: u64 = 256 * 1024;
/// The key of the person's settings under which the stand-in stands.
const FALLBACK: &str = "fallback_host";

/// What runs one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The role.
    pub role: String,
    /// The runner's name, or [`HOST`].
    pub runner: String,
    /// Who says so.
    pub layer: RouteLayer,
    /// The model, as `provider/model`, where the person names one.
    pub model: Option<String>,
    /// The program that the person named for a runner that has none of its own, and its first words.
    argv: Vec<String>,
}

/// Every role's route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    /// In the order of the roles.
    pub routes: Vec<Route>,
    /// What was passed over, and why; a line each.
    pub said: Vec<String>,
    /// What runs where a runner did not do, if the person names one.
    pub fallback: Option<Route>,
}

/// The key of a setting that cannot be used, and where it stands.
struct Bad<'a> {
    layer: RouteLayer,
    file: &'a str,
    key: String,
}

impl fmt::Display for Bad<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "`{}` in {} (layer {}) cannot be used", self.key, self.file, self.layer)
    }
}

impl Routes {
    /// Lays the layers over each other. `root` is the top of the repository, `flag` the runner that a call names.
    pub fn of(settings: &Settings, root: Option<&Dir>, flag: Option<&str>) -> Result<Self, Stop> {
        let mut said = Vec::new();
        let mut routes: Vec<Route> =
            ROLES.iter().map(|role| Route::to(&role.id, HOST, RouteLayer::Bundled)).collect();
        for (name, entry) in &settings.runner {
            check_entry(name, entry)?;
        }
        for (role, choice) in &settings.roles {
            let key = format!("roles.{role}.runner");
            let Some(route) = routes.iter_mut().find(|route| route.role == *role) else {
                said.push(format!("`{}` names no role, and is passed over", shown(&key)));
                continue;
            };
            let Some(chosen) = &choice.runner else { continue };
            if !is_runner(chosen) {
                return Err(bad(&Bad { layer: RouteLayer::Machine, file: MACHINE_FILE, key: shown(&key) }));
            }
            *route = Route::to(role, chosen, RouteLayer::Machine);
        }
        if let Some(root) = root {
            repository(root, &mut routes, &mut said)?;
        }
        if let Some(flag) = flag {
            if !is_runner(flag) {
                return Err(bad(&Bad {
                    layer: RouteLayer::Flag,
                    file: "the call",
                    key: "--runner".to_owned(),
                }));
            }
            for route in &mut routes {
                *route = Route::to(&route.role.clone(), flag, RouteLayer::Flag);
            }
        }
        let fallback = match settings.runner.get(FALLBACK) {
            Some(RunnerEntry::Name(name)) => Some(Route::to("", name, RouteLayer::Machine)),
            _ => None,
        };
        let fitted = |route: Route| route.fitted(settings);
        Ok(Self { routes: routes.into_iter().map(fitted).collect(), said, fallback: fallback.map(fitted) })
    }

    /// The route of a role.
    pub fn route(&self, role: &str) -> Option<&Route> {
        self.routes.iter().find(|route| route.role == role)
    }

    /// Whether a runner is reached for a role with no host session.
    pub fn reaches(&self, role: &str) -> bool {
        self.route(role).is_some_and(|route| route.runner != HOST) || self.fallback.is_some()
    }
}

impl Route {
    fn to(role: &str, runner: &str, layer: RouteLayer) -> Self {
        Self { role: role.to_owned(), runner: runner.to_owned(), layer, model: None, argv: Vec::new() }
    }

    /// With the model and the program that the person set for its runner.
    fn fitted(self, settings: &Settings) -> Self {
        match settings.runner.get(&self.runner) {
            Some(RunnerEntry::Settings(own)) => {
                Self { model: own.model.clone(), argv: own.argv.clone(), ..self }
            }
            _ => self,
        }
    }

    /// The program, and the words that stand before those of its row.
    pub fn program(&self, row: &Runner) -> Vec<String> {
        match &row.program {
            Some(program) => vec![program.to_string()],
            None => self.argv.clone(),
        }
    }
}

/// Whether a runner takes a model: `provider/model`, of a provider of its row.
pub fn admitted(row: &Runner, model: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._:/-".contains(&byte))
    };
    let Some((provider, name)) = model.split_once('/') else { return false };
    model.len() <= 128
        && plain(provider)
        && plain(name)
        && row.providers.iter().any(|known| known == "*" || known == provider)
}

/// Holds a row of the person's `[runner]` to what it may be.
fn check_entry(name: &str, entry: &RunnerEntry) -> Result<(), Stop> {
    let wrong =
        |key: String| Err(bad(&Bad { layer: RouteLayer::Machine, file: MACHINE_FILE, key: shown(&key) }));
    match (name, entry) {
        (FALLBACK, RunnerEntry::Name(name)) if runner(name).is_some() => Ok(()),
        (FALLBACK, _) | (_, RunnerEntry::Name(_)) => wrong(format!("runner.{name}")),
        (name, RunnerEntry::Settings(own)) => {
            let Some(row) = runner(name) else { return wrong(format!("runner.{name}")) };
            if own.model.as_deref().is_some_and(|model| !admitted(row, model)) {
                return wrong(format!("runner.{name}.model"));
            }
            if row.program.is_some() && !own.argv.is_empty() {
                return wrong(format!("runner.{name}.argv"));
            }
            Ok(())
        }
    }
}

/// What the repository says: only that a role is the host's.
fn repository(root: &Dir, routes: &mut [Route], said: &mut Vec<String>) -> Result<(), Stop> {
    let text = match root.read_text_if_there(REPOSITORY_FILE, CAP) {
        Ok(Some(text)) => text,
        Ok(None) | Err(Trouble::NotDirectory) => return Ok(()),
        Err(_) => return Err(unreadable()),
    };
    let table: Table = text.parse().map_err(|_| unreadable())?;
    let own =
        |key: String| bad(&Bad { layer: RouteLayer::Repository, file: REPOSITORY_FILE, key: shown(&key) });
    if let Some(set) = table.get("runner") {
        let key = set
            .as_table()
            .and_then(|set| set.keys().next())
            .map_or_else(String::new, |key| format!(".{key}"));
        return Err(Refusal::new(code::RUNNER_SPENDS_YOUR_KEY)
            .saying(format!(
                "`{}` in {REPOSITORY_FILE} would spend the key of whoever calls",
                shown(&format!("runner{key}"))
            ))
            .into());
    }
    let roles = match table.get("roles") {
        None => return Ok(()),
        Some(Value::Table(roles)) => roles,
        Some(_) => return Err(own("roles".to_owned())),
    };
    for (role, choice) in roles {
        let key = format!("roles.{role}.runner");
        let chosen = match choice.as_table().map(|choice| choice.get("runner")) {
            Some(Some(Value::String(chosen))) => chosen.as_str(),
            Some(None) => continue,
            _ => return Err(own(key)),
        };
        let Some(route) = routes.iter_mut().find(|route| route.role == *role) else {
            said.push(format!("`{}` in {REPOSITORY_FILE} names no role, and is passed over", shown(&key)));
            continue;
        };
        if chosen != HOST {
            if !is_runner(chosen) {
                return Err(own(key));
            }
            said.push(format!(
                "`{}` in {REPOSITORY_FILE} chooses a runner, which a repository cannot; it is passed over",
                shown(&key)
            ));
            continue;
        }
        if route.layer == RouteLayer::Machine && route.runner != HOST {
            said.push(format!(
                "`{key}` in {REPOSITORY_FILE} brings the role back to the host, in place of {} in your own config.toml",
                route.runner
            ));
        }
        *route = Route::to(role, HOST, RouteLayer::Repository);
    }
    Ok(())
}

fn is_runner(name: &str) -> bool {
    name == HOST || runner(name).is_some()
}

/// A key as it may be shown: what is not plain is not repeated.
fn shown(key: &str) -> String {
    let plain =
        key.len() <= 80 && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if plain { key.to_owned() } else { "a key".to_owned() }
}

fn bad(bad: &Bad<'_>) -> Stop {
    let names = std::iter::once(HOST).chain(RUNNERS.iter().map(|row| row.id.as_ref()));
    Refusal::new(code::RUNNER_BAD_SETTING)
        .saying(bad.to_string())
        .allowed(names)
        .fact("key", &bad.key)
        .fact("layer", &bad.layer)
        .into()
}

fn unreadable() -> Stop {
    Refusal::new(code::RUNNER_BAD_SETTING)
        .saying(format!("{REPOSITORY_FILE} (layer {}) cannot be read", RouteLayer::Repository))
        .at(REPOSITORY_FILE)
        .into()
}
