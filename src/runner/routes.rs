//! Which runner a role is routed to, and who said so: the call, the repository, the person, abcd.
//!
//! A repository can bring a role back to the host, and nothing else: it chooses no runner and spends nobody's key.

use super::own::{Fitting, Own, chosen};
use super::theirs;
use crate::host::files::Dir;
use crate::person::Settings;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::roles::ROLES;
use crate::registry::runners::{RUNNERS, runner};
use crate::registry::values::RouteLayer;
use crate::tables::model::runners::Runner;

/// The route that needs a host's session and starts nothing.
pub const HOST: &str = "host";
/// How the person's settings are called in a message.
const MACHINE_FILE: &str = "config.toml in your abcd configuration folder";

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
pub(super) struct Bad<'a> {
    pub(super) layer: RouteLayer,
    pub(super) file: &'a str,
    pub(super) key: String,
}

impl From<Bad<'_>> for Stop {
    fn from(bad: Bad<'_>) -> Self {
        let names = std::iter::once(HOST).chain(RUNNERS.iter().map(|row| row.id.as_ref()));
        let key = shown(&bad.key, "a key");
        Refusal::new(code::RUNNER_BAD_SETTING)
            .saying(format!("`{key}` in {} (layer {}) cannot be used", bad.file, bad.layer))
            .allowed(names)
            .fact("key", &key)
            .fact("layer", &bad.layer)
            .into()
    }
}

impl Routes {
    /// Lays the layers over each other. `root` is the top of the repository, `flag` the runner that a call names.
    pub fn of(settings: &Settings, root: Option<&Dir>, flag: Option<&str>) -> Result<Self, Stop> {
        let mut said = Vec::new();
        let mut routes: Vec<Route> =
            ROLES.iter().map(|role| Route::to(&role.id, HOST, RouteLayer::Bundled)).collect();
        let machine = |key| Stop::from(Bad { layer: RouteLayer::Machine, file: MACHINE_FILE, key });
        let own = Own::of(&settings.runner).map_err(machine)?;
        for (role, name) in chosen(&settings.roles).map_err(machine)? {
            if let Some(route) = routes.iter_mut().find(|route| route.role == role) {
                *route = Route::to(role, name, RouteLayer::Machine);
            } else {
                let key = shown(&format!("roles.{role}.runner"), "a key");
                said.push(format!("`{key}` in your own config.toml names no role, and is passed over"));
            }
        }
        if let Some(root) = root {
            theirs::lay(root, &mut routes, &mut said)?;
        }
        if let Some(flag) = flag {
            if !is_runner(flag) {
                let key = "--runner".to_owned();
                return Err(Bad { layer: RouteLayer::Flag, file: "the call", key }.into());
            }
            for route in &mut routes {
                *route = Route::to(&route.role, flag, RouteLayer::Flag);
            }
        }
        let fallback = own.fallback.as_deref().map(|name| Route::to("", name, RouteLayer::Machine));
        let fitted = |route: Route| match own.fittings.get(&route.runner).cloned() {
            Some(Fitting { model, argv }) => Route { model, argv, ..route },
            None => route,
        };
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
    pub(super) fn to(role: &str, runner: &str, layer: RouteLayer) -> Self {
        Self { role: role.to_owned(), runner: runner.to_owned(), layer, model: None, argv: Vec::new() }
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

pub(super) fn is_runner(name: &str) -> bool {
    name == HOST || runner(name).is_some()
}

/// A name as it may be shown: where it is not plain, `other` stands for it.
pub(super) fn shown(name: &str, other: &str) -> String {
    let plain =
        name.len() <= 80 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if plain { name } else { other }.to_owned()
}
